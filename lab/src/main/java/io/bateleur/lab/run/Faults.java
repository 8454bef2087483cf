package io.bateleur.lab.run;

import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong in the life of a server, at seeded times, while a workload runs. When it is closed the server runs again.
 */
public final class Faults implements AutoCloseable {
    /** One thing that can go wrong. */
    public enum Kind {
        /** SIGKILL to all its processes, and a restart on what it had made durable. */
        KILL,
        /** SIGSTOP for a while. */
        PAUSE,
        /** Some clients lose their connections. */
        DISCONNECT,
        /** SIGSTOP to the process of a single session for milliseconds, all the time between the others. */
        STALL
    }

    private static final int QUIET_MILLIS_MIN = 1000;
    private static final int QUIET_MILLIS_MAX = 3000;
    private static final int TROUBLE_MILLIS_MIN = 100;
    private static final int TROUBLE_MILLIS_MAX = 1000;
    private static final int LOOK_MILLIS = 10;

    private final Drive drive;
    private final Server server;
    private final List<Kind> now;
    private final boolean stalling;
    private final SplittableRandom random;
    private final Consumer<String> progress;
    private final AtomicInteger happened = new AtomicInteger();
    private final Thread thread = new Thread(this::trouble, "faults");
    private volatile boolean over;
    private volatile @Nullable ServerException failure;
    private volatile int stalls;

    public Faults(Drive drive, Server server, List<Kind> kinds, long seed, Consumer<String> progress) {
        this.drive = drive;
        this.server = server;
        this.now = kinds.stream().filter(kind -> kind != Kind.STALL).toList();
        this.stalling = kinds.contains(Kind.STALL);
        this.random = new SplittableRandom(seed);
        this.progress = progress;
    }

    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** How many there were, in words. */
    public String happened() {
        String each = counted(happened.get(), "fault");
        return !stalling ? each : counted(stalls, "stall") + (now.isEmpty() ? "" : ", " + each);
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private void trouble() {
        try {
            if (stalling) {
                try (Stalls all = new Stalls(server, random.split())) {
                    trouble(millis -> stall(all, millis));
                }
            } else {
                trouble(this::rest);
            }
        } catch (ServerException e) {
            failure = e;
        }
    }

    /** What goes on between two faults, for so many milliseconds; tells whether the end has not come. */
    private interface Between {
        boolean last(int millis) throws ServerException;
    }

    private void trouble(Between between) throws ServerException {
        while (between.last(random.nextInt(QUIET_MILLIS_MIN, QUIET_MILLIS_MAX))) {
            if (!now.isEmpty()) {
                one(now.get(random.nextInt(now.size())));
                happened.incrementAndGet();
            }
        }
    }

    private boolean stall(Stalls all, int millis) throws ServerException {
        long end = System.nanoTime() + millis * 1_000_000L;
        all.until(() -> over || System.nanoTime() - end >= 0);
        stalls = all.happened();
        return !over;
    }

    /** Waits, but not beyond the end; tells whether that has not come. Never interrupted: the server must run again in any case. */
    private boolean rest(int millis) {
        long end = System.nanoTime() + millis * 1_000_000L;
        while (!over && System.nanoTime() - end < 0) {
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                over = true;
            }
        }
        return !over;
    }

    private void one(Kind kind) throws ServerException {
        progress.accept("fault: " + kind.name().toLowerCase(java.util.Locale.ROOT));
        drive.excuse(true);
        try {
            happen(kind);
        } finally {
            drive.excuse(false);
        }
    }

    private void happen(Kind kind) throws ServerException {
        switch (kind) {
            case KILL -> {
                server.kill();
                last();
                server.restart();
            }
            case PAUSE -> {
                server.pause();
                last();
                server.resume();
            }
            case DISCONNECT -> drive.disconnect(random);
            case STALL -> throw new IllegalStateException("that happens between the others");
        }
    }

    private void last() {
        rest(random.nextInt(TROUBLE_MILLIS_MIN, TROUBLE_MILLIS_MAX));
    }

    /** Waits until the trouble at hand has passed. */
    public void stop() throws ServerException {
        close();
        ServerException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }

    @Override
    public void close() {
        over = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
