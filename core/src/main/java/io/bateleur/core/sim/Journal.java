package io.bateleur.core.sim;

import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What really happened in a store, for those who check a store or give hints to a checker. */
final class Journal {
    /**
     * A transaction that happened.
     *
     * @param number its number in the history
     * @param site where it committed
     * @param index which commit of its site it was; 0 when it had no effects
     * @param at how many transactions with effects had committed then, itself too
     * @param seen its snapshot: how many commits of each site it saw
     * @param hole a commit that it did not see all the same, or {@link SimTxn#NO_HOLE}
     */
    record Entry(int number, int site, long index, long at, List<Long> seen, long hole) {}

    /** A version of a key: its place in the key's order, and the transaction that installed it. */
    record Installed(long order, int writer, long index) {}

    private final Map<Integer, Entry> entries = new LinkedHashMap<>();
    private final Map<Integer, List<Installed>> versions = new TreeMap<>();
    private final Map<Integer, List<Long>> points = new LinkedHashMap<>();

    /** An operation has taken effect when so many transactions had committed. */
    void operation(SimTxn t, long commits) {
        points.computeIfAbsent(t.number, n -> new ArrayList<>()).add(commits);
    }

    void installed(SimTxn t, int write, long order, long index) {
        versions.computeIfAbsent(t.writes.key(write), k -> new ArrayList<>())
                .add(new Installed(order, t.number, index));
    }

    void committed(SimTxn t, long index, long at) {
        List<Long> seen = new ArrayList<>();
        for (long commits : t.seen) {
            seen.add(commits);
        }
        entries.put(t.number, new Entry(t.number, t.site, index, at, seen, t.hole));
    }

    /** What is known of a transaction that happened, or null if it did not. */
    @Nullable
    Entry entry(int transaction) {
        return entries.get(transaction);
    }

    /** The versions of each key, oldest first. */
    Map<Integer, List<Installed>> versions() {
        Map<Integer, List<Installed>> sorted = new TreeMap<>();
        versions.forEach((key, list) -> sorted.put(
                key,
                list.stream().sorted(Comparator.comparingLong(Installed::order)).toList()));
        return sorted;
    }

    /** For each operation of a transaction how many transactions had committed when it took effect. */
    List<Long> points(int transaction) {
        return points.getOrDefault(transaction, List.of());
    }

    /** Tells a history the version order of its keys and, if commits have one order, when transactions started and committed. */
    void hint(HistoryBuilder builder, boolean withTimestamps) {
        versions()
                .forEach((key, installed) -> builder.versionOrder(
                        Value.of((long) key),
                        installed.stream()
                                .map(version -> builder.transactionId(version.writer))
                                .toList()));
        if (!withTimestamps) {
            return;
        }
        for (Entry entry : entries.values()) {
            builder.startTimestamp(entry.number, new Timestamp(entry.seen.get(0), 0));
            if (entry.index > 0) {
                builder.commitTimestamp(entry.number, new Timestamp(entry.index, 0));
            }
        }
    }
}
