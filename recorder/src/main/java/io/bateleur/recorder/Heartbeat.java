package io.bateleur.recorder;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * Has sessions hand over what they hold at regular times, also of open transactions, and says in the trace which time nothing that
 * follows was called before. So who reads along need not wait for sessions that are silent.
 */
final class Heartbeat {
    private static final long ENDING_MILLIS_MAX = 1000;

    private final Duration interval;
    private final TraceWriter writer;
    /** Calls and what they hold, in this order: what moves on while they are asked is found where it has come to. */
    private final Map<Holder, Boolean> callers = Collections.synchronizedMap(new WeakHashMap<>());

    private final Map<Holder, Boolean> logs = Collections.synchronizedMap(new WeakHashMap<>());
    private final Thread thread = new Thread(this::run, "bateleur-heartbeat");
    private volatile boolean ended;

    // Guarded by this object:
    private CountDownLatch written = new CountDownLatch(0);
    private long last = Holder.NOTHING_KNOWN;

    Heartbeat(Duration interval, TraceWriter writer) {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("a heartbeat of " + interval);
        }
        this.interval = interval;
        this.writer = writer;
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Somebody with calls under way, as long as anybody knows them. */
    void addCaller(Holder caller) {
        callers.put(caller, true);
    }

    void addLog(SessionLog log) {
        logs.put(log, true);
    }

    private void run() {
        while (!ended) {
            try {
                Thread.sleep(interval.toMillis(), interval.toNanosPart() % 1_000_000);
                beat();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException | Error e) {
                // Nobody is told that silence means anything any more; what is recorded is as good as without.
                Recorder.LOGGER.log(Level.WARNING, "the heartbeat of the trace has stopped", e);
                return;
            }
        }
    }

    /** Everything that can be handed over is; the trace says until when it is complete, if that is later than it said before. */
    synchronized void beat() {
        long now = System.nanoTime(); // whatever is called after the questions is called after this
        long least = now;
        for (Map<Holder, Boolean> holders : List.of(callers, logs)) {
            List<Holder> all;
            synchronized (holders) {
                all = new ArrayList<>(holders.keySet());
            }
            for (Holder holder : all) {
                least = Math.min(least, holder.handOver());
            }
        }
        // One at a time: a sink that hangs must not gather them.
        if (least > last && written.getCount() == 0) {
            long before = least;
            last = before;
            written = writer.write(out -> out.punctuation(before));
        }
    }

    void end() {
        ended = true;
        thread.interrupt();
        try {
            thread.join(ENDING_MILLIS_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
