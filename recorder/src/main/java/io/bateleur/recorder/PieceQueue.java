package io.bateleur.recorder;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Pieces on their way from many sessions to one writer, in the order in which they came, bounded by their bytes.
 *
 * <p>They are a stack: to add one is a single atomic step, and no lock, as long as there is room, and the writer takes all of it at once
 * and turns it around. The writer is not woken for each: it looks by itself from time to time, and is woken when there is much.
 *
 * <p>Once a piece has waited in vain, all others are refused at once until half of the room is free: a writer that is stuck costs each
 * session one wait, not one for every transaction.
 */
final class PieceQueue {
    /** What a piece takes beside its events. */
    private static final int PIECE_BYTES = 96;

    private static final long WAKE_BYTES = 1 << 17;

    private static final AtomicReferenceFieldUpdater<PieceQueue, Piece> NEWEST =
            AtomicReferenceFieldUpdater.newUpdater(PieceQueue.class, Piece.class, "newest");

    /** The last one on the stack stands for all that came before it; only the writer looks at it. */
    private Piece bottom = new Piece();

    private volatile Piece newest = bottom;
    /** How many bytes, of all that ever came, are not held any more. */
    private volatile long freed;

    private final long bytesMax;
    private final long wakeBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean overflowing;
    private volatile boolean closed;
    private volatile @Nullable Thread writer;
    private volatile boolean asleep;

    // Of the writer alone:
    /** The oldest of those that it has taken. */
    private @Nullable Piece oldest;
    /** Of those that are not held any more; sessions are told now and then, because all of them look. */
    private long freedByNow;

    PieceQueue(long bytesMax) {
        this.bytesMax = bytesMax;
        this.wakeBytes = Math.min(WAKE_BYTES, bytesMax / 4);
    }

    void writtenBy(Thread thread) {
        writer = thread;
    }

    /** Adds a piece, waiting for room if need be; whether it did. */
    boolean add(Piece piece, long nanosMax) {
        if (overflowing || closed) {
            return false;
        }
        long size = PIECE_BYTES + piece.bytes();
        if (!push(piece, size, bytesMax) && !pushLater(piece, size, nanosMax)) {
            return false;
        }
        if (asleep && held(piece) >= wakeBytes) {
            asleep = false; // one is enough
            wake();
        }
        return true;
    }

    /** Adds a piece whether there is room or not: for the writer, who cannot wait for itself. */
    void addAnyway(Piece piece) {
        push(piece, PIECE_BYTES + piece.bytes(), Long.MAX_VALUE);
    }

    /** Adds a piece without events, which takes no room. */
    void mark() {
        push(new Piece(), 0, Long.MAX_VALUE);
        wake();
    }

    void wake() {
        LockSupport.unpark(writer);
    }

    /** Whether there was room. */
    private boolean push(Piece piece, long size, long max) {
        while (true) {
            Piece top = newest;
            long before = held(top);
            if (before > 0 && before + size > max) {
                return false;
            }
            piece.other = top;
            piece.total = top.total + size;
            if (NEWEST.compareAndSet(this, top, piece)) {
                return true;
            }
        }
    }

    /** How many bytes there are when this is the newest. */
    private long held(Piece piece) {
        return piece.total - freed;
    }

    private boolean pushLater(Piece piece, long size, long nanosMax) {
        boolean interrupted = false;
        long left = nanosMax;
        wake();
        lock.lock();
        waiting.incrementAndGet();
        try {
            // Whoever makes room after this look finds that somebody waits.
            while (!push(piece, size, bytesMax)) {
                if (left <= 0) {
                    overflowing = true;
                    return false;
                }
                try {
                    left = room.awaitNanos(left);
                } catch (InterruptedException e) {
                    interrupted = true; // what happened is recorded first
                }
                if (overflowing || closed) {
                    return false;
                }
            }
            return true;
        } finally {
            waiting.decrementAndGet();
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The oldest piece, or null; for the writer. Its room is free when it calls {@link #free}. */
    @Nullable
    Piece poll() {
        if (oldest == null) {
            take();
        }
        Piece piece = oldest;
        if (piece != null) {
            oldest = piece.other;
            piece.other = null;
        }
        return piece;
    }

    private void take() {
        Piece last = bottom;
        Piece top = newest;
        while (top != last) {
            Piece empty = new Piece();
            empty.total = top.total;
            if (NEWEST.compareAndSet(this, top, empty)) {
                bottom = empty;
                turn(top, last);
                return;
            }
            top = newest;
        }
    }

    private void turn(Piece top, Piece last) {
        for (Piece each = top; each != null && each != last; ) {
            Piece older = each.other;
            each.other = oldest;
            oldest = each;
            each = older;
        }
    }

    /** A piece is not held any more; for the writer. */
    void free(Piece piece) {
        freedByNow += PIECE_BYTES + piece.bytes();
        if (freedByNow - freed >= wakeBytes / 4) {
            giveBack();
        }
    }

    private void giveBack() {
        freed = freedByNow;
        if (overflowing && held(newest) <= bytesMax / 2) {
            overflowing = false;
        }
        if (waiting.get() > 0) {
            lock.lock();
            try {
                room.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Lets nobody in and nobody wait any more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** For the writer: until there is much, or so long. */
    void await(long nanos) {
        giveBack();
        asleep = true;
        if (held(newest) < wakeBytes) {
            LockSupport.parkNanos(this, nanos);
        }
        asleep = false;
    }
}
