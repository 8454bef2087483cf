package io.bateleur.lab.run;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One session as others see it: which call it waits for, and since when. One thread at a time calls, any thread looks. */
public final class Caller {
    private final String name;
    private final LongSupplier clock;
    private final AtomicLong signs = new AtomicLong();
    private volatile @Nullable Call open;

    /** @param clock in nanoseconds */
    Caller(String name, LongSupplier clock) {
        this.name = name;
        this.clock = clock;
    }

    /** What a call does. */
    interface Work<T, X extends Throwable> {
        T run() throws X;
    }

    /**
     * A call without its answer.
     *
     * @param words asked for only when somebody has to be told
     * @param start by the clock
     */
    record Call(Supplier<String> words, long start) {}

    /** Makes a call; one inside another takes its place until it ends. */
    <T, X extends Throwable> T call(Supplier<String> words, Work<T, X> work) throws X {
        Call outer = open;
        open = new Call(words, clock.getAsLong());
        signs.incrementAndGet();
        try {
            return work.run();
        } finally {
            open = outer;
            signs.incrementAndGet();
        }
    }

    String name() {
        return name;
    }

    /** Grows with each call that begins and with each that ends. */
    long signs() {
        return signs.get();
    }

    /** The call that has no answer yet. */
    @Nullable
    Call open() {
        return open;
    }
}
