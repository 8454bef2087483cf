package io.bateleur.examine;

import java.time.Duration;
import java.util.Optional;

/**
 * How far each check may go. The names are those of the settings by which the user allows more, because messages say so.
 *
 * @param time for each level
 * @param steps of the solver, for each level
 * @param timeSetting such as {@code --timeout}
 * @param memorySetting what stands before a number of megabytes, such as {@code -Xmx}
 */
public record Allowance(Optional<Duration> time, long steps, String timeSetting, String memorySetting) {

    /** So long for each level, in a Java of the user's own. */
    public static Allowance of(Duration time, String timeSetting) {
        return new Allowance(Optional.of(time), Long.MAX_VALUE, timeSetting, "-Xmx");
    }

    /** Why a level is undecided that took all of the time. */
    String timeIsUp() {
        return "not within " + time.map(Allowance::text).orElse("the time") + " (" + timeSetting + ")";
    }

    /** Why a level is undecided that was not begun. */
    String noTimeLeft() {
        return "the levels before it took the time of " + timeSetting;
    }

    String outOfMemory() {
        long megabytes = Runtime.getRuntime().maxMemory() >> 20;
        return "needs more memory than the " + megabytes + " MB that Java may use; give it more with " + memorySetting
                + 2 * megabytes + "m";
    }

    /** The shortest form that means the same. */
    private static String text(Duration time) {
        long millis = time.toMillis();
        if (millis == 0 || millis % 1000 != 0) {
            return millis + "ms";
        }
        return millis % 60_000 != 0 || millis < 120_000 ? millis / 1000 + "s" : millis / 60_000 + "m";
    }
}
