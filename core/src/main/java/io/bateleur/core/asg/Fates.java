package io.bateleur.core.asg;

import static io.bateleur.core.asg.WriteHistory.GONE;
import static io.bateleur.core.asg.WriteHistory.HAPPENED;
import static io.bateleur.core.asg.WriteHistory.POSSIBLE;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.model.History;
import java.util.BitSet;
import java.util.function.IntConsumer;

/** What reads tell of transactions whose ending is unknown. */
final class Fates {
    private final Asg asg;
    private final History history;
    private final WriteHistory writes;
    private final ReadLineage lineage;
    private final byte[] fates;

    Fates(Asg asg, WriteHistory writes, ReadLineage lineage) {
        this.asg = asg;
        this.history = writes.history;
        this.writes = writes;
        this.lineage = lineage;
        this.fates = writes.fates;
    }

    /**
     * A transaction of unknown ending that no read can have seen makes no difference: leaving it out takes away edges and
     * nothing else. One that is the only explanation of a read has happened.
     *
     * @return whether what is now known of some transaction changes more than its fate, so that the graph must be made again
     */
    boolean settle() {
        if (!hasOpen()) {
            return false;
        }
        BitSet seen = new BitSet();
        BitSet certain = new BitSet();
        IntList work = new IntList(16);
        for (int t = 0; t < fates.length; t++) {
            if (fates[t] == HAPPENED) {
                seen.set(t);
                certain.set(t);
                work.add(t);
            }
        }
        hinted(seen, certain, work);
        spread(seen, copy(work), false);
        spread(certain, work, true);
        boolean gone = lineage.hasListsInDoubt();
        for (int t = 0; t < fates.length; t++) {
            if (fates[t] == POSSIBLE) {
                fates[t] = certain.get(t) ? HAPPENED : seen.get(t) ? POSSIBLE : GONE;
                gone |= fates[t] == GONE || asg.hasBadRead(t);
            }
        }
        return gone;
    }

    private boolean hasOpen() {
        for (byte fate : fates) {
            if (fate == POSSIBLE) {
                return true;
            }
        }
        return false;
    }

    /** A version order names versions that were installed. */
    private void hinted(BitSet seen, BitSet certain, IntList work) {
        for (int key = 0; key < history.keyCount(); key++) {
            int[] order = history.versionOrder(key);
            for (int i = 0; order != null && i < order.length; i++) {
                if (fates[order[i]] == POSSIBLE && !certain.get(order[i]) && asg.writeOf(order[i], key) >= 0) {
                    seen.set(order[i]);
                    certain.set(order[i]);
                    work.add(order[i]);
                }
            }
        }
    }

    private static IntList copy(IntList ints) {
        IntList copy = new IntList(ints.size);
        for (int i = 0; i < ints.size; i++) {
            copy.add(ints.data[i]);
        }
        return copy;
    }

    /** Follows reads to their only candidates, or to all of them; and lists to all who appended what was seen. */
    private void spread(BitSet reached, IntList work, boolean onlyCandidates) {
        while (work.size > 0) {
            int t = work.data[--work.size];
            listed(t, writer -> {
                if (!reached.get(writer)) {
                    reached.set(writer);
                    work.add(writer);
                }
            });
            for (int r = asg.readStart[t]; r < asg.readStart[t + 1]; r++) {
                int from = asg.candidateStart[r];
                int to = asg.candidateStart[r + 1];
                if (onlyCandidates && to - from > 1) {
                    continue;
                }
                for (int c = from; c < to; c++) {
                    int writer = asg.candidate[c] < 0 ? -1 : asg.writeTransaction[asg.candidate[c]];
                    if (writer >= 0 && !reached.get(writer)) {
                        reached.set(writer);
                        work.add(writer);
                    }
                }
            }
        }
    }

    /** Whoever appended an element of a list that a transaction read. */
    private void listed(int t, IntConsumer writers) {
        for (int o = history.firstOperation(t);
                !writes.appendedKeys.isEmpty() && o < history.firstOperation(t + 1);
                o++) {
            // What was there at first, and what the reader itself had appended, is nobody else's.
            int end = lineage.listEnd(o);
            for (int i = end == 0 ? 0 : writes.initialListSize(history.key(o)); i < end; i++) {
                int w = writes.index.first(history.key(o), history.values().element(history.value(o), i));
                if (w >= 0 && writes.index.next(w) < 0 && fates[writes.transactionOf[w]] != GONE) {
                    writers.accept(writes.transactionOf[w]);
                }
            }
        }
    }

    /** One who read a list happened only if everybody did whose element it shows. */
    void fillCompanions() {
        IntList companions = new IntList(8);
        for (int t = 0; t < fates.length; t++) {
            if (fates[t] == POSSIBLE) {
                int reader = t;
                listed(t, writer -> {
                    if (fates[writer] == POSSIBLE && writer != reader) {
                        companions.add(reader);
                        companions.add(writer);
                    }
                });
            }
        }
        asg.companions = companions.toArray();
    }
}
