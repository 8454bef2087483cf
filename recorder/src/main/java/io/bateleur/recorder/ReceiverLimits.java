package io.bateleur.recorder;

import java.time.Duration;

/**
 * What a {@link TraceReceiver} takes from those who send to it.
 *
 * @param strangers connections at once that have not said the token yet
 * @param hello how long they may take to say it
 * @param runs recorders at once, those that are away for a while included
 * @param lineBytes of the longest line
 * @param bytesPerSecond of one connection; one that sends more has to wait
 * @param memoryBytes of lines of one run that wait in memory
 * @param spillBytes of those that wait on disk
 * @param absence how long a recorder may be away before its run is given up
 */
public record ReceiverLimits(
        int strangers,
        Duration hello,
        int runs,
        int lineBytes,
        long bytesPerSecond,
        long memoryBytes,
        long spillBytes,
        Duration absence) {
    public ReceiverLimits {
        if (strangers < 1 || runs < 1 || lineBytes < 1 || bytesPerSecond < 1 || memoryBytes < 0 || spillBytes < 0) {
            throw new IllegalArgumentException("limits that let nothing through");
        }
    }

    /** For a receiver that a few applications send to. */
    public static ReceiverLimits standard() {
        return new ReceiverLimits(
                64, Duration.ofSeconds(5), 1000, 64 << 20, 256 << 20, 8 << 20, 1L << 30, Duration.ofSeconds(60));
    }

    public ReceiverLimits withSpill(long bytes) {
        return new ReceiverLimits(strangers, hello, runs, lineBytes, bytesPerSecond, memoryBytes, bytes, absence);
    }

    public ReceiverLimits withAbsence(Duration longest) {
        return new ReceiverLimits(strangers, hello, runs, lineBytes, bytesPerSecond, memoryBytes, spillBytes, longest);
    }

    public ReceiverLimits withMemory(long bytes) {
        return new ReceiverLimits(strangers, hello, runs, lineBytes, bytesPerSecond, bytes, spillBytes, absence);
    }

    public ReceiverLimits withLines(int bytes) {
        return new ReceiverLimits(strangers, hello, runs, bytes, bytesPerSecond, memoryBytes, spillBytes, absence);
    }
}
