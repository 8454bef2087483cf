package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.SessionLog;
import io.bateleur.recorder.jdbc.Engine.Meaning;
import io.bateleur.recorder.jdbc.Engine.Trait;
import io.bateleur.recorder.jdbc.Sql.Verb;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One session of the trace: which transaction is open, what waits to be written, and how transactions end.
 *
 * <p>Mostly one thread uses it, but JDBC allows several, so all of it is guarded by its monitor, which is never held during a call of
 * the application's. Whatever fails in here ends the recording of this session, and nothing else.
 */
final class Session {
    private final Ledger ledger;
    private final Engine engine;
    private final Levels levels;
    private final Schema schema;
    private final Value name;
    private final Deque<SessionLog> idleLogs = new ArrayDeque<>();
    /** Transactions of single queries whose rows are still being read while the session went on. */
    private final List<Txn> lingering = new ArrayList<>();

    /** Weak, because whoever keeps sessions by connection must not keep the connection. */
    private WeakReference<Connection> connection;

    private @Nullable Txn current;
    private boolean autoCommit;
    /** Whether BEGIN was said although auto-commit is on. */
    private boolean explicit;
    /** Whether a branch of a distributed transaction is active. */
    private boolean branch;

    private boolean broken;

    Session(Ledger ledger, Connection real, Value name, @Nullable Levels known) throws SQLException {
        this.ledger = ledger;
        this.connection = new WeakReference<>(real);
        this.name = name;
        this.engine = Engine.of(real.getMetaData());
        this.schema = ledger.schema(real, engine);
        this.autoCommit = real.getAutoCommit();
        this.levels = known == null ? new Levels(engine) : known;
    }

    Engine engine() {
        return engine;
    }

    Levels levels() {
        return levels;
    }

    private Connection real() {
        Connection real = connection.get();
        if (real == null) {
            throw new IllegalStateException("the connection of session " + name + " is gone");
        }
        return real;
    }

    Ledger ledger() {
        return ledger;
    }

    /** Something of ours, which must not become the application's trouble. */
    interface Work {
        void run() throws SQLException;
    }

    synchronized void quietly(Work work) {
        if (broken) {
            return;
        }
        try {
            work.run();
        } catch (SQLException | RuntimeException | Error e) {
            broken = true;
            current = null;
            lingering.clear();
            ledger.failed(name, e);
        }
    }

    /** Taken from its pool again, behind another object. */
    synchronized void reopen(Connection again) {
        quietly(() -> {
            connection = new WeakReference<>(again);
            autoCommit = again.getAutoCommit();
            explicit = false;
            ask();
        });
    }

    // ---- asking, when no transaction of the application's can be disturbed

    /** Asks for the level and the tables where they are not known and now is the time. */
    synchronized void ask() {
        if (levels.isKnown() && !schema.isStale()) {
            return;
        }
        quietly(() -> {
            if (current != null && current.single && !current.hasOpen()) {
                finish(current);
            }
            if (current != null || !lingering.isEmpty() || branch || explicit) {
                return;
            }
            Connection real = real();
            boolean idle = !autoCommit && engine == Engine.POSTGRESQL && "IDLE".equals(ServerState.of(real));
            try {
                if (!levels.isKnown() && (autoCommit || idle || engine.has(Trait.LEVEL_IS_FREE))) {
                    levels.ask(real);
                }
                if (schema.isStale() && (autoCommit || idle)) {
                    schema.ask(real, ledger);
                }
            } finally {
                if (idle) {
                    real.rollback();
                }
            }
        });
    }

    // ---- statements

    /** A statement is about to be sent; null when it is not recorded. */
    synchronized @Nullable Call issue(Sql sql, List<Value> parameters) {
        Call[] call = new Call[1];
        ask();
        quietly(() -> call[0] = issued(sql, parameters, System.nanoTime()));
        return broken ? null : call[0];
    }

    /** The parts of a batch are about to be sent; none of them when they are not recorded. */
    synchronized List<Call> issueAll(List<Sql> texts, List<List<Value>> parameters) {
        List<Call> calls = new ArrayList<>(texts.size());
        ask();
        quietly(() -> {
            long before = System.nanoTime();
            for (int i = 0; i < texts.size(); i++) {
                Call call = issued(texts.get(i), parameters.get(i), before);
                calls.add(call);
                if (call.txn != null && call.txn.single) {
                    lingering.add(call.txn);
                    current = null;
                }
            }
        });
        return broken ? List.of() : calls;
    }

