package io.bateleur.recorder;

import io.bateleur.core.model.History;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Traces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** A trace in memory, all of it: for tests. It can be read at any time, and after it was closed. */
public final class MemorySink implements TraceSink {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void start(TraceHeader header) {
        bytes.writeBytes(header.line());
    }

    @Override
    public void write(byte[] lines, int length) {
        bytes.write(lines, 0, length);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    /** The trace so far, as it would stand in a file. */
    public byte[] bytes() {
        return bytes.toByteArray();
    }

    /** What has been recorded so far; {@link Recorder#flush} first brings here what is on its way. */
    public History history() throws IOException {
        return Traces.read(Source.of("the trace in memory", bytes()), null).history();
    }
}
