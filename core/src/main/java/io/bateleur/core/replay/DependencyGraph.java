package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ints.IntList;
import io.bateleur.core.model.Duties;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The dependencies that a witness makes true, as the predecessors of each node. Nodes are the transactions in the order of
 * their commits, which all edges follow, and between them the ticks of real time, each after all that had ended by then.
 *
 * <p>It is sparse: of session order and version order only the steps to the next, since the closure is the same.
 */
final class DependencyGraph {
    private static final int NONE = -1;

    private final Execution execution;
    private final Asg asg;
    private final Duties duties;
    private final Timeline timeline;
    private final boolean versionOrderCounts;

    private final int[] nodeOf;
    private final IntList transactionOf = new IntList();
    private final IntList start = new IntList();
    private final IntList predecessor = new IntList();

    /**
     * By transaction, the one before it in its session, where it or a later one counts session order; see {@link #sessions}.
     */
    private final int[] previous;

    /** By transaction, the node for which it was noted as a predecessor. */
    private final int[] notedFor;

    /** With the edges wr, pwr, so and rt that count; {@code versionOrderCounts} adds ww. */
    DependencyGraph(Execution execution, boolean versionOrderCounts) {
        this.execution = execution;
        this.asg = execution.asg();
        this.duties = execution.duties();
        this.timeline = execution.timeline();
        this.versionOrderCounts = versionOrderCounts;
        this.nodeOf = new int[asg.transactionCount()];
        this.notedFor = new int[asg.transactionCount()];
        this.previous = new int[asg.transactionCount()];
        Arrays.fill(notedFor, NONE);
        Arrays.fill(previous, NONE);
        if (duties.any(Duties::countsSessions)) {
            linkSessions();
        }
        make(duties.any(Level::countsRealTime) ? new Ticks() : null);
        start.add(predecessor.size);
    }

    private void linkSessions() {
        History history = asg.history();
        for (int s = 0; s < history.sessionCount(); s++) {
            int last = NONE;
            for (int i = 0; i < history.sessionSize(s); i++) {
                int t = history.transactionOfSession(s, i);
                if (timeline.happened(t)) {
                    previous[t] = last;
                    last = t;
                }
            }
        }
    }

    private void make(@Nullable Ticks ticks) {
        for (int position = 0; position < timeline.eventCount(); position++) {
            if (Timeline.isCommit(timeline.event(position))) {
                int t = timeline.transactionAt(position);
                nodeOf[t] = begin(t);
                if (ticks != null) {
                    ticks.before(t);
                }
                sessions(t);
                reads(t);
                versions(t);
                if (ticks != null) {
                    ticks.after(position);
                }
            }
        }
    }

    private int begin(int transaction) {
        start.add(predecessor.size);
        transactionOf.add(transaction);
        return transactionOf.size - 1;
    }

    /**
     * In a mixed check a transaction may come after its session though the one before it does not: then it comes after that one,
     * and the one before, up to one that comes after its session itself. Each is stepped over once.
     */
    private void sessions(int t) {
        if (!duties.countSessions(t)) {
            return;
        }
        for (int p = previous[t]; p != NONE; p = previous[p]) {
            add(t, p);
            if (duties.countSessions(p)) {
                return;
            }
        }
    }

    private void reads(int t) {
        for (int r = asg.firstRead(t); r < asg.firstRead(t + 1) && duties.countReads(t); r++) {
            if (execution.source(r) >= 0) {
                add(t, execution.source(r));
            }
        }
    }

    private void versions(int t) {
        for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1) && versionOrderCounts; w++) {
            int place = execution.versions().rank(w);
            if (place > asg.firstOfKey(asg.writeKey(w))) {
                add(t, asg.writeTransaction(execution.versions().at(place - 1)));
            }
        }
    }

    private void add(int t, int earlier) {
        if (notedFor[earlier] != t) {
            notedFor[earlier] = t;
            predecessor.add(nodeOf[earlier]);
        }
    }

    int nodeCount() {
        return transactionOf.size;
    }

    int node(int transaction) {
        return nodeOf[transaction];
    }

    /** The transaction of a node, or -1 for a tick. */
    int transaction(int node) {
        return transactionOf.get(node);
    }

    int firstPredecessor(int node) {
        return start.get(node);
    }

    int predecessor(int place) {
        return predecessor.get(place);
    }

    /** Makes the ticks of real time into nodes. */
    private final class Ticks {
        private final RealTime time = new RealTime(asg.history(), timeline);
        private final int[] tickNode = new int[time.tickCount()];
        /** The transactions that ended at each tick. */
        private final int[] endStart = new int[time.tickCount() + 1];

        private final int[] ended;
        private int next;

        Ticks() {
            for (int t = 0; t < asg.transactionCount(); t++) {
                if (time.endTick(t) >= 0) {
                    endStart[time.endTick(t) + 1]++;
                }
            }
            for (int tick = 0; tick < tickNode.length; tick++) {
                endStart[tick + 1] += endStart[tick];
            }
            ended = new int[endStart[tickNode.length]];
            int[] place = endStart.clone();
            for (int t = 0; t < asg.transactionCount(); t++) {
                if (time.endTick(t) >= 0) {
                    ended[place[time.endTick(t)]++] = t;
                }
            }
        }

        /** A transaction comes after the last tick before it began. */
        void before(int t) {
            if (duties.countRealTime(t) && time.lastTickBefore(t) >= 0) {
                predecessor.add(tickNode[time.lastTickBefore(t)]);
            }
        }

        /** The ticks whose transactions have all committed by now. */
        void after(int position) {
            while (next < tickNode.length && time.latestCommit(next) <= position) {
                tickNode[next] = begin(NONE);
                if (next > 0) {
                    predecessor.add(tickNode[next - 1]);
                }
                for (int i = endStart[next]; i < endStart[next + 1]; i++) {
                    predecessor.add(nodeOf[ended[i]]);
                }
                next++;
            }
        }
    }
}
