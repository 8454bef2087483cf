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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Takes the statements of a history, with the times between which each must have been executed. */
final class LogReader {
    private final History history;
    private final SqlDialect dialect;
    private final Function<Transaction, SightRules> rules;
    private final long clockError;
    private final Map<String, List<Statement>> trees = new HashMap<>();
    private final Points points = new Points();
    private final Moments moments;
    private final LoggedTransaction[] transactions;

    /** @param begins whether snapshots are those of the begins */
    LogReader(
            History history,
            SqlDialect dialect,
            Function<Transaction, SightRules> rules,
            boolean begins,
            long clockError) {
        this.moments =
                new Moments(points, begins && !history.about().containsKey("driver"), clockError);
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
            before = times.map(Interval::before).orElse(Moments.EARLIEST);
            after = times.map(Interval::after).orElse(Moments.LATEST);
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
        long before = Moments.EARLIEST;
        for (Bound bound : line) {
            before = Math.max(before, bound.before);
            bound.before = before;
        }
        long after = Moments.LATEST;
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
        end.after = Moments.LATEST;
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
        moments.place(logged, t.begin());
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
}
