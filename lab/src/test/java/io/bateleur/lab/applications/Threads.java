package io.bateleur.lab.applications;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Work that several threads do, and waits for what it leads to. */
final class Threads {
    private static final long WAIT_SECONDS = 90;

    /** What one of them does, by its number. */
    interface Work {
        void run(int thread) throws Exception;
    }

    private Threads() {}

    static void run(int threads, Work work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int number = t;
                all.add(pool.submit((Callable<Void>) () -> {
                    work.run(number);
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get(WAIT_SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    static void await(String what, BooleanSupplier done) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
        while (!done.getAsBoolean()) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException(what + " took longer than " + WAIT_SECONDS + " s");
            }
            Thread.sleep(20);
        }
    }
}
