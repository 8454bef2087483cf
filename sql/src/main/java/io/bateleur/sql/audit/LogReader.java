package io.bateleur.sql.audit;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Interval;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Session;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Takes the statements of a history, with the times between which each must have been executed. */
final class LogReader {
    private static final long EARLIEST = Long.MIN_VALUE / 4;
    private static final long LATEST = Long.MAX_VALUE / 4;

    private final History history;
    private final SqlDialect dialect;
    private final Function<Transaction, SightRules> rules;
    private final boolean begins;
    private final long clockError;
    private final Map<String, List<Statement>> trees = new HashMap<>();
    private final Points points = new Points();
    private final LoggedTransaction[] transactions;

    /** @param begins whether snapshots are those of the begins */
    LogReader(
            History history,
            SqlDialect dialect,
            Function<Transaction, SightRules> rules,
            boolean begins,
            long clockError) {
        this.begins = begins;
        this.history = history;
        this.dialect = dialect;
        this.rules = rules;
        this.clockError = clockError;
        this.transactions = new LoggedTransaction[history.transactionCount()];
    }

    LoggedWork read() {
        for (Session session : history.sessions()) {
            read(session);
        }
        return new LoggedWork(List.of(transactions), points, history.hasTimes());
    }

    /** The bounds of an event: of those without times what the events before and after it in the session leave. */
    private static final class Bound {
        long before;
        long after;

        Bound(Optional<Interval> times) {
            before = times.map(Interval::before).orElse(EARLIEST);
            after = times.map(Interval::after).orElse(LATEST);
        }
    }

    private void read(Session session) {
        List<Transaction> all = session.transactions();
        List<List<Bound>> bounds = new ArrayList<>();
        List<Bound> line = new ArrayList<>();
        for (Transaction t : all) {
            List<Bound> own = new ArrayList<>();
            for (Operation operation : t.operations()) {
                own.add(new Bound(operation.times()));
            }
            own.add(new Bound(t.end()));
            line.addAll(t.ending() == Ending.UNKNOWN ? own.subList(0, own.size() - 1) : own);
            bounds.add(own);
        }
        tighten(line);
        int number = 0;
        for (Transaction t : all) {
            List<Bound> own = bounds.get(number++);
            if (t.ending() == Ending.UNKNOWN) {
                lost(own);
            }
            transactions[t.number()] = transaction(t, own);
        }
    }

    /** Events of a session come one after the other. */
    private static void tighten(List<Bound> line) {
        long before = EARLIEST;
        for (Bound bound : line) {
            before = Math.max(before, bound.before);
            bound.before = before;
        }
        long after = LATEST;
        for (int i = line.size() - 1; i >= 0; i--) {
            after = Math.min(after, line.get(i).after);
            line.get(i).after = after;
        }
    }

    /** A commit whose answer was lost may come at any later time. */
    private static void lost(List<Bound> own) {
        Bound end = own.get(own.size() - 1);
        if (own.size() > 1) {
            Bound last = own.get(own.size() - 2);
            end.before = Math.max(end.before, last.before);
        }
        end.after = LATEST;
    }

    private LoggedTransaction transaction(Transaction t, List<Bound> bounds) {
        List<LoggedStatement> statements = new ArrayList<>();
        int at = 0;
        for (Operation operation : t.operations()) {
            Bound bound = bounds.get(at++);
            if (operation.kind() == OpKind.SQL) {
                statements.add(statement(operation, statements.size(), bound));
            }
        }
        Bound end = bounds.get(at);
        long start = statements.isEmpty() ? end.before : statements.get(0).before;
        LoggedTransaction logged = new LoggedTransaction(
                t.number(),
                t.name(),
                t.session().number(),
                statements,
                start,
                end.before - clockError,
                end.after + clockError,
                t.ending(),
                rules.apply(t));
        place(logged);
        return logged;
    }

    private LoggedStatement statement(Operation operation, int place, Bound bound) {
        String text = operation.statement();
        Optional<List<SqlResult>> answer = operation.content() instanceof io.bateleur.core.model.Content.Live live
                ? LoggedAnswers.of(live.value())
                : Optional.empty();
        List<Statement> read = trees.computeIfAbsent(text, sql -> SqlReader.read(sql, dialect));
        List<Value> parameters = operation.parameters();
        return new LoggedStatement(
                place, text, read, parameters, answer, bound.before - clockError, bound.after + clockError);
    }

    /** Gives numbers to the moments of a transaction, in their order. */
    private void place(LoggedTransaction t) {
        int session = t.session;
        @Nullable LoggedStatement first = null;
        for (LoggedStatement s : t.statements) {
            if (first == null && takesSnapshot(s, t.rules)) {
                first = s;
                t.snapshotPoint = snapshot(t, s);
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
        t.commitPoint = points.add(line, t.endBefore, t.endAfter);
    }

    /**
     * By the definition of strong snapshot isolation the snapshot is that of the begin, where somebody tells when that was. What a recorder
     * says of it is when the client sent its first statement: databases take their snapshots later.
     */
    private int snapshot(LoggedTransaction t, LoggedStatement first) {
        Optional<Interval> begin = history.transaction(t.number).begin();
        if (!begins || begin.isEmpty() || history.about().containsKey("driver")) {
            return points.add(t.session, first.before, first.after);
        }
        t.startsAt(begin.get().before() - clockError);
        return points.add(
                t.session, begin.get().before() - clockError, begin.get().after() + clockError);
    }

    private static boolean takesSnapshot(LoggedStatement s, SightRules rules) {
        Statement tree = s.tree();
        boolean utility = tree instanceof Utility && !(tree instanceof Utility.CallProcedure);
        if (utility) {
            return false;
        }
        return rules != SightRules.INNODB_REPEATABLE_READ || PlainReads.is(tree);
    }
}
