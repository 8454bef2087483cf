package io.bateleur.app.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The line that shows which case is running, how many are done and how long the rest may take; it goes while a result is printed. */
final class ReproProgress implements AutoCloseable {
    private final Terminal terminal;
    private final int expected;
    private final long start = System.nanoTime();
    private volatile String now = "";
    private volatile int done;
    private @Nullable Progress shown;

    /** @param expected how many runs there will be, as far as that is known */
    ReproProgress(Terminal terminal, int expected) {
        this.terminal = terminal;
        this.expected = expected;
        resume();
    }

    void now(String what) {
        now = what;
    }

    void done() {
        done++;
    }

    private String line() {
        long seconds = nanos() / 1_000_000_000;
        String line = done + " of " + expected + " · " + clock(seconds);
        if (done > 0 && done < expected) {
            line += ", about " + clock(seconds * (expected - done) / done) + " left";
        }
        return line + " · " + now;
    }

    private static String clock(long seconds) {
        return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }

    void pause() {
        Progress open = shown;
        if (open != null) {
            open.close();
        }
        shown = null;
    }

    void resume() {
        shown = terminal.progress(this::line);
    }

    long nanos() {
        return System.nanoTime() - start;
    }

    @Override
    public void close() {
        pause();
    }
}
