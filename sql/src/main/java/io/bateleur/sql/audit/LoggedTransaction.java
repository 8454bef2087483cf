package io.bateleur.sql.audit;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.SqlResult;
import java.util.ArrayList;
import java.util.List;

/** A transaction of a log. The time of its commit is bounded by {@link #endBefore} and {@link #endAfter}. */
final class LoggedTransaction {
    /** In the history. */
    final int number;

    final String name;
    final int session;
    final List<LoggedStatement> statements;
    final long start;
    final long endBefore;
    final long endAfter;
    final Ending ending;
    final SightRules rules;
    /** Among the points of the log: its commit, and for those that have one, its snapshot. */
    int commitPoint = -1;

    int snapshotPoint = -1;

    private long earliest;
    private final long lastMoment;

    LoggedTransaction(
            int number,
            String name,
            int session,
            List<LoggedStatement> statements,
            long start,
            long endBefore,
            long endAfter,
            Ending ending,
            SightRules rules) {
        this.number = number;
        this.name = name;
        this.session = session;
        this.statements = List.copyOf(statements);
        this.start = start;
        this.endBefore = endBefore;
        this.endAfter = endAfter;
        this.ending = ending;
        this.rules = rules;
        this.earliest = start;
        this.lastMoment = rules == SightRules.SERIAL_AT_COMMIT ? endAfter : lastAnswer(start, this.statements);
    }

    private static long lastAnswer(long start, List<LoggedStatement> statements) {
        long last = start;
        for (LoggedStatement s : statements) {
            SqlResult.Failure failure = s.failure();
            // Errors that may come at any time say nothing of the rows that the statement saw.
            boolean looked = failure == null || AnswerCheck.isAboutRows(failure.state());
            last = looked ? Math.max(last, s.after) : last;
        }
        return last;
    }

    /** The points at which it looked at what others had committed. */
    List<Integer> moments() {
        List<Integer> moments = new ArrayList<>();
        if (rules == SightRules.SERIAL_AT_COMMIT) {
            return List.of(commitPoint);
        }
        moments.add(snapshotPoint);
        for (LoggedStatement s : statements) {
            if (s.snapshotPoint >= 0) {
                moments.add(s.snapshotPoint);
            }
            moments.add(s.lockPoint);
        }
        return moments;
    }

    /** From when on it may have looked at what others commit. */
    long earliest() {
        return earliest;
    }

    /** Its snapshot is that of an earlier moment than its first statement. */
    void startsAt(long moment) {
        earliest = Math.min(earliest, moment);
    }

    /** Until when it may have looked at what others commit. */
    long lastMoment() {
        return lastMoment;
    }

    /** From when on what it had locked may be free: an error may have freed it. */
    long released() {
        long released = endBefore;
        for (int i = statements.size() - 1; i >= 0 && ending == Ending.ABORTED; i--) {
            if (statements.get(i).failure() == null) {
                break;
            }
            released = statements.get(i).before;
        }
        return released;
    }

    /** Whether its changes may become visible to others. */
    boolean mayCommit() {
        return ending != Ending.ABORTED;
    }

    /** The same of which nobody knows what it was answered, nor whether it committed. */
    LoggedTransaction doubtful() {
        List<LoggedStatement> unanswered =
                statements.stream().map(LoggedStatement::unanswered).toList();
        Ending doubt = ending == Ending.ABORTED ? ending : Ending.UNKNOWN;
        LoggedTransaction copy =
                new LoggedTransaction(number, name, session, unanswered, start, endBefore, endAfter, doubt, rules);
        copy.earliest = earliest;
        copy.commitPoint = commitPoint;
        copy.snapshotPoint = snapshotPoint;
        return copy;
    }

    @Override
    public String toString() {
        return name;
    }
}
