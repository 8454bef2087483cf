package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.UnrecordedWork;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.Holder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One session of the trace: all that its connection, statements and results tell it, one thing at a time. What that means is decided
 * elsewhere: by {@link Statements} and {@link Failures} for statements, by {@link Endings} for transactions, of which those that are open
 * are in {@link OpenTransactions}; {@link Asking} learns of the server what no statement tells.
 *
 * <p>Mostly one thread uses it, but JDBC allows several, so its monitor guards all of these, and it is never held during a call of the
 * application's. Whatever fails in here ends the recording of this session, and nothing else.
 */
final class Session implements Holder {
    /** When rows that nobody fetched are taken for rows that nobody will fetch, by those who wait for them. */
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Ledger ledger;
    private final Schema schema;
    private final Value name;
    private final Link link;
    private final Levels levels;
    private final ServerSettings settings;
    private final OpenTransactions open;
    private final Asking asking;
    private final Endings endings;
    private final Statements statements;
    private final Failures failures;

    private boolean broken;
    /** Whether anybody asks which calls are under way. */
    private final boolean asked;

    private final UnderWay underWay;
    /** BEGIN, COMMIT and their like that were sent as statements: what they mean is told when they are answered. */
    private final List<Call> controls = new ArrayList<>(1);

    /** @param last the session before it of the same connection, or null */
    Session(Ledger ledger, Connection real, Value name, @Nullable Session last) throws SQLException {
        Engine engine = Engine.of(real.getMetaData());
        Schema schema = ledger.schema(real, engine);
        this.ledger = ledger;
        this.schema = schema;
        this.name = name;
        this.link = new Link(name, real, engine);
        this.levels = last == null ? new Levels(engine) : last.levels;
        this.settings = last == null ? new ServerSettings(engine) : last.settings;
        this.open =
                new OpenTransactions(engine, levels, settings, schema, () -> ledger.log(name), real.getAutoCommit());
        this.asking = new Asking(link, open, levels, settings, schema, ledger, last != null && last.asking.isPlaced());
        this.endings = new Endings(link, open);
        this.statements = new Statements(link, open, endings, levels, schema);
        this.failures = new Failures(link, open, endings, levels, schema, ledger.veil());
        this.asked = ledger.isAsked();
        this.underWay = new UnderWay(ledger);
        LastWords.of(this);
        ledger.ask(this);
    }

    Engine engine() {
        return link.engine();
    }

    Schema schema() {
        return schema;
    }

    Ledger ledger() {
        return ledger;
    }

