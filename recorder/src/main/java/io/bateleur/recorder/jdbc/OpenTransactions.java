package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.SessionState;
import io.bateleur.recorder.SessionLog;
import io.bateleur.recorder.jdbc.Engine.Trait;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a session has open: the transaction that its next statement belongs to, those whose rows are still being read, and whether it is in
 * auto-commit, in one that BEGIN began, or in a branch. It opens and closes transactions; why one ends is for others to know. Guarded by
 * its session.
 */
final class OpenTransactions {
    private static final Sql STATE = Sql.of(SessionState.TEXT);

    private final Engine engine;
    private final Levels levels;
    private final ServerSettings settings;
    private final Schema schema;
    /** What the trace has of this session's state; null: what it has of all. */
    private @Nullable SessionState told;

    private final Supplier<SessionLog> newLog;
    private final Deque<SessionLog> idleLogs = new ArrayDeque<>();
    /** Transactions of single queries whose rows are still being read while the session went on. */
    private final List<Txn> lingering = new ArrayList<>();

    private @Nullable Txn current;

    boolean autoCommit;
    /** Whether BEGIN was said although auto-commit is on. */
    boolean explicit;
    /** Whether it cannot be told if a transaction is open on the server: then no ending can be told either. */
    boolean unsure;
    /** Whether BEGIN was said on H2: the end of that transaction switches auto-commit on, whatever it was. */
    boolean switchesOn;
    /** The savepoint that began the transaction, on SQLite; empty when there is more than one. */
    @Nullable
    String savepoint;
    /** Whether a branch of a distributed transaction is active. */
    boolean branch;

    OpenTransactions(
            Engine engine,
            Levels levels,
            ServerSettings settings,
            Schema schema,
            Supplier<SessionLog> newLog,
            boolean autoCommit) {
        this.engine = engine;
        this.levels = levels;
        this.settings = settings;
        this.schema = schema;
        this.newLog = newLog;
        this.autoCommit = autoCommit;
    }

    /** The transaction that a statement belongs to which is issued now; null when that one begins its own. */
    @Nullable
    Txn current() {
        return current;
    }

    /** Whether each statement is a transaction. */
    boolean areSingle() {
        return autoCommit && !explicit && !branch;
    }

    /** Whether the server may have anything of this session open. */
    boolean areSome() {
        return current != null || !lingering.isEmpty() || branch || explicit || unsure;
    }

    Txn open(boolean single, long before) {
        SessionLog log = idleLogs.poll();
        Txn opened = new Txn(log == null ? newLog.get() : log, this, levels.next(), single, before);
        current = opened;
        tellState(opened, before);
        return opened;
    }

    /** Its first statement says what the session's names and values mean, where that is not what the trace has of it. */
    private void tellState(Txn opened, long before) {
        SessionState now = settings.state();
        SessionState known = told == null ? schema.usualState() : told;
        if (settings.canBeAsked() && !now.equals(known)) {
            told = now;
            opened.add(Call.note(opened, STATE, now.toValues(), before));
        }
    }

    /** The session goes on, and the transaction stays open until all of it is known. */
    void linger(Txn txn) {
        lingering.add(txn);
        current = null;
    }

    /** The session goes on after a statement that is a transaction, while its rows may still be read. */
    void leaveSingle() {
        Txn txn = current;
        if (txn == null || !txn.single) {
            return;
        }
        if (txn.hasOpen() && engine.has(Trait.RESULTS_STAND)) {
            txn.write();
            txn.hand();
            linger(txn);
        } else {
            finish(txn);
        }
    }

    /** Takes the open transaction away, as another may end it; null when there is none. */
    @Nullable
    Txn release() {
        Txn released = current;
        current = null;
        if (released != null) {
            released.settle();
            released.hand();
        }
        return released;
    }

    /** A transaction that was taken away comes back. */
    void resume(Txn txn) {
        current = txn;
    }

    /** Something of it was learnt: what is one statement's own ends when all of it is known. */
    void progress(Txn txn) {
        txn.writeMuch();
        if (txn.single && !txn.hasOpen()) {
            finish(txn);
        }
    }

    /** Ends a transaction that is one statement's own. */
    void finish(Txn txn) {
        txn.settle();
        finish(txn, Ending.COMMITTED, txn.before, txn.last);
    }

    void finish(Txn txn, Ending ending, long before, long after) {
        if (!txn.ended) {
            txn.end(unsure || txn.ranCode && !txn.single ? Ending.UNKNOWN : ending, before, after);
            if (txn.doubts) {
                settings.doubt();
            }
            if (txn.touched != null) {
                schema.changed(txn.touched);
            }
            if (txn.home == this) {
                idleLogs.add(txn.log);
            }
        }
        if (current == txn) {
            current = null;
        }
        if (!txn.single) {
            savepoint = null;
        }
        if (!lingering.isEmpty()) {
            lingering.remove(txn);
        }
    }

    /** Ends all that are one statement's own, whatever of their rows is still unread. */
    void finishSingles() {
        List.copyOf(lingering).forEach(this::finish);
        if (current != null && current.single) {
            finish(current);
        }
    }

    /** Hands over what is known of them, which go on; no more is told of what was answered. */
    void hand() {
        List<Txn> all = new ArrayList<>(lingering);
        if (current != null) {
            all.add(current);
        }
        for (Txn txn : all) {
            txn.freeze();
            txn.hand();
        }
    }

    /** Writes what is known of them; returns the least time of what will still be written of them and was called by now. */
    long handOver(long late) {
        long least = Long.MAX_VALUE;
        for (Txn txn : List.copyOf(lingering)) {
            least = Math.min(least, handOver(txn, late));
        }
        return current == null ? least : Math.min(least, handOver(current, late));
    }

    private long handOver(Txn txn, long late) {
        long least = txn.handOver(late);
        if (txn.single && !txn.hasOpen()) {
            finish(txn);
            return Long.MAX_VALUE;
        }
        return least;
    }

    /** Forgets all, without an ending. */
    void abandon() {
        current = null;
        lingering.clear();
    }
}
