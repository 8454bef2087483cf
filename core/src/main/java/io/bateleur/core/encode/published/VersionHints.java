package io.bateleur.core.encode.published;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Reason;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Timestamp;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;

/**
 * The version order of every key, believing the trace: the order that it gives, or else that of its commit timestamps, or else
 * that of the lists that were read.
 */
final class VersionHints {
    private final Asg asg;
    private final History history;
    /** All writes, by key and oldest first, laid out as {@link Asg#firstOfKey} says. */
    private final int[] versions;

    private final int[] place;
    private final Optional<String> problem;

    private VersionHints(Asg asg) {
        this.asg = asg;
        this.history = asg.history();
        this.versions = new int[asg.writeCount()];
        this.place = new int[asg.writeCount()];
        this.problem = order();
    }

    static VersionHints of(Asg asg) {
        return new VersionHints(asg);
    }

    /** What is missing, or contradicts the trace; without it, every key has its order. */
    Optional<String> problem() {
        return problem;
    }

    /** The write at a place among all versions. */
    int at(int place) {
        return versions[place];
    }

    /** Where a write is among all versions. */
    int placeOf(int write) {
        return place[write];
    }

    private Optional<String> order() {
        int[] depth = depths();
        for (int key = 0; key < history.keyCount(); key++) {
            Optional<String> wrong = contradiction(key);
            if (wrong.isPresent()) {
                return wrong;
            }
            if (!byTimestamps(key) && !byDepth(key, depth)) {
                return Optional.of("the trace has no version order of key " + name(key));
            }
            for (int i = asg.firstOfKey(key); i < asg.firstOfKey(key + 1); i++) {
                place[versions[i]] = i;
            }
        }
        for (int i = 0; i < asg.knownCount(); i++) {
            if (place[asg.knownBefore(i)] > place[asg.knownAfter(i)]) {
                return Optional.of("the commit timestamps contradict the lists that were read of "
                        + name(asg.writeKey(asg.knownBefore(i))) + ", where " + writer(asg.knownBefore(i))
                        + " came before " + writer(asg.knownAfter(i)));
            }
        }
        return Optional.empty();
    }

    /** By write, the length of the longest line of older versions. What lists contradict, the graph has left out: there are no circles. */
    private int[] depths() {
        EdgeList newer = new EdgeList(asg.writeCount(), asg.knownCount());
        for (int i = 0; i < asg.knownCount(); i++) {
            newer.add(asg.knownBefore(i), asg.knownAfter(i), Reason.KNOWN_VERSIONS.packed(i));
        }
        int[] longest = new int[asg.writeCount()];
        int[] depth = new int[asg.writeCount()];
        for (int w : newer.topologicalOrder()) {
            depth[w] = longest[w];
            for (int e = newer.first(w); e >= 0; e = newer.next(e)) {
                longest[newer.to(e)] = Math.max(longest[newer.to(e)], depth[w] + 1);
            }
        }
        return depth;
    }

    private Optional<String> contradiction(int key) {
        boolean several = asg.firstOfKey(key + 1) - asg.firstOfKey(key) > 1;
        int[] order = history.versionOrder(key);
        for (int i = 0; order != null && i < order.length; i++) {
            boolean aborted = history.ending(order[i]) == Ending.ABORTED;
            // Where there are not several, a part of a history may have left out a write that nobody read.
            if (aborted || several && asg.writeOf(order[i], key) < 0) {
                return Optional.of("the version order of " + name(key) + " contradicts the trace: it has "
                        + history.transactionId(order[i])
                        + (aborted ? ", which was aborted" : ", which did not write it"));
            }
        }
        return Optional.empty();
    }

    /** Whether the trace gives no order and every writer a timestamp of its own, which then order them. */
    private boolean byTimestamps(int key) {
        int first = asg.firstOfKey(key);
        int size = asg.firstOfKey(key + 1) - first;
        Integer[] writes = new Integer[size];
        Timestamp[] times = new Timestamp[history.versionOrder(key) == null ? size : 0];
        for (int i = 0; i < times.length; i++) {
            Timestamp time = history.commitTimestamp(asg.writeTransaction(asg.writeOfKey(first + i)));
            if (time == null) {
                return false;
            }
            writes[i] = i;
            times[i] = time;
        }
        if (times.length < size) {
            return false;
        }
        Function<Integer, Timestamp> time = i -> times[i];
        Arrays.sort(writes, Comparator.comparing(time));
        for (int i = 0; i < size; i++) {
            if (i > 0 && times[writes[i]].equals(times[writes[i - 1]])) {
                return false;
            }
            versions[first + i] = asg.writeOfKey(first + writes[i]);
        }
        return true;
    }

    /** Whether what is known of versions is a line, without two side by side. */
    private boolean byDepth(int key, int[] depth) {
        int first = asg.firstOfKey(key);
        int size = asg.firstOfKey(key + 1) - first;
        boolean[] taken = new boolean[size];
        for (int i = first; i < first + size; i++) {
            int at = depth[asg.writeOfKey(i)];
            if (taken[at]) {
                return false;
            }
            taken[at] = true;
            versions[first + at] = asg.writeOfKey(i);
        }
        return true;
    }

    private String name(int key) {
        return history.keys().get(key).toString();
    }

    private String writer(int write) {
        return history.transactionId(asg.writeTransaction(write)).toString();
    }
}
