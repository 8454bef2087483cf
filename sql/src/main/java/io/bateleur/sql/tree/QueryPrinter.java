package io.bateleur.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes queries and what they take rows from. */
final class QueryPrinter {
    private final Printer printer;
    private final Out out;

    QueryPrinter(Printer printer, Out out) {
        this.printer = printer;
        this.out = out;
    }

    void query(Query query) {
        with(query.with());
        body(query.body());
        order(query.order());
        limit(query.limit());
        for (Query.Lock lock : query.locks()) {
            if (lock.old()) {
                out.add("LOCK IN SHARE MODE");
            } else {
                out.add("FOR").add(lock.mode());
                out.when(!lock.of().isEmpty(), "OF").list(lock.of(), out::name);
                out.add(lock.whenLocked());
            }
        }
    }

    void with(Query.@Nullable With with) {
        if (with == null) {
            return;
        }
        out.add("WITH").when(with.recursive(), "RECURSIVE").list(with.queries(), cte -> {
            out.add(cte.name().written());
            if (!cte.columns().isEmpty()) {
                out.names(cte.columns());
            }
            out.add("AS").add(cte.materialized()).add("(");
            printer.statement(cte.statement());
            out.add(")").verbatim(cte.rest());
        });
    }

    void body(QueryBody body) {
        if (body instanceof QueryBody.Select select) {
            select(select);
        } else if (body instanceof QueryBody.Values values) {
            out.add("VALUES").list(values.rows(), row -> row(row, values.word()));
        } else if (body instanceof QueryBody.TableRows rows) {
            out.add("TABLE");
            from(rows.table());
        } else if (body instanceof QueryBody.SetOperation set) {
            body(set.left());
            out.add(set.kind().name()).add(set.words());
            body(set.right());
        } else if (body instanceof QueryBody.Nested nested) {
            out.add("(");
            query(nested.query());
            out.add(")");
        }
    }

    void row(Expr.Row row, boolean word) {
        out.when(word, "ROW").parentheses(row.items(), printer.expressions::any);
    }

    private void select(QueryBody.Select select) {
        out.add("SELECT");
        selected(select);
    }

    /** What stands behind SELECT. */
    void selected(QueryBody.Select select) {
        out.add(select.modifiers());
        if (!select.distinctOn().isEmpty()) {
            out.add("ON").parentheses(select.distinctOn(), printer.expressions::any);
        }
        if (select.top() != null) {
            out.add("TOP");
            printer.expressions.operand(select.top());
        }
        items(select.items());
        if (select.into() != null) {
            out.add("INTO").add(select.into().words()).list(select.into().targets(), printer.expressions::any);
        }
        if (!select.from().isEmpty()) {
            out.add("FROM").list(select.from(), this::from);
        }
        clause("WHERE", select.where());
        QueryBody.GroupBy group = select.group();
        if (group != null) {
            out.add("GROUP BY").add(group.quantifier()).list(group.by(), printer.expressions::any);
            out.when(group.rollup(), "WITH ROLLUP");
        }
        clause("HAVING", select.having());
        if (!select.windows().isEmpty()) {
            out.add("WINDOW").list(select.windows(), window -> {
                out.add(window.name().written()).add("AS");
                printer.expressions.window(window.window());
            });
        }
        clause("QUALIFY", select.qualify());
    }

    void clause(String word, @Nullable Expr expr) {
        if (expr != null) {
            out.add(word);
            printer.expressions.any(expr);
        }
    }

    void items(List<QueryBody.Item> items) {
        out.list(items, item -> {
            printer.expressions.any(item.value());
            if (item.alias() != null) {
                out.add("AS").add(item.alias().written());
            }
        });
    }

    void order(List<Query.OrderItem> order) {
        if (!order.isEmpty()) {
            out.add("ORDER BY").list(order, item -> {
                printer.expressions.any(item.by());
                out.add(item.direction()).when(!item.nulls().isEmpty(), "NULLS").add(item.nulls());
            });
        }
    }

    void limit(Query.@Nullable Limit limit) {
        if (limit == null) {
            return;
        }
        boolean fetch = limit.form() == Query.LimitForm.FETCH;
        if (limit.form() == Query.LimitForm.COMMA && limit.count() != null && limit.offset() != null) {
            out.add("LIMIT");
            printer.expressions.operand(limit.offset());
            out.add(",");
            printer.expressions.operand(limit.count());
            return;
        }
        if (!fetch && (limit.count() != null || limit.offset() == null)) {
            out.add("LIMIT");
            if (limit.count() == null) {
                out.add("ALL");
            } else {
                printer.expressions.operand(limit.count());
            }
        }
        if (limit.offset() != null) {
            out.add("OFFSET");
            printer.expressions.operand(limit.offset());
            out.when(fetch, "ROWS");
        }
        if (fetch && limit.count() != null) {
            out.add("FETCH FIRST");
            printer.expressions.operand(limit.count());
            boolean percent = limit.words().startsWith("PERCENT");
            out.when(percent, "PERCENT").add("ROWS").add(limit.words().endsWith("TIES") ? "WITH TIES" : "ONLY");
        }
    }

    // ---- FROM

    void from(From from) {
        if (from instanceof From.Table table) {
            out.when(table.only(), "ONLY").name(table.name()).verbatim(table.partitions());
            alias(table.alias());
            out.verbatim(table.hints());
        } else if (from instanceof From.Subquery subquery) {
            out.when(subquery.lateral(), "LATERAL");
            printer.expressions.subquery(subquery.query());
            alias(subquery.alias());
        } else if (from instanceof From.Changed changed) {
            out.add(changed.which()).add("TABLE (");
            printer.statement(changed.change());
            out.add(")");
            alias(changed.alias());
        } else if (from instanceof From.Function function) {
            out.when(function.lateral(), "LATERAL").when(function.rowsFrom(), "ROWS FROM (");
            out.list(function.calls(), printer.expressions::any).when(function.rowsFrom(), ")");
            out.when(function.ordinality(), "WITH ORDINALITY");
            alias(function.alias());
        } else if (from instanceof From.Join join) {
            join(join);
        } else if (from instanceof From.Group group) {
            out.parentheses(group.items(), this::from);
            alias(group.alias());
        }
    }

    private void join(From.Join join) {
        from(join.left());
        out.when(join.natural(), "NATURAL");
        out.add(
                switch (join.kind()) {
                    case INNER -> "JOIN";
                    case STRAIGHT -> "STRAIGHT_JOIN";
                    default -> join.kind().name() + " JOIN";
                });
        boolean nested = join.right() instanceof From.Join;
        out.when(nested, "(");
        from(join.right());
        out.when(nested, ")");
        clause("ON", join.on());
        if (!join.using().isEmpty()) {
            out.add("USING").names(join.using());
            alias(join.usingAlias());
        }
    }

    void alias(From.@Nullable Alias alias) {
        if (alias == null) {
            return;
        }
        out.add("AS");
        if (alias.name() != null) {
            out.add(alias.name().written());
        }
        if (!alias.columns().isEmpty()) {
            out.parentheses(alias.columns(), column -> {
                out.add(column.name().written());
                if (column.type() != null) {
                    printer.expressions.type(column.type());
                }
            });
        }
    }
}
