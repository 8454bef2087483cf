package io.bateleur.sql.analyze;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.sql.analyze.Calculation.ColumnOf;
import io.bateleur.sql.analyze.Calculation.Operation;
import io.bateleur.sql.analyze.Instruction.Output;
import io.bateleur.sql.analyze.Instruction.RowLock;
import io.bateleur.sql.analyze.Instruction.Source;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.Walk;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Translates queries. What is more than joins, conditions and aggregates of tables keeps its tables, and its result is unknown. */
final class QueryTranslation {
    private static final Set<String> AGGREGATES = Set.of("MIN", "MAX", "COUNT", "SUM", "AVG");

    /** @param scope of the query alone */
    Instruction.Read read(Query query, Scope scope, List<String> into, String intoSet) throws BadInputException {
        RowLock lock = lock(query);
        if (query.body() instanceof QueryBody.Select select && query.with() == null) {
            List<Calculation> joined = new ArrayList<>();
            boolean tables = true;
            for (From from : select.from()) {
                tables &= sources(from, scope, joined, false);
            }
            if (tables) {
                return select(query, select, scope, joined, lock, into, intoSet);
            }
            scope.sources.clear();
        }
        for (From.Table table : Walk.all(query, From.Table.class)) {
            add(table, scope, false);
        }
        return new Instruction.Read(
                scope.nextId(),
                scope.line(query.at()),
                scope.words(query.at()),
                scope.sources,
                List.of(),
                into,
                intoSet,
                Calculation.TRUE,
                List.of(),
                false,
                true,
                lock,
                false);
    }

    private static RowLock lock(Query query) {
        return query.locks().isEmpty()
                ? RowLock.NONE
                : RowLock.valueOf(query.locks().get(0).mode().replace(' ', '_'));
    }

    private void add(From.Table table, Scope scope, boolean outer) throws BadInputException {
        TableShape shape = scope.table(table.name().last().text(), table.name().at());
        scope.sources.add(new Source(shape.name(), table.called().text(), outer));
    }

    private boolean sources(From from, Scope scope, List<Calculation> joined, boolean outer) throws BadInputException {
        if (from instanceof From.Table table) {
            add(table, scope, outer);
            return true;
        }
        if (from instanceof From.Join join && !join.natural()) {
            boolean left = join.kind() == From.JoinKind.LEFT;
            boolean plain = left
                    || join.kind() == From.JoinKind.INNER
                    || join.kind() == From.JoinKind.CROSS
                    || join.kind() == From.JoinKind.STRAIGHT;
            if (!plain || !sources(join.left(), scope, joined, outer)) {
                return false;
            }
            int before = scope.sources.size();
            if (!sources(join.right(), scope, joined, outer || left)) {
                return false;
            }
            if (join.on() != null) {
                joined.add(new CalculationReader(scope).read(join.on()));
            }
            for (Name column : join.using()) {
                Calculation a = using(scope, 0, before, column);
                Calculation b = using(scope, before, scope.sources.size(), column);
                joined.add(Operation.of("=", a, b));
            }
            return !left; // the rows that a left join adds are not looked at
        }
        return from instanceof From.Group group && group.alias() == null && all(group.items(), scope, joined, outer);
    }

    private boolean all(List<From> items, Scope scope, List<Calculation> joined, boolean outer)
            throws BadInputException {
        for (From each : items) {
            if (!sources(each, scope, joined, outer)) {
                return false;
            }
        }
        return true;
    }

    private static Calculation using(Scope scope, int from, int to, Name column) {
        for (int i = from; i < to; i++) {
            TableShape shape = scope.tables.get(scope.sources.get(i).table());
            if (shape != null && shape.column(column.text()).isPresent()) {
                return new ColumnOf(i, shape.column(column.text()).get());
            }
        }
        return new Calculation.Opaque(column.text(), List.of());
    }

