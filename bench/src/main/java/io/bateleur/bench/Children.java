package io.bateleur.bench;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Starts processes, one at a time, and leaves none behind: when the program is told to end, the one that runs is ended first. */
final class Children implements AutoCloseable {
    private final Thread hook = new Thread(this::stop, "children");
    private @Nullable Process running;
    private boolean stopped;

    Children() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Nobody may go on: the program is ending. */
    static final class StoppedException extends IllegalStateException {
        StoppedException() {
            super("the benchmark was stopped");
        }
    }

    synchronized Process start(ProcessBuilder builder) throws IOException {
        requireRunning();
        Process started = builder.start();
        running = started;
        return started;
    }

    /** What a child did while it was being ended says nothing. */
    synchronized void requireRunning() {
        if (stopped) {
            throw new StoppedException();
        }
    }

    private synchronized void stop() {
        stopped = true;
        if (running != null) {
            running.destroyForcibly(); // a number of no use is not worth a farewell
        }
    }

    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It runs already.
        }
    }
}
