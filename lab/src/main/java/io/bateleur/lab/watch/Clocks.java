package io.bateleur.lab.watch;

import io.bateleur.core.model.HistoryException;
import io.bateleur.core.trace.TraceClock;
import io.bateleur.recorder.HostClock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The clocks of all recorders: that of the first one counts. Times of another can be brought to it only by the wall, and only where
 * somebody said by how much that may be wrong.
 */
final class Clocks {
    private final Duration error;
    private @Nullable TraceClock first;

    /** @param error by how much two clocks may differ at most, where the user says so */
    Clocks(Duration error) {
        this.error = error;
    }

    /** Whether times are of this machine's clock. */
    boolean areHere() {
        return first != null && first.id().equals(HostClock.id());
    }

    /** What is to be added to times of this clock; refuses one that cannot be compared with the first. */
    long shift(Optional<TraceClock> given) {
        if (given.isEmpty()) {
            return 0; // a recorder that does not say means the user's only one
        }
        TraceClock clock = given.get();
        TraceClock common = first;
        if (common == null) {
            first = clock;
            return 0;
        }
        if (clock.id().equals(common.id())) {
            return 0;
        }
        Optional<TraceClock.Anchor> here = common.anchor();
        Optional<TraceClock.Anchor> there = clock.anchor();
        if (here.isEmpty() || there.isEmpty()) {
            throw refused("and one of them does not say what time it is");
        }
        long known = error(here.get()) + error(there.get());
        if (error.isZero() || known > error.toNanos()) {
            throw refused(
                    error.isZero()
                            ? "say by how much they may differ, with --clock-error"
                            : "they may differ by more than --clock-error says");
        }
        return Math.subtractExact(there.get().wall(), there.get().time())
                - Math.subtractExact(here.get().wall(), here.get().time());
    }

    /** One that says nothing is as good as the user says it is. */
    private static long error(TraceClock.Anchor anchor) {
        return anchor.error().orElse(0);
    }

    private static HistoryException refused(String why) {
        return new HistoryException("its clock is not that of the recorder that came first; " + why);
    }
}