    private Instruction.Read select(
            Query query,
            QueryBody.Select select,
            Scope scope,
            List<Calculation> joined,
            RowLock lock,
            List<String> into,
            String intoSet)
            throws BadInputException {
        int id = scope.nextId();
        CalculationReader reader = new CalculationReader(scope);
        List<Calculation> conditions = new ArrayList<>(joined);
        if (select.where() != null) {
            conditions.addAll(reader.read(select.where()).conjuncts());
        }
        boolean grouped = select.group() != null
                || select.having() != null
                || !select.windows().isEmpty();
        List<Output> outputs = new ArrayList<>();
        boolean whole = !grouped && select.top() == null;
        for (QueryBody.Item item : select.items()) {
            outputs.addAll(outputs(item, scope, reader));
        }
        whole &= outputs.stream().noneMatch(output -> output.value() instanceof Calculation.Opaque) || into.isEmpty();
        List<Instruction.SortKey> order = new ArrayList<>();
        boolean single = limitsToOne(query);
        if (query.limit() != null && !single || select.distinct() && !into.isEmpty()) {
            whole = false;
        }
        boolean aggregates =
                outputs.stream().anyMatch(output -> !output.aggregate().isEmpty());
        whole &= !aggregates
                || outputs.stream().noneMatch(output -> output.aggregate().isEmpty());
        for (Query.OrderItem item : query.order()) {
            if (!aggregates) {
                order.add(new Instruction.SortKey(
                        ordered(item.by(), outputs, reader), item.direction().equals("DESC")));
            }
        }
        return new Instruction.Read(
                id,
                scope.line(query.at()),
                scope.words(query.at()),
                scope.sources,
                outputs,
                into,
                intoSet,
                Calculation.all(conditions),
                order,
                single,
                grouped,
                lock,
                whole);
    }

    private static Calculation ordered(Expr by, List<Output> outputs, CalculationReader reader)
            throws BadInputException {
        if (by instanceof Expr.Numeral number && number.text().matches("\\d{1,4}")) {
            int position = Integer.parseInt(number.text()) - 1;
            return position >= 0 && position < outputs.size()
                    ? outputs.get(position).value()
                    : new Calculation.Opaque(number.text(), List.of());
        }
        if (by instanceof Expr.Column column && column.table() == null) {
            for (Output output : outputs) {
                if (output.name().equalsIgnoreCase(column.name().text())) {
                    return output.value();
                }
            }
        }
        return reader.read(by);
    }

    static boolean limitsToOne(Query query) {
        Query.Limit limit = query.limit();
        return limit != null
                && limit.offset() == null
                && (limit.count() instanceof Expr.Numeral number
                                && number.text().equals("1")
                        || limit.count() == null
                                && limit.form() == Query.LimitForm.FETCH
                                && limit.words().isEmpty());
    }

    List<Output> outputs(QueryBody.Item item, Scope scope, CalculationReader reader) throws BadInputException {
        if (item.value() instanceof Expr.Star star) {
            List<Output> all = new ArrayList<>();
            for (int i = 0; i < scope.sources.size(); i++) {
                String alias = scope.sources.get(i).alias();
                if (star.table() == null || star.table().last().matches(alias)) {
                    for (String column : scope.table(scope.sources.get(i).table(), star.at())
                            .columns()
                            .keySet()) {
                        all.add(new Output("", new ColumnOf(i, column), column));
                    }
                }
            }
            return all;
        }
        String alias = item.alias() == null ? "" : item.alias().text();
        if (item.value() instanceof Expr.FunctionCall call) {
            String name = call.name().last().text().toUpperCase(Locale.ROOT);
            if (AGGREGATES.contains(name)) {
                boolean star =
                        call.arguments().isEmpty() || call.arguments().get(0).value() instanceof Expr.Star;
                Calculation value = star
                        ? new Calculation.Constant(1L)
                        : reader.read(call.arguments().get(0).value());
                String aggregate = name + (call.quantifier().equals("DISTINCT") ? " DISTINCT" : "");
                return List.of(new Output(aggregate, value, alias.isEmpty() ? name.toLowerCase(Locale.ROOT) : alias));
            }
        }
        if (Walk.all(item.value(), Expr.FunctionCall.class).stream()
                .anyMatch(call -> AGGREGATES.contains(call.name().last().text().toUpperCase(Locale.ROOT)))) {
            return aggregateInside(item.value(), reader, alias);
        }
        Calculation value = reader.read(item.value());
        String own = value instanceof ColumnOf column ? column.column() : "";
        return List.of(new Output("", value, alias.isEmpty() ? own : alias));
    }

    /** Of COALESCE(SUM(x), 0) and its like the aggregate is kept under a name of its own, which no value is computed of. */
    private static List<Output> aggregateInside(Expr value, CalculationReader reader, String alias)
            throws BadInputException {
        if (value instanceof Expr.FunctionCall call
                && call.name().is("COALESCE")
                && call.arguments().size() == 2
                && call.arguments().get(0).value() instanceof Expr.FunctionCall aggregate
                && aggregate.name().is("SUM")
                && call.arguments().get(1).value() instanceof Expr.Numeral zero
                && zero.text().equals("0")) {
            return List.of(
                    new Output("SUM0", reader.read(aggregate.arguments().get(0).value()), alias));
        }
        return List.of(new Output("OTHER", reader.read(value), alias));
    }
}
