package io.bateleur.sql.audit;

import io.bateleur.core.model.Ending;
import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.eval.TableShape;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Audits a small log by executing it in every order of its moments that the times allow: a second opinion that shares nothing with the search
 * but the evaluator.
 */
final class PlainAuditor {
    /** What it says: null when it was too much. */
    enum Opinion {
        POSSIBLE,
        IMPOSSIBLE,
        TOO_MUCH
    }

    private enum Kind {
        SNAPSHOT,
        EXECUTE,
        COMMIT
    }

    private record Moment(
            int point,
            Kind kind,
            LoggedTransaction transaction,
            @Nullable LoggedStatement statement) {}

    private final Points points;
    /** Whose locks there are; null: there are none. */
    final @Nullable SqlDialect engine;

    private final Evaluation evaluation;
    private final List<Moment> moments = new ArrayList<>();
    private final long stepsMax;

    /** The committed state. */
    Map<Long, PlainRow> committed;
    /** Tables of which nothing is known, but for rows that are newer than a number. */
    Map<TableShape, Long> obscure = new HashMap<>();

    private Map<LoggedTransaction, PlainSession> sessions = new HashMap<>();
    /** Those that the statement takes which is being executed. */
    Ways ways = new Ways();

    private long rows;
    private long steps;

    PlainAuditor(
            LoggedWork work,
            Evaluation evaluation,
            List<LoggedTransaction> transactions,
            List<PlainRow> initial,
            Set<TableShape> unknown,
            long stepsMax) {
        this.points = work.points();
        this.engine = work.engine();
        this.evaluation = evaluation;
        this.stepsMax = stepsMax;
        committed = new HashMap<>();
        initial.forEach(row -> committed.put(row.id(), row));
        rows = initial.size();
        unknown.forEach(table -> obscure.put(table, 0L));
        transactions.forEach(this::moments);
        for (LoggedTransaction t : transactions) {
            sessions.put(t, new PlainSession(t, this));
        }
    }

    private void moments(LoggedTransaction t) {
        if (t.rules.oneSnapshot() && t.rules != SightRules.SERIAL_AT_COMMIT) {
            moments.add(new Moment(t.snapshotPoint, Kind.SNAPSHOT, t, null));
        }
        if (t.rules == SightRules.SERIAL_AT_COMMIT) {
            moments.add(new Moment(t.commitPoint, Kind.COMMIT, t, null));
            return;
        }
        for (LoggedStatement s : t.statements) {
            if (!t.rules.oneSnapshot()) {
                moments.add(new Moment(s.snapshotPoint, Kind.SNAPSHOT, t, s));
            }
            moments.add(new Moment(s.lockPoint, Kind.EXECUTE, t, s));
        }
        moments.add(new Moment(t.commitPoint, Kind.COMMIT, t, null));
    }

    boolean isKnown(PlainRow row) {
        return row.id() >= obscure.getOrDefault(row.table(), 0L);
    }

    /** Nothing is known any more of the rows that a table has now. */
    void forget(TableShape table) {
        obscure.put(table, rows);
    }

    long newRow() {
        return rows++;
    }

    Opinion opinion() {
        boolean found = search(new ArrayList<>(moments));
        return found ? Opinion.POSSIBLE : steps > stepsMax ? Opinion.TOO_MUCH : Opinion.IMPOSSIBLE;
    }

    private boolean search(List<Moment> left) {
        if (left.stream().allMatch(PlainAuditor::mayNeverHappen)) {
            return true;
        }
        for (Moment next : left) {
            if (steps > stepsMax) {
                return false;
            }
            boolean serial = next.transaction.rules == SightRules.SERIAL_AT_COMMIT;
            boolean lost = serial && next.transaction.ending == Ending.UNKNOWN;
            if (isNext(next, left) && (after(next, left, true) || lost && after(next, left, false))) {
                return true;
            }
            if (isAlone(next) && isNext(next, left)) {
                return false; // it touches nobody: no other order is different
            }
        }
        return false;
    }

    /** A commit whose answer was lost; a transaction that happens at its commit was executed all the same. */
    private static boolean mayNeverHappen(Moment moment) {
        LoggedTransaction t = moment.transaction;
        return moment.kind == Kind.COMMIT && t.ending == Ending.UNKNOWN && t.rules != SightRules.SERIAL_AT_COMMIT;
    }

