package io.bateleur.recorder;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that writes to a sink: pieces in their order, what was left out before whatever came after, and a flush at least five
 * times a second.
 *
 * <p>A sink that fails is not tried again: from then on everything is left out, and whoever can do something about it is told once.
 */
final class TraceWriter {
    private static final int SOME = 32;
    private static final long FLUSH_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final TraceSink sink;
    private final PieceQueue waiting;
    private final boolean strict;
    /** Whether the trace says until when it is complete. */
    private final boolean beats;

    private final Thread thread = new Thread(this::runWhole, "bateleur-recorder");
    private final AtomicLong dropped = new AtomicLong();
    /** What was asked for at each mark; the recorder's own lines take no room that others could lack. */
    private final Queue<Request> requests = new ConcurrentLinkedQueue<>();
    /** Sessions that may have fallen silent with something left. */
    private final Queue<SessionLog> expected = new ConcurrentLinkedQueue<>();

    private volatile @Nullable IOException failure;
    private volatile boolean ending;
    private volatile boolean ended;

    // Of the thread alone:
    private final Lines lines = new Lines();
    private long told;
    private boolean dirty;
    private long lastFlush;

    /**
     * @param about to be written; none means a flush
     * @param fetched whether what sessions had left stands before it
     */
    private record Request(@Nullable Event about, boolean settle, boolean fetched, CountDownLatch done) {}

    /** @param strict whether who hands over events after a failure hears of it, so that nobody else has to */
    TraceWriter(TraceSink sink, PieceQueue waiting, boolean strict, boolean beats) {
        this.sink = sink;
        this.waiting = waiting;
        this.strict = strict;
        this.beats = beats;
    }

    void start() {
        waiting.writtenBy(thread);
        thread.setDaemon(true);
        thread.start();
    }

    /** What the sink failed with. */
    @Nullable
    IOException failure() {
        return failure;
    }

    long dropped() {
        return dropped.get();
    }

    void drop(long events) {
        dropped.addAndGet(events);
    }

    /** Writes a line of the recorder's own behind all that was handed over before; what is returned counts down when it is. */
    CountDownLatch write(Event line) {
        CountDownLatch done = new CountDownLatch(1);
        ask(new Request(line, false, false, done));
        return done;
    }

    /** Asks that all that was handed over before be flushed; what is returned counts down when it is. */
    CountDownLatch flush(boolean settle) {
        CountDownLatch done = new CountDownLatch(1);
        ask(new Request(null, settle, false, done));
        return done;
    }

    void expect(SessionLog log) {
        expected.add(log);
    }

    private void ask(Request request) {
        requests.add(request);
        waiting.mark();
        if (ended) {
            release();
        }
    }

    private void release() {
        for (Request left = requests.poll(); left != null; left = requests.poll()) {
            left.done.countDown();
        }
    }

    /** Writes what waits, closes the sink and ends the thread. A sink that hangs is interrupted after a while; zero means never. */
    void end(Duration longest) {
        ending = true;
        waiting.wake();
        try {
            thread.join(longest.toMillis());
            if (thread.isAlive()) {
                thread.interrupt();
                thread.join(longest.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whatever ends the thread: nobody waits for it any more, and everything from there on is left out. */
    private void runWhole() {
        try {
            run();
        } catch (Throwable e) {
            failure = new IOException("the thread that writes the trace has ended", e);
            waiting.close();
            ended = true;
            release();
        }
    }

    private void run() {
        lastFlush = System.nanoTime();
        while (true) {
            if (!writeSome()) {
                if (ending) {
                    break;
                }
                writeAll();
                waiting.await(FLUSH_NANOS);
            }
            long now = System.nanoTime();
            if (now - lastFlush >= FLUSH_NANOS) {
                lastFlush = now;
                if (dirty || !expected.isEmpty()) {
                    flush(false);
                }
            }
        }
        waiting.close();
        fetch();
        while (writeOne()) {
            // Somebody came in before the door was shut.
        }
        finish();
    }

    /** Asks the sessions for what they have left. */
    private void fetch() {
        for (int i = expected.size(); i > 0; i--) {
            expected.remove().fetch(waiting::addAnyway);
        }
    }

    /** As many as need no look at the clock in between; whether there were so many. */
    private boolean writeSome() {
        for (int i = 0; i < SOME; i++) {
            if (!writeOne()) {
                return false;
            }
        }
        return true;
    }

    private boolean writeOne() {
        Piece piece = waiting.poll();
        if (piece == null) {
            return false;
        }
        if (piece.isEmpty()) { // a mark
            answer();
        } else {
            put(piece);
            waiting.free(piece);
        }
        return true;
    }

    private void put(Piece piece) {
        tellDropped();
        if (failure != null || !made(() -> lines.add(piece))) {
            drop(piece.size());
        }
        if (lines.areEnough()) {
            writeLines();
        }
    }

    /** Whether lines could be made of something; if not, that is a bug of ours, which must not cost the others. */
    private boolean made(Attempt attempt) {
        try {
            attempt.make();
            return true;
        } catch (IOException | RuntimeException | Error e) {
            Recorder.LOGGER.log(Level.WARNING, "an event cannot be written; the trace will say that it lacks some", e);
            return false;
        }
    }

    private void writeAll() {
        tellDropped();
        writeLines();
    }

    private void writeLines() {
        if (lines.areNone()) {
            return;
        }
        if (!attempt(() -> {
            lines.writeTo(sink);
            dirty = true;
        })) {
            drop(lines.events());
        }
        lines.clear();
    }

    /** Whoever depends on what was left out came later than that, so it is told before the next piece. */
    private void tellDropped() {
        long now = dropped.get();
        if (now > told && failure == null) {
            told = now;
            made(() -> lines.tell(out -> out.about(History.DROPPED, Value.of(now))));
        }
    }

    private void answer() {
        Request request = requests.remove();
        if (request.about != null) {
            put(Piece.of(request.about, 0));
        } else if (!request.fetched) {
            fetch();
            ask(new Request(null, request.settle, true, request.done)); // behind it
            return;
        } else if (request.settle) {
            writeAll();
            attempt(sink::settle);
            dirty = false;
        } else {
            writeAll();
            flushIfDirty();
        }
        request.done.countDown();
    }

    private void flushIfDirty() {
        if (dirty) {
            dirty = false;
            attempt(sink::flush);
        }
    }

    private void finish() {
        writeAll();
        if (beats && failure == null) {
            made(() -> lines.tell(out -> out.punctuation(Long.MAX_VALUE))); // nothing follows at all
            writeLines();
        }
        IOException before = failure;
        try {
            sink.close();
        } catch (IOException | RuntimeException | Error e) {
            if (before == null) {
                failed(e);
            }
        }
        ended = true;
        release();
        if (dropped.get() > 0 && !strict) {
            Recorder.LOGGER.log(Level.WARNING, "{0} events are not in the trace", dropped.get());
        }
    }

    private interface Attempt {
        void make() throws IOException;
    }

    /** Whether it could be done; after a failure nothing is tried. */
    private boolean attempt(Attempt attempt) {
        if (failure != null) {
            return false;
        }
        try {
            attempt.make();
            return true;
        } catch (IOException | RuntimeException | Error e) {
            // Whatever it is: the application must not be hurt by it.
            failed(e);
            return false;
        }
    }

    private void failed(Throwable e) {
        failure = e instanceof IOException known ? known : new IOException("the trace cannot be written: " + e, e);
        if (!strict) {
            Recorder.LOGGER.log(
                    Level.WARNING, "the trace cannot be written any more; the application goes on unrecorded", e);
        }
    }
}
