package io.bateleur.lab.workload;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Value;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Values to write: each of them once, or few of them often.
 *
 * <p>An application that calculates needs the numbers that it stored. They lie in the lower half of a value, and a stamp in the upper
 * half keeps apart what would be equal: two accounts with the same balance.
 */
final class Values {
    private final int duplicates;
    private final AtomicLong last = new AtomicLong();

    Values(Settings settings) {
        this.duplicates = settings.duplicates();
    }

    /** A value that nobody has written before, unless duplicates are wanted. */
    Value next(SplittableRandom random) {
        return Value.of(duplicates > 0 ? 1 + random.nextInt(duplicates) : last.incrementAndGet());
    }

    /** A value that holds a number and that nobody has written before; the bare number when duplicates are wanted. */
    Value holding(int number) {
        return Value.of(
                duplicates > 0 ? number : last.incrementAndGet() << Integer.SIZE | Integer.toUnsignedLong(number));
    }

    /** The number that was stored; 0 where nothing is, since a store that isolates badly may show anything. */
    static int number(Content content) {
        return content instanceof Content.Live live && live.value() instanceof Value.Int packed
                ? (int) packed.value()
                : 0;
    }

    static boolean isLive(Content content) {
        return content instanceof Content.Live;
    }
}
