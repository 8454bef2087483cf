package io.bateleur.recorder;

import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Value;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes the events of all sessions to one native trace.
 *
 * <p>Sessions hand over their events in pieces; one thread makes lines of them and writes them, and fetches what a session that falls
 * silent has left. What a transaction did is handed over
 * before its commit is sent, so that whatever part of the trace a kill leaves, nobody in it has read what it does not show. The
 * pieces that wait are bounded: when the disk is slower than the database, sessions wait for it, as long as their patience lasts. Then
 * the trace says how many events it lacks, before anything that may depend on them.
 */
public final class Recorder implements Closeable {
    /** How long the end of the program, or of an application's recorder, is held up by a sink that hangs. */
    private static final Duration ENDING_MAX = Duration.ofSeconds(10);

    static final System.Logger LOGGER = System.getLogger(Recorder.class.getName());

    private final TraceHeader header;
    private final Patience patience;
    private final long nanosMax;
    private final PieceQueue waiting;
    private final AtomicLong transactions = new AtomicLong();
    private final TraceWriter writer;
    private final @Nullable Heartbeat heartbeat;
    private final Thread atShutdown = new Thread(() -> settle(), "bateleur-recorder-end");
    private volatile boolean closed;

    /** Starts a trace in one piece of which nothing is ever left out; all keys are absent at first. */
    public Recorder(OutputStream out, boolean uniqueValues, Map<String, Value> about) throws IOException {
        this(new StreamSink(out), new TraceHeader(InitialState.ABSENT, uniqueValues, about), Patience.forEver());
    }

    /**
     * Starts a trace.
     *
     * @param sink closed with the recorder
     */
    public Recorder(TraceSink sink, TraceHeader header, Patience patience) throws IOException {
        this(sink, header, patience, Duration.ZERO);
    }

    /**
     * Starts a trace that somebody reads while it grows.
     *
     * @param sink closed with the recorder
     * @param heartbeat how often sessions hand over what they hold, and the trace says until when it is complete; zero for never
     */
    public Recorder(TraceSink sink, TraceHeader header, Patience patience, Duration heartbeat) throws IOException {
        this.header = header;
        this.patience = patience;
        this.nanosMax = patience.nanos();
        this.waiting = new PieceQueue(patience.bytes());
        sink.start(header);
        boolean beats = !heartbeat.isZero();
        writer = new TraceWriter(sink, waiting, patience.isEndless(), beats);
        this.heartbeat = beats ? new Heartbeat(heartbeat, writer) : null;
        writer.start();
        if (this.heartbeat != null) {
            this.heartbeat.start();
        }
        try {
            Runtime.getRuntime().addShutdownHook(atShutdown);
        } catch (IllegalStateException e) {
            // The program is ending already: what comes now is written as long as it lasts.
        }
    }

    /** The same client, recorded from now on, as one session of the trace. */
    public KeyValueClient record(KeyValueClient client, Value session) {
        return new RecordedClient(client, log(session));
    }

    /** The events of a session that somebody else records. */
    public SessionLog log(Value session) {
        SessionLog log = new SessionLog(this, session);
        if (heartbeat != null) {
            heartbeat.addLog(log);
        }
        return log;
    }

    /** Whether sessions must say which of their calls are under way. */
    public boolean hasHeartbeat() {
        return heartbeat != null;
    }

    /** Somebody who makes the calls that become events of this trace, and is asked about them as long as anybody else knows them. */
    public void ask(Holder caller) {
        if (heartbeat != null) {
            heartbeat.addCaller(caller);
        }
    }

    /** Something that the trace shall tell of itself and that was not known when it started. It is never left out. */
    public void about(String name, Value value) {
        header.about(name, value);
        writer.write(out -> out.about(name, value));
    }

    /** Rows that a table had before the first event. They are never left out. */
    public void rows(TableRows rows) {
        writer.write(out -> out.rows(rows));
    }

    /** A new id of a transaction. */
    long transaction() {
        return transactions.incrementAndGet();
    }

    /** How many transactions have begun. */
    public long transactions() {
        return transactions.get();
    }

    /** How many events had to be left out so far; the trace says so too, unless nothing can be written to it. */
    public long dropped() {
        return writer.dropped();
    }

    /** Events that had to be left out. */
    void dropped(int events) {
        writer.drop(events);
    }

    /** A session has something that it hands over with what comes next, if anything comes. */
    void expect(SessionLog log) {
        writer.expect(log);
    }

    /** Takes events, in the order of their session; whether they will be in the trace. */
    boolean take(Piece piece) {
        IOException failed = writer.failure();
        if (failed != null && patience.isEndless()) {
            throw new UncheckedIOException(failed);
        }
        // A session that outlives its recorder must not wait for it.
        boolean taken = failed == null && !closed && waiting.add(piece, nanosMax);
        if (!taken) {
            writer.drop(piece.size());
        }
        return taken;
    }

    /** Waits until all that was recorded before is where it survives this process, or nothing can be written any more. */
    public void flush() {
        if (heartbeat != null) {
            heartbeat.beat();
        }
        boolean interrupted = false;
        CountDownLatch flushed = writer.flush(false);
        while (true) {
            try {
                flushed.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void settle() {
        try {
            boolean settled = writer.flush(true).await(ENDING_MAX.toMillis(), TimeUnit.MILLISECONDS);
            if (!settled) {
                LOGGER.log(Level.WARNING, "the program ends before all of its trace is written");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until all is written; of an application's recorder at most some seconds. Sessions must have ended. */
    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        if (heartbeat != null) {
            heartbeat.end(); // what it has in its hands is still taken
        }
        closed = true;
        try {
            Runtime.getRuntime().removeShutdownHook(atShutdown);
        } catch (IllegalStateException e) {
            // It runs, or has run: no harm.
        }
        writer.end(patience.isEndless() ? Duration.ZERO : ENDING_MAX);
        IOException failed = writer.failure();
        if (failed != null && patience.isEndless()) {
            throw failed;
        }
    }
}
