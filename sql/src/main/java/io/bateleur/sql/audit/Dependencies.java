package io.bateleur.sql.audit;

import io.bateleur.core.ints.LongList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
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
    private final List<RowVersion> seenNow = new ArrayList<>();
    private final LongList edges = new LongList();
    /** Of the unit that is being evaluated. */
    private final Set<Long> present = new LinkedHashSet<>();

    Dependencies(List<LoggedTransaction> order) {
        places = new HashMap<>();
        for (LoggedTransaction t : order) {
            places.put(t, places.size());
        }
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
    record Noted(long[] edges, List<RowVersion> seen) {
        static final Noted NOTHING = new Noted(new long[0], List.of());
    }

    /** Begins another try. */
    void restart() {
        present.clear();
        seenNow.clear();
    }

    Noted present() {
        long[] all = present.stream().mapToLong(Long::longValue).toArray();
        return new Noted(all, List.copyOf(seenNow));
    }

    /** Who read a version comes before who replaces it. */
    void commits(LoggedTransaction t, OwnChanges own) {
        int to = places.getOrDefault(t, 0);
        for (RowVersion made : own.versions()) {
            List<Integer> from = readers.getOrDefault(made.row.newest, List.of());
            for (int reader : from) {
                if (reader != to) {
                    edges.add(Choices.order(reader, to));
                }
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
        for (RowVersion version : noted.seen) {
            List<Integer> all = readers.computeIfAbsent(version, none -> new ArrayList<>());
            all.add(places.getOrDefault(t, 0));
            if (all.size() > READERS_MAX) {
                all.remove(0);
            }
        }
    }

    void undo(int mark) {
        while (edges.size() > mark) {
            edges.removeLast();
        }
    }

    /** The transactions in an order that fulfils all of it and changes theirs as little as possible; empty when there is none. */
    List<LoggedTransaction> serial(List<LoggedTransaction> order) {
        int[] before = new int[order.size()];
        List<List<Integer>> after = new ArrayList<>();
        order.forEach(t -> after.add(new ArrayList<>()));
        for (int i = 0; i < edges.size(); i++) {
            after.get(Choices.first(edges.get(i))).add(Choices.then(edges.get(i)));
            before[Choices.then(edges.get(i))]++;
        }
        PriorityQueue<Integer> ready = new PriorityQueue<>();
        for (int i = 0; i < before.length; i++) {
            if (before[i] == 0) {
                ready.add(i);
            }
        }
        List<LoggedTransaction> serial = new ArrayList<>();
        while (!ready.isEmpty()) {
            int next = ready.remove();
            serial.add(order.get(next));
            for (int then : after.get(next)) {
                if (--before[then] == 0) {
                    ready.add(then);
                }
            }
        }
        return serial.size() == order.size() ? serial : List.of();
    }
}
