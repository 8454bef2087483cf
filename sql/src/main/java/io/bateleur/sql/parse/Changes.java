package io.bateleur.sql.parse;

import io.bateleur.sql.parse.Liftable.Assignment;
import io.bateleur.sql.parse.Liftable.Conflict;
import io.bateleur.sql.tree.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.ReturningClause;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.insert.ConflictActionType;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.update.UpdateSet;
import net.sf.jsqlparser.statement.upsert.Upsert;
import net.sf.jsqlparser.statement.upsert.UpsertType;
import org.jspecify.annotations.Nullable;

/** From the parser's inserts, updates and deletes to ours. */
final class Changes {
    private Changes() {}

    static Liftable of(Insert insert, Set<String> names) {
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
            return new Liftable.Obscure(List.of(table), "an INSERT of a kind that is not lifted");
        }
        Conflict conflict = conflict(insert);
        boolean always =
                conflict == Conflict.UPDATE && insert.getConflictAction().getWhereExpression() == null;
        Given given = given(insert.getColumns(), insert.getSelect(), insert.getSetUpdateSets());
        if (conflict == Conflict.DUPLICATE && insert.isModifierIgnore()) {
            return new Liftable.Obscure(List.of(table), "an INSERT of a kind that is not lifted");
        }
        if (conflict == Conflict.IGNORE) {
            names.add("IGNORE");
        }
        return new Liftable.Insert(
                table,
                given.columns,
                given.rows,
                conflict,
                target(insert),
                List.of(),
                updates(insert, conflict, names),
                always,
                returning(insert.getReturningClause(), names));
    }

    /** {@code REPLACE}: every column that is not given gets its default. */
    static Liftable of(Upsert upsert, Set<String> names) {
        Source table = Queries.source(upsert.getTable(), false, names);
        boolean replaces = upsert.getUpsertType() == UpsertType.REPLACE
                || upsert.getUpsertType() == UpsertType.REPLACE_SET
                || upsert.getUpsertType() == UpsertType.INSERT_OR_REPLACE;
        boolean plain = upsert.getDuplicateAction() == null && upsert.getDuplicateUpdateSets() == null;
        if (!replaces || !plain) {
            return new Liftable.Obscure(List.of(table), "an INSERT of a kind that is not lifted");
        }
        Given given = given(upsert.getColumns(), upsert.getSelect(), upsert.getUpdateSets());
        return new Liftable.Insert(
                table, given.columns, given.rows, Conflict.REPLACE, List.of(), List.of(), List.of(), false, null);
    }

    private record Given(List<Name> columns, @Nullable List<List<Term>> rows) {}

    private static Given given(@Nullable List<Column> named, @Nullable Select select, @Nullable List<UpdateSet> sets) {
        List<Name> columns = new ArrayList<>();
        if (named != null) {
            named.forEach(column -> columns.add(Name.of(column.getColumnName())));
        }
        if (sets == null || sets.isEmpty()) {
            return new Given(columns, rows(select));
        }
        List<Term> row = new ArrayList<>();
        for (Assignment each : assignments(sets)) {
            columns.add(each.column());
            row.add(each.value());
        }
        return new Given(columns, List.of(row));
    }

    private static Conflict conflict(Insert insert) {
        if (insert.getDuplicateUpdateSets() != null || insert.getDuplicateAction() != null) {
            return Conflict.DUPLICATE;
        }
        if (insert.isModifierIgnore()) {
            return Conflict.IGNORE;
        }
        if (insert.getConflictAction() == null) {
            return Conflict.FAIL;
        }
        return insert.getConflictAction().getConflictActionType() == ConflictActionType.DO_UPDATE
                ? Conflict.UPDATE
                : Conflict.SKIP;
    }

    private static List<Assignment> updates(Insert insert, Conflict conflict, Set<String> names) {
        if (conflict == Conflict.UPDATE) {
            return assignments(insert.getConflictAction().getUpdateSets());
        }
        if (conflict != Conflict.DUPLICATE) {
            return List.of();
        }
        Alias alias = insert.getSelect() == null ? null : insert.getSelect().getAlias();
        if (alias == null) {
            return assignments(insert.getDuplicateUpdateSets());
        }
        // VALUES (...) AS new ON DUPLICATE KEY UPDATE c = new.c; with names for columns it may mean others.
        Name row = Name.of(alias.getName());
        names.add(SqlParser.upper(alias.getName()));
        boolean renamed = alias.getAliasColumns() != null;
        List<Assignment> updates = new ArrayList<>();
        for (Assignment each : assignments(insert.getDuplicateUpdateSets())) {
            boolean proposed =
                    each.value() instanceof Term.ColumnOf of && of.source() != null && row.matches(of.source());
            Term value = proposed ? new Term.Proposed(((Term.ColumnOf) each.value()).column()) : each.value();
            updates.add(new Assignment(each.column(), renamed ? Term.OTHER : value));
        }
        return updates;
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

    static @Nullable List<List<Term>> rows(@Nullable Select select) {
        if (!(select instanceof Values values)) {
            return null;
        }
        List<List<Term>> rows = new ArrayList<>();
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

    static Liftable of(Update update, Set<String> names) {
        Source table = Queries.source(update.getTable(), false, names);
        boolean several = update.getStartJoins() != null
                || update.getJoins() != null && (update.isFromBeforeSet() || update.getFromItem() == null);
        if (several || update.getWithItemsList() != null) {
            return new Liftable.Anything("an UPDATE of several tables");
        }
        boolean strange = update.getOutputClause() != null
                || update.getForPortionClause() != null
                || update.isModifierIgnore()
                || update.isTargetTableAlias();
        if (strange) {
            return new Liftable.Obscure(List.of(table), "an UPDATE of a kind that is not lifted");
        }
        List<Condition> where = Expressions.conditions(update.getWhere());
        if (update.getFromItem() != null || update.getLimit() != null) {
            where.add(new Condition.Other());
        }
        return new Liftable.Update(
                table, assignments(update.getUpdateSets()), where, returning(update.getReturningClause(), names));
    }

    static Liftable of(Delete delete, Set<String> names) {
        Source table = Queries.source(delete.getTable(), false, names);
        boolean several = delete.getTables() != null && !delete.getTables().isEmpty()
                || delete.getJoins() != null && !delete.getJoins().isEmpty();
        if (several || delete.getWithItemsList() != null) {
            return new Liftable.Anything("a DELETE from several tables");
        }
        if (delete.getOutputClause() != null || delete.getForPortionClause() != null) {
            return new Liftable.Obscure(List.of(table), "a DELETE of a kind that is not lifted");
        }
        List<Condition> where = Expressions.conditions(delete.getWhere());
        if (delete.getLimit() != null) {
            where.add(new Condition.Other());
        }
        return new Liftable.Delete(table, where, returning(delete.getReturningClause(), names));
    }

    static List<Assignment> assignments(List<UpdateSet> sets) {
        List<Assignment> assignments = new ArrayList<>();
        for (UpdateSet set : sets) {
            List<Column> columns = set.getColumns();
            List<? extends Expression> values = set.getValues();
            boolean paired = columns.size() == values.size();
            for (int i = 0; i < columns.size(); i++) {
                Term value = paired ? Expressions.of(values.get(i)) : Term.OTHER;
                assignments.add(new Assignment(Name.of(columns.get(i).getColumnName()), value));
            }
        }
        return assignments;
    }

    private static @Nullable List<Term> returning(@Nullable ReturningClause clause, Set<String> names) {
        return clause == null ? null : Queries.items(clause, names);
    }
}
