package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ints.IntList;
import io.bateleur.core.model.Criterion.Visibility;
import java.util.Set;

/**
 * The reads at some visibilities that were not of the newest version at the reader's start, each with the places of the later
 * versions that its reader must not know of. Only those need a closer look: a version that commits after the reader's start
 * cannot be before it in any chain of dependencies. Those of one reader are neighbours.
 */
final class StaleReads {
    private final IntList readers = new IntList();
    private final IntList reads = new IntList();
    private final IntList from = new IntList();
    private final IntList to = new IntList();

    /** By place, the place of the next live version of the key, this one included, or one that is past all of them. */
    private final int[] nextLive;

    StaleReads(Execution execution, Set<Visibility> visibilities) {
        this.nextLive = nextLive(execution);
        Asg asg = execution.asg();
        Timeline timeline = execution.timeline();
        int[] committed = new int[asg.history().keyCount()];
        for (int key = 0; key < committed.length; key++) {
            committed[key] = asg.firstOfKey(key);
        }
        for (int position = 0; position < timeline.eventCount(); position++) {
            int t = timeline.transactionAt(position);
            if (Timeline.isCommit(timeline.event(position))) {
                for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                    committed[asg.writeKey(w)]++;
                }
            } else if (visibilities.contains(execution.duties().visibility(t))) {
                for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                    add(execution, t, r, committed[asg.readKey(r)]);
                }
            }
        }
    }

    /**
     * Where version order is among the dependencies, the next version is enough: when a later one is before the reader, so is
     * this one. There a range that missed a key is at odds with later live versions only (prw). The definitions of the other
     * visibilities know no such exception: a delete after the one that was seen counts, too.
     */
    private void add(Execution execution, int t, int r, int end) {
        boolean nextIsEnough = execution.duties().visibility(t) == Visibility.DEPENDENCIES;
        Asg asg = execution.asg();
        int seen = execution.rankSeen(r);
        int first = seen == VersionOrder.NOT_RANKED ? asg.firstOfKey(asg.readKey(r)) : seen + 1;
        if (nextIsEnough && first < end && asg.isPredicateRead(r)) {
            first = nextLive[first];
        }
        if (first < end) {
            readers.add(t);
            reads.add(r);
            from.add(first);
            to.add(nextIsEnough ? first + 1 : end);
        }
    }

    private static int[] nextLive(Execution execution) {
        Asg asg = execution.asg();
        int[] next = new int[asg.writeCount()];
        for (int key = 0; key < asg.history().keyCount(); key++) {
            int live = Integer.MAX_VALUE;
            for (int place = execution.versions().end(key) - 1; place >= asg.firstOfKey(key); place--) {
                live = asg.isDeadWrite(execution.versions().at(place)) ? live : place;
                next[place] = live;
            }
        }
        return next;
    }

    int size() {
        return reads.size;
    }

    int reader(int i) {
        return readers.get(i);
    }

    int read(int i) {
        return reads.get(i);
    }

    /** The place of the first later version. */
    int from(int i) {
        return from.get(i);
    }

    /** The place after the last later version in question. */
    int to(int i) {
        return to.get(i);
    }
}
