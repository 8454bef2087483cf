package io.bateleur.app.cli;

import org.jspecify.annotations.Nullable;

/** The line that shows which case is running, how many are done and how long the rest may take; it goes while a result is printed. */
final class ReproProgress implements AutoCloseable {
    private final Terminal terminal;
    private final int jobs;
    private final long start = System.nanoTime();
    private volatile String now = "";
    private volatile int done;
    private @Nullable Progress shown;

    ReproProgress(Terminal terminal, int jobs) {
        this.terminal = terminal;
        this.jobs = jobs;
        resume();
    }

    void now(String what) {
        now = what;
    }

    void done() {
        done++;
    }

    private String line() {
        return now + "; " + done + " runs of " + jobs + " cases done";
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