    private boolean isNext(Moment moment, List<Moment> left) {
        for (Moment other : left) {
            boolean lost = other.kind == Kind.COMMIT && other.transaction.ending == Ending.UNKNOWN;
            if (!other.equals(moment) && !lost && points.surely(other.point, moment.point)) {
                return false;
            }
        }
        return true;
    }

    /** A read of a snapshot that was taken already. */
    private static boolean isAlone(Moment moment) {
        LoggedStatement s = moment.statement;
        return moment.kind == Kind.EXECUTE
                && s != null
                && moment.transaction.rules != SightRules.LOCKING
                && PlainReads.is(s.tree());
    }

    private boolean after(Moment moment, List<Moment> left, boolean commits) {
        Map<Long, PlainRow> before = committed;
        Map<LoggedTransaction, PlainSession> sessionsBefore = sessions;
        Map<TableShape, Long> obscureBefore = new HashMap<>(obscure);
        long rowsBefore = rows;
        List<Moment> rest = new ArrayList<>(left);
        rest.remove(moment);
        Ways free = new Ways();
        do {
            steps++;
            sessions = new HashMap<>(sessionsBefore);
            PlainSession session = java.util.Objects.requireNonNull(sessions.get(moment.transaction))
                    .copy();
            sessions.put(moment.transaction, session);
            ways = free;
            if (happens(moment, session, commits) && search(rest)) {
                return true;
            }
            committed = before;
            sessions = sessionsBefore;
            obscure = new HashMap<>(obscureBefore);
            rows = rowsBefore;
        } while (free.next());
        return false;
    }

    private boolean happens(Moment moment, PlainSession session, boolean commits) {
        LoggedTransaction t = moment.transaction;
        LoggedStatement s = moment.statement;
        switch (moment.kind) {
            case SNAPSHOT -> {
                session.snapshot = committed;
                session.hasSnapshot = true;
                return true;
            }
            case EXECUTE -> {
                return s == null || executes(t, s, session) && isFree(session);
            }
            case COMMIT -> {
                if (t.rules == SightRules.SERIAL_AT_COMMIT) {
                    session.snapshot = committed;
                    session.hasSnapshot = true;
                    for (LoggedStatement each : t.statements) {
                        if (!executes(t, each, session)) {
                            return false;
                        }
                    }
                }
                session.isOver = true;
                return !commits || t.ending == Ending.ABORTED || commits(session);
            }
        }
        return true;
    }

    /** Whether nobody else holds what a session holds. */
    boolean isFree(PlainSession session) {
        return sessions.values().stream()
                .noneMatch(other -> other.transaction != session.transaction && session.meets(other));
    }

    private boolean commits(PlainSession session) {
        boolean lost = session.transaction.ending == Ending.UNKNOWN;
        boolean holds = session.holdsEverything() && (lost || session.keepsRules(evaluation));
        if (holds) {
            committed = session.committed(committed);
        }
        return holds;
    }

    private boolean executes(LoggedTransaction t, LoggedStatement s, PlainSession session) {
        if (!s.outOfPlace.isEmpty()) {
            return false;
        }
        if (s.marks) {
            session.savepoint(s.place);
        } else if (s.backTo >= 0) {
            session.rollbackTo(s.backTo);
        }
        io.bateleur.core.model.SqlResult.Failure failure = s.failure();
        boolean nothing = failure != null && !AnswerCheck.isAboutRows(failure.state());
        if (nothing || TransactionCourse.isAboutSavepoints(s.tree())) {
            return true;
        }
        if (s.mayHaveFailed() && ways.take(2) == 1) {
            return true;
        }
        Object mark = session.mark();
        try {
            session.statement = s;
            Answer answer = evaluation.answer(s, session, session);
            boolean unchecked = t.rules == SightRules.DIRTY_READS && answer.count() == null && answer.error() == null;
            if (!unchecked && !AnswerCheck.allows(answer, s)) {
                return false;
            }
        } catch (Conflict e) {
            return false;
        }
        if (failure != null) {
            session.undo(mark);
        }
        return true;
    }
}
