package io.bateleur.sql.audit;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.TransactionBuilder;
import io.bateleur.core.model.Value;
import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.eval.RowSet;
import io.bateleur.sql.parse.SqlReader;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Utility;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Small logs of a database that follows given rules, executed moment by moment; and lies put into them. */
final class RandomLogs {
    static final String SCHEMA = "CREATE TABLE t (k INT PRIMARY KEY, v INT);"
            + " CREATE TABLE c (id INT PRIMARY KEY, k INT, w INT UNIQUE, FOREIGN KEY (k) REFERENCES t (k) ON DELETE CASCADE)";
    static final String ROWS =
            "INSERT INTO t VALUES (1, 10), (2, 20), (3, NULL); INSERT INTO c VALUES (1, 1, 1), (2, 2, NULL)";

    private final Random random;
    private final SightRules rules;
    private final StartingPoint setting;
    private final SqlDialect dialect;
    private final int transactionsMax;

    RandomLogs(long seed, SightRules rules, StartingPoint setting, SqlDialect dialect, int transactionsMax) {
        this.random = new Random(seed);
        this.rules = rules;
        this.setting = setting;
        this.dialect = dialect;
        this.transactionsMax = transactionsMax;
    }

    private static final class Call {
        final String text;

        @Nullable
        Value answer;

        long first = -1;
        long last;

        Call(String text) {
            this.text = text;
        }
    }

    private static final class Program {
        final int number;
        final int session;
        final boolean auto;
        final List<Call> calls = new ArrayList<>();
        final Call end = new Call("");
        Ending ending;
        int at;
        boolean snapshotDone;
        boolean over;
        boolean doomed;
        boolean saved;

        @Nullable
        PlainSession running;

        Program(int number, int session, boolean auto, Ending wish) {
            this.number = number;
            this.session = session;
            this.auto = auto;
            this.ending = wish;
        }
    }

    /** A log without lies. */
    History next() {
        int sessions = 2 + random.nextInt(2);
        List<List<Program>> all = new ArrayList<>();
        int count = 0;
        int size = 2 + random.nextInt(transactionsMax - 1);
        for (int s = 0; s < sessions; s++) {
            all.add(new ArrayList<>());
        }
        for (; count < size; count++) {
            int session = random.nextInt(sessions);
            all.get(session).add(program(count, session));
        }
        PlainAuditor database = new PlainAuditor(
                new LoggedWork(List.of(), new Points(), true, locking()),
                setting.evaluation(),
                List.of(),
                setting.rows(),
                setting.unknown(),
                1);
        execute(all, database);
        return history(all);
    }

    private @Nullable SqlDialect locking() {
        return rules == SightRules.SERIAL_AT_COMMIT ? null : dialect;
    }

    private Program program(int number, int session) {
        boolean auto = random.nextInt(5) == 0;
        int dice = random.nextInt(10);
        Ending wish = dice < 7 || auto ? Ending.COMMITTED : dice < 9 ? Ending.ABORTED : Ending.UNKNOWN;
        Program program = new Program(number, session, auto, wish);
        int size = auto ? 1 : 1 + random.nextInt(3);
        for (int i = 0; i < size; i++) {
            program.calls.add(new Call(statement()));
        }
        if (!auto && random.nextInt(8) == 0) {
            program.calls.add(0, new Call("SAVEPOINT a"));
            program.calls.add(1 + random.nextInt(program.calls.size()), new Call("ROLLBACK TO SAVEPOINT a"));
        }
        return program;
    }

