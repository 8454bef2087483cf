package io.bateleur.lab.watch;

import io.bateleur.recorder.Inflow;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Lines for a reader that has the turn while it reads them, and lets others have it while it waits for more: readers ask for more between
 * two lines only, so every event is passed on in one piece.
 */
final class Turns extends InputStream {
    private static final long LOOK_MILLIS = 50;

    private final Inflow lines;
    private final ReentrantLock turn;
    private final Condition advanced;
    private final Runnable advance;
    private final BooleanSupplier isAhead;

    /**
     * @param advance is called with the turn, when some lines have been read
     * @param isAhead whether others are to be waited for before more is read
     */
    Turns(Inflow lines, ReentrantLock turn, Condition advanced, Runnable advance, BooleanSupplier isAhead) {
        this.lines = lines;
        this.turn = turn;
        this.advanced = advanced;
        this.advance = advance;
        this.isAhead = isAhead;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        advance.run();
        while (isAhead.getAsBoolean()) {
            try {
                if (!advanced.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                    continue; // whoever has ended meanwhile need not be waited for
                }
            } catch (InterruptedException e) {
                throw new InterruptedIOException("interrupted");
            }
        }
        turn.unlock();
        try {
            return lines.read(bytes, from, length);
        } finally {
            turn.lock();
        }
    }
}
