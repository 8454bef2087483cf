package io.bateleur.sql.eval;

import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Node;
import io.bateleur.sql.tree.Procedural;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import io.bateleur.sql.tree.Walk;
import java.util.HashSet;
import java.util.Set;

/** Which tables a statement may change, whatever else it does. */
final class Effects {
    private final Rulebook rulebook;
    private final Set<TableShape> changed = new HashSet<>();
    private boolean everything;
    private final Set<io.bateleur.sql.schema.StoredRoutine> seen = new HashSet<>();

    private final boolean locks;

    private Effects(Rulebook rulebook, boolean locks) {
        this.rulebook = rulebook;
        this.locks = locks;
    }

    /** The tables that a statement may change, without those whose rows it only locks. */
    static Set<TableShape> written(Statement statement, Rulebook rulebook) {
        return of(statement, rulebook, false);
    }

    /** The tables that it may change, and those of which it locks rows. */
    static Set<TableShape> of(Statement statement, Rulebook rulebook) {
        return of(statement, rulebook, true);
    }

    private static Set<TableShape> of(Statement statement, Rulebook rulebook, boolean locks) {
        Effects effects = new Effects(rulebook, locks);
        Walk.each(statement, effects::visit);
        if (effects.everything) {
            rulebook.shapes()
                    .catalog()
                    .tables()
                    .forEach(table -> effects.changed.add(rulebook.shapes().of(table)));
        }
        return effects.changed;
    }

    private void visit(Node node) {
        if (node instanceof Change change) {
            change(change);
        } else if (node instanceof Statement.Unread unread) {
            table(unread.table(), false);
        } else if (node instanceof Definition
                || node instanceof Procedural.ExecuteText
                || node instanceof Utility.Other
                || node instanceof Utility.Execute) {
            everything |= !(node instanceof Definition.CreateTable
                    || node instanceof Definition.CreateIndex
                    || node instanceof Definition.CreateView);
        } else if (node instanceof io.bateleur.sql.tree.Expr.FunctionCall call) {
            routines(call, false);
        } else if (node instanceof Utility.CallProcedure call) {
            everything |= !(call.call() instanceof io.bateleur.sql.tree.Expr.FunctionCall function)
                    || !routines(function, true);
        } else if (node instanceof Utility.Do) {
            everything = true;
        } else if (locks && node instanceof Query query && !query.locks().isEmpty()) {
            Walk.all(query, From.Table.class).forEach(table -> note(table.name()));
        }
    }

    /** What routines of that name do. @return whether there are any, and all are read */
    private boolean routines(io.bateleur.sql.tree.Expr.FunctionCall call, boolean procedure) {
        var catalog = rulebook.shapes().catalog();
        boolean read = false;
        for (io.bateleur.sql.schema.StoredRoutine routine : catalog.routines(call.name(), catalog.path())) {
            if (routine.procedure() != procedure || !seen.add(routine)) {
                read |= seen.contains(routine);
                continue;
            }
            read = true;
            everything |= routine.body().isEmpty();
            routine.body().forEach(statement -> Walk.each(statement, this::visit));
        }
        return read;
    }

    private void change(Change change) {
        if (change instanceof Change.Insert insert) {
            table(insert.table().name(), false);
        } else if (change instanceof Change.Update update) {
            update.tables()
                    .forEach(from -> Walk.all(from, From.Table.class).forEach(table -> table(table.name(), true)));
        } else if (change instanceof Change.Delete delete) {
            delete.tables()
                    .forEach(from -> Walk.all(from, From.Table.class).forEach(table -> table(table.name(), false)));
        } else if (change instanceof Change.Merge merge) {
            table(merge.table().name(), false);
        } else if (change instanceof Change.MergeKey merge) {
            table(merge.table().name(), false);
        } else if (change instanceof Change.Truncate truncate) {
            truncate.tables().forEach(table -> table(table.name(), false));
        } else if (change instanceof Change.Copy copy) {
            table(copy.table(), false);
        }
    }

    private void note(Qualified name) {
        TableShape shape = rulebook.shapes().find(name);
        if (shape != null) {
            changed.add(shape);
        }
    }

    private void table(@org.jspecify.annotations.Nullable Qualified name, boolean updatesOnly) {
        TableShape shape = name == null ? null : rulebook.shapes().find(name);
        if (shape == null) {
            everything |= name == null || rulebook.shapes().view(name) != null;
        } else {
            reach(shape, updatesOnly);
        }
    }

    private void fires(io.bateleur.sql.schema.TableTrigger trigger) {
        var body = Triggers.body(trigger, rulebook);
        everything |= body.isEmpty();
        body.forEach(statement -> Walk.each(statement, this::visit));
    }

    /** The table, those that foreign keys change with it, and whatever its triggers may change. */
    private void reach(TableShape shape, boolean updatesOnly) {
        if (!changed.add(shape)) {
            return;
        }
        BaseTable table = shape.table();
        everything |= !table.rules().isEmpty() || !table.knows(BaseTable.Aspect.TRIGGERS);
        table.triggers().forEach(this::fires);
        for (References.Link link : rulebook.references(shape).children) {
            boolean follows = !updatesOnly && link.rule().onDelete().writes()
                    || link.rule().onUpdate().writes();
            if (follows) {
                reach(link.child(), false);
            }
        }
    }
}
