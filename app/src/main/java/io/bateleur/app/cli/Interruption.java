package io.bateleur.app.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C while a command works. The command is asked to stop and given time to print what it has; if it does not come to that,
 * what can be told from outside is told. The program ends either way, with the code of the signal.
 */
final class Interruption implements AutoCloseable {
    private static final long GRACE_MILLIS = 3000;

    private final Thread hook;
    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean requested;
    private volatile boolean late;

    /** @param otherwise tells what there is, from a thread of its own, when the command does not stop in time */
    Interruption(Runnable otherwise) {
        hook = new Thread(
                () -> {
                    requested = true;
                    if (!awaitTheEnd()) {
                        late = true;
                        otherwise.run();
                    }
                },
                "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Whether to stop as soon as possible. */
    boolean requested() {
        return requested;
    }

    /** Whether the command came too late to print anything itself. */
    boolean late() {
        return late;
    }

    private boolean awaitTheEnd() {
        try {
            return finished.await(GRACE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    @Override
    public void close() {
        finished.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It runs already.
        }
    }
}
