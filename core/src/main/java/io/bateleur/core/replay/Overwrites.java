package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Criterion.Anti;
import io.bateleur.core.model.Duties;
import java.util.Arrays;
import java.util.Optional;

/**
 * Anti-dependencies, and writers that must not overlap, in one walk through the events.
 *
 * <p>That a reader starts before the commit of every later version says that at its start the version it saw was the newest.
 * Of a range that did not return a key, only later versions that would have brought the key into the answer count (prw).
 */
final class Overwrites {
    private static final int NONE = -1;

    private final Execution execution;
    private final Asg asg;
    private final Duties duties;
    private final Timeline timeline;
    private final VersionOrder versions;
    /** By key, the places of the newest version so far, and of the newest one that is live. */
    private final int[] newest;

    private final int[] newestLive;
    /** By key, the last transaction that was found to install it. */
    private final int[] installer;

    Overwrites(Execution execution) {
        this.execution = execution;
        this.asg = execution.asg();
        this.duties = execution.duties();
        this.timeline = execution.timeline();
        this.versions = execution.versions();
        int keys = asg.history().keyCount();
        this.newest = new int[keys];
        this.newestLive = new int[keys];
        this.installer = new int[keys];
        Arrays.fill(newest, NONE);
        Arrays.fill(newestLive, NONE);
        Arrays.fill(installer, NONE);
    }

    Optional<String> flaw() {
        if (duties.all(level -> level.criterion().anti() == Anti.NONE)) {
            return Optional.empty();
        }
        Optional<String> flaw = Optional.empty();
        for (int position = 0; position < timeline.eventCount() && flaw.isEmpty(); position++) {
            int t = timeline.transactionAt(position);
            flaw = Timeline.isCommit(timeline.event(position)) ? commit(t) : start(t);
        }
        return flaw;
    }

    private Optional<String> start(int t) {
        Anti anti = duties.anti(t);
        if (anti == Anti.NONE) {
            return Optional.empty();
        }
        if (anti == Anti.CURSOR) {
            for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                installer[asg.writeKey(w)] = t;
            }
        }
        for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
            int key = asg.readKey(r);
            boolean predicate = asg.isPredicateRead(r);
            boolean counts = anti == Anti.ALL || !predicate && (anti == Anti.ITEM || installer[key] == t);
            int last = predicate ? newestLive[key] : newest[key];
            if (counts && last > execution.rankSeen(r)) {
                return Optional.of(execution.reading(t, r) + ", and "
                        + execution.name(asg.writeTransaction(versions.at(last)))
                        + " commits a later version before " + execution.name(t) + " starts");
            }
        }
        return Optional.empty();
    }

    private Optional<String> commit(int t) {
        boolean alone = duties.forbidOverlap(t);
        for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
            int key = asg.writeKey(w);
            if (alone && newest[key] != NONE) {
                int earlier = asg.writeTransaction(versions.at(newest[key]));
                if (timeline.commit(earlier) > timeline.start(t)) {
                    return Optional.of(execution.name(t) + " and " + execution.name(earlier) + " both write "
                            + execution.keyName(key) + ", and " + execution.name(t) + " starts before "
                            + execution.name(earlier) + " commits");
                }
            }
            newest[key] = versions.rank(w);
            if (!asg.isDeadWrite(w)) {
                newestLive[key] = versions.rank(w);
            }
        }
        return Optional.empty();
    }
}
