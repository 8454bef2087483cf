package io.bateleur.recorder;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A trace to somebody in the same process, who reads it while it grows. Lines that are not read yet wait as they do in a receiver. */
public final class FlowSink implements TraceSink, Inflow.Connected {
    private final Path folder;
    private final ReceiverLimits limits;
    private @Nullable Inflow flow;
    private long events;

    /** @param folder where a file may be made when lines have to wait */
    public FlowSink(Path folder, ReceiverLimits limits) {
        this.folder = folder;
        this.limits = limits;
    }

    /** What is written, for the thread that reads it; there once the trace has started. */
    public Inflow flow() {
        Inflow known = flow;
        if (known == null) {
            throw new IllegalStateException("a trace that has not started");
        }
        return known;
    }

    @Override
    public void start(TraceHeader header) throws IOException {
        Inflow made = new Inflow(header.run(), folder, limits.memoryBytes(), limits.spillBytes(), Duration.ofDays(1));
        made.connect(this);
        flow = made;
        byte[] line = header.line(0, 0);
        give(made, line, line.length, 0);
    }

    @Override
    public void write(byte[] lines, int length) throws IOException {
        give(flow(), lines, length, TraceHeader.events(lines, 0, length));
    }

    private void give(Inflow to, byte[] lines, int length, int more) throws IOException {
        events += more;
        if (to.add(this, Arrays.copyOf(lines, length), events, false) < 0) {
            throw new IOException("nobody reads the trace any more: " + to.refusal());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        flow().end();
    }

    @Override
    public void leave() {}
}
