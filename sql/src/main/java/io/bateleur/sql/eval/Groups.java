package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gathers rows into groups. */
final class Groups {
    /** Rows with the same values, for now. */
    private static final class Group {
        final Object[] values;
        final Aggregate.State[] states;
        Presence presence;
        final Object @Nullable [][] rows;

        Group(Object[] values, Aggregate.State[] states, Object @Nullable [][] rows) {
            this.values = values;
            this.states = states;
            this.rows = rows;
            this.presence = Presence.MANY;
        }
    }

    private final Grouping grouping;
    private final int[] sources;
    private final Code[] keys;
    private final Aggregate[] aggregates;
    private final Map<Object, Group> groups = new LinkedHashMap<>();
    /** Whether rows were seen that may belong to any group. */
    private boolean stray;

    private Presence strayPresence = Presence.MANY;

    /** @param sources the numbers of the rows that are grouped */
    Groups(Grouping grouping, int[] sources) {
        this.grouping = grouping;
        this.sources = grouping.usesRows ? sources : new int[0];
        this.keys = grouping.keys.toArray(Code[]::new);
        this.aggregates = grouping.aggregates.toArray(Aggregate[]::new);
    }

    void add(Frame frame) {
        Object[] values = new Object[keys.length];
        for (int i = 0; i < keys.length; i++) {
            values[i] = keys[i].value(frame);
        }
        if (Unknown.in(values)) {
            stray = true;
            strayPresence = strayPresence.compareTo(frame.presence) < 0 ? strayPresence : frame.presence;
            return;
        }
        Group group = group(values, frame);
        if (frame.presence.compareTo(group.presence) < 0) {
            group.presence = frame.presence;
        }
        for (int i = 0; i < values.length; i++) {
            if (group.values[i] != values[i] && !java.util.Objects.equals(group.values[i], values[i])) {
                group.values[i] = differing(group.values[i], values[i]);
            }
        }
        for (Aggregate.State state : group.states) {
            state.add(frame);
        }
        merge(group.rows, frame);
    }

    /** Equal values that are written differently: any of them is shown. */
    private static Object differing(Object a, Object b) {
        return a instanceof java.math.BigDecimal x && b instanceof java.math.BigDecimal y && x.compareTo(y) == 0
                ? a
                : Unknown.UNKNOWN;
    }

    private Group group(Object[] values, Frame frame) {
        Object key = Distinct.key(values, keys);
        Group group = groups.get(key);
        if (group == null) {
            group = new Group(values, states(), rows(frame));
            groups.put(key, group);
        }
        return group;
    }

    private Aggregate.State[] states() {
        Aggregate.State[] states = new Aggregate.State[aggregates.length];
        for (int i = 0; i < states.length; i++) {
            states[i] = aggregates[i].start();
        }
        return states;
    }

    private Object @Nullable [][] rows(Frame frame) {
        if (sources.length == 0) {
            return null;
        }
        Object[][] rows = new Object[sources.length][];
        for (int i = 0; i < rows.length; i++) {
            Object[] row = frame.slots[sources[i]];
            rows[i] = row == null ? null : row.clone();
        }
        return rows;
    }

    private void merge(Object @Nullable [][] rows, Frame frame) {
        if (rows == null) {
            return;
        }
        for (int i = 0; i < rows.length; i++) {
            Object[] row = frame.slots[sources[i]];
            for (int c = 0; row != null && c < row.length; c++) {
                if (rows[i][c] != row[c] && !java.util.Objects.equals(rows[i][c], row[c])) {
                    rows[i][c] = Unknown.UNKNOWN;
                }
            }
        }
    }

    /** Does something with each group, its values in the frame. */
    void each(Frame frame, Loop.Body body) {
        Presence outside = frame.presence;
        if (groups.isEmpty() && keys.length == 0) {
            Group none = new Group(new Object[0], states(), empty(frame));
            none.presence = Presence.SURE;
            groups.put(List.of(), none);
        }
        for (Group group : groups.values()) {
            Object[] row = new Object[keys.length + aggregates.length];
            System.arraycopy(group.values, 0, row, 0, keys.length);
            for (int i = 0; i < aggregates.length; i++) {
                row[keys.length + i] = stray ? Unknown.UNKNOWN : group.states[i].result();
            }
            frame.slots[grouping.slot] = row;
            for (int i = 0; group.rows != null && i < sources.length; i++) {
                frame.slots[sources[i]] = group.rows[i];
            }
            frame.presence = keys.length == 0 ? Presence.SURE : group.presence;
            body.row(frame);
        }
        if (stray) {
            Object[] row = new Object[keys.length + aggregates.length];
            java.util.Arrays.fill(row, Unknown.UNKNOWN);
            frame.slots[grouping.slot] = row;
            for (int source : sources) {
                if (frame.slots[source] != null) {
                    Object[] any = new Object[frame.slots[source].length];
                    java.util.Arrays.fill(any, Unknown.UNKNOWN);
                    frame.slots[source] = any;
                }
            }
            frame.presence = Presence.MANY;
            body.row(frame);
        }
        frame.presence = outside;
    }

    private Object @Nullable [][] empty(Frame frame) {
        if (sources.length == 0) {
            return null;
        }
        List<Object[]> rows = new ArrayList<>();
        for (int source : sources) {
            Object[] row = frame.slots[source];
            rows.add(new Object[row == null ? 64 : row.length]);
        }
        return rows.toArray(Object[][]::new);
    }
}
