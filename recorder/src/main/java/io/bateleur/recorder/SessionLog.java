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
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The events of one session on their way to the trace: encoded by the session's own thread, handed over before a commit is sent,
 * after an ending, when it has become too much to be kept here, and at once where uncommitted writes are seen by others. When the
 * recorder has to leave out a piece, the rest of that transaction is left out too, so that what is in the trace can be read. One thread
 * at a time.
 */
public final class SessionLog {
    /** A long transaction is not held in memory until it ends. The encoder holds some 64 KB too, before it gives anything. */
    private static final int HELD_BYTES_MAX = 1 << 15;

    private final Recorder recorder;
    private final Value session;
    private final Held held = new Held();
    private final EventWriter events = new EventWriter(held);
    /** Of the transaction that is open, or 0. */
    private long id;

    private boolean dropping;
    /** Whether others may see what the open transaction writes before it commits. */
    private boolean isSeenAtOnce;

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
        isSeenAtOnce = level != null && level.toUpperCase(Locale.ROOT).contains("UNCOMMITTED");
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
        if (isSeenAtOnce || held.size > HELD_BYTES_MAX) {
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
        if (held.size > 0) {
            dropping |= !recorder.take(held.take());
        }
    }

    /** What the encoder gave: mostly all at once, and then it is the very piece that is handed over. */
    private static final class Held extends OutputStream {
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
            byte[] all = parts.get(0);
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
