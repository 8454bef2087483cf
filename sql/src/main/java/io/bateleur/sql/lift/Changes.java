package io.bateleur.sql.lift;

import io.bateleur.sql.lift.InsertShape.Conflict;
import io.bateleur.sql.lift.UpdatePlan.Setting;
import io.bateleur.sql.resolve.CellRef;
import io.bateleur.sql.resolve.Resolution;
import io.bateleur.sql.resolve.RowSource;
import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.UniqueKey;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.Walk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** From statements that change one table to what lifting makes of them; null where they are of a kind that is not lifted. */
final class Changes {
    private final Resolution names;
    private final Terms terms;
    private final Conditions conditions;

    Changes(Resolution names, Terms terms) {
        this.names = names;
        this.terms = terms;
        this.conditions = new Conditions(terms);
    }

    // ---- which table

    /** The one source whose rows a statement changes; null where there are several, or it is none. */
    @Nullable
    RowSource target(Change change) {
        if (change instanceof Change.Insert insert) {
            return names.source(insert.table());
        }
        if (change instanceof Change.Merge merge) {
            return names.source(merge.table());
        }
        if (change instanceof Change.MergeKey merge) {
            return names.source(merge.table());
        }
        if (change instanceof Change.Update update) {
            return updated(update);
        }
        return change instanceof Change.Delete delete ? deleted(delete) : null;
    }

    private @Nullable RowSource updated(Change.Update update) {
        if (update.tables().size() == 1 && update.tables().get(0) instanceof From.Table table) {
            return names.source(table);
        }
        Set<RowSource> set = new LinkedHashSet<>();
        for (Change.Assignment each : update.sets()) {
            for (Expr target : each.targets()) {
                CellRef cell = names.cell(target);
                if (cell == null) {
                    return null;
                }
                set.add(cell.source());
            }
        }
        RowSource only = set.iterator().next();
        return set.size() == 1 && !only.isOptional() ? only : null;
    }

    private @Nullable RowSource deleted(Change.Delete delete) {
        if (delete.targets().isEmpty()) {
            return delete.tables().size() == 1 && delete.tables().get(0) instanceof From.Table table
                    ? names.source(table)
                    : null;
        }
        if (delete.targets().size() > 1) {
            return null;
        }
        Qualified target = delete.targets().get(0);
        List<RowSource> meant = names.sources(delete).stream()
                .filter(source -> source.called() != null && target.last().matches(source.called()))
                .toList();
        return meant.size() == 1 && !meant.get(0).isOptional() ? meant.get(0) : null;
    }

    // ---- updates and deletes

    @Nullable
    Plan update(Change.Update update, Target target, @Nullable Layout outside) {
        if (update.modifiers().contains("IGNORE") || update.modifiers().startsWith("OR ")) {
            return null;
        }
        List<List<Condition>> where =
                where(update.where(), update.tables(), update.from(), update.limit() != null, update);
        return new UpdatePlan(
                target,
                settings(update.sets(), terms),
                where,
                outside == null ? returning(update.returning()) : outside);
    }

    @Nullable
    Plan delete(Change.Delete delete, Target target, @Nullable Layout outside) {
        List<List<Condition>> where =
                where(delete.where(), delete.tables(), delete.using(), delete.limit() != null, delete);
        return delete.modifiers().contains("IGNORE")
                ? null
                : new DeletePlan(target, where, outside == null ? returning(delete.returning()) : outside);
    }

    private List<List<Condition>> where(
            @Nullable Expr where, List<From> tables, List<From> more, boolean limited, Change change) {
        List<Expr> all = new ArrayList<>();
        if (where != null) {
            all.add(where);
        }
        if (names.sources(change).stream().noneMatch(RowSource::isOptional)) {
            tables.forEach(from -> QueryShape.joined(from, all));
            more.forEach(from -> QueryShape.joined(from, all));
        }
        List<List<Condition>> conditions = this.conditions.and(all);
        boolean others =
                limited || QueryShape.takesPart(change) || names.sources(change).size() > 1;
        return others ? Conditions.both(conditions, List.of(List.of(new Condition.Other()))) : conditions;
    }

    private List<Setting> settings(List<Change.Assignment> sets, Terms of) {
        List<Setting> settings = new ArrayList<>();
        for (Change.Assignment each : sets) {
            List<Expr> targets = each.targets();
            boolean paired = each.value() instanceof Expr.Row row && row.items().size() == targets.size();
            for (int i = 0; i < targets.size(); i++) {
                CellRef cell = names.cell(targets.get(i));
                Term value = !each.row()
                        ? of.of(each.value())
                        : paired ? of.of(((Expr.Row) each.value()).items().get(i)) : Term.OTHER;
                settings.add(new Setting(cell == null ? -1 : cell.column(), value));
            }
        }
        return settings;
    }

