package io.bateleur.core.trace;

import java.time.Duration;

/**
 * How a file that still grows is read.
 *
 * @param poll how long to wait before looking for more
 * @param end when no more is expected
 */
public record Following(Duration poll, EndRule end) {
    public Following {
        if (poll.isNegative() || poll.isZero()) {
            throw new IllegalArgumentException("a file cannot be looked at every " + poll);
        }
    }

    /** Ends the reading of a file that still grows. What is there then is read first; an interrupt of the thread ends it as well. */
    public interface EndRule {
        /** Whether no more is expected of a file that has not grown for so long. */
        boolean isEnd(Duration idle);

        /** The end is where nothing has come for so long. */
        static EndRule idle(Duration longest) {
            return idle -> idle.compareTo(longest) >= 0;
        }
    }
}
