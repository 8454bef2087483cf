package io.bateleur.recorder;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one run of a recorder, from all its connections, for the one thread that reads them. When that cannot keep up, lines wait
 * in memory, then on disk, up to a bound each; then the connection has to wait.
 */
public final class Inflow extends InputStream {
    private final String run;
    private final long memoryMax;
    private final Duration absence;
    private final Spill spill;

    // Guarded by this object:
    private final Deque<byte[]> lines = new ArrayDeque<>();
    private long memoryBytes;
    private boolean spillFailed;
    private @Nullable Connected connected;
    /** Since when nobody has been connected. */
    private long alone = System.nanoTime();

    private long lastCame = System.nanoTime();
    /** How many events of the run have come. */
    private long events;

    private boolean complete;
    private boolean ended;
    private boolean lost;
    private @Nullable String refusal;

    // Of the thread that reads:
    private byte[] current = {};
    private int at;

    /** Who brings the lines now. */
    interface Connected {
        void leave();
    }

    Inflow(String run, Path folder, long memoryMax, long spillMax, Duration absence) {
        this.run = run;
        this.memoryMax = memoryMax;
        this.absence = absence;
        this.spill = new Spill(folder.resolve("bateleur-in-" + run + ".jsonl"), spillMax);
    }

    /** The run of the recorder, as its headers name it. */
    public String run() {
        return run;
    }

    /** How many bytes wait to be read, in memory and on disk. */
    public synchronized long waiting() {
        return memoryBytes + spill.unread();
    }

    /** How many of them are on disk. */
    public synchronized long spilled() {
        return spill.unread();
    }

    /** How many events have come. */
    public synchronized long events() {
        return events;
    }

    /** Whether the recorder went away without a last word, and did not come back. */
    public synchronized boolean isLost() {
        return lost;
    }

    public synchronized boolean hasEnded() {
        return ended;
    }

    /** How long nothing has come. */
    public synchronized long idleNanos() {
        return System.nanoTime() - lastCame;
    }

    public synchronized boolean isConnected() {
        return connected != null;
    }

    /** Somebody brings lines from now on, in place of whoever did before; null, or why they may not. */
    synchronized @Nullable String connect(Connected who) {
        if (refusal != null) {
            return refusal;
        }
        if (ended) {
            return "this run has ended here";
        }
        Connected before = connected;
        connected = who;
        if (before != null) {
            before.leave();
        }
        return null;
    }

    /** Cuts the connection, as a network might. */
    synchronized void cut() {
        if (connected != null) {
            connected.leave();
        }
    }

    /** The connection is gone: another may come. */
    synchronized void disconnect(Connected who) {
        if (connected == who) {
            connected = null;
            alone = System.nanoTime();
            ended |= complete;
            notifyAll();
        }
    }

    /**
     * Takes whole lines, waiting for room if need be.
     *
     * @param upTo how many events of the run have come with them
     * @return how many there are now; negative when they are of a connection that another has replaced, or nobody reads any more
     */
    synchronized long add(Connected who, byte[] more, long upTo, boolean last) throws InterruptedIOException {
        while (connected == who && !ended) {
            if (fits(more)) {
                events = Math.max(events, upTo);
                lastCame = System.nanoTime();
                complete |= last;
                notifyAll();
                return events;
            }
            pause(Long.MAX_VALUE);
        }
        return -1;
    }

    private boolean fits(byte[] more) {
        if (spill.isRead() && (memoryBytes == 0 || memoryBytes + more.length <= memoryMax)) {
            lines.add(more);
            memoryBytes += more.length;
            return true;
        }
        try {
            if (spill.isRead() && spill.exists()) {
                spill.delete();
            }
            if (!spill.hasRoom(more.length)) {
                return false;
            }
            if (!spill.exists()) {
                spill.start(new byte[0]);
            }
            spill.add(more);
            return true;
        } catch (IOException e) {
            if (!spillFailed) {
                Recorder.LOGGER.log(Level.WARNING, "what waits to be verified cannot be kept on disk", e);
            }
            spillFailed = true;
            return false;
        }
    }

    private void pause(long millis) throws InterruptedIOException {
        try {
            wait(millis == Long.MAX_VALUE ? 0 : Math.max(1, millis));
        } catch (InterruptedException e) {
            throw new InterruptedIOException("interrupted");
        }
    }

    /** Nothing more is taken; what has come can still be read. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** The stream makes no sense: nothing more of this run is taken or read. */
    public synchronized void refuse(String reason) {
        refusal = refusal == null ? reason : refusal;
        ended = true;
        Connected who = connected;
        if (who != null) {
            who.leave();
        }
        notifyAll();
    }

    /** Why the stream was refused, if it was. */
    public synchronized @Nullable String refusal() {
        return refusal;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /** Waits for more, until the run has ended or its recorder has been away for too long. */
    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (at == current.length) {
            byte[] next = next();
            if (next == null) {
                return -1;
            }
            current = next;
            at = 0;
        }
        int some = Math.min(length, current.length - at);
        System.arraycopy(current, at, bytes, from, some);
        at += some;
        return some;
    }

    private synchronized byte @Nullable [] next() throws IOException {
        while (true) {
            byte[] first = lines.poll();
            if (first != null) {
                memoryBytes -= first.length;
                notifyAll();
                return first;
            }
            if (!spill.isRead()) {
                byte[] read = spill.read();
                if (spill.isRead()) {
                    spill.delete();
                }
                notifyAll();
                return read;
            }
            if (ended) {
                return null;
            }
            long left = Long.MAX_VALUE;
            if (connected == null) {
                left = absence.toMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - alone);
                if (left <= 0) {
                    lost = true;
                    ended = true;
                    return null;
                }
            }
            pause(left);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        ended = true;
        lines.clear();
        memoryBytes = 0;
        spill.delete();
        notifyAll();
    }
}
