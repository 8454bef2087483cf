package io.bateleur.core.asg;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Version;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a white-box trace tells of versions. A hint that the trace itself contradicts is told and not believed. */
final class Hints {
    private static final int CONTRADICTED = -2;

    private final Asg asg;
    private final History history;
    private final BadReads findings;

    /** The version set of the range at hand: by key, the write, or {@link Asg#INITIAL}. */
    private final Map<Integer, Integer> seen = new HashMap<>();

    Hints(Asg asg, BadReads findings) {
        this.asg = asg;
        this.history = asg.history();
        this.findings = findings;
    }

    /** Takes up what is told of the versions that a range read chose from. */
    void range(int operation) {
        seen.clear();
        for (Version version : new Operation(history, operation).versionSet().orElse(List.of())) {
            int key = history.keys().find(version.key());
            int write = version.writer().isEmpty()
                    ? Asg.INITIAL
                    : history.transaction(version.writer().get())
                            .map(writer -> asg.writeOf(writer.number(), key))
                            .filter(w -> w >= 0)
                            .orElse(CONTRADICTED);
            if (key >= 0) {
                seen.putIfAbsent(key, write);
            }
        }
    }

    /** Whether the version set of the range at hand tells which version of a key was seen. */
    boolean names(int key) {
        return seen.containsKey(key);
    }

    /** Leaves of the candidates from a place on only the one that the version set names. */
    void narrow(int t, int key, IntList candidates, int first) {
        Integer hinted = seen.get(key);
        if (hinted == null) {
            return;
        }
        for (int i = first; i < candidates.size; i++) {
            if (candidates.data[i] == hinted) {
                candidates.data[first] = hinted;
                candidates.size = first + 1;
                return;
            }
        }
        findings.warning("the version set of a range read by " + history.transactionId(t) + " names a writer of "
                + history.keys().get(key) + " that what was returned contradicts; it is not believed");
    }

    /** Version orders, as pairs of neighbours. */
    void orders(ReadLineage lineage, ListLineage lists) {
        for (int key = 0; key < history.keyCount(); key++) {
            int[] order = history.versionOrder(key);
            if (order == null) {
                continue;
            }
            int[] writes = writes(order, key);
            if (contradicts(writes, lists)) {
                findings.warning("the version order of " + history.keys().get(key)
                        + " is not that of the lists that were read; it is not believed");
                continue;
            }
            for (int i = 1; i < writes.length; i++) {
                lineage.known(writes[i - 1], writes[i]);
            }
        }
    }

    private int[] writes(int[] order, int key) {
        IntList writes = new IntList(order.length);
        BitSet met = new BitSet();
        for (int transaction : order) {
            int write = asg.writeOf(transaction, key);
            if (write < 0 || met.get(transaction)) {
                findings.warning("the version order of " + history.keys().get(key) + " names "
                        + history.transactionId(transaction)
                        + (write < 0 ? ", which installed no version of it" : " twice")
                        + "; that entry is not believed");
                continue;
            }
            met.set(transaction);
            writes.add(write);
        }
        return Arrays.copyOf(writes.data, writes.size);
    }

    private static boolean contradicts(int[] writes, ListLineage lists) {
        int last = 0;
        for (int write : writes) {
            int place = lists.placeOf(write);
            if (place < last) {
                return true;
            }
            last = place;
        }
        return false;
    }
}
