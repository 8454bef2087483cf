package io.bateleur.core.trace;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/** Bytes one after another, with the place of the next one: what hand-written readers read from. */
public final class Input implements Closeable {
    private static final int BUFFER_BYTES = 1 << 16;

    /** More digits may not fit a long. */
    private static final int DIGITS_MAX = 18;

    /** A comma, a minus, the digits and what follows. */
    private static final int ARGUMENT_MAX = DIGITS_MAX + 3;

    private final String name;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;
    private long offsetOfBuffer;
    private long line = 1;
    private long offsetOfLine;
    private long argumentOffset;

    public Input(Source source) throws IOException {
        this.name = source.name();
        this.in = source.stream();
    }

    /** The next byte, which stays the next one, or -1 at the end. */
    public int peek() throws IOException {
        if (position == limit && !fill()) {
            return -1;
        }
        return buffer[position] & 0xFF;
    }

    /** The next byte, or -1 at the end. */
    public int read() throws IOException {
        if (position == limit && !fill()) {
            return -1;
        }
        int b = buffer[position++] & 0xFF;
        if (b == '\n') {
            line++;
            offsetOfLine = offset();
        }
        return b;
    }

    /**
     * Goes over decimal digits and gives their number, negated, because there is one more negative number than there are
     * positive ones; stops before a digit with which it would not fit 64 bits.
     */
    public long digits() throws IOException {
        long value = 0;
        do {
            byte[] bytes = buffer;
            int at = position;
            for (int end = limit; at < end; at++) {
                int digit = bytes[at] - '0';
                if (digit < 0 || digit > 9 || value < Long.MIN_VALUE / 10 || value * 10 < Long.MIN_VALUE + digit) {
                    position = at;
                    return value;
                }
                value = value * 10 - digit;
            }
            position = at;
        } while (fill());
        return value;
    }

    /**
     * Goes to the end of a line such as {@code w(7,-1,2,30)} and gives its letter, if the line lies whole in the buffer, has no blanks and
     * no number of more digits than surely fit. Otherwise goes nowhere and gives 0: what is unusual or wrong is for the general
     * reader.
     */
    public int call(long[] arguments) {
        byte[] bytes = buffer;
        int at = position;
        int end = limit;
        if (at == end) {
            return 0;
        }
        int letter = bytes[at++];
        byte before = '(';
        for (int i = 0; i < arguments.length; i++) {
            if (end - at < ARGUMENT_MAX || bytes[at++] != before) {
                return 0;
            }
            argumentOffset = offsetOfBuffer + at;
            boolean negative = bytes[at] == '-';
            at += negative ? 1 : 0;
            int first = at;
            int last = at + DIGITS_MAX;
            long value = 0;
            for (int digit = bytes[at] - '0'; digit >= 0 && digit <= 9 && at < last; digit = bytes[at] - '0') {
                value = value * 10 + digit;
                at++;
            }
            if (at == first) {
                return 0;
            }
            arguments[i] = negative ? -value : value;
            before = ',';
        }
        if (end - at < 2 || bytes[at] != ')' || bytes[at + 1] != '\n') {
            return 0;
        }
        position = at + 1;
        return letter;
    }

    /** Where the last argument of the last call began. */
    public long argumentOffset() {
        return argumentOffset;
    }

    private boolean fill() throws IOException {
        offsetOfBuffer += limit;
        position = 0;
        limit = 0;
        try {
            limit = Math.max(0, in.read(buffer, 0, buffer.length));
        } catch (Source.CutOffException e) {
            throw new BadInputException(
                    place(), "the compressed data is cut off here", "the file was not written or copied to its end");
        }
        return limit > 0;
    }

    /** How many bytes have been read. */
    public long offset() {
        return offsetOfBuffer + position;
    }

    public long line() {
        return line;
    }

    /** Line and column of the next byte. */
    public Place place() {
        return Place.text(name, line, offset() - offsetOfLine + 1);
    }

    /** The offset of the next byte, for binary files. */
    public Place bytePlace() {
        return Place.offset(name, offset());
    }

    /** An error at the next byte: what stands there is not what was expected. */
    public BadInputException expected(String what) throws IOException {
        return expected(what, "");
    }

    public BadInputException expected(String what, String hint) throws IOException {
        return new BadInputException(place(), "found " + described(peek()) + ", expected " + what, hint);
    }

    /** Whether a byte is white space in text; other control characters, such as zero, are not. */
    public static boolean isBlank(int b) {
        return b == ' ' || b >= '\t' && b <= '\r';
    }

    public static String described(int b) {
        if (b < 0) {
            return "the end of the file";
        }
        if (b == '\n' || b == '\r') {
            return "the end of the line";
        }
        return b > ' ' && b < 0x7F ? "'" + (char) b + "'" : String.format("byte 0x%02x", b);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
