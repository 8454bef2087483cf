package io.bateleur.recorder;

import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.EventWriter;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of all sessions to one native trace.
 *
 * <p>Sessions encode their own events and hand them over in pieces; one thread writes them. What a transaction did is handed over
 * before its commit is sent, so that whatever part of the trace a kill leaves, nobody in it has read what it does not show. The
 * pieces that wait are bounded: when the disk is slower than the database, sessions wait for it.
 */
public final class Recorder implements Closeable {
    /** Pieces of a few hundred bytes each: some megabytes. */
    private static final int WAITING_MAX = 1 << 14;

    private static final int FLUSH_MILLIS = 200;
    private static final byte[] END = {};

    private final OutputStream out;
    private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
    private final AtomicLong transactions = new AtomicLong();
    private final Thread writer;
    private volatile @Nullable IOException failure;
    private boolean closed;

    /**
     * Starts a trace.
     *
     * @param out closed with the recorder
     * @param uniqueValues whether no two writes of one key will write the same value
     * @param about what the trace tells of itself
     */
    public Recorder(OutputStream out, boolean uniqueValues, Map<String, Value> about) throws IOException {
        this(out, InitialState.ABSENT, uniqueValues, about);
    }

    /** Starts a trace of a database that may not have been empty. */
    public Recorder(OutputStream out, InitialState initial, boolean uniqueValues, Map<String, Value> about)
            throws IOException {
        this.out = out;
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        EventWriter events = new EventWriter(header);
        events.header(initial, uniqueValues, about);
        events.finish();
        out.write(header.toByteArray());
        out.flush();
        writer = new Thread(this::write, "bateleur-recorder");
        writer.setDaemon(true);
        writer.start();
    }

    /** The same client, recorded from now on, as one session of the trace. */
    public KeyValueClient record(KeyValueClient client, Value session) {
        return new RecordedClient(client, log(session));
    }

    /** The events of a session that somebody else records. */
    public SessionLog log(Value session) {
        return new SessionLog(this, session);
    }

    /** A new id of a transaction. */
    long transaction() {
        return transactions.incrementAndGet();
    }

    /** How many transactions have begun. */
    public long transactions() {
        return transactions.get();
    }

    /** Events that had to be left out. */
    void dropped(int events) {
        throw new IllegalStateException(events + " events left out by a recorder that waits for its disk");
    }

    /** Takes whole events, in the order of their session; whether they will be in the trace. */
    boolean take(byte[] events) {
        IOException failed = failure;
        if (failed != null) {
            throw new UncheckedIOException(failed);
        }
        boolean interrupted = false;
        while (true) {
            try {
                waiting.put(events);
                break;
            } catch (InterruptedException e) {
                interrupted = true; // what happened is recorded first
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    private void write() {
        boolean dirty = false;
        while (true) {
            try {
                byte[] events = waiting.poll(FLUSH_MILLIS, TimeUnit.MILLISECONDS);
                if (events == END) {
                    return;
                }
                if (failure != null) {
                    continue; // so that nobody waits for ever
                }
                if (events != null) {
                    out.write(events);
                    dirty = true;
                } else if (dirty) {
                    out.flush();
                    dirty = false;
                }
            } catch (IOException e) {
                failure = e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Waits until all is written. Sessions must have ended. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        take(END);
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        out.close();
        IOException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }
}