    private String statement() {
        int k = 1 + random.nextInt(4);
        int n = random.nextInt(40);
        return switch (random.nextInt(20)) {
            case 0, 1 -> "SELECT v FROM t WHERE k = " + k;
            case 2 -> "SELECT k, v FROM t WHERE v >= " + n;
            case 3 -> "SELECT COUNT(*), SUM(v) FROM t";
            case 4, 5 -> "UPDATE t SET v = v + " + (1 + n) + " WHERE k = " + k;
            case 6 -> "UPDATE t SET v = v + 1 WHERE v < " + n;
            case 7 -> "INSERT INTO t VALUES (" + k + ", " + n + ")";
            case 8 -> "DELETE FROM t WHERE k = " + k;
            case 9 -> "SELECT v FROM t WHERE k = " + k + " FOR UPDATE";
            case 10 -> "UPDATE t SET v = (SELECT MAX(v) FROM t) + 1 WHERE k = " + k;
            case 11 -> "DELETE FROM t WHERE v > " + (20 + n);
            case 12 -> "INSERT INTO c VALUES (" + k + ", " + (1 + n % 4) + ", " + (n % 3) + ")";
            case 13 -> "DELETE FROM c WHERE k = " + k;
            case 14 -> "SELECT COUNT(*), MAX(w) FROM c WHERE k = " + k;
            case 15 -> "UPDATE c SET w = " + (n % 4) + " WHERE id = " + k;
            case 16 -> "SELECT t.k, c.id FROM t JOIN c ON c.k = t.k WHERE t.v > " + n;
            case 17 -> "SELECT k FROM t WHERE v > 5 ORDER BY v LIMIT 1 FOR UPDATE";
            case 18 -> "UPDATE t SET v = v + 1 WHERE k = (SELECT k FROM t ORDER BY v > 15 LIMIT 1)";
            default -> "SELECT v FROM t WHERE k = " + k + " FOR SHARE";
        };
    }

    // ---- execution

    private long clock;

    private void execute(List<List<Program>> sessions, PlainAuditor database) {
        int[] next = new int[sessions.size()];
        int stuck = 0;
        while (true) {
            List<Integer> able = new ArrayList<>();
            for (int s = 0; s < next.length; s++) {
                if (next[s] < sessions.get(s).size()) {
                    able.add(s);
                }
            }
            if (able.isEmpty()) {
                return;
            }
            int s = able.get(random.nextInt(able.size()));
            Program program = sessions.get(s).get(next[s]);
            clock += 10;
            boolean moved = step(program, database, sessions, stuck > 20);
            stuck = moved ? 0 : stuck + 1;
            if (program.over) {
                next[s]++;
            }
        }
    }

    private boolean step(Program p, PlainAuditor database, List<List<Program>> sessions, boolean kill) {
        PlainSession session = p.running;
        if (session == null) {
            LoggedTransaction t = new LoggedTransaction(
                    p.number, "T" + p.number, p.session, List.of(), 0, 0, 0, Ending.COMMITTED, rules);
            session = new PlainSession(t, database);
            p.running = session;
        }
        if (p.at < p.calls.size()) {
            Call call = p.calls.get(p.at);
            if (call.first < 0) {
                call.first = clock;
            }
            call.last = clock;
            if (!p.snapshotDone) {
                snapshot(call, session, database);
                p.snapshotDone = true;
                return true;
            }
            return executed(p, call, session, sessions, kill);
        }
        end(p, session, database);
        return true;
    }

    private void snapshot(Call call, PlainSession session, PlainAuditor database) {
        boolean utility = call.text.startsWith("SAVEPOINT") || call.text.startsWith("ROLLBACK");
        boolean plain = call.text.startsWith("SELECT") && !call.text.contains(" FOR ");
        boolean takes = !utility && (rules != SightRules.INNODB_REPEATABLE_READ || plain);
        if (takes && (!rules.oneSnapshot() || !session.hasSnapshot)) {
            session.snapshot = database.committed;
            session.hasSnapshot = true;
        }
    }

