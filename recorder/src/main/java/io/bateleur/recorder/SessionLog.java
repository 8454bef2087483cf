package io.bateleur.recorder;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.EventWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The events of one session on their way to the trace: encoded by the session's own thread, handed over before a commit is sent, when
 * it has become too much to be kept here, and at once where uncommitted writes are seen by others. An ending goes with what comes next;
 * when nothing comes, the recorder's thread fetches it. When the recorder has to leave out a piece, the rest of that transaction is left
 * out too, so that what is in the trace can be read. One thread of the application at a time.
 */
public final class SessionLog {
    /** A long transaction is not held in memory until it ends. The encoder holds some 64 KB too, before it gives anything. */
    private static final int HELD_BYTES_MAX = 1 << 15;

    private final Recorder recorder;
    private final Value session;
    /** The session's thread has it for moments, and the recorder's thread does not wait for it. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Held held = new Held();
    private final EventWriter events = new EventWriter(held);
    /** Of the transaction that is open, or 0. */
    private long id;

    private boolean dropping;
    /** Whether others may see what the open transaction writes before it commits. */
    private boolean isSeenAtOnce;
    /** Whether the recorder's thread will come and look. */
    private volatile boolean expected;

    SessionLog(Recorder recorder, Value session) {
        this.recorder = recorder;
        this.session = session;
    }

    /** Whether others may see what a transaction at this level writes before it commits. */
    public static boolean isSeenAtOnce(@Nullable String level) {
        return level != null && (level.endsWith("UNCOMMITTED") || level.endsWith("uncommitted"));
    }

    /** Writes events of the transaction that is open. */
    public interface Note {
        void write(EventWriter events, long id) throws IOException;
    }

    public Value session() {
        return session;
    }

    public boolean isOpen() {
        return id != 0;
    }

    public void begin(@Nullable String level, long before, long after) {
        if (isOpen()) {
            throw new IllegalStateException("a transaction of session " + session + " is open");
        }
        id = recorder.transaction();
        dropping = false;
        isSeenAtOnce = isSeenAtOnce(level);
        note((out, transaction) -> out.begin(transaction, session, level, before, after));
    }

    public void note(Note note) {
        if (dropping) {
            recorder.dropped(1);
            return;
        }
        lock.lock();
        try {
            note.write(events, id);
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory failed", e);
        } finally {
            lock.unlock();
        }
        if (isSeenAtOnce || held.size > HELD_BYTES_MAX) {
            hand();
        }
    }

    /** Ends the transaction; nothing happens when none is open. */
    public void end(Ending ending, long before, long after) {
        if (isOpen()) {
            note((out, transaction) -> out.end(transaction, ending, before, after));
            id = 0;
            if (!expected) {
                expected = true;
                recorder.expect(this);
            }
        }
    }

    /** Gives what there is to the recorder: to be called before a commit is sent, and harmless at any time. */
    public void hand() {
        lock.lock();
        try {
            byte[] piece = take();
            dropping |= piece.length > 0 && !recorder.take(piece);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives what there is to the recorder's thread; whether it could be had.
     *
     * @param taker does not wait
     */
    boolean fetch(Consumer<byte[]> taker) {
        expected = false; // before the look: what comes after it is expected anew
        if (!lock.tryLock()) {
            return false;
        }
        try {
            byte[] piece = take();
            if (piece.length > 0) {
                taker.accept(piece);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private byte[] take() {
        try {
            events.finish();
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory failed", e);
        }
        return held.take();
    }

    /** What the encoder gave: mostly all at once, and then it is the very piece that is handed over. */
    private static final class Held extends OutputStream {
        private static final byte[] NOTHING = {};

        private final List<byte[]> parts = new ArrayList<>(1);
        private int size;

        @Override
        public void write(byte[] more, int from, int length) {
            if (length > 0) {
                parts.add(Arrays.copyOfRange(more, from, from + length));
                size += length;
            }
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        byte[] take() {
            byte[] all = size == 0 ? NOTHING : parts.get(0);
            if (parts.size() > 1) {
                all = new byte[size];
                int at = 0;
                for (byte[] part : parts) {
                    System.arraycopy(part, 0, all, at, part.length);
                    at += part.length;
                }
            }
            parts.clear();
            size = 0;
            return all;
        }
    }
}
