package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.TableColumn;
import io.bateleur.sql.tree.Expr;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An insert, in whatever words.
 *
 * @param columns those that are given, by their places in the table; -1 where one is not certain
 * @param rows null: they come from a query
 * @param perhaps whether a condition may keep the row from being inserted
 * @param target the columns whose conflict is meant; -1 where it is something else
 * @param sought what the columns of the target are compared with; empty: what is given for them
 * @param updates what a conflict sets, by column
 * @param always whether a conflict always updates
 * @param returning null: nothing
 */
record InsertShape(
        List<Integer> columns,
        @Nullable List<List<Term>> rows,
        boolean perhaps,
        Conflict conflict,
        List<Integer> target,
        List<Term> sought,
        Map<Integer, Term> updates,
        boolean always,
        @Nullable Layout returning) {

    /** What an insert does about a row that is there already. */
    enum Conflict {
        FAIL,
        SKIP,
        /** Skips whatever fails, and changes values that do not fit: {@code INSERT IGNORE}. */
        IGNORE,
        /** Sets what {@link #updates} says. */
        UPDATE,
        /** Sets every column that is given: {@code MERGE INTO ... KEY}. */
        MERGE,
        /** Sets what {@link #updates} says, in the row that any unique key finds: {@code ON DUPLICATE KEY UPDATE}. */
        DUPLICATE,
        /** Deletes the rows that any unique key finds: {@code REPLACE}. */
        REPLACE
    }

    /** The same, with rows that are returned in another form. */
    InsertShape returning(Layout outside) {
        return new InsertShape(columns, rows, perhaps, conflict, target, sought, updates, always, outside);
    }

    /** What a column holds that is not given; null where that is not certain. */
    @Nullable
    Term defaultOf(Relation relation, int column) {
        BaseTable table = relation.table;
        TableColumn described = table.columns().get(column);
        boolean plain = table.knows(BaseTable.Aspect.COLUMN_RULES)
                && described.filled() == TableColumn.Filled.BY_STATEMENT
                && conflict != Conflict.MERGE
                && described.domain() == null;
        if (!plain || relation.keyPlace(column) >= 0) {
            return null;
        }
        Expr value = described.byDefault();
        if (value == null || value instanceof Expr.Null) {
            return described.notNull() ? null : new Term.Constant(Value.NULL);
        }
        boolean number = value instanceof Expr.Numeral numeral && numeral.text().matches("0|[1-9][0-9]{0,17}");
        if (number) {
            return new Term.Constant(Value.number(((Expr.Numeral) value).text()));
        }
        return value instanceof Expr.Bool bool ? new Term.Constant(Value.of(bool.value())) : null;
    }
}
