package io.bateleur.recorder;

import io.bateleur.core.trace.TracePart;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A trace in a file, or in several, one after another, when it may not be larger than something. Compressed when the name ends in
 * {@code .gz} or {@code .zst}. What has that name already is overwritten.
 *
 * <p>A new file starts between two pieces, so a transaction may begin in one file and end in the next: headers and numbers of events
 * (see {@link TracePart}) make one trace of them again.
 */
public final class FileSink implements TraceSink {
    private final Path file;
    private final long bytesMax;
    private final boolean compressed;
    private @Nullable TraceHeader header;
    private @Nullable OutputStream out;
    private int part;
    private long events;
    /** Of the file that is being written: on disk, or handed over where that is the same sooner or later. */
    private long bytes;

    /** All in one file. */
    public FileSink(Path file) {
        this(file, Long.MAX_VALUE);
    }

    /**
     * In files called like {@code app.jsonl.zst}, {@code app.1.jsonl.zst}, {@code app.2.jsonl.zst}.
     *
     * @param file the first
     * @param bytesMax a file that has so many is the last of its bytes; what is still being compressed comes on top
     */
    public FileSink(Path file, long bytesMax) {
        if (bytesMax < 1) {
            throw new IllegalArgumentException("files of " + bytesMax + " bytes");
        }
        this.file = file;
        this.bytesMax = bytesMax;
        this.compressed = TraceStream.isCompressed(file);
    }

    @Override
    public void start(TraceHeader traceHeader) throws IOException {
        header = traceHeader;
        startPart(traceHeader);
    }

    private void startPart(TraceHeader traceHeader) throws IOException {
        bytes = 0;
        OutputStream stream = open(false);
        out = stream;
        byte[] line = bytesMax == Long.MAX_VALUE ? traceHeader.line() : traceHeader.line(part, events);
        stream.write(line);
        stream.flush();
        count(line);
    }

    private OutputStream open(boolean append) throws IOException {
        return TraceStream.open(
                TracePart.file(file, part), append, compressed ? written -> bytes += written : written -> {});
    }

    private void count(byte[] plain) {
        if (!compressed) {
            bytes += plain.length;
        }
    }

    @Override
    public void write(byte[] piece) throws IOException {
        TraceHeader known = header;
        if (known == null) {
            throw new IllegalStateException("a trace that has not started");
        }
        OutputStream stream = out;
        if (stream != null && bytes >= bytesMax) {
            stream.close();
            part++;
            startPart(known);
            stream = out;
        }
        if (stream == null) {
            stream = open(true); // it had been settled
            out = stream;
        }
        stream.write(piece);
        count(piece);
        events += TraceHeader.events(piece);
    }

    @Override
    public void flush() throws IOException {
        if (out != null) {
            out.flush();
        }
    }

    @Override
    public void settle() throws IOException {
        close();
    }

    @Override
    public void close() throws IOException {
        OutputStream stream = out;
        out = null;
        if (stream != null) {
            stream.close();
        }
    }
}
