package io.bateleur.sql.audit;

import io.bateleur.core.ints.LongList;
import io.bateleur.sql.eval.Unknown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who must come before whom when transactions are put into a serial order: writers before who saw them, and after who did not. */
final class Dependencies {
    /** Of writers that committed longer ago, everybody knows that they come before. */
    private static final int NEARBY = 512;

    /** Of a row that is always read and hardly ever written, the last readers are enough: the others came long before. */
    private static final int READERS_MAX = 64;

    private final Map<LoggedTransaction, Integer> places;
    private final Map<RowVersion, List<Integer>> readers = new IdentityHashMap<>();
    /** By what they looked for, who looked at a table. */
    private final Map<VersionedTable, List<Searched>> searched = new IdentityHashMap<>();

    private final List<RowVersion> seenNow = new ArrayList<>();
    private final List<LookUp> lookedNow = new ArrayList<>();
    private final LongList edges = new LongList();
    /** Of the unit that is being evaluated. */
    private final Set<Long> present = new LinkedHashSet<>();

    Dependencies(List<LoggedTransaction> order) {
        places = new HashMap<>();
        for (LoggedTransaction t : order) {
            places.put(t, places.size());
        }
    }

    /** Rows that were looked for. */
    private record LookUp(VersionedTable table, int[] columns, KeyValues values) {}

    /** Those who looked for values of these columns. */
    private record Searched(int[] columns, Map<KeyValues, List<Integer>> readers) {}

    /** Somebody looks for all rows of a table with values in columns, none: all rows. */
    void look(VersionedTable table, int[] columns, Object[] values) {
        lookedNow.add(new LookUp(table, columns, new KeyValues(values)));
    }

    void note(LoggedTransaction t, VersionedRow row, @Nullable RowVersion seen) {
        for (RowVersion v = row.newest; v != null; v = v.previous) {
            LoggedTransaction w = v.writer;
            if (w == null || w == t) {
                seenNow.add(v);
                return;
            }
            int from = places.getOrDefault(w, 0);
            int to = places.getOrDefault(t, 0);
            if (v == seen) {
                seenNow.add(v);
                if (to - from < NEARBY) {
                    present.add(Choices.order(from, to));
                }
                return;
            }
            present.add(Choices.order(to, from));
        }
    }

    /** What one try found out. @param seen versions that were read */
    record Noted(long[] edges, List<RowVersion> seen, List<LookUp> looked) {
        static final Noted NOTHING = new Noted(new long[0], List.of(), List.of());
    }

    /** Begins another try. */
    void restart() {
        present.clear();
        seenNow.clear();
        lookedNow.clear();
    }

    Noted present() {
        long[] all = present.stream().mapToLong(Long::longValue).toArray();
        return new Noted(all, List.copyOf(seenNow), List.copyOf(lookedNow));
    }

    /** Who read a version comes before who replaces it, and who looked for a row before who makes one. */
    void commits(LoggedTransaction t, OwnChanges own) {
        int to = places.getOrDefault(t, 0);
        for (RowVersion made : own.versions()) {
            List<Integer> from = readers.getOrDefault(made.row.newest, List.of());
            for (int reader : from) {
                if (reader != to) {
                    edges.add(Choices.order(reader, to));
                }
            }
            if (!made.isDeleted()) {
                searched.getOrDefault(made.row.table, List.of()).forEach(each -> appears(each, made, to));
            }
        }
    }

    private void appears(Searched searched, RowVersion made, int to) {
        Object[] key = new Object[searched.columns.length];
        for (int i = 0; i < key.length; i++) {
            int column = searched.columns[i];
            Object value = made.values()[column];
            key[i] = value == null || Unknown.is(value) ? value : made.row.table.shape.normal(column, value);
        }
        for (int reader : searched.readers.getOrDefault(new KeyValues(key), List.of())) {
            if (reader != to) {
                edges.add(Choices.order(reader, to));
            }
        }
    }

    int mark() {
        return edges.size();
    }

    void add(LoggedTransaction t, Noted noted) {
        for (long edge : noted.edges) {
            edges.add(edge);
        }
        int place = places.getOrDefault(t, 0);
        for (RowVersion version : noted.seen) {
            add(place, readers.computeIfAbsent(version, none -> new ArrayList<>()));
        }
        for (LookUp each : noted.looked) {
            Searched all = searched(each);
            add(place, all.readers.computeIfAbsent(each.values, none -> new ArrayList<>()));
        }
    }

    private static void add(int reader, List<Integer> to) {
        if (to.isEmpty() || to.get(to.size() - 1) != reader) {
            to.add(reader);
        }
        if (to.size() > READERS_MAX) {
            to.remove(0);
        }
    }

    private Searched searched(LookUp wanted) {
        List<Searched> ways = searched.computeIfAbsent(wanted.table, none -> new ArrayList<>());
        for (Searched each : ways) {
            if (Arrays.equals(each.columns, wanted.columns)) {
                return each;
            }
        }
        Searched way = new Searched(wanted.columns.clone(), new HashMap<>());
        ways.add(way);
        return way;
    }

    void undo(int mark) {
        while (edges.size() > mark) {
            edges.removeLast();
        }
    }

    /**
     * The transactions in an order that fulfils all of it and changes theirs as little as possible: whoever must come before another one is
     * taken before it, at its place. Empty when there is none.
     *
     * @param commits those that are wanted
     * @param strict whether who ended before another one began also comes before it
     */
    List<LoggedTransaction> serial(List<LoggedTransaction> order, Set<LoggedTransaction> commits, boolean strict) {
        return new SerialOrder(order, commits, edges, strict).find();
    }
}
