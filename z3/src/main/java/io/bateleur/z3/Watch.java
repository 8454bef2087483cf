package io.bateleur.z3;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A thread that asks again and again whether to stop, and stops what runs when the answer is yes; it ends with what it watches. */
final class Watch implements AutoCloseable {
    private static final int MILLIS_BETWEEN_QUESTIONS = 10;

    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean stopped;
    private volatile @Nullable RuntimeException failure;

    Watch(BooleanSupplier cancelled, Runnable stop) {
        thread = new Thread(() -> watch(cancelled, stop), "bateleur-z3-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private void watch(BooleanSupplier cancelled, Runnable stop) {
        try {
            while (!over.await(MILLIS_BETWEEN_QUESTIONS, TimeUnit.MILLISECONDS)) {
                // Once is not enough: what is not yet running cannot be stopped.
                if (stopped || isCancelled(cancelled)) {
                    stopped = true;
                    stop.run();
                }
            }
        } catch (InterruptedException e) {
            // Nobody interrupts it but to end it.
        }
    }

    private boolean isCancelled(BooleanSupplier cancelled) {
        try {
            return cancelled.getAsBoolean();
        } catch (RuntimeException e) {
            failure = e;
            return true;
        }
    }

    /** Whether it stopped what it watched; after closing, the last word. */
    boolean hasStopped() {
        return stopped;
    }

    /** Throws what asking threw. */
    void rethrow() {
        RuntimeException thrown = failure;
        if (thrown != null) {
            throw thrown;
        }
    }

    /** Returns when the thread is gone: from then on nothing is stopped any more. */
    @Override
    public void close() {
        over.countDown();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