    /** A batch failed: some parts were done, and one is known to have failed when there are counts of those before it alone. */
    synchronized void batchFailed(List<Call> calls, long[] counts, SQLException reason) {
        long after = System.nanoTime();
        quietly(() -> {
            for (int i = 0; i < calls.size(); i++) {
                Call call = calls.get(i);
                boolean done = i < counts.length && counts[i] != java.sql.Statement.EXECUTE_FAILED;
                call.fail(null, after);
                call.settled = true;
                if (done) {
                    call.answered = true;
                    call.add(new SqlResult.Count(counts[i] >= 0 ? counts[i] : null));
                }
                Txn txn = call.txn;
                if (txn != null && !txn.ended && (txn.single || i == calls.size() - 1)) {
                    statementFailed(txn, call, reason, false, after);
                }
            }
        });
    }

    private Call issued(Sql sql, List<Value> parameters, long before) throws SQLException {
        if (sql.verb() != Verb.READ && !engine.has(Trait.RESULTS_STAND) && current != null) {
            current.freeze(); // rows that are read from now on may show what the session itself writes
        }
        if (current != null && current.single) {
            leave(current);
        }
        if (sql.verb().endsOrBegins() && !sql.mixed()) {
            Txn txn = current;
            if (txn != null && (sql.verb().isCommit() || sql.verb() == Verb.PREPARE || implied(sql))) {
                committing(txn);
            }
            return new Call(txn, sql, parameters, before);
        }
        boolean single = autoCommit && !explicit && !branch;
        Txn txn = single || current == null ? open(single, before) : current;
        Call call = new Call(txn, sql, parameters, before);
        txn.add(call);
        if (sql.mixed() || single && sql.verb() != Verb.READ || implied(sql)) {
            txn.hand();
        }
        return call;
    }

    private Txn open(boolean single, long before) {
        SessionLog log = idleLogs.poll();
        current = new Txn(log == null ? ledger.log(name) : log, levels.next(), single, before);
        return current;
    }

    /** Whether the statement commits, whatever it says. */
    private boolean implied(Sql sql) {
        boolean temporary = sql.is(Sql.TEMPORARY) && engine == Engine.MYSQL;
        boolean tables = sql.verb() == Verb.DDL || sql.is(Sql.SEVERAL) && sql.is(Sql.TABLES);
        return tables && schema.ddlCommits() && !temporary
                || sql.verb() == Verb.LOCK && engine == Engine.MYSQL
                || sql.verb() == Verb.BEGIN && engine.has(Trait.BEGIN_COMMITS);
    }

    /** The session goes on while the rows of a query are still being read. */
    private void leave(Txn txn) {
        if (txn.hasOpen() && engine.has(Trait.RESULTS_STAND)) {
            txn.write();
            txn.hand();
            lingering.add(txn);
            current = null;
        } else {
            finish(txn);
        }
    }

    /** The driver has answered. */
    synchronized void answered(@Nullable Call call, boolean settled) {
        if (call == null) {
            return;
        }
        long after = System.nanoTime();
        quietly(() -> {
            call.answered = true;
            call.after = after;
            call.lastTouched = after;
            call.settled = settled;
            told(call, after);
        });
    }

    private void told(Call call, long after) throws SQLException {
        Txn txn = call.txn;
        Sql sql = call.sql;
        if (sql.is(Sql.TABLES)) {
            schema.changed();
        }
        if (sql.verb().endsOrBegins() && !sql.mixed()) {
            control(call, after);
        } else if (txn != null && !txn.ended) {
            if (sql.verb() == Verb.SET) {
                levels.said(sql, txn);
            } else {
                txn.onlySettings = false;
            }
            if (sql.verb() == Verb.ROLLBACK_TO) {
                txn.failed = false;
            }
            if (sql.mixed()) {
                finish(txn, Ending.UNKNOWN, call.before, after);
                explicit = autoCommit && Sql.leavesOpen(sql.text());
            } else if (!txn.single && implied(sql)) {
                // To unlock commits only when something was locked, and H2 has temporary tables that do not.
                boolean unsure = sql.is(Sql.UNLOCK) || sql.is(Sql.TEMPORARY) || sql.is(Sql.SEVERAL);
                Ending ending = unsure ? Ending.UNKNOWN : Ending.COMMITTED;
                finish(txn, ending, call.before, after);
                explicit = false;
            } else {
                progress(txn);
            }
            if (sql.is("AUTOCOMMIT")) {
                switched(real().getAutoCommit(), call.before);
            }
        }
    }

