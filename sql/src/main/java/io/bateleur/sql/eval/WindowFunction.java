package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One function over one window. Rows of one rank come in any order: what depends on that is unknown.
 *
 * @param aggregate null: one of the functions that only windows have
 */
record WindowFunction(
        String name,
        Code[] arguments,
        @Nullable Aggregate aggregate,
        Code[] partition,
        Code[] order,
        @Nullable Sorting sorting,
        WindowFrame frame,
        SqlType type,
        SqlDialect dialect) {

    static WindowFunction of(Expr.Windowed call, Expr.Window window, ExpressionCompiler compiler) {
        if (!call.words().isEmpty()) {
            throw new Outside(call, call.words());
        }
        Expr plain = call.call() instanceof Expr.Filtered filtered ? filtered.call() : call.call();
        if (!(plain instanceof Expr.FunctionCall function)) {
            throw new Outside(call, "this function over a window");
        }
        String name = function.name().last().text().toLowerCase(Locale.ROOT);
        boolean aggregates = Aggregate.is(call.call());
        if (!function.quantifier().isEmpty() || !function.order().isEmpty() || !aggregates && plain != call.call()) {
            throw new Outside(call, "a function over a window in this form");
        }
        SqlDialect dialect = compiler.compilation.dialect;
        Code[] order = new Code[window.order().size()];
        SqlType[] types = new SqlType[order.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = compiler.code(window.order().get(i).by());
            types[i] = order[i].type;
        }
        Code[] arguments = aggregates
                ? new Code[0]
                : compiler.all(
                        function.arguments().stream().map(Expr.Argument::value).toList());
        Aggregate aggregate = aggregates ? Aggregate.of(compiler, call.call()) : null;
        return new WindowFunction(
                name,
                arguments,
                aggregate,
                compiler.all(window.partition()),
                order,
                order.length == 0 ? null : new Sorting(window.order(), types, dialect),
                WindowFrame.of(window, compiler, order, types),
                aggregate != null ? aggregate.type() : type(name, arguments, call, dialect),
                dialect);
    }

    private static SqlType type(String name, Code[] arguments, Expr at, SqlDialect dialect) {
        return switch (name) {
            case "row_number", "rank", "dense_rank", "ntile" -> SqlType.BIGINT;
            case "percent_rank", "cume_dist" -> SqlType.DOUBLE;
            case "lag", "lead" ->
                arguments.length < 3 ? arguments[0].type : Types.common(List.of(arguments[0], arguments[2]), dialect);
            case "first_value", "last_value", "nth_value" -> arguments[0].type;
            default -> throw new Outside(at, "the function " + name + " over a window");
        };
    }

    // ---- rows

    /** The rows of one partition in their order. @param ranks null: it is not known */
    private record Part(List<Integer> rows, int @Nullable [] ranks) {
        /** The first row of the same rank. */
        int first(int at) {
            int first = at;
            while (ranks != null && first > 0 && ranks[first - 1] == ranks[at]) {
                first--;
            }
            return first;
        }

        int last(int at) {
            int last = at;
            while (ranks != null && last + 1 < rows.size() && ranks[last + 1] == ranks[at]) {
                last++;
            }
            return last;
        }

        boolean isAlone(int at) {
            return first(at) == last(at);
        }
    }

    Object[] values(List<Loop.Kept> rows, int[] slots, Frame frame) {
        Object[] values = new Object[rows.size()];
        java.util.Arrays.fill(values, Unknown.UNKNOWN);
        Map<Object, List<Integer>> parts = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            Object[] key = new Object[partition.length];
            rows.get(i).restore(frame, slots);
            for (int k = 0; k < key.length; k++) {
                key[k] = partition[k].value(frame);
            }
            if (Unknown.in(key) || rows.get(i).presence() != Presence.SURE) {
                return values;
            }
            parts.computeIfAbsent(Distinct.key(key, partition), none -> new ArrayList<>())
                    .add(i);
        }
        for (List<Integer> part : parts.values()) {
            Part sorted = sorted(part, rows, slots, frame);
            if (sorted != null) {
                fill(values, sorted, rows, slots, frame);
            }
        }
        return values;
    }

    private @Nullable Part sorted(List<Integer> part, List<Loop.Kept> rows, int[] slots, Frame frame) {
        if (sorting == null) {
            return new Part(part, new int[part.size()]);
        }
        List<Tuple> tuples = new ArrayList<>();
        for (int i : part) {
            rows.get(i).restore(frame, slots);
            Object[] keys = new Object[order.length];
            for (int k = 0; k < keys.length; k++) {
                keys[k] = order[k].value(frame);
            }
            tuples.add(new Tuple(new Object[] {i}, Presence.SURE, keys));
        }
        int[] ranks = sorting.sort(tuples);
        List<Integer> sorted =
                tuples.stream().map(tuple -> (Integer) tuple.values()[0]).toList();
        return ranks == null ? null : new Part(sorted, ranks);
    }

    private void fill(Object[] values, Part part, List<Loop.Kept> rows, int[] slots, Frame at) {
        long group = 0;
        for (int i = 0; i < part.rows.size(); i++) {
            group += i == 0 || part.first(i) == i ? 1 : 0;
            int row = part.rows.get(i);
            rows.get(row).restore(at, slots);
            at.presence = Presence.SURE;
            values[row] = value(part, i, group, rows, slots, at);
        }
    }

    private @Nullable Object value(Part part, int i, long group, List<Loop.Kept> rows, int[] slots, Frame at) {
        long size = part.rows.size();
        int first = part.first(i);
        return switch (name) {
            case "row_number" -> part.isAlone(i) ? (Object) (i + 1L) : Unknown.UNKNOWN;
            case "rank" -> first + 1L;
            case "dense_rank" -> group;
            case "percent_rank" -> size == 1 ? (Object) 0.0 : (Object) ((double) first / (size - 1));
            case "cume_dist" -> (double) (part.last(i) + 1) / size;
            case "ntile" -> part.isAlone(i) ? tile(i, size, arguments[0].value(at)) : Unknown.UNKNOWN;
            case "lag" -> beside(part, i, -1, rows, slots, at);
            case "lead" -> beside(part, i, 1, rows, slots, at);
            default -> framed(part, i, rows, slots, at);
        };
    }

    private static @Nullable Object tile(int i, long size, @Nullable Object count) {
        if (!(count instanceof Long tiles)) {
            return count == null ? null : Unknown.UNKNOWN;
        }
        if (tiles < 1) {
            throw new SqlError("22014", "a number of tiles below 1");
        }
        long small = size / tiles;
        long larger = size % tiles;
        long border = larger * (small + 1);
        return i < border ? i / (small + 1) + 1 : larger + (i - border) / Math.max(1, small) + 1;
    }

    private @Nullable Object beside(Part part, int i, int sign, List<Loop.Kept> rows, int[] slots, Frame at) {
        Object distance = arguments.length < 2 ? (Object) 1L : arguments[1].value(at);
        if (!(distance instanceof Long steps)) {
            return distance == null ? null : Unknown.UNKNOWN;
        }
        long wanted = i + sign * steps;
        boolean inside = wanted >= 0 && wanted < part.rows.size();
        boolean known = part.isAlone(i) && (!inside || part.isAlone((int) wanted));
        if (!known) {
            return Unknown.UNKNOWN;
        }
        if (!inside) {
            return arguments.length < 3 ? null : new Alignment(type, dialect).align(arguments[2].value(at));
        }
        rows.get(part.rows.get((int) wanted)).restore(at, slots);
        Object value = arguments[0].value(at);
        return arguments.length < 3 ? value : new Alignment(type, dialect).align(value);
    }

    // ---- frames

    private @Nullable Object framed(Part part, int i, List<Loop.Kept> rows, int[] slots, Frame at) {
        Object nth = name.equals("nth_value") ? arguments[1].value(at) : null;
        List<Integer> within = frame.rows(i, part.rows.size(), part.ranks, part.rows, rows, slots, at);
        if (within == null) {
            return Unknown.UNKNOWN;
        }
        if (aggregate != null) {
            Aggregate.State state = aggregate.start();
            for (int each : within) {
                rows.get(part.rows.get(each)).restore(at, slots);
                state.add(at);
            }
            return state.result();
        }
        int wanted = name.equals("first_value")
                ? 0
                : name.equals("last_value") ? within.size() - 1 : nth instanceof Long n ? (int) (n - 1) : -1;
        if (wanted < 0 || wanted >= within.size()) {
            return null;
        }
        int row = within.get(wanted);
        if (!part.isAlone(row)) {
            return Unknown.UNKNOWN;
        }
        rows.get(part.rows.get(row)).restore(at, slots);
        return arguments[0].value(at);
    }
}
