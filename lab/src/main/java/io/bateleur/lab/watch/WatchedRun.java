package io.bateleur.lab.watch;

import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import io.bateleur.lab.run.Plan;
import io.bateleur.lab.run.RunFailedException;
import io.bateleur.lab.run.RunRecording;
import io.bateleur.lab.server.ServerException;
import io.bateleur.recorder.FlowSink;
import io.bateleur.recorder.Inflow;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.ReceiverLimits;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceHeader;
import io.bateleur.recorder.TraceSink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A database that is driven and verified at once. */
public final class WatchedRun {
    private static final Duration HEARTBEAT = Duration.ofMillis(50);

    private final LiveVerification verification;
    private final Path folder;
    private final ReceiverLimits limits;
    private final Optional<TraceSink> also;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private @Nullable Thread reader;

    /**
     * @param folder where lines may wait when the verifier cannot keep up
     * @param also where the trace goes besides
     */
    public WatchedRun(LiveVerification verification, Path folder, ReceiverLimits limits, Optional<TraceSink> also) {
        this.verification = verification;
        this.folder = folder;
        this.limits = limits;
        this.also = also;
    }

    /** Drives until the plan is done, and returns when all of it is verified. */
    public void run(RunRecording recording, Plan plan) throws ServerException, RunFailedException, IOException {
        try {
            recording.record(this::recorder, plan);
        } finally {
            Thread reading = reader;
            if (reading != null) {
                try {
                    reading.join();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
        Exception failed = failure.get();
        if (failed instanceof RuntimeException e) {
            throw e;
        }
        if (failed != null) {
            throw new IOException("what was recorded cannot be verified: " + failed.getMessage(), failed);
        }
    }

    private Recorder recorder(boolean uniqueValues, Map<String, Value> about) throws IOException {
        TraceHeader header = new TraceHeader(InitialState.ABSENT, uniqueValues, about);
        FlowSink flow = new FlowSink(folder, limits);
        TraceSink sink = also.isPresent() ? new TwoSinks(flow, also.get()) : flow;
        Recorder recorder = new Recorder(sink, header, Patience.forEver(), HEARTBEAT);
        Inflow lines = flow.flow();
        Thread reading = new Thread(() -> read(lines), "bateleur-run");
        reading.setDaemon(true);
        reading.start();
        reader = reading;
        return recorder;
    }

    private void read(Inflow lines) {
        try (lines) {
            verification.read(lines);
        } catch (IOException | RuntimeException e) {
            failure.set(e);
            lines.refuse(String.valueOf(e.getMessage()));
        }
    }

    /** One trace in two places. */
    private record TwoSinks(TraceSink one, TraceSink other) implements TraceSink {
        @Override
        public void start(TraceHeader header) throws IOException {
            one.start(header);
            other.start(header);
        }

        @Override
        public void write(byte[] lines, int length) throws IOException {
            one.write(lines, length);
            other.write(lines, length);
        }

        @Override
        public void flush() throws IOException {
            one.flush();
            other.flush();
        }

        @Override
        public void close() throws IOException {
            try (one) {
                other.close();
            }
        }
    }
}
