package io.bateleur.sql.audit;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.Interval;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives numbers to the moments of transactions.
 *
 * @param begins whether snapshots are those of the begins: by the definition of strong snapshot isolation, where somebody tells when
 *     that was. What a recorder says of it is when the client sent its first statement; databases take their snapshots later.
 */
record Moments(Points points, boolean begins, long clockError) {
    static final long EARLIEST = Long.MIN_VALUE / 4;
    static final long LATEST = Long.MAX_VALUE / 4;

    /** Those of a transaction, in their order, after those of its session that there are. */
    void place(LoggedTransaction t, Optional<Interval> begin) {
        int session = t.session;
        @Nullable LoggedStatement first = null;
        for (LoggedStatement s : t.statements) {
            if (first == null && takesSnapshot(s, t.rules)) {
                first = s;
                t.snapshotPoint = snapshot(t, s, begin);
            }
            if (!t.rules.oneSnapshot()) {
                s.snapshotPoint = points.add(session, s.before, s.after);
            }
            s.lockPoint = points.add(session, s.before, s.after);
        }
        if (t.snapshotPoint < 0) {
            t.snapshotPoint = points.add(session, t.start, t.endAfter);
        }
        // A commit whose answer was lost may come after what its session did next.
        int line = t.ending == Ending.UNKNOWN ? -1 - t.number : session;
        t.commitPoint = points.add(line, Math.min(t.endBefore, t.released()), t.endAfter);
    }

    private int snapshot(LoggedTransaction t, LoggedStatement first, Optional<Interval> begin) {
        if (!begins || begin.isEmpty()) {
            // H2 takes another one after a statement that failed, or keeps that one's.
            boolean failed = t.rules == SightRules.H2_SNAPSHOT;
            return points.add(t.session, failed ? t.statements.get(0).before : first.before, first.after);
        }
        t.startsAt(begin.get().before() - clockError);
        return points.add(
                t.session, begin.get().before() - clockError, begin.get().after() + clockError);
    }

    private static boolean takesSnapshot(LoggedStatement s, SightRules rules) {
        Statement tree = s.tree();
        boolean utility = tree instanceof Utility && !(tree instanceof Utility.CallProcedure);
        if (utility || rules == SightRules.H2_SNAPSHOT && s.failure() != null) {
            return false;
        }
        return rules != SightRules.INNODB_REPEATABLE_READ || PlainReads.is(tree);
    }
}
