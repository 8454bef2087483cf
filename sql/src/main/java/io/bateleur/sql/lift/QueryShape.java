package io.bateleur.sql.lift;

import io.bateleur.sql.resolve.BuiltIns;
import io.bateleur.sql.resolve.ColumnSense;
import io.bateleur.sql.resolve.Output;
import io.bateleur.sql.resolve.Resolution;
import io.bateleur.sql.resolve.RowSource;
import io.bateleur.sql.resolve.Unresolved;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Node;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A query whose rows are rows of its sources.
 *
 * @param sources those of FROM; sub-queries that only choose rows are replaced by their own
 * @param outputs null where stars stand for columns that are not known
 * @param limit null when there is none
 * @param skips whether it leaves rows out by an offset, because they are locked, or because it takes a sample or partitions only
 * @param nested whether it has queries inside whose reads are not lifted
 */
record QueryShape(
        List<RowSource> sources,
        @Nullable List<Output> outputs,
        List<List<Condition>> where,
        List<Ordering> order,
        @Nullable Term limit,
        boolean skips,
        List<Query.Lock> locks,
        boolean nested) {

    /** @param by a column, or something else */
    record Ordering(Term by, boolean descending) {}

    /** Why the rows of a query are not rows of tables, and where that stands; null where they are. */
    static @Nullable Unresolved strange(Query query) {
        if (!(query.body() instanceof QueryBody.Select select)) {
            String what = query.body() instanceof QueryBody.SetOperation operation
                    ? operation.kind().name()
                    : "rows that no table has";
            return query.body() instanceof QueryBody.Values
                    ? null
                    : new Unresolved(query.body().at(), "a query with " + what);
        }
        Node odd = select.group() != null ? select.group() : select.having();
        if (odd != null) {
            return new Unresolved(odd.at(), "a query with GROUP BY");
        }
        if (!select.distinctOn().isEmpty() || select.qualify() != null || select.top() != null) {
            return new Unresolved(select.at(), "a query with DISTINCT ON, QUALIFY or TOP");
        }
        if (select.into() != null) {
            return new Unresolved(select.into().at(), "a query with INTO");
        }
        List<Node> rows = new ArrayList<>(select.items());
        query.order().forEach(rows::add);
        for (Node each : rows) {
            Unresolved found = manyRows(each);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** A function that takes or makes more rows than one. */
    private static @Nullable Unresolved manyRows(Node node) {
        if (node instanceof Query) {
            return null;
        }
        boolean window = node instanceof Expr.Windowed;
        boolean group = node instanceof Expr.Filtered || node instanceof Expr.WithinGroup;
        if (group || node instanceof Expr.FunctionCall call && !isScalar(call)) {
            String name = node instanceof Expr.FunctionCall call ? call.name().toString() : "an aggregate";
            return new Unresolved(node.at(), "a query with function " + name);
        }
        for (Node child : Walk.children(node)) {
            boolean ofWindow = window && child == ((Expr.Windowed) node).call();
            Unresolved found = ofWindow ? null : manyRows(child);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static boolean isScalar(Expr.FunctionCall call) {
        return call.name().parts().size() == 1
                && BuiltIns.isScalar(call.name().last().text());
    }

    /** The shape of a query that is not strange. */
    static QueryShape of(Query query, QueryBody.Select select, Resolution names, Terms terms) {
        Conditions conditions = new Conditions(terms);
        List<RowSource> sources = new ArrayList<>();
        List<Expr> where = new ArrayList<>();
        collect(select, names, sources, where);
        List<Ordering> order = new ArrayList<>();
        List<Output> outputs = names.outputs(query);
        for (Query.OrderItem item : query.order()) {
            boolean other = item.direction().startsWith("USING");
            order.add(new Ordering(
                    other ? Term.OTHER : ordered(item.by(), outputs, names, terms),
                    item.direction().equals("DESC")));
        }
        Query.Limit limit = query.limit();
        boolean skipped = takesPart(query)
                || query.locks().stream().anyMatch(lock -> lock.whenLocked().equals("SKIP LOCKED"));
        boolean plainLimit = limit != null && limit.words().isEmpty() && limit.count() != null;
        Term count = limit == null
                        || limit.count() == null && limit.words().isEmpty() && limit.form() != Query.LimitForm.FETCH
                ? null
                : plainLimit ? terms.of(limit.count()) : Term.OTHER;
        return new QueryShape(
                sources,
                outputs,
                conditions.and(where),
                order,
                count,
                skipped || limit != null && limit.offset() != null,
                query.locks(),
                hasQueries(select, sources));
    }

    /** Whether some table is not read as a whole: a row that is not returned may be there. */
    static boolean takesPart(Node statement) {
        return Walk.all(statement, From.Table.class).stream()
                .anyMatch(table ->
                        table.hints().has("TABLESAMPLE") || !table.partitions().isEmpty());
    }

    private static Term ordered(Expr by, @Nullable List<Output> outputs, Resolution names, Terms terms) {
        int position = by instanceof Expr.Column column && names.sense(column) instanceof ColumnSense.OutputOf output
                ? output.position()
                : by instanceof Expr.Numeral number && number.text().matches("[0-9]{1,4}")
                        ? Integer.parseInt(number.text()) - 1
                        : -1;
        if (position < 0) {
            return terms.of(by);
        }
        return outputs != null
                        && position < outputs.size()
                        && outputs.get(position).sense() instanceof ColumnSense.Cell cell
                ? new Term.ColumnOf(cell.cell().origin())
                : Term.OTHER;
    }

    /** The sources of a query, and the conditions that hold for their rows. */
    private static void collect(QueryBody.Select select, Resolution names, List<RowSource> sources, List<Expr> where) {
        List<RowSource> own = names.sources(select);
        boolean inner = own.stream().noneMatch(RowSource::isOptional);
        for (RowSource source : own) {
            QueryBody.Select within = inner ? chosen(source) : null;
            if (within == null) {
                sources.add(source);
            } else {
                collect(within, names, sources, where);
            }
        }
        if (select.where() != null) {
            where.add(select.where());
        }
        if (inner) {
            select.from().forEach(from -> joined(from, where));
        }
    }

    /** The conditions of inner joins. */
    static void joined(From from, List<Expr> where) {
        if (from instanceof From.Join join) {
            joined(join.left(), where);
            joined(join.right(), where);
            if (join.on() != null) {
                where.add(join.on());
            }
        } else if (from instanceof From.Group group) {
            group.items().forEach(item -> joined(item, where));
        }
    }

    /** A sub-query that does nothing but choose rows and columns; null where it does more, or is none. */
    private static QueryBody.@Nullable Select chosen(RowSource source) {
        boolean plain = source.node() instanceof From.Subquery sub
                && sub.query().isPlain()
                && sub.query().body() instanceof QueryBody.Select select
                && !select.distinct()
                && strange(sub.query()) == null;
        return plain
                ? (QueryBody.Select) ((From.Subquery) source.node()).query().body()
                : null;
    }

    private static boolean hasQueries(QueryBody.Select select, List<RowSource> sources) {
        List<Node> parts = new ArrayList<>(select.items());
        if (select.where() != null) {
            parts.add(select.where());
        }
        boolean derived = sources.stream().anyMatch(source -> source.kind() == RowSource.Kind.QUERY);
        return derived
                || parts.stream().anyMatch(part -> !Walk.all(part, Query.class).isEmpty());
    }

    /** How the rows of a source are locked; null where they are not. */
    @Nullable
    String lock(RowSource source) {
        return locks.stream()
                .filter(lock -> lock.of().isEmpty()
                        || source.called() != null
                                && lock.of().stream()
                                        .anyMatch(name -> name.last().matches(source.called())))
                .map(lock -> lock.mode().toLowerCase(Locale.ROOT))
                .findFirst()
                .orElse(null);
    }
}
