package io.bateleur.sql.resolve;

import io.bateleur.sql.resolve.NameScope.Rows;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statements that change rows. */
final class ChangeResolver {
    private final Resolver in;

    ChangeResolver(Resolver in) {
        this.in = in;
    }

    /** The one table that a change is of, where there is but one. */
    @Nullable
    RowSource target(Change change) {
        if (change instanceof Change.Insert insert) {
            return in.resolution.source(insert.table());
        }
        if (change instanceof Change.Merge merge) {
            return in.resolution.source(merge.table());
        }
        if (change instanceof Change.MergeKey merge) {
            return in.resolution.source(merge.table());
        }
        From only = change instanceof Change.Update update && update.tables().size() == 1
                ? update.tables().get(0)
                : change instanceof Change.Delete delete && delete.tables().size() == 1
                        ? delete.tables().get(0)
                        : null;
        return only == null ? null : in.resolution.source(only);
    }

    /** @return the columns that it returns, or null */
    @Nullable
    List<Output> change(Change change, NameScope around) {
        if (change instanceof Change.Insert insert) {
            return insert(insert, around);
        }
        if (change instanceof Change.Update update) {
            return update(update, around);
        }
        if (change instanceof Change.Delete delete) {
            return delete(delete, around);
        }
        if (change instanceof Change.Merge merge) {
            return merge(merge, around);
        }
        if (change instanceof Change.MergeKey merge) {
            RowSource target = in.froms.table(merge.table(), NameScope.top(List.of()), false);
            columns(merge.columns(), target);
            columns(merge.key(), target);
            in.queries.query(merge.rows(), around);
        } else if (change instanceof Change.Truncate truncate) {
            truncate.tables().forEach(table -> in.froms.table(table, NameScope.top(List.of()), false));
        } else if (change instanceof Change.Copy copy && copy.statement() != null) {
            in.statement(copy.statement(), around);
        }
        return null;
    }

    private @Nullable List<Output> insert(Change.Insert insert, NameScope around) {
        NameScope scope = in.queries.with(insert.with(), around);
        RowSource target = in.froms.table(insert.table(), NameScope.top(List.of()), false);
        columns(insert.columns(), target);
        Rows given = Rows.NONE;
        if (insert.rows() != null) {
            in.queries.query(insert.rows(), scope.inside(Rows.NONE));
            boolean seen = !insert.onDuplicate().isEmpty()
                    && insert.rows().body() instanceof io.bateleur.sql.tree.QueryBody.Select;
            given = seen
                    ? in.resolution.rows((io.bateleur.sql.tree.QueryBody.Select)
                            insert.rows().body())
                    : Rows.NONE;
        }
        assignments(insert.sets(), Rows.of(target), scope.with(Rows.of(target)));
        if (!insert.conflicts().isEmpty() || !insert.onDuplicate().isEmpty()) {
            conflicts(insert, target, given, scope);
        }
        in.resolution.rows(insert, Rows.of(target));
        return returning(insert.returning(), Rows.of(target), scope);
    }

    private void conflicts(Change.Insert insert, RowSource target, Rows given, NameScope scope) {
        From.Alias alias = insert.rowAlias();
        Name name = alias != null ? alias.name() : new Name("excluded", false);
        Fields fields = new Fields(target.fields(), target.isComplete());
        if (alias != null && !alias.columns().isEmpty()) {
            fields = named(insert, alias, target);
        }
        RowSource proposed = RowSource.derived(RowSource.Kind.PROPOSED, insert, name, fields, false);
        in.resolution.propose(insert, proposed);
        // Without a qualifier a column is one of the table, unless the row was given names of its own.
        Rows plain = Rows.of(target);
        boolean renamed = alias != null && !alias.columns().isEmpty();
        Rows more = renamed ? Rows.of(proposed) : new Rows(List.of(proposed), List.of(), true);
        NameScope sees = scope.with(plain.and(more).and(given));
        for (Change.OnConflict conflict : insert.conflicts()) {
            for (Definition.IndexColumn column : conflict.target()) {
                in.expr(column.value(), scope.with(plain));
            }
            in.expr(conflict.targetWhere(), scope.with(plain));
            assignments(conflict.updates(), plain, sees);
            in.expr(conflict.where(), sees);
        }
        assignments(insert.onDuplicate(), plain, sees);
    }

