package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import net.sf.jsqlparser.statement.select.Values;
import org.jspecify.annotations.Nullable;

/**
 * The one row that a {@code MERGE} uses: {@code VALUES}, a {@code SELECT} of constants, or a table that has but one.
 *
 * @param name null where nothing of it can be named
 */
record GivenRow(@Nullable Name name, List<Name> columns, List<Term> values) {
    private static final Set<String> DUMMIES = Set.of("DUAL", "SYSDUMMY1");

    /** The row, or null when it may be another number of rows or comes from somewhere. */
    static @Nullable GivenRow of(@Nullable FromItem from, Set<String> names) {
        if (from == null || from.getPivot() != null || from.getUnPivot() != null) {
            return null;
        }
        if (from instanceof Table table) {
            return isDummy(table, names) ? new GivenRow(null, List.of(), List.of()) : null;
        }
        Alias alias = from.getAlias();
        List<Name> columns = new ArrayList<>();
        if (alias != null) {
            names.add(SqlParser.upper(alias.getName()));
            if (alias.getAliasColumns() != null) {
                alias.getAliasColumns().forEach(column -> columns.add(Name.of(column.name)));
            }
        }
        Select select = select(from);
        List<Term> values = new ArrayList<>();
        boolean known = false;
        if (select instanceof Values) {
            List<List<Term>> rows = Changes.rows(select);
            known = rows != null && rows.size() == 1;
            values.addAll(known && rows != null ? rows.get(0) : List.of());
        } else if (select instanceof PlainSelect plain && isOneRow(plain, names)) {
            known = true;
            for (SelectItem<?> item : plain.getSelectItems()) {
                values.add(Expressions.of(item.getExpression()));
                if (columns.size() < values.size()) {
                    boolean named = item.getAlias() != null;
                    columns.add(named ? Name.of(item.getAlias().getName()) : new Name("", true));
                }
            }
        }
        columns.forEach(column -> names.add(column.text().toUpperCase(Locale.ROOT)));
        return known ? new GivenRow(alias == null ? null : Name.of(alias.getName()), columns, values) : null;
    }

    private static @Nullable Select select(FromItem from) {
        if (from instanceof ParenthesedSelect select) {
            return select.getSelect();
        }
        boolean one = from instanceof ParenthesedFromItem item
                && (item.getJoins() == null || item.getJoins().isEmpty())
                && item.getFromItem() instanceof Values;
        return one
                ? (Values) ((ParenthesedFromItem) from).getFromItem()
                : from instanceof Values values ? values : null;
    }

    private static boolean isDummy(Table table, Set<String> names) {
        boolean dummy = table.getName() != null && DUMMIES.contains(SqlParser.upper(table.getName()));
        if (dummy) {
            names.addAll(DUMMIES);
            names.add("SYSIBM");
        }
        return dummy;
    }

    /** Of calls some make several rows. */
    private static boolean isOneRow(PlainSelect select, Set<String> names) {
        boolean from =
                select.getFromItem() == null || select.getFromItem() instanceof Table table && isDummy(table, names);
        boolean plain = select.getWhere() == null
                && (select.getJoins() == null || select.getJoins().isEmpty())
                && select.getGroupBy() == null
                && select.getHaving() == null
                && select.getLimit() == null
                && select.getOffset() == null
                && select.getFetch() == null
                && select.getTop() == null
                && select.getWithItemsList() == null
                && select.getQualify() == null;
        return from && plain && select.getSelectItems().stream().allMatch(item -> isPlain(item.getExpression()));
    }

    private static boolean isPlain(Expression item) {
        if (item instanceof CastExpression cast) {
            return isPlain(cast.getLeftExpression());
        }
        Term expr = Expressions.of(item);
        return expr instanceof Term.Constant || expr instanceof Term.Parameter;
    }

    /** An expression with what its columns of this row stand for. A column without a source may be one of the table, too. */
    Term in(Term expr) {
        if (expr instanceof Term.Sum sum) {
            return new Term.Sum(in(sum.left()), in(sum.right()), sum.minus());
        }
        if (!(expr instanceof Term.ColumnOf column)) {
            return expr;
        }
        if (column.source() == null) {
            return columns.stream().anyMatch(each -> each.matches(column.column())) ? Term.OTHER : expr;
        }
        return name != null && name.matches(column.source()) ? value(column.column()) : expr;
    }

    /** What is inserted can be of this row only. */
    Term inserted(Term expr) {
        if (expr instanceof Term.Sum sum) {
            return new Term.Sum(inserted(sum.left()), inserted(sum.right()), sum.minus());
        }
        boolean own = expr instanceof Term.ColumnOf column
                && (column.source() == null || name != null && name.matches(column.source()));
        return own ? value(((Term.ColumnOf) expr).column()) : expr instanceof Term.ColumnOf ? Term.OTHER : expr;
    }

    private Term value(Name column) {
        Term found = null;
        for (int i = 0; i < columns.size() && i < values.size(); i++) {
            if (columns.get(i).matches(column)) {
                found = found == null ? values.get(i) : Term.OTHER;
            }
        }
        return found == null ? Term.OTHER : found;
    }
}
