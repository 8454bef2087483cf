package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import java.util.Arrays;
import java.util.Optional;

/**
 * The versions of each key, oldest first. Those of one key are neighbours, laid out as {@link Asg#firstOfKey} says, so that of
 * two writes of a key the one with the lower rank is older.
 */
final class VersionOrder {
    /** The rank of the initial version, and of writes that did not happen: below all others. */
    static final int NOT_RANKED = -1;

    private final Asg asg;
    private final int[] ordered;
    private final int[] rank;
    private final int[] end;
    private Optional<String> flaw = Optional.empty();

    private VersionOrder(Asg asg) {
        this.asg = asg;
        this.ordered = new int[asg.writeCount()];
        this.rank = new int[asg.writeCount()];
        this.end = new int[asg.history().keyCount()];
        Arrays.fill(rank, NOT_RANKED);
        for (int key = 0; key < end.length; key++) {
            end[key] = asg.firstOfKey(key);
        }
    }

    /** The order in which their writers committed. */
    static VersionOrder ofCommits(Asg asg, Timeline timeline) {
        VersionOrder order = new VersionOrder(asg);
        for (int position = 0; position < timeline.eventCount(); position++) {
            if (Timeline.isCommit(timeline.event(position))) {
                int t = timeline.transactionAt(position);
                for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                    order.append(asg.writeKey(w), w);
                }
            }
        }
        order.flaw = order.againstTheTrace();
        return order;
    }

    /** The order that a witness gives for each key apart. */
    static VersionOrder given(Asg asg, Timeline timeline, int[] versions) {
        VersionOrder order = new VersionOrder(asg);
        order.flaw = order.take(timeline, versions).or(order::againstTheTrace);
        return order;
    }

    private Optional<String> take(Timeline timeline, int[] versions) {
        if (versions.length != ordered.length) {
            return Optional.of("the witness orders " + versions.length + " versions, and there are " + ordered.length);
        }
        for (int key = 0; key < end.length; key++) {
            for (int place = asg.firstOfKey(key); place < asg.firstOfKey(key + 1); place++) {
                int w = versions[place];
                if (w < 0 || w >= rank.length || asg.writeKey(w) != key) {
                    return Optional.of("the witness has something else among the versions of " + name(key));
                }
                if (rank[w] != NOT_RANKED) {
                    return Optional.of("the witness has a version of " + name(key) + " twice");
                }
                if (timeline.happened(asg.writeTransaction(w))) {
                    if (end[key] != place) {
                        return Optional.of("among the versions of " + name(key)
                                + " the witness has one that never was before one that was");
                    }
                    append(key, w);
                }
            }
        }
        return Optional.empty();
    }

    private void append(int key, int write) {
        rank[write] = end[key];
        ordered[end[key]++] = write;
    }

    private Optional<String> againstTheTrace() {
        for (int i = 0; i < asg.knownCount(); i++) {
            int older = asg.knownBefore(i);
            int newer = asg.knownAfter(i);
            if (rank[older] > rank[newer] && rank[newer] != NOT_RANKED) {
                return Optional.of("in the witness " + writer(newer) + " wrote " + name(asg.writeKey(newer))
                        + " before " + writer(older) + ", and the trace tells that it was after it");
            }
        }
        return Optional.empty();
    }

    Optional<String> flaw() {
        return flaw;
    }

    /** The place of a write's version among those of its key, also for {@link Asg#INITIAL}. */
    int rank(int write) {
        return write < 0 ? NOT_RANKED : rank[write];
    }

    /** The write at a place below {@link #end} of its key. */
    int at(int place) {
        return ordered[place];
    }

    /** The place after the last version of a key that came to be. */
    int end(int key) {
        return end[key];
    }

    private String writer(int write) {
        return asg.history().transactionId(asg.writeTransaction(write)).toString();
    }

    private String name(int key) {
        return asg.history().keys().get(key).toString();
    }
}
