package io.bateleur.recorder;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.EventWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The events of one session on their way to the trace: encoded by the session's own thread, handed over before a commit is sent,
 * after an ending, and when it has become too much to be kept here. When the recorder has to leave out a piece, the rest of that transaction is left out too, so that what is in the
 * trace can be read. One thread at a time.
 */
public final class SessionLog {
    /** A long transaction is not held in memory until it ends. The encoder holds some 64 KB too, before it gives anything. */
    private static final int HELD_BYTES_MAX = 1 << 15;

    private final Recorder recorder;
    private final Value session;
    private final Held bytes = new Held();
    private final EventWriter events = new EventWriter(bytes);
    /** Of the transaction that is open, or 0. */
    private long id;

    private boolean dropping;

    SessionLog(Recorder recorder, Value session) {
        this.recorder = recorder;
        this.session = session;
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
        note((out, transaction) -> out.begin(transaction, session, level, before, after));
    }

    public void note(Note note) {
        if (dropping) {
            recorder.dropped(1);
            return;
        }
        try {
            note.write(events, id);
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory failed", e);
        }
        if (bytes.size() > HELD_BYTES_MAX) {
            hand();
        }
    }

    /** Ends the transaction; nothing happens when none is open. */
    public void end(Ending ending, long before, long after) {
        if (isOpen()) {
            note((out, transaction) -> out.end(transaction, ending, before, after));
            id = 0;
            hand();
        }
    }

    /** Gives what there is to the recorder: to be called before a commit is sent, and harmless at any time. */
    public void hand() {
        try {
            events.finish();
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory failed", e);
        }
        if (bytes.size() > 0) {
            dropping |= !recorder.take(bytes.toByteArray());
            bytes.reset();
        }
    }

    /** Bytes in memory; one huge statement does not make them huge for ever. */
    static final class Held extends ByteArrayOutputStream {
        private static final int KEPT_BYTES_MAX = 2 * HELD_BYTES_MAX;

        @Override
        public synchronized void reset() {
            super.reset();
            if (buf.length > KEPT_BYTES_MAX) {
                buf = new byte[HELD_BYTES_MAX];
            }
        }

        synchronized int capacity() {
            return buf.length;
        }
    }
}
