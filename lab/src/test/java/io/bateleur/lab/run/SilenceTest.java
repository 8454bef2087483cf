package io.bateleur.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What counts as silence of a database, and what does not. */
class SilenceTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private long now;
    private final Silence silence = new Silence(LIMIT, () -> now);
    private final Caller first = silence.caller("s1");
    private final Caller second = silence.caller("s2");

    /** Looks ten times a second. */
    private boolean looksTooLongFor(int seconds) {
        return IntStream.range(0, 10 * seconds).anyMatch(look -> {
            now += 100_000_000;
            return silence.isTooLong();
        });
    }

    private boolean looksTooLongInCall(Caller caller, int seconds) {
        return caller.call(() -> "put(3, 17)", () -> looksTooLongFor(seconds));
    }

    @Test
    void aCallThatWaitsTooLong() {
        looksTooLongFor(100);
        assertThat(looksTooLongInCall(first, 29)).isFalse();
        assertThat(looksTooLongInCall(first, 31)).isTrue();
        assertThat(silence.told())
                .hasValue("no call has been answered for 30.0 s\n  s1 has waited 30.1 s for put(3, 17)");
        assertThat(silence.isTooLong()).as("for good").isTrue();
    }

    @Test
    void whoThinksDoesNotWait() {
        assertThat(looksTooLongFor(1000)).isFalse();
    }

    @Test
    void whileOthersAreAnsweredADatabaseIsNotSilent() {
        boolean tooLong = first.call(
                () -> "commit", () -> IntStream.range(0, 10).anyMatch(call -> looksTooLongInCall(second, 20)));
        assertThat(tooLong).isFalse();
    }

    @Test
    void aCallWithinAnotherIsASignToo() {
        boolean tooLong =
                first.call(() -> "load", () -> IntStream.range(0, 10).anyMatch(call -> looksTooLongInCall(first, 20)));
        assertThat(tooLong).isFalse();
        assertThat(first.call(() -> "load", () -> looksTooLongInCall(first, 31)))
                .isTrue();
        assertThat(silence.told().orElseThrow()).endsWith("for put(3, 17)");
    }

    @Test
    void aServerThatIsStoppedOnPurposeIsExcused() {
        silence.excuse(true);
        assertThat(looksTooLongInCall(first, 100)).isFalse();
        boolean[] tooLong = new boolean[2];
        first.call(() -> "commit", () -> {
            tooLong[0] = looksTooLongFor(100);
            silence.excuse(false);
            tooLong[1] = looksTooLongFor(29);
            return true;
        });
        assertThat(tooLong).containsExactly(false, false);
    }

    @Test
    void aProgramThatWasStoppedItselfBlamesNobody() {
        boolean tooLong = first.call(() -> "commit", () -> {
            now += Duration.ofHours(1).toNanos();
            return silence.isTooLong();
        });
        assertThat(tooLong).isFalse();
    }

    @Test
    void itCanBeSwitchedOff() {
        Silence endless = new Silence(Duration.ZERO, () -> now);
        boolean tooLong = endless.caller("s1")
                .call(() -> "commit", () -> IntStream.range(0, 10_000).anyMatch(look -> {
                    now += 500_000_000;
                    return endless.isTooLong();
                }));
        assertThat(tooLong).isFalse();
    }

    @Test
    void manySessionsAreCounted() {
        Silence many = new Silence(LIMIT, () -> now);
        nested(many, 25);
        assertThat(many.told().orElseThrow().lines()).hasSize(22).last().isEqualTo("  and 5 more sessions wait");
    }

    private static boolean nested(Silence many, int left) {
        if (left == 0) {
            many.tell("no call has been answered");
            return true;
        }
        return many.caller("s" + left).call(() -> "commit", () -> nested(many, left - 1));
    }
}