    private boolean executed(Program p, Call call, PlainSession session, List<List<Program>> sessions, boolean kill) {
        LoggedStatement s = new LoggedStatement(
                p.at, call.text, SqlReader.read(call.text, dialect), List.of(), Optional.empty(), 0, 0);
        if (p.doomed && !(p.saved && s.tree() instanceof Utility.RollbackTo)) {
            done(p, call, SqlResult.toValue(List.of(new SqlResult.Failure("25P02", ""))));
            return true;
        }
        if (s.tree() instanceof Utility.Savepoint) {
            p.saved = true;
            session.savepoint(0);
            done(p, call, Value.list());
            return true;
        }
        if (s.tree() instanceof Utility.RollbackTo) {
            p.doomed = false;
            session.rollbackTo(0);
            done(p, call, Value.list());
            return true;
        }
        Object mark = session.mark();
        try {
            session.statement = s;
            Answer answer = setting.evaluation().answer(s, session, session);
            if (answer.error() == null && (kill || blocked(session, sessions))) {
                session.undo(mark);
                if (kill) {
                    fail(p, call, "40P01");
                }
                return kill;
            }
            if (answer.error() != null) {
                session.undo(mark);
                p.doomed = dialect == SqlDialect.POSTGRES;
            }
            done(p, call, SqlResult.toValue(List.of(result(answer))));
        } catch (Conflict e) {
            session.undo(mark);
            fail(p, call, "40001");
        }
        return true;
    }

