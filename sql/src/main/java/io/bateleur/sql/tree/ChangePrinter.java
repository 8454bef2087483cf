package io.bateleur.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes statements that change rows. */
final class ChangePrinter {
    private final Printer printer;
    private final Out out;

    ChangePrinter(Printer printer, Out out) {
        this.printer = printer;
        this.out = out;
    }

    void change(Change change) {
        if (change instanceof Change.Insert insert) {
            insert(insert);
        } else if (change instanceof Change.Update update) {
            update(update);
        } else if (change instanceof Change.Delete delete) {
            delete(delete);
        } else if (change instanceof Change.Merge merge) {
            merge(merge);
        } else if (change instanceof Change.MergeKey merge) {
            out.add("MERGE INTO");
            printer.queries.from(merge.table());
            columns(merge.columns());
            if (!merge.key().isEmpty()) {
                out.add("KEY");
                columns(merge.key());
            }
            printer.queries.query(merge.rows());
        } else if (change instanceof Change.Truncate truncate) {
            out.add("TRUNCATE TABLE")
                    .list(truncate.tables(), printer.queries::from)
                    .verbatim(truncate.words());
        } else if (change instanceof Change.Copy copy) {
            copy(copy);
        }
    }

    private void columns(List<Expr> columns) {
        if (!columns.isEmpty()) {
            out.parentheses(columns, printer.expressions::any);
        }
    }

    private void insert(Change.Insert insert) {
        printer.queries.with(insert.with());
        out.add(insert.verb()).add("INTO");
        printer.queries.from(insert.table());
        columns(insert.columns());
        overriding(insert.overriding());
        if (insert.rows() != null) {
            printer.queries.query(insert.rows());
        } else if (insert.sets().isEmpty()) {
            out.add("DEFAULT VALUES");
        } else {
            out.add("SET");
            assignments(insert.sets());
        }
        printer.queries.alias(insert.rowAlias());
        insert.conflicts().forEach(this::conflict);
        if (!insert.onDuplicate().isEmpty()) {
            out.add("ON DUPLICATE KEY UPDATE");
            assignments(insert.onDuplicate());
        }
        returning(insert.returning());
    }

    private void overriding(String which) {
        if (!which.isEmpty()) {
            out.add("OVERRIDING").add(which).add("VALUE");
        }
    }

    private void conflict(Change.OnConflict conflict) {
        out.add("ON CONFLICT");
        if (!conflict.target().isEmpty()) {
            out.parentheses(conflict.target(), this::indexColumn);
            printer.queries.clause("WHERE", conflict.targetWhere());
        }
        if (conflict.constraint() != null) {
            out.add("ON CONSTRAINT").add(conflict.constraint().written());
        }
        if (conflict.updates().isEmpty()) {
            out.add("DO NOTHING");
            return;
        }
        out.add("DO UPDATE SET");
        assignments(conflict.updates());
        printer.queries.clause("WHERE", conflict.where());
    }

    void indexColumn(Definition.IndexColumn column) {
        printer.expressions.operand(column.value());
        out.verbatim(column.words());
    }

    void assignments(List<Change.Assignment> assignments) {
        out.list(assignments, assignment -> {
            if (assignment.row()) {
                columns(assignment.targets());
            } else {
                printer.expressions.any(assignment.targets().get(0));
            }
            out.add("=");
            printer.expressions.any(assignment.value());
        });
    }

    void returning(Change.@Nullable Returning returning) {
        if (returning != null) {
            out.add("RETURNING");
            printer.queries.items(returning.items());
            out.when(!returning.into().isEmpty(), "INTO").list(returning.into(), printer.expressions::any);
        }
    }

    private void update(Change.Update update) {
        printer.queries.with(update.with());
        out.add("UPDATE")
                .add(update.modifiers())
                .list(update.tables(), printer.queries::from)
                .add("SET");
        assignments(update.sets());
        out.when(!update.from().isEmpty(), "FROM").list(update.from(), printer.queries::from);
        rest(update.where(), update.order(), update.limit(), update.returning());
    }

    private void rest(
            @Nullable Expr where,
            List<Query.OrderItem> order,
            Query.@Nullable Limit limit,
            Change.@Nullable Returning returning) {
        printer.queries.clause("WHERE", where);
        returning(returning);
        printer.queries.order(order);
        printer.queries.limit(limit);
    }

    private void delete(Change.Delete delete) {
        printer.queries.with(delete.with());
        out.add("DELETE")
                .add(delete.modifiers())
                .list(delete.targets(), out::name)
                .add("FROM");
        out.list(delete.tables(), printer.queries::from);
        out.when(!delete.using().isEmpty(), "USING").list(delete.using(), printer.queries::from);
        rest(delete.where(), delete.order(), delete.limit(), delete.returning());
    }

    private void merge(Change.Merge merge) {
        printer.queries.with(merge.with());
        out.add("MERGE INTO");
        printer.queries.from(merge.table());
        out.add("USING");
        printer.queries.from(merge.using());
        printer.queries.clause("ON", merge.on());
        for (Change.MergeWhen when : merge.whens()) {
            out.add("WHEN").add(when.matched());
            printer.queries.clause("AND", when.and());
            out.add("THEN");
            action(when.action());
        }
        returning(merge.returning());
    }

    private void action(Change.MergeAction action) {
        if (action instanceof Change.MergeInsert insert) {
            out.add("INSERT");
            columns(insert.columns());
            overriding(insert.overriding());
            if (insert.values() == null) {
                out.add("DEFAULT VALUES");
            } else {
                out.add("VALUES");
                printer.queries.row(insert.values(), false);
            }
            printer.queries.clause("WHERE", insert.where());
        } else if (action instanceof Change.MergeUpdate update) {
            out.add("UPDATE SET");
            assignments(update.sets());
            printer.queries.clause("WHERE", update.where());
        } else {
            out.add(action instanceof Change.MergeDelete ? "DELETE" : "DO NOTHING");
        }
    }

    private void copy(Change.Copy copy) {
        out.add("COPY");
        if (copy.table() != null) {
            out.name(copy.table());
            if (!copy.columns().isEmpty()) {
                out.names(copy.columns());
            }
        }
        if (copy.statement() != null) {
            out.add("(");
            printer.statement(copy.statement());
            out.add(")");
        }
        out.add(copy.from() ? "FROM" : "TO").verbatim(copy.rest());
    }
}
