package io.bateleur.sql.parse;

import io.bateleur.sql.parse.Statement.Assignment;
import io.bateleur.sql.parse.Statement.Conflict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.ReturningClause;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.insert.ConflictActionType;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.update.UpdateSet;
import org.jspecify.annotations.Nullable;

/** From the parser's inserts, updates and deletes to ours. */
final class Changes {
    private Changes() {}

    static Statement of(Insert insert, Set<String> names) {
        Source table = Queries.source(insert.getTable(), false, names);
        boolean strange = insert.getWithItemsList() != null
                || insert.getOutputClause() != null
                || insert.isOverriding()
                || insert.isOverwrite()
                || insert.isOnlyDefaultValues()
                || insert.isOracleMultiInsert()
                || insert.getPartitions() != null
                || insert.getRowAlias() != null;
        if (strange) {
            return new Statement.Obscure(List.of(table), "an INSERT of a kind that is not lifted");
        }
        List<Name> columns = new ArrayList<>();
        List<List<Expr>> rows = rows(insert);
        if (insert.getColumns() != null) {
            insert.getColumns().forEach(column -> columns.add(Name.of(column.getColumnName())));
        }
        if (insert.getSetUpdateSets() != null && !insert.getSetUpdateSets().isEmpty()) {
            List<Expr> row = new ArrayList<>();
            for (Assignment each : assignments(insert.getSetUpdateSets())) {
                columns.add(each.column());
                row.add(each.value());
            }
            rows = List.of(row);
        }
        Conflict conflict = conflict(insert);
        boolean updates = conflict == Conflict.UPDATE;
        return new Statement.Insert(
                table,
                columns,
                rows,
                conflict,
                target(insert),
                updates ? assignments(insert.getConflictAction().getUpdateSets()) : List.of(),
                updates && insert.getConflictAction().getWhereExpression() == null,
                returning(insert.getReturningClause(), names));
    }

    private static Conflict conflict(Insert insert) {
        if (insert.isModifierIgnore() || insert.getDuplicateUpdateSets() != null) {
            return Conflict.OTHER;
        }
        if (insert.getConflictAction() == null) {
            return insert.getDuplicateAction() == null ? Conflict.FAIL : Conflict.OTHER;
        }
        return insert.getConflictAction().getConflictActionType() == ConflictActionType.DO_UPDATE
                ? Conflict.UPDATE
                : Conflict.SKIP;
    }

    private static List<Name> target(Insert insert) {
        List<Name> target = new ArrayList<>();
        if (insert.getConflictTarget() != null
                && insert.getConflictTarget().getIndexExpression() == null
                && insert.getConflictTarget().getWhereExpression() == null) {
            insert.getConflictTarget().getIndexColumnNames().forEach(name -> target.add(Name.of(name)));
        }
        return target;
    }

    private static @Nullable List<List<Expr>> rows(Insert insert) {
        if (!(insert.getSelect() instanceof Values values)) {
            return null;
        }
        List<List<Expr>> rows = new ArrayList<>();
        ExpressionList<?> expressions = values.getExpressions();
        boolean several = !(expressions instanceof ParenthesedExpressionList<?>)
                && expressions.stream().allMatch(ParenthesedExpressionList.class::isInstance);
        if (several) {
            for (Expression row : expressions) {
                rows.add(Expressions.all((ParenthesedExpressionList<?>) row));
            }
        } else {
            rows.add(Expressions.all(expressions));
        }
        return rows;
    }

    static Statement of(Update update, Set<String> names) {
        Source table = Queries.source(update.getTable(), false, names);
        boolean several = update.getStartJoins() != null
                || update.getJoins() != null && (update.isFromBeforeSet() || update.getFromItem() == null);
        if (several || update.getWithItemsList() != null) {
            return new Statement.Anything("an UPDATE of several tables");
        }
        boolean strange = update.getOutputClause() != null
                || update.getForPortionClause() != null
                || update.isModifierIgnore()
                || update.isTargetTableAlias();
        if (strange) {
            return new Statement.Obscure(List.of(table), "an UPDATE of a kind that is not lifted");
        }
        List<Condition> where = Expressions.conditions(update.getWhere());
        if (update.getFromItem() != null || update.getLimit() != null) {
            where.add(new Condition.Other());
        }
        return new Statement.Update(
                table, assignments(update.getUpdateSets()), where, returning(update.getReturningClause(), names));
    }

    static Statement of(Delete delete, Set<String> names) {
        Source table = Queries.source(delete.getTable(), false, names);
        boolean several = delete.getTables() != null && !delete.getTables().isEmpty()
                || delete.getJoins() != null && !delete.getJoins().isEmpty();
        if (several || delete.getWithItemsList() != null) {
            return new Statement.Anything("a DELETE from several tables");
        }
        if (delete.getOutputClause() != null || delete.getForPortionClause() != null) {
            return new Statement.Obscure(List.of(table), "a DELETE of a kind that is not lifted");
        }
        List<Condition> where = Expressions.conditions(delete.getWhere());
        if (delete.getLimit() != null) {
            where.add(new Condition.Other());
        }
        return new Statement.Delete(table, where, returning(delete.getReturningClause(), names));
    }

    private static List<Assignment> assignments(List<UpdateSet> sets) {
        List<Assignment> assignments = new ArrayList<>();
        for (UpdateSet set : sets) {
            List<Column> columns = set.getColumns();
            List<? extends Expression> values = set.getValues();
            boolean paired = columns.size() == values.size();
            for (int i = 0; i < columns.size(); i++) {
                Expr value = paired ? Expressions.of(values.get(i)) : Expr.OTHER;
                assignments.add(new Assignment(Name.of(columns.get(i).getColumnName()), value));
            }
        }
        return assignments;
    }

    private static @Nullable List<Expr> returning(@Nullable ReturningClause clause, Set<String> names) {
        return clause == null ? null : Queries.items(clause, names);
    }
}