    private static boolean blocked(PlainSession session, List<List<Program>> sessions) {
        for (List<Program> each : sessions) {
            for (Program p : each) {
                PlainSession other = p.running;
                if (other != null && other != session && !p.over && session.meets(other)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static void done(Program p, Call call, Value answer) {
        call.answer = answer;
        p.at++;
        p.snapshotDone = false;
    }

    private void fail(Program p, Call call, String state) {
        done(p, call, SqlResult.toValue(List.of(new SqlResult.Failure(state, ""))));
        p.calls.subList(p.at, p.calls.size()).clear();
        p.ending = Ending.ABORTED;
    }

    private void end(Program p, PlainSession session, PlainAuditor database) {
        p.end.first = clock;
        p.end.last = clock;
        if (p.doomed) {
            p.ending = Ending.ABORTED;
        }
        boolean commits = p.ending == Ending.COMMITTED || p.ending == Ending.UNKNOWN && random.nextBoolean();
        if (commits) {
            database.committed = session.committed(database.committed);
        }
        session.isOver = true;
        p.over = true;
    }

    private static SqlResult result(Answer answer) {
        if (answer.error() != null) {
            return new SqlResult.Failure(answer.error().state(), "");
        }
        RowSet rows = answer.rows();
        if (rows == null) {
            return new SqlResult.Count((Long) answer.count());
        }
        List<List<Value>> values = new ArrayList<>();
        rows.tuples().forEach(tuple -> {
            List<Value> row = new ArrayList<>();
            for (Object value : tuple.values()) {
                row.add(value(value));
            }
            values.add(row);
        });
        return new SqlResult.Rows(rows.columns(), values, true);
    }

    private static Value value(@Nullable Object value) {
        if (value == null) {
            return Value.NULL;
        }
        return value instanceof Long number
                ? Value.of(number)
                : value instanceof BigDecimal decimal
                        ? Value.number(decimal.toPlainString())
                        : Value.of(value.toString());
    }

    // ---- the log

    private History history(List<List<Program>> sessions) {
        io.bateleur.core.model.HistoryBuilder history = History.builder();
        List<Program> programs = new ArrayList<>();
        sessions.forEach(programs::addAll);
        programs.sort((a, b) -> Long.compare(start(a), start(b)));
        long[] last = new long[sessions.size()];
        for (Program p : programs) {
            TransactionBuilder t = history.begin("s" + p.session, "T" + p.number);
            for (int i = 0; i < p.calls.size(); i++) {
                Call call = p.calls.get(i);
                t.sql(call.text, List.of(), call.answer == null ? Content.unknown() : Content.live(call.answer));
                Call next = i + 1 < p.calls.size() ? p.calls.get(i + 1) : p.end;
                long until = p.auto ? p.end.last + 30 : next.first;
                last[p.session] = times(
                        t, call, last[p.session], Math.min(until, limit(p, sessions)), p.auto ? p.end.last : call.last);
                if (p.auto) {
                    t.end(p.ending).at(lastFrom, last[p.session]);
                }
            }
            if (!p.auto) {
                t.end(p.ending);
                last[p.session] = times(t, p.end, last[p.session], limit(p, sessions), p.end.last);
            }
        }
        return history.build();
    }

    private static long start(Program p) {
        return p.calls.get(0).first;
    }

    /** When the session went on to something else. */
    private static long limit(Program p, List<List<Program>> sessions) {
        List<Program> own = sessions.get(p.session);
        int next = own.indexOf(p) + 1;
        return next < own.size() ? start(own.get(next)) : Long.MAX_VALUE;
    }

    private long lastFrom;

    private long times(TransactionBuilder t, Call call, long earliest, long latest, long end) {
        long from = Math.max(earliest + 1, call.first - random.nextInt(35));
        long to = Math.max(end, Math.min(latest - 2, end + random.nextInt(35)));
        lastFrom = Math.min(from, call.first);
        t.at(lastFrom, to);
        return to;
    }

    // ---- lies

    /** Another answer to one statement; null where there is nothing to lie about. */
    @Nullable
    History withLie(History truth) {
        List<int[]> places = new ArrayList<>();
        truth.transactions().forEach(t -> {
            for (int i = 0; i < t.operations().size(); i++) {
                if (t.operations().get(i).content() instanceof Content.Live) {
                    places.add(new int[] {t.number(), i});
                }
            }
        });
        if (places.isEmpty()) {
            return null;
        }
        int[] place = places.get(random.nextInt(places.size()));
        io.bateleur.core.model.HistoryBuilder history = History.builder();
        for (io.bateleur.core.model.Transaction t : truth.transactions()) {
            TransactionBuilder copy =
                    history.begin(t.session().name(), t.id()).number() >= 0 ? history.transaction(t.number()) : null;
            for (int i = 0; i < t.operations().size(); i++) {
                io.bateleur.core.model.Operation o = t.operations().get(i);
                boolean here = t.number() == place[0] && i == place[1];
                Content content = here ? lie(o.content()) : o.content();
                copy.sql(o.statement(), o.parameters(), content);
                o.times().ifPresent(times -> copy.at(times.before(), times.after()));
            }
            copy.end(t.ending());
            t.end().ifPresent(times -> copy.at(times.before(), times.after()));
        }
        return history.build();
    }

    private Content lie(Content content) {
        List<SqlResult> results = SqlResult.of(((Content.Live) content).value()).orElseThrow();
        if (results.isEmpty()) {
            return content;
        }
        SqlResult result = results.get(0);
        if (result instanceof SqlResult.Count count) {
            long other = count.rows() == null ? 0 : count.rows() + (random.nextBoolean() ? 1 : -1);
            return live(new SqlResult.Count(Math.max(0, other)));
        }
        if (!(result instanceof SqlResult.Rows rows)) {
            return live(new SqlResult.Count(1L));
        }
        List<List<Value>> all = new ArrayList<>(rows.rows());
        int kind = random.nextInt(3);
        if (all.isEmpty() || kind == 0) {
            List<Value> more = new ArrayList<>();
            rows.columns().forEach(column -> more.add(Value.of(random.nextInt(30))));
            all.add(more);
        } else if (kind == 1) {
            all.remove(random.nextInt(all.size()));
        } else {
            int row = random.nextInt(all.size());
            List<Value> changed = new ArrayList<>(all.get(row));
            int column = random.nextInt(changed.size());
            long old = changed.get(column) instanceof Value.Int number ? number.value() : 0;
            changed.set(column, Value.of(old + 1 + random.nextInt(10)));
            all.set(row, changed);
        }
        return live(new SqlResult.Rows(rows.columns(), all, true));
    }

    private static Content live(SqlResult result) {
        return Content.live(SqlResult.toValue(List.of(result)));
    }
}
