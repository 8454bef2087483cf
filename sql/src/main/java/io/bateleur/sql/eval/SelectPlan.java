package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One SELECT as it is evaluated. */
final class SelectPlan implements QueryPlan {
    private final List<String> columns;
    private final SqlType[] types;
    private final Loop loop;
    private final int[] slots;
    private final @Nullable Grouping grouping;
    private final @Nullable Windowing windowing;
    private final Code[] having;
    private final Code[] items;
    private final boolean distinct;
    private final Code[] distinctOn;
    private final SelectCompiler.OrderKeys order;
    private final Cut cut;
    private final @Nullable Locking locking;
    /** Whether every database computes the items of all its rows. */
    private final boolean certain;
    /** A shorter way to the first rows of an order. */
    private final @Nullable FirstInOrder shortcut;

    SelectPlan(
            List<String> columns,
            SqlType[] types,
            Loop loop,
            int[] slots,
            @Nullable Grouping grouping,
            @Nullable Windowing windowing,
            Code[] having,
            Code[] items,
            boolean distinct,
            Code[] distinctOn,
            SelectCompiler.OrderKeys order,
            Cut cut,
            @Nullable Locking locking,
            boolean certain,
            @Nullable FirstInOrder shortcut) {
        this.columns = List.copyOf(columns);
        this.types = types;
        this.loop = loop;
        this.slots = slots;
        this.grouping = grouping;
        this.windowing = windowing;
        this.having = having;
        this.items = items;
        this.distinct = distinct;
        this.distinctOn = distinctOn;
        this.order = order;
        this.cut = cut;
        this.locking = locking;
        this.certain = certain;
        this.shortcut = shortcut;
    }

    @Override
    public List<String> columns() {
        return columns;
    }

    @Override
    public List<SqlType> types() {
        return Arrays.asList(types);
    }

    @Override
    public RowSet run(Frame frame) {
        if (locking != null && grouping == null && !distinct && distinctOn.length == 0) {
            return new LockingRows(locking, slots, cut, order.sorting())
                    .run(frame, loop, columns, this::values, this::keys);
        }
        List<Tuple> tuples = new ArrayList<>();
        boolean done = shortcut != null && shortcut.run(frame, tuples, each -> add(each, tuples));
        if (!done && windowing == null) {
            rows(frame, each -> add(each, tuples));
        } else if (windowing != null) {
            windows(windowing, frame, tuples);
        }
        List<Tuple> all = distinct ? Distinct.of(tuples, types) : tuples;
        int[] ranks = order.sorting() == null ? null : order.sorting().sort(all);
        if (distinctOn.length > 0) {
            return first(all, ranks, frame);
        }
        return cut.cut(columns, all, ranks, frame);
    }

    private void rows(Frame frame, Loop.Body body) {
        if (grouping == null) {
            loop.run(frame, body);
            return;
        }
        Groups groups = new Groups(grouping, slots);
        loop.run(frame, each -> {
            groups.add(each);
            return true;
        });
        groups.each(frame, each -> Loop.pass(each, having, body));
    }

    /** Functions over windows see all rows: these are kept until there is none left. */
    private void windows(Windowing functions, Frame frame, List<Tuple> tuples) {
        int[] all = grouping == null ? slots : Arrays.copyOf(slots, slots.length + 1);
        if (grouping != null) {
            all[slots.length] = grouping.slot;
        }
        List<Loop.Kept> kept = new ArrayList<>();
        rows(frame, each -> kept.add(Loop.Kept.of(each, all)));
        Presence outside = frame.presence;
        frame.presence = Presence.SURE;
        List<Object[]> values = functions.values(kept, all, frame);
        for (int i = 0; i < kept.size(); i++) {
            kept.get(i).restore(frame, all);
            frame.slots[functions.slot()] = values.get(i);
            frame.presence = kept.get(i).presence();
            add(frame, tuples);
        }
        frame.presence = outside;
    }

    private boolean add(Frame frame, List<Tuple> tuples) {
        Presence presence = frame.presence;
        tuples.add(new Tuple(values(frame), presence, keys(frame)));
        return true;
    }

    private Object[] values(Frame frame) {
        Object[] values = new Object[items.length];
        for (int i = 0; i < items.length; i++) {
            values[i] = certain ? frame.certain(items[i]) : items[i].value(frame);
        }
        return values;
    }

    private Object[] keys(Frame frame) {
        int width = order.keys().length;
        Object[] keys = width + distinctOn.length == 0 ? Tuple.NO_KEYS : new Object[width + distinctOn.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = i < width ? order.keys()[i].value(frame) : distinctOn[i - width].value(frame);
        }
        return keys;
    }

    /** DISTINCT ON: the first row of each group, where it is known which one that is. */
    private RowSet first(List<Tuple> tuples, int @Nullable [] ranks, Frame frame) {
        int width = order.keys().length;
        SqlType[] by = new SqlType[distinctOn.length];
        for (int i = 0; i < by.length; i++) {
            by[i] = distinctOn[i].type;
        }
        Map<Object, Integer> first = new HashMap<>();
        List<Tuple> result = new ArrayList<>();
        List<Integer> where = new ArrayList<>();
        for (int i = 0; i < tuples.size(); i++) {
            Tuple tuple = tuples.get(i);
            Object[] keys = Arrays.copyOfRange(tuple.keys, width, tuple.keys.length);
            if (Unknown.in(keys) || tuple.presence() != Presence.SURE) {
                throw new Outside(null, "DISTINCT ON over rows that are not known");
            }
            Integer old = first.putIfAbsent(Distinct.key(keys, by), result.size());
            if (old == null) {
                result.add(tuple);
                where.add(i);
            } else if (ranks == null || ranks[where.get(old)] == ranks[i]) {
                result.set(old, either(result.get(old), tuple));
            }
        }
        int[] rest =
                ranks == null ? null : where.stream().mapToInt(i -> ranks[i]).toArray();
        return cut.cut(columns, result, rest, frame);
    }

    private static Tuple either(Tuple a, Tuple b) {
        Object[] values = a.values().clone();
        for (int i = 0; i < values.length; i++) {
            if (!java.util.Objects.equals(values[i], b.values()[i])) {
                values[i] = Unknown.UNKNOWN;
            }
        }
        return new Tuple(values, a.presence(), a.keys);
    }
}