    /** The columns that are given, under the names of the alias, in their order. */
    private Fields named(Change.Insert insert, From.Alias alias, RowSource target) {
        List<RowSource.Field> fields = new ArrayList<>();
        for (int i = 0; i < alias.columns().size(); i++) {
            CellRef cell = i < insert.columns().size()
                    ? in.resolution.cell(insert.columns().get(i))
                    : null;
            boolean byPlace = insert.columns().isEmpty() && i < target.fields().size();
            CellRef from = cell != null ? cell : byPlace ? new CellRef(target, i) : null;
            fields.add(new RowSource.Field(
                    alias.columns().get(i).name().text(),
                    from == null ? io.bateleur.sql.schema.DataType.UNKNOWN : from.type(),
                    from));
        }
        return new Fields(fields, true);
    }

    private @Nullable List<Output> update(Change.Update update, NameScope around) {
        NameScope scope = in.queries.with(update.with(), around);
        Rows targets = targets(update.tables(), scope);
        Rows all = targets.and(in.froms.items(update.from(), scope.with(targets), false));
        in.resolution.rows(update, all);
        NameScope sees = scope.with(all);
        assignments(update.sets(), targets, sees);
        in.expr(update.where(), sees);
        update.order().forEach(item -> in.expr(item.by(), sees));
        in.expr(update.limit(), scope);
        return returning(update.returning(), all, scope);
    }

    /** A single table that is changed is never a query of WITH. */
    private Rows targets(List<From> tables, NameScope scope) {
        return tables.size() == 1 && tables.get(0) instanceof From.Table table
                ? Rows.of(in.froms.table(table, NameScope.top(List.of()), false))
                : in.froms.items(tables, scope, false);
    }

    private @Nullable List<Output> delete(Change.Delete delete, NameScope around) {
        NameScope scope = in.queries.with(delete.with(), around);
        Rows targets = targets(delete.tables(), scope);
        Rows all = targets.and(in.froms.items(delete.using(), scope.with(targets), false));
        in.resolution.rows(delete, all);
        for (Qualified target : delete.targets()) {
            if (all.sources().stream().noneMatch(source -> source.isMeantBy(target, in.casing))) {
                in.unresolved(target.at(), target + " is none of the tables of the statement");
            }
        }
        NameScope sees = scope.with(all);
        in.expr(delete.where(), sees);
        delete.order().forEach(item -> in.expr(item.by(), sees));
        in.expr(delete.limit(), scope);
        return returning(delete.returning(), all, scope);
    }

    private @Nullable List<Output> merge(Change.Merge merge, NameScope around) {
        NameScope scope = in.queries.with(merge.with(), around);
        Rows target = Rows.of(in.froms.table(merge.table(), NameScope.top(List.of()), false));
        Rows using = in.froms.items(List.of(merge.using()), scope, false);
        Rows all = target.and(using);
        in.resolution.rows(merge, all);
        in.expr(merge.on(), scope.with(all));
        for (Change.MergeWhen when : merge.whens()) {
            boolean unmatched =
                    when.matched().startsWith("NOT MATCHED") && !when.matched().endsWith("SOURCE");
            Rows seen = unmatched ? using : when.matched().endsWith("SOURCE") ? target : all;
            in.expr(when.and(), scope.with(seen));
            if (when.action() instanceof Change.MergeInsert insert) {
                columns(insert.columns(), target.sources().get(0));
                in.expr(insert.values(), scope.with(using));
                in.expr(insert.where(), scope.with(using));
            } else if (when.action() instanceof Change.MergeUpdate update) {
                assignments(update.sets(), target, scope.with(seen));
                in.expr(update.where(), scope.with(seen));
            }
        }
        return returning(merge.returning(), all, scope);
    }

    private @Nullable List<Output> returning(Change.@Nullable Returning returning, Rows rows, NameScope scope) {
        if (returning == null) {
            return null;
        }
        List<Output> outputs = in.queries.outputs(returning.items(), scope.with(rows));
        in.resolution.outputs(returning, outputs);
        return outputs;
    }

    private void assignments(List<Change.Assignment> assignments, Rows targets, NameScope sees) {
        NameScope left = NameScope.top(List.of()).with(targets);
        for (Change.Assignment each : assignments) {
            in.exprs(each.targets(), left);
            in.expr(each.value(), sees);
        }
    }

    /** Columns that an insert names: those of the table and nothing else. */
    private void columns(List<Expr> columns, RowSource target) {
        in.exprs(columns, NameScope.top(List.of()).with(Rows.of(target)));
    }
}
