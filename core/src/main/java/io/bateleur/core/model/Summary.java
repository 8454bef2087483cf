package io.bateleur.core.model;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A history in figures.
 *
 * @param endings how many transactions ended how
 * @param operations how many operations there are of each kind
 * @param duplicateValues how many writes wrote a value that the same key had been given before
 * @param absentReads reads of one key that found nothing
 * @param unknownReads reads of one key whose answer is not in the trace
 * @param hints which hints there are, in words
 */
public record Summary(
        int sessions,
        Map<Ending, Integer> endings,
        Map<OpKind, Integer> operations,
        int keys,
        int duplicateValues,
        int absentReads,
        int unknownReads,
        int lockingReads,
        InitialState initialState,
        boolean times,
        List<String> hints) {

    public static Summary of(History history) {
        Map<Ending, Integer> endings = new EnumMap<>(Ending.class);
        for (Ending ending : Ending.values()) {
            endings.put(ending, 0);
        }
        for (int t = 0; t < history.transactionCount(); t++) {
            endings.merge(history.ending(t), 1, Integer::sum);
        }
        int[] kinds = new int[OpKind.values().length];
        int absent = 0;
        int unknown = 0;
        int locking = 0;
        boolean versionSets = false;
        for (int o = 0; o < history.operationCount(); o++) {
            OpKind kind = history.kind(o);
            kinds[kind.ordinal()]++;
            locking += history.isLocking(o) ? 1 : 0;
            if (kind.isItemRead()) {
                absent += history.isDead(o) ? 1 : 0;
                unknown += history.value(o) == History.UNKNOWN ? 1 : 0;
            }
            versionSets |= kind.isRangeRead() && history.versionSet(o) != null;
        }
        return new Summary(
                history.sessionCount(),
                endings,
                byKind(kinds),
                history.keyCount(),
                new WriteIndex(history).duplicates(),
                absent,
                unknown,
                locking,
                history.initialState(),
                history.hasTimes(),
                hints(history, versionSets));
    }

    private static Map<OpKind, Integer> byKind(int[] kinds) {
        Map<OpKind, Integer> operations = new EnumMap<>(OpKind.class);
        for (OpKind kind : OpKind.values()) {
            if (kinds[kind.ordinal()] > 0) {
                operations.put(kind, kinds[kind.ordinal()]);
            }
        }
        return operations;
    }

    private static List<String> hints(History history, boolean versionSets) {
        List<String> hints = new ArrayList<>();
        if (history.uniqueValues()) {
            hints.add("unique values");
        }
        if (history.hasTimestamps()) {
            hints.add("timestamps");
        }
        if (history.hasLevels()) {
            hints.add("isolation levels");
        }
        if (!history.orderedKeys().isEmpty()) {
            hints.add("version orders");
        }
        if (versionSets) {
            hints.add("version sets");
        }
        return hints;
    }

    public int transactions() {
        return endings.values().stream().mapToInt(i -> i).sum();
    }

    public int allOperations() {
        return operations.values().stream().mapToInt(i -> i).sum();
    }
}
