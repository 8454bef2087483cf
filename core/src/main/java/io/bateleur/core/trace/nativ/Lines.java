package io.bateleur.core.trace.nativ;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import io.bateleur.core.trace.Source;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Cuts a stream into lines without copying them: the current line is a range of {@link #bytes}. */
public final class Lines {
    /** A line that is longer than this is refused, so that a file without line ends cannot eat the memory. */
    static final int LINE_BYTES_MAX = 64 << 20;

    private static final int BUFFER_BYTES = 1 << 18;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long LINE_FEEDS = ONES * '\n';

    private final String name;
    private final InputStream in;
    private byte[] bytes = new byte[BUFFER_BYTES];
    private int from;
    private int to;
    private int limit;
    private long number;
    private boolean complete;
    private boolean cutOff;

    Lines(Source source) throws IOException {
        this.name = source.name();
        this.in = source.stream();
    }

    /** Goes to the next line; false at the end. */
    boolean next() throws IOException {
        from = number == 0 ? 0 : Math.min(limit, to + 1);
        number++;
        int scanned = from;
        while (true) {
            int end = indexOfLineEnd(scanned);
            if (end >= 0) {
                to = end;
                complete = true;
                return true;
            }
            int pending = limit - from;
            if (!fill()) {
                to = limit;
                complete = false;
                return to > from;
            }
            scanned = from + pending;
        }
    }

    /** Eight bytes at a step: a byte is a line feed where the word's exclusive or with line feeds has a zero byte. */
    private int indexOfLineEnd(int start) {
        int i = start;
        for (; i + Long.BYTES <= limit; i += Long.BYTES) {
            long feedsAreZero = (long) WORDS.get(bytes, i) ^ LINE_FEEDS;
            long found = (feedsAreZero - ONES) & ~feedsAreZero & (ONES << 7);
            if (found != 0) {
                return i + (Long.numberOfTrailingZeros(found) >> 3);
            }
        }
        for (; i < limit; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** Reads more behind the current line, which may move to the front. */
    private boolean fill() throws IOException {
        if (from > 0) {
            System.arraycopy(bytes, from, bytes, 0, limit - from);
            limit -= from;
            from = 0;
        }
        if (limit == bytes.length) {
            if (limit >= LINE_BYTES_MAX) {
                throw new BadInputException(
                        Place.text(name, number, (long) LINE_BYTES_MAX + 1),
                        "a line of more than " + (LINE_BYTES_MAX >> 20) + " MiB, expected one event a line",
                        "is this a trace? Every event ends with a line feed");
            }
            bytes = Arrays.copyOf(bytes, limit * 2);
        }
        try {
            int read = in.read(bytes, limit, bytes.length - limit);
            limit += Math.max(0, read);
            return read > 0;
        } catch (Source.CutOffException e) {
            cutOff = true;
            return false;
        }
    }

    byte[] bytes() {
        return bytes;
    }

    /** Where the current line starts. */
    int from() {
        return from;
    }

    /** Where the current line ends, without its line feed. */
    int to() {
        return to;
    }

    /** The number of the current line, from 1. */
    long number() {
        return number;
    }

    /** Whether the current line ends with a line feed. */
    boolean isComplete() {
        return complete;
    }

    /** Whether the compressed data broke off. */
    boolean isCutOff() {
        return cutOff;
    }

    /** A place in the current line. */
    Place place(long column) {
        return Place.text(name, number, column);
    }
}
