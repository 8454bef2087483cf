package io.bateleur.sql.eval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a statement changes: those that its conditions find, each once, in its order, as many as it wants.
 *
 * @param slot of the table that is changed
 * @param slots of all rows that the conditions speak of
 * @param joined whether there are others
 */
record Matches(
        TableShape table,
        int slot,
        int[] slots,
        Scope scope,
        Loop loop,
        Code[] conditions,
        Code[] keys,
        @Nullable Sorting sorting,
        Cut cut,
        boolean joined) {

    /** One of them. @param alternatives further combinations with the same row; a database takes any of them */
    record Match(Row row, Loop.Kept kept, Presence presence, List<Loop.Kept> alternatives) {}

    /** Rows that are there no more, or do not fit any more in their newest version, are left out. */
    List<Match> find(Frame frame) {
        Map<Row, Match> found = new IdentityHashMap<>();
        List<Match> matches = new ArrayList<>();
        List<Tuple> tuples = new ArrayList<>();
        loop.run(frame, each -> {
            Row row = each.rows[slot];
            Match first = found.get(row);
            if (first != null) {
                first.alternatives.add(Loop.Kept.of(each, slots));
                return true;
            }
            Match match = match(each, row);
            if (match != null) {
                found.put(row, match);
                tuples.add(new Tuple(new Object[] {match}, match.presence, values(each)));
            }
            return true;
        });
        int[] ranks = sorting == null ? null : sorting.sort(tuples);
        for (Tuple tuple : cut.cut(List.of(), tuples, ranks, frame).settled(frame.tables)) {
            Match match = (Match) tuple.values()[0];
            matches.add(
                    tuple.presence() == match.presence
                            ? match
                            : new Match(match.row, match.kept, tuple.presence(), match.alternatives));
        }
        return matches;
    }

    private Object[] values(Frame frame) {
        Object[] values = new Object[keys.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = keys[i].value(frame);
        }
        return values;
    }

    private @Nullable Match match(Frame frame, Row row) {
        Row newest = frame.tables.newest(table, row);
        if (newest == null) {
            return null;
        }
        Presence presence = frame.presence;
        if (newest != row) {
            Object[] before = frame.slots[slot];
            frame.slots[slot] = newest.values();
            frame.rows[slot] = newest;
            Object holds = Truth.all(conditions, frame);
            if (!Boolean.TRUE.equals(holds) && !Unknown.is(holds)) {
                frame.slots[slot] = before;
                frame.rows[slot] = row;
                return null;
            }
            presence = Unknown.is(holds) ? presence.and(Presence.MAYBE) : presence;
        }
        return new Match(
                newest, Loop.Kept.of(frame, slots), presence, joined ? new ArrayList<>() : Collections.emptyList());
    }
}
