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
import org.jspecify.annotations.Nullable;

/** Takes the statements of a history, with the times between which each must have been executed. */
final class LogReader {
    private final History history;
    private final SqlDialect dialect;
    private final Function<Transaction, SightRules> rules;
    private final @Nullable SqlDialect engine;
    private final long clockError;
    private final Map<String, List<Statement>> trees = new HashMap<>();
    private final Points points = new Points();
    private final Moments moments;
    private final List<List<LoggedTransaction>> transactions = new ArrayList<>();

    /**
     * @param begins whether snapshots are those of the begins
     * @param locks whether it is to be as the database of that dialect has it, with its locks
     */
    LogReader(
            History history,
            SqlDialect dialect,
            Function<Transaction, SightRules> rules,
            boolean begins,
            boolean locks,
            long clockError) {
        this.engine = locks && LockMode.isOf(dialect) ? dialect : null;
        this.moments = new Moments(points, begins && !history.about().containsKey("driver"), clockError);
        this.history = history;
        this.dialect = dialect;
        this.rules = rules;
        this.clockError = clockError;
        history.transactions().forEach(t -> transactions.add(List.of()));
    }

    LoggedWork read() {
        for (Session session : history.sessions()) {
            read(session);
        }
        return new LoggedWork(transactions.stream().flatMap(List::stream).toList(), points, history.hasTimes(), engine);
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
            transactions.set(t.number(), parts(t, own));
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

    /** One, unless an error ended the transaction, so that what came after it was another one. */
    private List<LoggedTransaction> parts(Transaction t, List<Bound> bounds) {
        List<LoggedTransaction> parts = new ArrayList<>();
        List<LoggedStatement> statements = new ArrayList<>();
        TransactionCourse course = course();
        Bound end = bounds.get(bounds.size() - 1);
        int at = 0;
        for (Operation operation : t.operations()) {
            Bound bound = bounds.get(at++);
            if (operation.kind() != OpKind.SQL) {
                continue;
            }
            LoggedStatement s = statement(operation, statements.size(), bound);
            course.next(s);
            statements.add(s);
            if (course.hasEnded() && at < t.operations().size()) {
                parts.add(transaction(t, statements, bound, Ending.ABORTED));
                statements = new ArrayList<>();
                course = course();
            }
        }
        boolean rolledBack = course.isDoomed() || course.hasEnded();
        parts.add(transaction(t, statements, end, rolledBack ? Ending.ABORTED : t.ending()));
        return parts;
    }

    private TransactionCourse course() {
        return new TransactionCourse(dialect, history.about().containsKey("driver"));
    }

    private LoggedTransaction transaction(Transaction t, List<LoggedStatement> statements, Bound end, Ending ending) {
        long start = statements.isEmpty() ? end.before : statements.get(0).before;
        LoggedTransaction logged = new LoggedTransaction(
                t.number(),
                t.name(),
                t.session().number(),
                statements,
                start,
                end.before - clockError,
                end.after + clockError,
                ending,
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