    private @Nullable Layout returning(Change.@Nullable Returning returning) {
        return returning == null ? null : new Layout(names.outputs(returning));
    }

    // ---- inserts

    @Nullable
    InsertShape insert(Change.Insert insert, Target target) {
        String verb = insert.verb();
        boolean odd = insert.overriding().equals("USER")
                || !insert.table().partitions().isEmpty()
                || insert.conflicts().size() > 1
                || verb.contains("IGNORE") && !insert.onDuplicate().isEmpty();
        if (odd) {
            return null;
        }
        Change.OnConflict conflict =
                insert.conflicts().isEmpty() ? null : insert.conflicts().get(0);
        List<Change.Assignment> updates = conflict == null ? insert.onDuplicate() : conflict.updates();
        Given given = given(insert, target);
        return new InsertShape(
                given.columns,
                given.rows,
                given.perhaps,
                kind(verb, insert, conflict),
                conflict == null ? List.of() : meant(conflict, target),
                List.of(),
                updates(updates, terms),
                conflict != null && !conflict.updates().isEmpty() && conflict.where() == null,
                returning(insert.returning()));
    }

    private static Conflict kind(String verb, Change.Insert insert, Change.@Nullable OnConflict conflict) {
        if (!insert.onDuplicate().isEmpty()) {
            return Conflict.DUPLICATE;
        }
        if (verb.contains("REPLACE")) {
            return Conflict.REPLACE;
        }
        if (verb.contains("IGNORE")) {
            return Conflict.IGNORE;
        }
        return conflict == null ? Conflict.FAIL : conflict.updates().isEmpty() ? Conflict.SKIP : Conflict.UPDATE;
    }

    /** The columns whose conflict is meant. */
    private List<Integer> meant(Change.OnConflict conflict, Target target) {
        List<Integer> columns = new ArrayList<>();
        UniqueKey key = target.relation().table.key();
        if (conflict.constraint() != null
                && key != null
                && conflict.constraint().matches(key.name())) {
            key.columns().forEach(name -> columns.add(target.relation().table.column(name)));
        }
        for (Definition.IndexColumn each : conflict.target()) {
            CellRef cell = names.cell(each.value());
            boolean plain = each.words().isEmpty() && conflict.targetWhere() == null;
            columns.add(cell != null && plain ? cell.column() : -1);
        }
        return columns;
    }

    private Map<Integer, Term> updates(List<Change.Assignment> sets, Terms of) {
        Map<Integer, Term> updates = new HashMap<>();
        settings(sets, of).forEach(each -> updates.put(each.column(), each.value()));
        return updates;
    }

    /** What is given: columns and rows. */
    private record Given(List<Integer> columns, @Nullable List<List<Term>> rows, boolean perhaps) {}

    private Given given(Change.Insert insert, Target target) {
        if (!insert.sets().isEmpty()) {
            List<Integer> columns = new ArrayList<>();
            List<Term> row = new ArrayList<>();
            for (Setting each : settings(insert.sets(), terms)) {
                columns.add(each.column());
                row.add(each.value());
            }
            return new Given(columns, List.of(row), false);
        }
        Query rows = insert.rows();
        if (rows == null) {
            return new Given(List.of(), List.of(List.of()), false);
        }
        List<List<Term>> all = rows(rows);
        boolean perhaps = rows.body() instanceof QueryBody.Select select && select.where() != null;
        List<Integer> columns = columns(insert.columns(), target);
        // Fewer values than the table has columns are those of the first ones.
        int values = all == null || all.isEmpty() ? columns.size() : all.get(0).size();
        boolean fewer = insert.columns().isEmpty()
                && values < columns.size()
                && target.relation().table.knows(BaseTable.Aspect.COLUMN_RULES);
        return new Given(fewer ? columns.subList(0, values) : columns, all, perhaps);
    }

    private List<Integer> columns(List<Expr> named, Target target) {
        List<Integer> columns = new ArrayList<>();
        for (Expr each : named) {
            CellRef cell = names.cell(each);
            columns.add(cell == null ? -1 : cell.column());
        }
        for (int c = 0; named.isEmpty() && c < target.relation().columnCount(); c++) {
            columns.add(c);
        }
        return columns;
    }