    /** Something of ours, which must not become the application's trouble. What is done with every statement says so itself, for speed. */
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
            fail(e);
        }
    }

    /** Calls of the connection, which are told by others when they have returned. */
    UnderWay underWay() {
        return underWay;
    }

    @Override
    public synchronized long handOver() {
        if (broken) {
            return Long.MAX_VALUE;
        }
        long[] least = {Long.MAX_VALUE};
        for (Call control : controls) {
            least[0] = Math.min(least[0], control.before);
        }
        quietly(() -> least[0] = Math.min(least[0], open.handOver(System.nanoTime() - LATE_NANOS)));
        return broken ? NOTHING_KNOWN : least[0];
    }

    private void expect(Call call) {
        if (asked && call.sql.isControl()) {
            controls.add(call);
        }
    }

    /** Whether it is not recorded any more; for who has its monitor. */
    boolean isBroken() {
        return broken;
    }

    /** Something of ours failed: the application goes on without being recorded. */
    synchronized void fail(Throwable e) {
        if (!broken) {
            broken = true;
            open.abandon();
            ledger.failed(name, e);
        }
    }

    // ---- the connection

    /** Taken from its pool again, behind another object. */
    synchronized void reopen(Connection again) {
        quietly(() -> {
            link.change(again);
            open.autoCommit = again.getAutoCommit();
            open.explicit = false;
            ask();
        });
    }

    /** Asks for the level and the tables where they are not known and now is the time. */
    synchronized void ask() {
        if (asking.isNeeded()) {
            quietly(asking::ask);
        }
    }

    synchronized void levelSet(int level) {
        quietly(() -> levels.set(level));
    }

    synchronized boolean isAutoCommit() {
        return open.autoCommit;
    }

    /** Auto-commit was switched by a call. */
    synchronized void switched(boolean on, long before) {
        long after = System.nanoTime();
        quietly(() -> endings.switched(on, before, after));
    }

    synchronized void switchFailed(@Nullable Txn txn, long before, Throwable thrown) {
        long after = System.nanoTime();
        quietly(() -> endings.switchFailed(txn, thrown, before, after));
    }

    /** The connection is about to be closed: the last time to ask. */
    synchronized void closing() {
        quietly(() -> {
            open.finishSingles();
            ask();
            asking.askLast();
        });
    }

    /** @param rollsBack whether that is what closing means, for sure */
    synchronized void closed(long before, boolean rollsBack) {
        long after = System.nanoTime();
        quietly(() -> {
            endings.closed(rollsBack, before, after);
            levels.returned();
            settings.returned();
        });
    }

    /** The program ends, and what is open with it. */
    synchronized void hand() {
        quietly(open::hand);
    }

    /** The application has lost the connection, and never closed it. */
    synchronized void abandoned() {
        long after = System.nanoTime();
        quietly(() -> {
            open.finishSingles();
            endings.abandoned(after);
        });
    }

    // ---- statements

    /** A statement is about to be sent; null when it is not recorded. */
    @Nullable
    Call issue(Sql sql, List<Value> parameters) {
        return issue(sql, parameters, true);
    }

    /** @param known whether all parameters are: streams are not, before the driver has read them */
    synchronized @Nullable Call issue(Sql sql, List<Value> parameters, boolean known) {
        if (asking.isNeeded()) {
            ask();
        }
        readFirstRows();
        if (broken) {
            return null;
        }
        try {
            controls.clear(); // one that was never answered is not waited for
            Call call = statements.issue(sql, parameters, known, System.nanoTime());
            expect(call);
            return call;
        } catch (SQLException | RuntimeException | Error e) {
            fail(e);
            return null;
        }
    }

    /** The parts of a batch are about to be sent, one call each or one for all; none when they are not recorded. */
    synchronized List<Call> issueBatch(List<Batch.Part> parts) {
        List<Call> calls = new ArrayList<>(parts.size());
        ask();
        readFirstRows();
        quietly(() -> calls.addAll(statements.issueBatch(parts, System.nanoTime())));
        controls.clear();
        calls.forEach(this::expect);
        return broken ? List.of() : calls;
    }

    /** Before the first statement of all, where somebody wants them. */
    private void readFirstRows() {
        if (schema.firstRows.areDue()) {
            quietly(() -> schema.firstRows.read(link.real(), asking.isFree()));
        }
    }

    /** The driver has answered. */
    synchronized void answered(@Nullable Call call, boolean settled) {
        if (call == null || broken) {
            return;
        }
        try {
            statements.answered(call, settled, System.nanoTime());
            controls.remove(call);
        } catch (SQLException | RuntimeException | Error e) {
            fail(e);
        }
    }

    /** All of a statement's results are known. */
    synchronized void settle(Call call) {
        if (broken || call.settled || call.txn == null) {
            return;
        }
        try {
            statements.settle(call);
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    /** The statement, or its part of the conversation, failed. */
    synchronized void failed(@Nullable Call call, Throwable thrown) {
        if (call != null) {
            long after = System.nanoTime();
            quietly(() -> failures.failed(call, thrown, after));
            controls.remove(call);
        }
    }

    /** The rest of a result cannot be had. */
    synchronized void failedLater(@Nullable Call call, Throwable thrown) {
        if (call != null && !call.settled && call.txn != null) {
            long after = System.nanoTime();
            quietly(() -> failures.failedLater(call, thrown, after));
        }
    }

    synchronized void batchFailed(List<Call> calls, long[] counts, SQLException reason) {
        long after = System.nanoTime();
        quietly(() -> failures.batchFailed(calls, counts, reason, after));
        controls.clear();
    }

    /** Something is about to be done, or may be from here on, that no statement shows. */
    synchronized void passedBy(UnrecordedWork work) {
        answered(issue(ledger.sql(UnrecordedWork.TEXT), work.toValues()), true);
    }

    // ---- endings

    /** The driver's commit, or something that commits, is about to be called; null when nothing is open. */
    synchronized @Nullable Txn commit() {
        if (broken) {
            return null;
        }
        try {
            endings.committing();
        } catch (SQLException | RuntimeException | Error e) {
            fail(e);
        }
        return open.branch ? null : open.current();
    }

    synchronized void committed(@Nullable Txn txn, long before) {
        long after = System.nanoTime();
        if (broken) {
            return;
        }
        try {
            endings.committed(txn, before, after);
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    synchronized void commitFailed(@Nullable Txn txn, long before, Throwable thrown) {
        long after = System.nanoTime();
        quietly(() -> endings.commitCallFailed(txn, thrown, before, after));
    }

    /** The driver's rollback returned or failed. */
    synchronized void rolledBack(long before, boolean failed) {
        long after = System.nanoTime();
        quietly(() -> endings.rolledBack(failed, before, after));
    }

    synchronized void branchStarted() {
        quietly(endings::branchStarted);
    }

    /**
     * The branch that was started is not new.
     *
     * @param txn what was done in it before and goes on, or null for nothing
     * @param shared whether others did something in it, which may or may not be in the same transaction
     */
    synchronized void branchResumed(@Nullable Txn txn, boolean shared) {
        if (txn != null) {
            quietly(() -> open.resume(txn));
        }
        if (shared) {
            answered(issue(ledger.sql("XA JOIN"), List.of()), true);
        }
    }

    /** The branch is no longer this session's: who ends it gets it; null when nothing was done in it. */
    synchronized @Nullable Txn branchLeft() {
        Txn[] left = new Txn[1];
        quietly(() -> left[0] = endings.branchLeft());
        return left[0];
    }

    synchronized void branchEnded(Txn txn, Ending ending, long before) {
        long after = System.nanoTime();
        quietly(() -> open.finish(txn, ending, before, after));
    }
}
