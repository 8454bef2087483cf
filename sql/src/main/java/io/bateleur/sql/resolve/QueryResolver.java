package io.bateleur.sql.resolve;

import io.bateleur.sql.resolve.NameScope.NamedQuery;
import io.bateleur.sql.resolve.NameScope.Rows;
import io.bateleur.sql.resolve.NameScope.Spot;
import io.bateleur.sql.schema.DataType;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Queries: what their parts mean, and which columns they have. */
final class QueryResolver {
    private final Resolver in;

    QueryResolver(Resolver in) {
        this.in = in;
    }

    /** @param scope what is known inside of it, with no rows of its own yet */
    @Nullable
    List<Output> query(Query query, NameScope scope) {
        NameScope inner = with(query.with(), scope);
        List<Output> outputs = body(query.body(), inner, query);
        if (query.limit() != null) {
            in.expr(query.limit(), inner);
        }
        in.resolution.outputs(query, outputs);
        return outputs;
    }

    NameScope with(Query.@Nullable With with, NameScope scope) {
        NameScope inner = scope;
        if (with != null) {
            for (Query.Cte cte : with.queries()) {
                inner = inner.naming(List.of(named(cte, inner, with.recursive())));
            }
        }
        return inner;
    }

    private NamedQuery named(Query.Cte cte, NameScope scope, boolean recursive) {
        NameScope sees = scope.inside(Rows.NONE);
        if (recursive && cte.statement() instanceof Query query) {
            // Its first part says what columns it has; of that no name is noted twice.
            QueryBody first = query.body();
            while (first instanceof QueryBody.SetOperation operation) {
                first = operation.left();
            }
            Resolver once = new Resolver(Resolution.empty(), in.schema, in.casing);
            Fields fields = Resolution.fields(once.queries.body(first, once.queries.with(query.with(), sees), null));
            sees = sees.naming(List.of(new NamedQuery(cte.name(), cte, renamed(fields.withoutOrigins(), cte))));
        }
        Fields fields = Resolution.fields(in.statement(cte.statement(), sees));
        return new NamedQuery(cte.name(), cte, renamed(fields, cte));
    }

    private Fields renamed(Fields fields, Query.Cte cte) {
        return fields.renamed(
                cte.columns().stream()
                        .map(name -> new io.bateleur.sql.tree.From.AliasColumn(cte.at(), name, null))
                        .toList(),
                in.types);
    }

    /** @param query whose ORDER BY sees the body; null: none */
    private @Nullable List<Output> body(QueryBody body, NameScope scope, @Nullable Query query) {
        if (body instanceof QueryBody.Select select) {
            return select(select, scope, query);
        }
        List<Output> outputs = null;
        if (body instanceof QueryBody.Values values) {
            outputs = values(values, scope);
        } else if (body instanceof QueryBody.TableRows rows) {
            Rows all = Rows.of(in.froms.table(rows.table(), scope, false));
            outputs = all.complete() ? stars(all.spots()) : null;
        } else if (body instanceof QueryBody.SetOperation operation) {
            outputs = without(body(operation.left(), scope, null));
            body(operation.right(), scope, null);
        } else if (body instanceof QueryBody.Nested nested) {
            outputs = query(nested.query(), scope);
        }
        in.resolution.outputs(body, outputs);
        if (query != null) {
            for (Query.OrderItem item : query.order()) {
                order(item.by(), outputs, scope.with(Rows.NONE), true);
            }
        }
        return outputs;
    }

    /** A set operation has the names of its first part, and values of all. */
    private static @Nullable List<Output> without(@Nullable List<Output> outputs) {
        return outputs == null
                ? null
                : outputs.stream()
                        .map(each -> new Output(each.label(), null, null, each.type(), false))
                        .toList();
    }

    private List<Output> values(QueryBody.Values values, NameScope scope) {
        values.rows().forEach(row -> in.exprs(row.items(), scope));
        List<Output> outputs = new ArrayList<>();
        List<Expr> first = values.rows().get(0).items();
        boolean one = values.rows().size() == 1;
        for (int i = 0; i < first.size(); i++) {
            String label = in.casing.dialect() == SqlDialect.H2 ? "C" + (i + 1) : "column" + (i + 1);
            DataType type = in.types.of(first.get(i));
            outputs.add(new Output(label, one ? first.get(i) : null, null, type, false));
        }
        return outputs;
    }

    private @Nullable List<Output> select(QueryBody.Select select, NameScope around, @Nullable Query query) {
        Rows rows = in.froms.items(select.from(), around, false);
        in.resolution.rows(select, rows);
        NameScope scope = around.with(rows);
        List<Output> outputs = outputs(select.items(), scope);
        in.resolution.outputs(select, outputs);
        in.exprs(select.distinctOn(), scope);
        in.expr(select.top(), scope);
        condition(select.where(), outputs, scope);
        if (select.group() != null) {
            select.group().by().forEach(by -> order(by, outputs, scope, false));
        }
        condition(select.having(), outputs, scope);
        condition(select.qualify(), outputs, scope);
        select.windows().forEach(window -> in.expr(window, scope));
        if (query != null) {
            query.order().forEach(item -> order(item.by(), outputs, scope, true));
        }
        return outputs;
    }

