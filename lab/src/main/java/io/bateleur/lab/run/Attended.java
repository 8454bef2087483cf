package io.bateleur.lab.run;

import io.bateleur.recorder.CallFailedException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Work on a database in a thread of its own, so that whoever asked for it goes on even when the database does not answer. */
final class Attended {
    private static final long LOOK_MILLIS = 20;

    private Attended() {}

    /** Calls to a database. */
    interface Work {
        void run() throws CallFailedException;
    }

    /**
     * Whether it ended before somebody gave up; where not, its thread is left to itself. What it throws is thrown here.
     *
     * @param enough whether to give up, asked often and by this thread
     */
    static boolean ends(String name, Work work, BooleanSupplier enough) throws CallFailedException {
        FutureTask<Boolean> task = new FutureTask<>(() -> {
            work.run();
            return true;
        });
        start(name, task);
        while (!enough.getAsBoolean()) {
            try {
                return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                continue;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted during " + name, e);
            } catch (ExecutionException e) {
                throw failure(e);
            }
        }
        return false;
    }

    /** In a thread that does not keep the program from ending. */
    static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static CallFailedException failure(ExecutionException e) {
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        if (e.getCause() instanceof CallFailedException failed) {
            return failed;
        }
        throw e.getCause() instanceof RuntimeException thrown ? thrown : new IllegalStateException(e);
    }
}
