package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.recorder.SessionLog;
import org.jspecify.annotations.Nullable;

/**
 * A transaction on its way into the trace. Its statements are written in the order of their issue, when their answers are known, so
 * those behind an open result wait for it. Several small ones are written at once, because that is cheaper. Guarded by its session.
 */
final class Txn {
    private static final int WAITING_MAX = 8;

    final SessionLog log;
    /** The session that began it; one that joins its branch goes on with it. */
    final OpenTransactions home;
    /** Whether it is one statement's own, with auto-commit. */
    final boolean single;

    private @Nullable String level;
    /** Whether others may see what it writes before it commits. */
    private boolean isSeenAtOnce;

    final long before;
    /** When the call that only began it was answered, or {@link History#NO_TIME} where its first statement did. */
    private long begun = History.NO_TIME;
    /** Whether that took its snapshot. */
    private boolean snapshot;

    /** Whether nothing but settings was said in it so far: those may still be about its level. */
    boolean onlySettings = true;
    /** Whether something in it failed, and nobody asked the driver what that means. */
    boolean failed;

    /** Whether the server will roll it back, whatever it is told. */
    boolean doomed;
    /** Whether the driver told the server's own state before the commit. */
    boolean knowsState;

    /** Whether something ran in it that may have ended it unseen, and begun another. */
    boolean ranCode;

    /** Tables to be read when it has ended: nothing is asked before. */
    @Nullable
    Touched touched;

    /** Whether something in it may have changed what names and values mean. */
    boolean doubts;

    boolean ended;
    /** When anything of it was last answered. */
    long last;

    /** Those that wait are a chain. */
    private @Nullable Call first;

    private @Nullable Call newest;
    private int waiting;

    Txn(SessionLog log, OpenTransactions home, @Nullable String level, boolean single, long before) {
        this.log = log;
        this.home = home;
        this.level = level;
        this.isSeenAtOnce = SessionLog.isSeenAtOnce(level);
        this.single = single;
        this.before = before;
        this.last = before;
    }

    /** A call of its own began it. */
    void begunBy(Call call) {
        begun = call.after;
        snapshot = call.sql.takesSnapshot();
    }

    /** It turns out to be at another. */
    void changeLevel(@Nullable String other) {
        level = other;
        isSeenAtOnce = SessionLog.isSeenAtOnce(other);
    }

    void touch(Touched more) {
        touched = touched == null ? more : touched.and(more);
    }

    void add(Call call) {
        if (newest == null) {
            first = call;
        } else {
            newest.later = call;
        }
        newest = call;
        waiting++;
    }

    boolean hasOpen() {
        for (Call call = first; call != null; call = call.later) {
            if (!call.settled) {
                return true;
            }
        }
        return false;
    }

    private void begin() {
        begin(first);
    }

    /** @param by the first statement, which began it unless a call of its own did; null when nothing was done in it */
    private void begin(@Nullable Call by) {
        if (!log.isOpen()) {
            long until = begun != History.NO_TIME || by == null || !by.answered ? begun : by.after;
            log.begin(level, until == History.NO_TIME ? until : before, until);
            if (snapshot) {
                long id = log.id();
                log.note(out -> out.snapshot(id, true, before, until), 0);
            }
        }
    }

    /**
     * Writes what is known by now. Returns the least time of what may still be written of it, apart from what was not called yet.
     *
     * @param late what was answered before this is not waited for any more
     */
    long handOver(long late) {
        for (Call call = first; call != null; call = call.later) {
            call.settled |= call.answered && call.after < late; // rows that nobody fetches
        }
        boolean early = onlySettings && before > late; // what comes may still be about its level
        if (!log.isOpen() && (early || first != null && !first.answered)) {
            return before;
        }
        write();
        if (!single) {
            begin();
        }
        return single ? before : first == null ? Long.MAX_VALUE : first.before;
    }

    /** Writes what is known for good, when it is worth it. */
    void writeMuch() {
        if (single || isSeenAtOnce || waiting >= WAITING_MAX || isHeavy()) {
            write();
        }
    }

    private boolean isHeavy() {
        return newest != null && newest.isHeavy();
    }

    /** Writes what is known for good. */
    void write() {
        for (Call call = first; call != null && call.settled; call = first) {
            first = call.later;
            call.later = null; // what is on its way to the trace keeps nothing else
            newest = first == null ? null : newest;
            waiting--;
            begin(call);
            last = Math.max(last, call.lastTouched);
            call.write(log);
        }
    }

    /** Writes its last statement before that is sent: when we are killed in between, others may have seen what it wrote. */
    void announce(Call call) {
        write();
        begin();
        call.announce(log);
        log.hand();
    }

    /** Takes what was answered for known: rows that come after this are not recorded. */
    void freeze() {
        for (Call call = first; call != null; call = call.later) {
            call.settled |= call.answered;
        }
        write();
    }

    /** Takes all for known: rows that come after this are not recorded. */
    void settle() {
        for (Call call = first; call != null; call = call.later) {
            call.settled = true;
        }
        write();
    }

    void hand() {
        write();
        begin();
        log.hand();
    }

    void end(Ending ending, long since, long until) {
        settle();
        begin();
        log.end(ending, since, until);
        ended = true;
    }
}