    /** Where a dialect lets conditions name columns of the result, what FROM has goes first. */
    private void condition(@Nullable Expr condition, @Nullable List<Output> outputs, NameScope scope) {
        boolean aliases = in.casing.dialect() != SqlDialect.POSTGRES && in.casing.dialect() != SqlDialect.OTHER;
        in.expr(condition, aliases && outputs != null ? scope.withOutputs(outputs) : scope);
    }

    /** @param outputFirst whether a plain name is one of the result rather than one of FROM */
    private void order(Expr by, @Nullable List<Output> outputs, NameScope scope, boolean outputFirst) {
        int position = outputs != null && by instanceof Expr.Column column ? output(column, outputs) : -1;
        boolean input = by instanceof Expr.Column column
                && !outputFirst
                && scope.with(scope.rows())
                                .column(column.table(), column.name(), in.casing)
                                .sense()
                        != null;
        if (position >= 0 && !input) {
            in.resolution.put((Expr.Column) by, new ColumnSense.OutputOf(position));
        } else {
            boolean aliases = in.casing.dialect() != SqlDialect.POSTGRES;
            in.expr(by, aliases && outputs != null ? scope.withOutputs(outputs) : scope);
        }
    }

    private int output(Expr.Column column, List<Output> outputs) {
        int found = -1;
        for (int i = 0; i < outputs.size() && column.table() == null; i++) {
            if (in.casing.matches(column.name(), outputs.get(i).label())) {
                ColumnSense before = found < 0 ? null : outputs.get(found).sense();
                boolean same = before != null && before.equals(outputs.get(i).sense());
                if (found >= 0 && !same) {
                    return -1;
                }
                found = found < 0 ? i : found;
            }
        }
        return found;
    }

    // ---- columns of a result

    /** Null where a star stands for columns that are not known. */
    @Nullable
    List<Output> outputs(List<QueryBody.Item> items, NameScope scope) {
        List<Output> outputs = new ArrayList<>();
        boolean known = true;
        for (QueryBody.Item item : items) {
            if (item.value() instanceof Expr.Star star) {
                List<Spot> spots = spots(star, scope);
                known &= spots != null;
                outputs.addAll(spots == null ? List.of() : stars(spots));
            } else {
                in.expr(item.value(), scope);
                outputs.add(output(item));
            }
        }
        return known ? outputs : null;
    }

    private List<Output> stars(List<Spot> spots) {
        return spots.stream()
                .map(spot -> new Output(spot.name(), null, spot.sense(), in.types.of(spot.sense()), true))
                .toList();
    }

    private @Nullable List<Spot> spots(Expr.Star star, NameScope scope) {
        Qualified qualifier = star.table();
        if (qualifier == null) {
            if (!scope.rows().complete()) {
                in.unresolved(star.at(), "* of a table whose columns are not known");
            }
            return scope.rows().complete() ? scope.rows().spots() : null;
        }
        for (NameScope at = scope; at != null; at = at.outer()) {
            List<RowSource> meant = at.rows().sources().stream()
                    .filter(source -> source.isMeantBy(qualifier, in.casing))
                    .toList();
            if (!meant.isEmpty()) {
                boolean known = meant.size() == 1 && meant.get(0).isComplete();
                if (!known) {
                    in.unresolved(star.at(), qualifier + ".* of a table whose columns are not known");
                }
                return known ? Rows.of(meant.get(0)).spots() : null;
            }
        }
        in.unresolved(star.at(), qualifier + " is not known");
        return null;
    }

    private Output output(QueryBody.Item item) {
        ColumnSense sense = item.value() instanceof Expr.Column column ? in.resolution.sense(column) : null;
        return new Output(label(item), item.value(), sense, in.types.of(item.value()), false);
    }

    private String label(QueryBody.Item item) {
        if (item.alias() != null) {
            return in.casing.folded(item.alias());
        }
        Expr value = item.value();
        while (in.casing.dialect() == SqlDialect.POSTGRES && value instanceof Expr.Cast cast) {
            value = cast.value();
        }
        if (value instanceof Expr.Column column) {
            Name name = column.name();
            ColumnSense sense = in.resolution.sense(column);
            return sense instanceof ColumnSense.Cell cell ? cell.cell().name() : in.casing.folded(name);
        }
        boolean call = in.casing.dialect() == SqlDialect.POSTGRES && value instanceof Expr.FunctionCall;
        return call ? ((Expr.FunctionCall) value).name().last().text().toLowerCase(Locale.ROOT) : "";
    }
}
