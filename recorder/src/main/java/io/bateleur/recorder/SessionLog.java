package io.bateleur.recorder;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.nativ.EventWriter;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The events of one session on their way to the trace: handed over before a commit is sent, when they have become too many to be kept
 * here, and at once where uncommitted writes are seen by others. An ending goes with what comes next; when nothing comes, the recorder's
 * thread fetches it. When the recorder has to leave out a piece, the rest of that transaction is left out too, so that what is in the
 * trace can be read. One thread of the application at a time.
 */
public final class SessionLog implements Holder {
    /** A long transaction is not held in memory until it ends. */
    private static final int HELD_BYTES_MAX = 1 << 15;
    /** What an event takes beside its values. */
    private static final int EVENT_BYTES = 96;

    private final Recorder recorder;
    private final Value session;
    /** Of the transaction that is open. */
    private final Piece held = new Piece();
    /** Of those that have ended; guarded by this object, which either thread has for moments only. */
    private Piece left = new Piece();
    /** Of the transaction that is open, or 0. */
    private long id;

    private boolean dropping;
    /** Whether anybody asks for what is held while the transaction is open: then all of it is in what is left. */
    private final boolean asked;
    /** Held while something is taken from here and brought to the recorder, so that the order stays. */
    private final ReentrantLock handing = new ReentrantLock();
    /** When the call that is under way was made. */
    private volatile long calling = Long.MAX_VALUE;

    /** Whether others may see what the open transaction writes before it commits. */
    private boolean isSeenAtOnce;
    /** Whether the recorder's thread will come and look. */
    private volatile boolean expected;

    SessionLog(Recorder recorder, Value session) {
        this.recorder = recorder;
        this.session = session;
        this.asked = recorder.hasHeartbeat();
    }

    /** A call is about to be made that this log will tell of; returns the time before it. */
    public long calling() {
        if (!asked) {
            return System.nanoTime();
        }
        calling = NOTHING_KNOWN; // whoever looks now must not believe that the next call is later than the look
        long before = System.nanoTime();
        calling = before;
        return before;
    }

    /** The call has been told of, as far as it will be. */
    public void called() {
        if (asked) {
            calling = Long.MAX_VALUE;
        }
    }

    @Override
    public long handOver() {
        long least = calling; // first: a call that is over by now has left its events here
        if (!handing.tryLock()) {
            return NOTHING_KNOWN;
        }
        try {
            give();
        } finally {
            handing.unlock();
        }
        return least;
    }

    /** Whether others may see what a transaction at this level writes before it commits. */
    public static boolean isSeenAtOnce(@Nullable String level) {
        return level != null && (level.endsWith("UNCOMMITTED") || level.endsWith("uncommitted"));
    }

    public Value session() {
        return session;
    }

    public boolean isOpen() {
        return id != 0;
    }

    /** Of the transaction that is open: its events have it. */
    public long id() {
        return id;
    }

    public void begin(@Nullable String level, long before, long after) {
        if (isOpen()) {
            throw new IllegalStateException("a transaction of session " + session + " is open");
        }
        long begun = recorder.transaction();
        id = begun;
        dropping = false;
        isSeenAtOnce = isSeenAtOnce(level);
        note(new Begin(begun, session, level, before, after), 0);
    }

    /** @param bytes about how many the values take of which it tells */
    public void note(Event event, long bytes) {
        note(Chained.of(event), bytes);
    }

    /** The same, of an event that is noted once. */
    public void note(Chained event, long bytes) {
        boolean much = asked ? leave(event, bytes) : hold(event, bytes);
        if (isSeenAtOnce || much) {
            hand();
        }
    }

    /** Whether it is much by now. */
    private boolean hold(Chained event, long bytes) {
        if (dropping) {
            recorder.dropped(1);
            return false;
        }
        held.add(event, EVENT_BYTES + bytes);
        return held.bytes() > HELD_BYTES_MAX;
    }

    private synchronized boolean leave(Chained event, long bytes) {
        if (dropping) {
            recorder.dropped(1);
            return false;
        }
        left.add(event, EVENT_BYTES + bytes);
        return left.bytes() > HELD_BYTES_MAX;
    }

    /** Ends the transaction; nothing happens when none is open. */
    public void end(Ending ending, long before, long after) {
        if (isOpen()) {
            long ended = id;
            note(new End(ended, ending, before, after), 0);
            id = 0;
            leave();
            if (!expected) {
                expected = true;
                recorder.expect(this);
            }
        }
    }

    /** What is held is no longer of an open transaction. */
    private void leave() {
        boolean tooMuch;
        synchronized (this) {
            left.addAll(held);
            tooMuch = left.bytes() > HELD_BYTES_MAX;
        }
        if (tooMuch) {
            hand();
        }
    }

    /** Gives what there is to the recorder: to be called before a commit is sent, and harmless at any time. */
    public void hand() {
        if (!asked) {
            give();
            return;
        }
        handing.lock();
        try {
            give();
        } finally {
            handing.unlock();
        }
    }

    private void give() {
        Piece piece;
        synchronized (this) {
            left.addAll(held);
            piece = take();
        }
        if (piece != null && !recorder.take(piece)) { // which may wait for the recorder's thread
            drop();
        }
    }

    /** Events are missing: what the session has added meanwhile may be of the same transaction. */
    private synchronized void drop() {
        dropping = true;
        recorder.dropped(left.size());
        left = new Piece();
    }

    /**
     * Gives what transactions that have ended left to the recorder's thread.
     *
     * @param taker does not wait
     */
    void fetch(Consumer<Piece> taker) {
        expected = false; // before the look: what comes after it is expected anew
        if (asked && !handing.tryLock()) {
            return; // what is here is on its way, and somebody asks again soon
        }
        try {
            synchronized (this) {
                Piece piece = take();
                if (piece != null) {
                    taker.accept(piece);
                }
            }
        } finally {
            if (asked) {
                handing.unlock();
            }
        }
    }

    private @Nullable Piece take() {
        if (left.isEmpty()) {
            return null;
        }
        Piece piece = left;
        left = new Piece();
        return piece;
    }

    private static final class Begin extends Chained {
        private final long id;
        private final Value session;
        private final @Nullable String level;
        private final long before;
        private final long after;

        Begin(long id, Value session, @Nullable String level, long before, long after) {
            this.id = id;
            this.session = session;
            this.level = level;
            this.before = before;
            this.after = after;
        }

        @Override
        public void write(EventWriter out) throws IOException {
            out.begin(id, session, level, before, after);
        }
    }

    private static final class End extends Chained {
        private final long id;
        private final Ending ending;
        private final long before;
        private final long after;

        End(long id, Ending ending, long before, long after) {
            this.id = id;
            this.ending = ending;
            this.before = before;
            this.after = after;
        }

        @Override
        public void write(EventWriter out) throws IOException {
            out.end(id, ending, before, after);
        }
    }
}
