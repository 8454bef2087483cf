package io.bateleur.lab.store;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The last word to an engine that may have lost its way: said in a thread of its own, and its answer is not waited for for ever. */
public final class Farewell {
    private Farewell() {}

    /**
     * Whether it was heard out in that time. Where not, its thread is left to itself, and does not keep the program from ending. What it
     * throws is thrown here.
     */
    public static boolean say(Runnable word, Duration patience) {
        FutureTask<Boolean> task = new FutureTask<>(word, true);
        Thread thread = new Thread(task, "farewell");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException thrown ? thrown : new IllegalStateException(e);
        }
    }
}