    /** BEGIN, COMMIT and their like, said as statements. */
    private void control(Call call, long after) {
        Txn txn = call.txn;
        Verb verb = call.sql.verb();
        if (verb == Verb.BEGIN) {
            if (txn != null && engine.has(Trait.BEGIN_COMMITS)) {
                finish(txn, Ending.COMMITTED, call.before, after);
                txn = null;
            }
            explicit = autoCommit;
            if (txn == null) {
                levels.forNext(call.sql.level() == null ? levels.next() : call.sql.level());
                open(false, call.before);
            } else if (call.sql.level() != null && txn.onlySettings) {
                txn.level = call.sql.level();
            }
            return;
        }
        explicit &= verb == Verb.COMMIT_AND_CHAIN || verb == Verb.ROLLBACK_AND_CHAIN;
        if (txn != null && !txn.ended) {
            Ending ending = verb.isRollback() ? Ending.ABORTED : verb.isCommit() ? committed(txn) : Ending.UNKNOWN;
            finish(txn, ending, call.before, after);
        }
    }

    /** The statement, or its part of the conversation, failed. */
    synchronized void failed(@Nullable Call call, Throwable thrown) {
        if (call == null) {
            return;
        }
        long after = System.nanoTime();
        quietly(() -> {
            Txn txn = call.txn;
            Verb verb = call.sql.verb();
            if (verb.endsOrBegins() && !call.sql.mixed()) {
                if (txn != null && verb.isCommit()) {
                    commitFailed(txn, thrown, call.before, after);
                } else if (txn != null && verb != Verb.BEGIN) {
                    finish(txn, verb.isRollback() ? Ending.ABORTED : Ending.UNKNOWN, call.before, after);
                    explicit = false;
                }
                return;
            }
            SQLException reason = thrown instanceof SQLException sql ? sql : null;
            boolean nothing = reason != null && engine.changedNothing(reason);
            call.fail(reason != null && nothing ? failure(reason) : null, after);
            call.settled = true;
            if (txn != null && !txn.ended) {
                statementFailed(txn, call, reason, nothing, after);
            }
        });
    }

    private void statementFailed(Txn txn, Call call, @Nullable SQLException reason, boolean nothing, long after)
            throws SQLException {
        if (txn.single) {
            boolean partly = call.sql.is(Sql.SEVERAL) && engine != Engine.POSTGRESQL;
            finish(txn, nothing && !partly && !call.sql.mixed() ? Ending.ABORTED : Ending.UNKNOWN, call.before, after);
            return;
        }
        Meaning meaning = reason == null ? Meaning.GOES_ON : engine.afterStatement(reason, levels.rollbackOnTimeout());
        if (call.sql.mixed() || implied(call.sql)) {
            meaning = Meaning.UNKNOWN;
        } else if (reason != null && Engine.isConnectionLost(reason) && real().isClosed()) {
            meaning = Meaning.ROLLED_BACK; // it was never asked to commit
        }
        if (meaning == Meaning.GOES_ON) {
            txn.failed = true;
            txn.write();
        } else {
            explicit = false;
            finish(txn, meaning == Meaning.ROLLED_BACK ? Ending.ABORTED : Ending.UNKNOWN, call.before, after);
        }
    }

    SqlResult.Failure failure(SQLException e) {
        String message = ledger.veil().isThick() || e.getMessage() == null ? "" : e.getMessage();
        return new SqlResult.Failure(e.getSQLState() == null ? "" : e.getSQLState(), message);
    }

    /** The rest of a result cannot be had: what was seen of it was seen. */
    synchronized void failedLater(@Nullable Call call, Throwable thrown) {
        if (call == null || call.settled || call.txn == null) {
            return;
        }
        long after = System.nanoTime();
        quietly(() -> {
            Txn txn = call.txn;
            call.settled = true;
            call.lastTouched = after;
            if (txn != null && !txn.ended && thrown instanceof SQLException reason) {
                call.add(failure(reason));
                statementFailed(txn, call, reason, engine.changedNothing(reason), after);
            }
        });
    }

    /** All of a statement's results are known. */
    synchronized void settle(Call call) {
        if (call.settled || call.txn == null) {
            return;
        }
        quietly(() -> {
            call.settled = true;
            call.lastTouched = System.nanoTime();
            if (call.txn != null && !call.txn.ended && call.answered) {
                progress(call.txn);
            }
        });
    }

    /** Ends what is one statement's own when all of it is known. */
    private void progress(Txn txn) {
        txn.write();
        if (txn.single && !txn.hasOpen()) {
            finish(txn);
        }
    }

    // ---- endings

    private void finish(Txn txn) {
        txn.settle();
        finish(txn, Ending.COMMITTED, txn.before, txn.last);
    }

    private void finish(Txn txn, Ending ending, long before, long after) {
        if (!txn.ended) {
            txn.end(ending, before, after);
            idleLogs.add(txn.log);
        }
        if (current == txn) {
            current = null;
        }
        lingering.remove(txn);
    }