    /** The rows that a query gives by itself; null where they come from somewhere, or are another number. */
    private @Nullable List<List<Term>> rows(Query query) {
        if (query.limit() != null || query.with() != null && isChange(query.with())) {
            return null;
        }
        if (query.body() instanceof QueryBody.Values values) {
            return values.rows().stream().map(row -> terms.all(row.items())).toList();
        }
        if (!(query.body() instanceof QueryBody.Select select)
                || !select.from().stream().allMatch(this::isDummy)
                || QueryShape.strange(query) != null) {
            return null;
        }
        boolean stars = select.items().stream().anyMatch(item -> item.value() instanceof Expr.Star);
        return stars
                ? null
                : List.of(select.items().stream()
                        .map(item -> terms.of(item.value()))
                        .toList());
    }

    private static boolean isChange(Query.With with) {
        return !Walk.all(with, Change.class).isEmpty();
    }

    /** A table that has one row and no columns. */
    private boolean isDummy(From from) {
        RowSource source = names.source(from);
        return from instanceof From.Table
                && source != null
                && source.kind() == RowSource.Kind.FUNCTION
                && source.fields().isEmpty();
    }

    // ---- merges

    /** H2's merge by the columns of a key. */
    InsertShape merge(Change.MergeKey merge, Target target) {
        return new InsertShape(
                columns(merge.columns(), target),
                rows(merge.rows()),
                false,
                Conflict.MERGE,
                merge.key().isEmpty() ? List.of() : columns(merge.key(), target),
                List.of(),
                Map.of(),
                true,
                null);
    }

    /** A merge of one row that is given in the statement: an insert, an update or both. */
    @Nullable
    Plan merge(Change.Merge merge, Target target) {
        Terms with = oneRow(merge.using());
        Change.MergeInsert insert = null;
        Change.MergeUpdate update = null;
        for (Change.MergeWhen when : merge.whens()) {
            if (when.and() != null) {
                return null;
            }
            if (when.action() instanceof Change.MergeUpdate one
                    && update == null
                    && one.where() == null
                    && when.matched().equals("MATCHED")) {
                update = one;
            } else if (when.action() instanceof Change.MergeInsert one
                    && insert == null
                    && one.where() == null
                    && one.overriding().isEmpty()
                    && when.matched().startsWith("NOT MATCHED")) {
                insert = one;
            } else {
                return null;
            }
        }
        if (with == null || !names.unresolved().isEmpty()) {
            return null;
        }
        List<List<Condition>> on = new Conditions(with).of(merge.on());
        Layout returning = returning(merge.returning());
        if (insert == null) {
            return update == null ? null : new UpdatePlan(target, settings(update.sets(), with), on, returning);
        }
        List<Integer> keys = new ArrayList<>();
        List<Term> sought = new ArrayList<>();
        for (Condition each : on.size() == 1 ? on.get(0) : List.<Condition>of(new Condition.Other())) {
            if (!(each instanceof Condition.Compares equal)
                    || equal.comparator() != Condition.Comparator.EQUAL
                    || equal.column().cell().source() != target.source()) {
                return null;
            }
            keys.add(equal.column().cell().column());
            sought.add(equal.value());
        }
        Expr.Row values = insert.values();
        InsertShape shape = new InsertShape(
                values == null ? List.of() : columns(insert.columns(), target),
                List.of(values == null ? List.of() : with.all(values.items())),
                false,
                update == null ? Conflict.SKIP : Conflict.UPDATE,
                keys,
                sought,
                update == null ? Map.of() : updates(update.sets(), with),
                update != null,
                returning);
        return new InsertPlan(shape, target);
    }

    /** What expressions are where a source has one row that the statement gives; null where it may have another number. */
    private @Nullable Terms oneRow(From using) {
        if (isDummy(using)) {
            return terms;
        }
        RowSource source = names.source(using);
        if (source == null || !(using instanceof From.Subquery sub)) {
            return null;
        }
        boolean certain = !(sub.query().body() instanceof QueryBody.Select select)
                || select.where() == null && select.items().stream().allMatch(item -> isGiven(item.value()));
        List<List<Term>> rows = certain && sub.query().isPlain() ? rows(sub.query()) : null;
        if (rows == null
                || rows.size() != 1
                || rows.get(0).size() != source.fields().size()) {
            return null;
        }
        return terms.with(source, rows.get(0));
    }

    private boolean isGiven(Expr item) {
        return item instanceof Expr.Cast cast
                ? isGiven(cast.value())
                : terms.of(item).isGiven();
    }
}
