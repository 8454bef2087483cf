package io.bateleur.sql.parse;

import io.bateleur.sql.parse.Liftable.Assignment;
import io.bateleur.sql.parse.Liftable.Conflict;
import io.bateleur.sql.tree.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.merge.Merge;
import net.sf.jsqlparser.statement.merge.MergeInsert;
import net.sf.jsqlparser.statement.merge.MergeOperation;
import net.sf.jsqlparser.statement.merge.MergeUpdate;
import org.jspecify.annotations.Nullable;

/**
 * {@code MERGE} of one row that is given in the statement: an insert, an update or both, after what it has for a row that is there and for
 * one that is not.
 */
final class Merges {
    private static final String WHY = "a MERGE of a kind that is not lifted";
    private static final String NAME = "(?:\"[^\"]+\"|\\w+)";
    /** What only H2 has: {@code MERGE INTO t (a, b) KEY (a) VALUES (1, 2)}. */
    private static final Pattern KEYED = Pattern.compile(
            "\\s*MERGE\\s+INTO\\s+((?:" + NAME + "\\.)?" + NAME
                    + "\\s*(?:\\([^()?']*\\))?)\\s*(?:KEY\\s*\\(([^()?']*)\\))?\\s*(VALUES\\b.*)",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private Merges() {}

    /** A merge by the columns of a key; null when it is none. */
    static @Nullable Liftable keyed(String sql, Set<String> names) {
        Matcher matcher = KEYED.matcher(sql);
        if (!matcher.matches()) {
            return null;
        }
        String insert = "INSERT INTO " + matcher.group(1) + " " + matcher.group(3);
        if (!(SqlParser.tree(insert) instanceof Insert parsed)
                || !(Changes.of(parsed, names) instanceof Liftable.Insert plain)
                || plain.conflict() != Conflict.FAIL
                || plain.returning() != null) {
            return null;
        }
        List<Name> target = new ArrayList<>();
        if (matcher.group(2) != null) {
            for (String column : matcher.group(2).split(",")) {
                target.add(Name.of(column.strip()));
            }
        }
        names.add("MERGE");
        return new Liftable.Insert(
                plain.table(), plain.columns(), plain.rows(), Conflict.MERGE, target, List.of(), List.of(), true, null);
    }

    static Liftable of(Merge merge, Set<String> names) {
        Source table = Queries.source(merge.getTable(), false, names);
        GivenRow row = GivenRow.of(merge.getFromItem(), names);
        boolean strange = merge.getWithItemsList() != null
                || merge.getOutputClause() != null
                || merge.getReturningClause() != null
                || merge.getOption() != null;
        List<Condition.Compares> on = new ArrayList<>();
        MergeUpdate update = null;
        MergeInsert insert = null;
        for (MergeOperation each : merge.getOperations()) {
            if (each instanceof MergeUpdate one && update == null && isPlain(one)) {
                update = one;
            } else if (each instanceof MergeInsert one && insert == null && isPlain(one)) {
                insert = one;
            } else {
                strange = true;
            }
        }
        if (strange || row == null || !equalities(merge.getOnCondition(), table, row, on)) {
            return new Liftable.Obscure(List.of(table), WHY);
        }
        names.addAll(Set.of("MERGE", "USING", "MATCHED"));
        List<Assignment> updates = update == null ? List.of() : assignments(update, row);
        if (insert == null) {
            return new Liftable.Update(table, updates, List.copyOf(on), null);
        }
        List<Name> columns = new ArrayList<>();
        if (insert.getColumns() != null) {
            insert.getColumns().forEach(column -> columns.add(Name.of(column.getColumnName())));
        }
        List<Term> values = new ArrayList<>();
        Expressions.all(insert.getValues()).forEach(value -> values.add(row.inserted(value)));
        return new Liftable.Insert(
                table,
                columns,
                List.of(values),
                update == null ? Conflict.SKIP : Conflict.UPDATE,
                on.stream().map(each -> each.column().column()).toList(),
                on.stream().map(Condition.Compares::value).toList(),
                updates,
                update != null,
                null);
    }

    private static boolean isPlain(MergeUpdate update) {
        return update.getAndPredicate() == null
                && update.getWhereCondition() == null
                && update.getDeleteWhereCondition() == null
                && update.getSide() == null;
    }

    private static boolean isPlain(MergeInsert insert) {
        return insert.getAndPredicate() == null
                && insert.getWhereCondition() == null
                && insert.getSide() == null
                && insert.getValues() != null;
    }

    private static List<Assignment> assignments(MergeUpdate update, GivenRow row) {
        List<Assignment> assignments = new ArrayList<>();
        for (Assignment each : Changes.assignments(update.getUpdateSets())) {
            assignments.add(new Assignment(each.column(), row.in(each.value())));
        }
        return assignments;
    }

    /** Whether a condition is nothing but columns of the table, each equal to something that is given. */
    private static boolean equalities(
            @Nullable Expression on, Source table, GivenRow row, List<Condition.Compares> found) {
        if (on instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
            return equalities(list.get(0), table, row, found);
        }
        if (on instanceof AndExpression and) {
            return equalities(and.getLeftExpression(), table, row, found)
                    && equalities(and.getRightExpression(), table, row, found);
        }
        if (!(on instanceof EqualsTo equals) || equals.getOldOracleJoinSyntax() != 0) {
            return false;
        }
        Term left = row.in(Expressions.of(equals.getLeftExpression()));
        Term right = row.in(Expressions.of(equals.getRightExpression()));
        boolean turned = !(left instanceof Term.ColumnOf);
        Term value = turned ? left : right;
        boolean own = (turned ? right : left) instanceof Term.ColumnOf column
                && (column.source() == null || table.isCalled(column.source()));
        if (own && !(value instanceof Term.ColumnOf)) {
            found.add(new Condition.Compares((Term.ColumnOf) (turned ? right : left), Condition.Relation.EQUAL, value));
        }
        return own && !(value instanceof Term.ColumnOf);
    }
}
