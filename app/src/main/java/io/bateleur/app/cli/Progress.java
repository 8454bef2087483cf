package io.bateleur.app.cli;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One line that shows how far a long piece of work is; it appears after a second and is wiped away at the end.
 *
 * <p>{@link #at} only stores a number, so that a hot loop may call it at each turn: a thread of our own looks at it.
 */
final class Progress implements AutoCloseable {
    static final String CLEAR = "\r\033[K";

    private static final long DELAY_MILLIS = 1000;
    private static final long REDRAW_MILLIS = 100;
    private static final long CLOSE_MILLIS = 500;

    private final AtomicLong done = new AtomicLong();
    private final @Nullable Thread painter;

    private Progress() {
        painter = null;
    }

    private Progress(PrintStream err, String what, long total, int columns) {
        painter = new Thread(
                () -> paint(err, columns, elapsed -> new ProgressLine(what, done.get(), total, elapsed)), "progress");
        start(painter);
    }

    private Progress(PrintStream err, Supplier<String> what, int columns) {
        painter = new Thread(
                () -> paint(err, columns, elapsed -> new ProgressLine(what.get(), 0, -1, elapsed)), "progress");
        start(painter);
    }

    private static void start(Thread painter) {
        painter.setDaemon(true);
        painter.start();
    }

    static Progress on(PrintStream err, String what, long total, int columns) {
        return new Progress(err, what, total, columns);
    }

    /** A line that says at each look what there is to say. */
    static Progress on(PrintStream err, Supplier<String> what, int columns) {
        return new Progress(err, what, columns);
    }

    static Progress hidden() {
        return new Progress();
    }

    /** How much of the total is done now. */
    void at(long amount) {
        done.lazySet(amount);
    }

    @Override
    public void close() {
        if (painter == null) {
            return;
        }
        painter.interrupt();
        try {
            painter.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void paint(PrintStream err, int columns, LongFunction<ProgressLine> line) {
        long start = System.nanoTime();
        boolean painted = false;
        try {
            Thread.sleep(DELAY_MILLIS);
            while (true) {
                long elapsedMillis = (System.nanoTime() - start) / 1_000_000;
                err.print(CLEAR + line.apply(elapsedMillis).text(columns - 1));
                err.flush();
                painted = true;
                Thread.sleep(REDRAW_MILLIS);
            }
        } catch (InterruptedException closed) {
            if (painted) {
                err.print(CLEAR);
                err.flush();
            }
        }
    }
}
