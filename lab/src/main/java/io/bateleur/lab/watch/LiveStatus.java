package io.bateleur.lab.watch;

import io.bateleur.core.mirror.VerifierStatus;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.OptionalLong;

/**
 * A verification that goes on, at one moment.
 *
 * @param nanos since it began
 * @param lagNanos by how much what is verified is behind this moment, where the clock is this machine's
 * @param cpuNanos of all threads of this process
 * @param heapBytes in use
 */
public record LiveStatus(
        VerifierStatus verifier,
        List<StreamStatus> streams,
        long nanos,
        OptionalLong lagNanos,
        long cpuNanos,
        long heapBytes) {
    public LiveStatus {
        streams = List.copyOf(streams);
    }

    /** @param until the time up to which everything is verified, by this machine's clock; {@link Long#MIN_VALUE} where that is not known */
    static LiveStatus of(VerifierStatus verifier, List<StreamStatus> streams, long start, long until) {
        long now = System.nanoTime();
        boolean known = until > Long.MIN_VALUE && until < Long.MAX_VALUE;
        Runtime memory = Runtime.getRuntime();
        return new LiveStatus(
                verifier,
                streams,
                now - start,
                known ? OptionalLong.of(Math.max(0, now - until)) : OptionalLong.empty(),
                cpu(),
                memory.totalMemory() - memory.freeMemory());
    }

    private static long cpu() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    public long waitingBytes() {
        return streams.stream().mapToLong(StreamStatus::waitingBytes).sum();
    }

    public long spilledBytes() {
        return streams.stream().mapToLong(StreamStatus::spilledBytes).sum();
    }
}
