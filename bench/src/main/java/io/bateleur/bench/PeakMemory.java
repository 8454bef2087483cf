package io.bateleur.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The most memory that a process has had in use so far, as Linux counts it; elsewhere nobody can tell.
 *
 * <p>The launcher replaces itself by Java, so this is that of Java: what a process had before it became another program does not
 * count.
 */
final class PeakMemory {
    private static final String PEAK = "VmHWM:";

    private final Path status;
    private long kilobytes = -1;

    PeakMemory(long pid) {
        status = Path.of("/proc", Long.toString(pid), "status");
    }

    /** Looks again. A process that has ended tells nothing any more: then what was seen last stays. */
    void look() {
        try {
            List<String> lines = Files.readAllLines(status);
            kilobytes = of(lines, kilobytes);
        } catch (IOException e) {
            // It has ended, or this is no Linux.
        }
    }

    static long of(List<String> lines, long otherwise) {
        return lines.stream()
                .filter(line -> line.startsWith(PEAK))
                .map(line -> line.replaceAll("[^0-9]", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(otherwise);
    }

    /** Or -1. */
    long megabytes() {
        return kilobytes < 0 ? -1 : (kilobytes + 1023) / 1024;
    }
}
