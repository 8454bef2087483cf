package io.bateleur.core.explain;

import io.bateleur.core.model.Level;
import java.util.Locale;
import java.util.Optional;

/**
 * What was found out about one level.
 *
 * @param reason why it is undecided; else empty
 * @param why why it is violated; else empty
 * @param millis how long that took
 */
public record LevelReport(Level level, Status status, String reason, Optional<Explanation> why, long millis) {

    /** The three verdicts, by the words of the command line and of JSON. */
    public enum Status {
        HOLDS,
        VIOLATED,
        UNDECIDED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static LevelReport holds(Level level, long millis) {
        return new LevelReport(level, Status.HOLDS, "", Optional.empty(), millis);
    }

    public static LevelReport violated(Level level, Explanation why, long millis) {
        return new LevelReport(level, Status.VIOLATED, "", Optional.of(why), millis);
    }

    public static LevelReport undecided(Level level, String reason, long millis) {
        return new LevelReport(level, Status.UNDECIDED, reason, Optional.empty(), millis);
    }
}
