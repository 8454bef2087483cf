package io.bateleur.lab.run;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How long a database has answered nobody, although somebody waits.
 *
 * <p>Only time in which somebody looked counts, so that a program that was stopped itself does not blame the database for it.
 */
final class Silence {
    private static final long LOOK_NANOS_MAX = 500_000_000;
    private static final int CALLS_SHOWN = 20;

    private final long limit;
    private final LongSupplier clock;
    private final List<Caller> callers = new CopyOnWriteArrayList<>();
    private volatile boolean excused;
    private volatile @Nullable String told;

    // Of the thread that looks:
    private long signs;
    private long lastLook;
    private long nanos;

    /** @param limit zero for a silence that may last for ever */
    Silence(Duration limit) {
        this(limit, System::nanoTime);
    }

    Silence(Duration limit, LongSupplier clock) {
        this.limit = limit.toNanos();
        this.clock = clock;
        this.lastLook = clock.getAsLong();
    }

    Caller caller(String name) {
        Caller caller = new Caller(name, clock);
        callers.add(caller);
        return caller;
    }

    /** While somebody keeps the database from answering, its silence means nothing. */
    void excuse(boolean now) {
        excused = now;
    }

    /** Whether it has once been. To be asked often, by one thread. */
    boolean isTooLong() {
        if (told == null && grows() && nanos >= limit) {
            tell(String.format(Locale.ROOT, "no call has been answered for %.1f s", limit / 1e9));
        }
        return told != null;
    }

    private boolean grows() {
        long now = clock.getAsLong();
        long passed = Math.min(now - lastLook, LOOK_NANOS_MAX);
        lastLook = now;
        long heard = callers.stream().mapToLong(Caller::signs).sum();
        boolean waiting = callers.stream().anyMatch(caller -> caller.open() != null);
        nanos = heard == signs && waiting && !excused ? nanos + passed : 0;
        signs = heard;
        return limit > 0;
    }

    /** What happened, and who waits for what, one line each; once that is told it stays. */
    void tell(String happened) {
        told = told == null ? happened + calls() : told;
    }

    /** For users. */
    Optional<String> told() {
        return Optional.ofNullable(told);
    }

    private String calls() {
        long now = clock.getAsLong();
        List<String> lines =
                callers.stream().flatMap(caller -> line(caller, now).stream()).toList();
        int more = Math.max(0, lines.size() - CALLS_SHOWN);
        return String.join("", lines.subList(0, lines.size() - more))
                + (more == 0 ? "" : "\n  and " + more + " more sessions wait");
    }

    private static List<String> line(Caller caller, long now) {
        Caller.Call call = caller.open();
        return call == null
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "\n  %s has waited %.1f s for %s",
                        caller.name(),
                        (now - call.start()) / 1e9,
                        call.words().get()));
    }
}