    /** A commit is about to be sent: what is not in the trace by now was not seen. */
    private void committing(Txn txn) throws SQLException {
        txn.settle();
        txn.hand();
        String state = engine == Engine.POSTGRESQL ? ServerState.of(real()) : null;
        txn.knowsState = state != null;
        txn.doomed = "FAILED".equals(state) || txn.failed && real().isClosed();
    }

    /** What a commit means that the driver took for done. PostgreSQL rolls back what had failed, and says so only in passing. */
    private Ending committed(Txn txn) {
        boolean unsure = engine == Engine.POSTGRESQL && txn.failed && !txn.knowsState;
        return txn.doomed ? Ending.ABORTED : unsure ? Ending.UNKNOWN : Ending.COMMITTED;
    }

    private void commitFailed(Txn txn, Throwable thrown, long before, long after) {
        Meaning meaning = txn.doomed
                ? Meaning.ROLLED_BACK
                : thrown instanceof SQLException e ? engine.afterCommit(e) : Meaning.UNKNOWN;
        if (meaning != Meaning.GOES_ON) {
            explicit = false;
            finish(txn, meaning == Meaning.ROLLED_BACK ? Ending.ABORTED : Ending.UNKNOWN, before, after);
        }
    }

    /** The driver's commit, or something that commits, is about to be called; null when nothing is open. */
    synchronized @Nullable Txn commit() {
        quietly(() -> {
            if (current != null && current.single) {
                leave(current);
            }
            if (current != null && !branch) {
                committing(current);
            }
        });
        return branch ? null : current;
    }

    synchronized void committed(@Nullable Txn txn, long before) {
        long after = System.nanoTime();
        quietly(() -> {
            explicit = false;
            if (txn != null && !txn.ended) {
                finish(txn, committed(txn), before, after);
            }
        });
    }

    synchronized void commitFailed(@Nullable Txn txn, long before, Throwable thrown) {
        long after = System.nanoTime();
        quietly(() -> {
            if (txn != null && !txn.ended) {
                commitFailed(txn, thrown, before, after);
            }
        });
    }

    /** The driver's rollback returned or failed: a commit was never asked for. */
    synchronized void rolledBack(long before, boolean failed) {
        long after = System.nanoTime();
        quietly(() -> {
            Txn txn = current;
            if (branch || failed && autoCommit) {
                return; // the driver refused to do it
            }
            explicit = false;
            if (txn != null && !txn.single) {
                finish(txn, Ending.ABORTED, before, after);
            }
        });
    }

    boolean isAutoCommit() {
        return autoCommit;
    }

    /** Auto-commit was switched, by a call or by a statement. */
    synchronized void switched(boolean on, long before) {
        long after = System.nanoTime();
        quietly(() -> {
            Txn txn = current;
            if (on && txn != null && !txn.single && !branch && (!autoCommit || engine != Engine.POSTGRESQL)) {
                // Where it was on, and BEGIN was said, drivers differ.
                finish(txn, autoCommit ? Ending.UNKNOWN : committed(txn), before, after);
                explicit = false;
            }
            explicit &= on;
            autoCommit = on;
        });
    }

    synchronized void levelSet(int level) {
        quietly(() -> levels.set(level));
    }

    /** The connection is about to be closed: the last time to ask. */
    synchronized void closing() {
        quietly(() -> {
            List.copyOf(lingering).forEach(this::finish);
            if (current != null && current.single) {
                finish(current);
            }
            ask();
            if (current == null && !branch && !autoCommit && schema.isStale() && engine.has(Trait.CLOSE_ROLLS_BACK)) {
                schema.ask(real(), ledger); // whatever this opens is rolled back now
            }
        });
    }

    /** @param rollsBack whether that is what closing means, for sure */
    synchronized void closed(long before, boolean rollsBack) {
        long after = System.nanoTime();
        quietly(() -> {
            if (current != null && !branch) {
                finish(current, rollsBack ? Ending.ABORTED : Ending.UNKNOWN, before, after);
            }
            explicit = false;
            levels.returned();
        });
    }

    // ---- branches of distributed transactions

    synchronized void branchStarted() {
        quietly(() -> {
            if (current != null && current.single) {
                leave(current);
            }
            branch = true;
        });
    }

    /** The branch is no longer this session's: who ends it gets it; null when nothing was done in it. */
    synchronized @Nullable Txn branchLeft() {
        Txn[] left = new Txn[1];
        quietly(() -> {
            branch = false;
            left[0] = current;
            current = null;
            if (left[0] != null) {
                left[0].settle();
                left[0].hand();
            }
        });
        return left[0];
    }

    synchronized void branchEnded(Txn txn, Ending ending, long before) {
        long after = System.nanoTime();
        quietly(() -> finish(txn, ending, before, after));
    }
}
