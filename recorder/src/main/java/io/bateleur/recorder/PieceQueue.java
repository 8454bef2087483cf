package io.bateleur.recorder;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Pieces on their way from many sessions to one writer, in the order in which they came, bounded by their bytes.
 *
 * <p>To add one is two atomic steps, and no lock, as long as there is room. The writer is not woken for each: it looks by itself from
 * time to time, and is woken when there is much.
 *
 * <p>Once a piece has waited in vain, all others are refused at once until half of the room is free: a writer that is stuck costs each
 * session one wait, not one for every transaction.
 */
final class PieceQueue {
    /** What a piece takes beside its events. */
    private static final int PIECE_BYTES = 96;

    private static final long WAKE_BYTES = 1 << 17;

    private final ConcurrentLinkedQueue<Piece> pieces = new ConcurrentLinkedQueue<>();
    private final AtomicLong bytes = new AtomicLong();
    private final long bytesMax;
    private final long wakeBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean overflowing;
    private volatile boolean closed;
    private volatile @Nullable Thread writer;
    private volatile boolean asleep;
    /** Room that the writer has not given back yet: it does so now and then, because sessions write the same counter. */
    private long freed;

    PieceQueue(long bytesMax) {
        this.bytesMax = bytesMax;
        this.wakeBytes = Math.min(WAKE_BYTES, bytesMax / 4);
    }

    void writtenBy(Thread thread) {
        writer = thread;
    }

    /** Adds a piece, waiting for room if need be; whether it did. */
    boolean add(Piece piece, long nanosMax) {
        long size = PIECE_BYTES + piece.bytes();
        if (overflowing || closed) {
            return false;
        }
        long before = reserve(size);
        if (before < 0) {
            before = reserveLater(size, nanosMax);
        }
        if (before < 0) {
            return false;
        }
        pieces.add(piece);
        if (asleep && before + size >= wakeBytes) {
            asleep = false; // one is enough
            wake();
        }
        return true;
    }

    /** Adds a piece whether there is room or not: for the writer, who cannot wait for itself. */
    void addAnyway(Piece piece) {
        bytes.addAndGet(PIECE_BYTES + piece.bytes());
        pieces.add(piece);
    }

    /** Adds something that takes no room, such as a mark. */
    void mark(Piece mark) {
        pieces.add(mark);
        wake();
    }

    void wake() {
        LockSupport.unpark(writer);
    }

    /** How many bytes there were before, or -1 when there is no room. */
    private long reserve(long size) {
        while (true) {
            long before = bytes.get();
            if (before > 0 && before + size > bytesMax) {
                return -1;
            }
            if (bytes.compareAndSet(before, before + size)) {
                return before;
            }
        }
    }

    private long reserveLater(long size, long nanosMax) {
        boolean interrupted = false;
        long left = nanosMax;
        wake();
        lock.lock();
        waiting.incrementAndGet();
        try {
            // Whoever makes room after this look finds that somebody waits.
            long before = reserve(size);
            while (before < 0) {
                if (left <= 0) {
                    overflowing = true;
                    return -1;
                }
                try {
                    left = room.awaitNanos(left);
                } catch (InterruptedException e) {
                    interrupted = true; // what happened is recorded first
                }
                if (overflowing || closed) {
                    return -1;
                }
                before = reserve(size);
            }
            return before;
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
        return pieces.poll();
    }

    /** A piece is not held any more; for the writer. */
    void free(Piece piece) {
        freed += PIECE_BYTES + piece.bytes();
        if (freed >= wakeBytes / 4) {
            giveBack();
        }
    }

    private void giveBack() {
        long now = bytes.addAndGet(-freed);
        freed = 0;
        if (overflowing && now <= bytesMax / 2) {
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
        if (bytes.get() < wakeBytes) {
            LockSupport.parkNanos(this, nanos);
        }
        asleep = false;
    }
}
