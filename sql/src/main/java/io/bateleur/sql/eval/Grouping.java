package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Expr;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands for a whole group in the expressions of a grouped query: the expressions of GROUP BY, and aggregates. */
final class Grouping {
    final int slot;
    final List<Expr> expressions = new ArrayList<>();
    final List<Code> keys = new ArrayList<>();
    final List<Expr> calls = new ArrayList<>();
    final List<Aggregate> aggregates = new ArrayList<>();
    /** Whether single columns of rows are used, which should be the same in all rows of a group. */
    boolean usesRows;

    /** Compiles what is computed of single rows. */
    private final ExpressionCompiler rows;

    Grouping(ExpressionCompiler rows) {
        this.rows = rows;
        this.slot = rows.compilation.newSlot();
    }

    void key(Expr expression, Code code) {
        expressions.add(expression);
        keys.add(code);
    }

    /** What an expression is of a group, or null where it is made of its parts. */
    @Nullable
    Code find(Expr expression, ExpressionCompiler compiler) {
        for (int i = 0; i < keys.size(); i++) {
            if (expressions.get(i).equals(expression) || same(expression, keys.get(i), compiler)) {
                return new Code.Slot(keys.get(i).type, slot, i);
            }
        }
        if (!Aggregate.is(expression)) {
            return null;
        }
        int found = calls.indexOf(expression);
        if (found < 0) {
            found = calls.size();
            calls.add(expression);
            aggregates.add(Aggregate.of(rows, expression));
        }
        return new Aggregated(aggregates.get(found).type(), slot, found);
    }

    private static boolean same(Expr expression, Code key, ExpressionCompiler compiler) {
        return expression instanceof Expr.Column column
                && key instanceof Code.Slot slot
                && compiler.scope.find(column.table(), column.name(), compiler.compilation) instanceof Code.Slot other
                && slot.slot == other.slot
                && slot.column == other.column;
    }

    Code representative(Code column) {
        usesRows = true;
        return column;
    }

    Scope outside(Scope scope) {
        usesRows = true;
        return scope;
    }

    /** The result of an aggregate: it stands after the keys, whose number is not known while it is compiled. */
    final class Aggregated extends Code {
        private final int where;
        private final int number;

        Aggregated(SqlType type, int where, int number) {
            super(type);
            this.where = where;
            this.number = number;
        }

        @Override
        @Nullable
        Object value(Frame frame) {
            return frame.slots[where][keys.size() + number];
        }
    }
}
