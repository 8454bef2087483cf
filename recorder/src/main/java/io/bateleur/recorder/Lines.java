package io.bateleur.recorder;

import io.bateleur.core.trace.nativ.EventWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Events as the lines that they become, until a sink takes them: one call of it for many is cheaper. For one thread. */
final class Lines {
    private static final int ENOUGH = 1 << 15;
    /** What is kept of a buffer that had to hold something large. */
    private static final int KEPT_MAX = 1 << 20;

    private Bytes bytes = new Bytes();
    private EventWriter out = new EventWriter(bytes, TraceHeader.VERSION);
    private int events;

    private static final class Bytes extends ByteArrayOutputStream {
        Bytes() {
            super(2 * ENOUGH);
        }

        void cut(int size) {
            count = size;
        }

        void writeTo(TraceSink sink) throws IOException {
            sink.write(buf, count);
        }

        int room() {
            return buf.length;
        }
    }

    /** Adds them all, or none when that fails. */
    void add(Piece more) throws IOException {
        int before = bytes.size();
        EventWriter lines = out;
        try {
            more.write(lines);
            lines.finish();
        } catch (IOException | RuntimeException | Error e) {
            out = new EventWriter(bytes, TraceHeader.VERSION); // the other one holds half of a line
            bytes.cut(before);
            throw e;
        }
        events += more.size();
    }

    /** Adds something of the recorder's own, which is no event of anybody's. */
    void tell(Event line) throws IOException {
        add(Piece.of(line, 0));
        events--;
    }

    /** Those of sessions. */
    int events() {
        return events;
    }

    boolean areNone() {
        return bytes.size() == 0;
    }

    boolean areEnough() {
        return bytes.size() >= ENOUGH;
    }

    void writeTo(TraceSink sink) throws IOException {
        bytes.writeTo(sink);
    }

    void clear() {
        events = 0;
        bytes.reset();
        if (bytes.room() > KEPT_MAX) {
            bytes = new Bytes();
            out = new EventWriter(bytes, TraceHeader.VERSION);
        }
    }
}
