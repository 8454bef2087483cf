package io.bateleur.recorder;

import java.io.IOException;
import java.io.OutputStream;

/** A trace in one piece, to a stream that is closed with it. */
public final class StreamSink implements TraceSink {
    private final OutputStream out;

    public StreamSink(OutputStream out) {
        this.out = out;
    }

    @Override
    public void start(TraceHeader header) throws IOException {
        out.write(header.line());
        out.flush();
    }

    @Override
    public void write(byte[] lines, int length) throws IOException {
        out.write(lines, 0, length);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
