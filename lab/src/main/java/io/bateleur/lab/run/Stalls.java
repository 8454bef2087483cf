package io.bateleur.lab.run;

import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.Stall;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Stops the process of one session after another for 0.5 to 8 ms, some 150 times a second. A session that stands still between two steps of
 * its commit lets others come between, which they hardly ever do by themselves.
 */
final class Stalls implements AutoCloseable {
    private static final long STOPPED_NANOS_MIN = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long STOPPED_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(8);
    private static final long BETWEEN_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(5);

    private final Stall stall;
    private final SplittableRandom random;
    private volatile int happened;

    Stalls(Server server, SplittableRandom random) throws ServerException {
        this.stall = server.stall();
        this.random = random;
    }

    int happened() {
        return happened;
    }

    /** Goes on until that is so. */
    void until(BooleanSupplier enough) throws ServerException {
        while (!enough.getAsBoolean()) {
            if (stall.stop(random)) {
                LockSupport.parkNanos(random.nextLong(STOPPED_NANOS_MIN, STOPPED_NANOS_MAX));
                stall.resume();
                happened++;
            }
            LockSupport.parkNanos(random.nextLong(BETWEEN_NANOS_MAX));
        }
    }

    /** Returns when nothing is stopped any more. */
    @Override
    public void close() {
        stall.close();
    }
}
