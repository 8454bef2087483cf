package io.bateleur.recorder;

import java.io.Closeable;
import java.io.IOException;

/**
 * Where a trace goes. A recorder calls it from one thread, which it interrupts when a call hangs for so long that the program could not
 * end.
 *
 * <p>What a sink was given is its to keep: when it has no room, it lets {@link #write} wait, and the recorder, which knows what
 * belongs together, leaves out whole transactions.
 */
public interface TraceSink extends Closeable {
    /** Comes first, and once. The sink writes the header, and writes it again wherever a new file or connection starts. */
    void start(TraceHeader header) throws IOException;

    /** Takes whole events, as lines: so many bytes of the array, which is not the sink's to keep or to change. */
    void write(byte[] lines, int length) throws IOException;

    /** Brings all that was written to where it survives this process. */
    void flush() throws IOException;

    /** The same, and leaves nothing open: the program is about to end. More may come all the same, and a sink that can takes it. */
    default void settle() throws IOException {
        flush();
    }

    /** Ends the trace; nothing is written after that. */
    @Override
    void close() throws IOException;
}
