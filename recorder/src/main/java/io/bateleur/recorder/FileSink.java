package io.bateleur.recorder;

import io.bateleur.core.trace.nativ.TracePart;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A trace in a file, or in several, one after another, when it may not be larger than something. Compressed when the name ends in
 * {@code .gz} or {@code .zst}. What has that name already is overwritten.
 *
 * <p>A new file starts between two lines, so a transaction may begin in one file and end in the next: headers and numbers of events
 * (see {@link TracePart}) make one trace of them again.
 */
public final class FileSink implements TraceSink {
    private final Path file;
    private final long bytesMax;
    private final boolean rotates;
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
        this.rotates = bytesMax < Long.MAX_VALUE;
        this.compressed = TraceStream.isCompressed(file);
    }

    @Override
    public void start(TraceHeader traceHeader) throws IOException {
        header = traceHeader;
        startPart(traceHeader);
    }

    private OutputStream startPart(TraceHeader traceHeader) throws IOException {
        bytes = 0;
        OutputStream stream = open(false);
        out = stream;
        byte[] line = rotates ? traceHeader.line(part, events) : traceHeader.line();
        stream.write(line);
        stream.flush();
        bytes += compressed ? 0 : line.length;
        return stream;
    }

    private OutputStream open(boolean append) throws IOException {
        return TraceStream.open(
                TracePart.file(file, part), append, compressed ? written -> bytes += written : written -> {});
    }

    @Override
    public void write(byte[] lines, int length) throws IOException {
        for (int from = 0; from < length; ) {
            OutputStream stream = stream();
            int to = end(lines, from, length);
            stream.write(lines, from, to - from);
            bytes += compressed ? 0 : to - from;
            events += rotates ? TraceHeader.events(lines, from, to) : 0;
            from = to;
        }
    }

    private OutputStream stream() throws IOException {
        TraceHeader known = header;
        if (known == null) {
            throw new IllegalStateException("a trace that has not started");
        }
        OutputStream stream = out;
        if (stream == null) {
            stream = open(true); // it had been settled
            out = stream;
        } else if (bytes >= bytesMax) {
            stream.close();
            part++;
            stream = startPart(known);
        }
        return stream;
    }

    /** Behind the last of these lines that goes into the file. */
    private int end(byte[] lines, int from, int length) {
        long room = Math.max(1, bytesMax - bytes);
        if (compressed || room > length - from) {
            return length;
        }
        int last = from + (int) room - 1;
        while (lines[last] != '\n') {
            last++;
        }
        return last + 1;
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
