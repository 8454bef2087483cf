package io.bateleur.lab.watch;

import io.bateleur.core.mirror.VerifierStatus;
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

    public long waitingBytes() {
        return streams.stream().mapToLong(StreamStatus::waitingBytes).sum();
    }

    public long spilledBytes() {
        return streams.stream().mapToLong(StreamStatus::spilledBytes).sum();
    }
}
