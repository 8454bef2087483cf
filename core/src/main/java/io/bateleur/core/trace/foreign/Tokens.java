package io.bateleur.core.trace.foreign;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Input;
import io.bateleur.core.trace.Place;
import io.bateleur.core.trace.Source;
import java.io.Closeable;
import java.io.IOException;

/**
 * The pieces that line-based formats are made of: blanks, signs and integers of 64 bits, read without making a string.
 * A carriage return counts as a blank, so that lines may end in either way.
 */
final class Tokens implements Closeable {
    private final Input in;
    private final String hint;
    /** Where the last integer began. */
    private long integerOffset;

    /** @param hint what a line looks like, for every error */
    Tokens(Source source, String hint) throws IOException {
        this.in = new Input(source);
        this.hint = hint;
        skipByteOrderMark();
    }

    private void skipByteOrderMark() throws IOException {
        if (in.peek() == 0xEF) {
            in.read();
            if (in.peek() != 0xBB) {
                throw expected("text");
            }
            in.read();
            if (in.peek() != 0xBF) {
                throw expected("text");
            }
            in.read();
        }
    }

    /** The next byte, which stays the next one, or -1 at the end. */
    int peek() throws IOException {
        return in.peek();
    }

    /** The next byte, or -1 at the end. */
    int read() throws IOException {
        return in.read();
    }

    /** Goes over blanks and line ends; the next byte, or -1 at the end. */
    int next() throws IOException {
        int b = in.peek();
        while (b == ' ' || b == '\t' || b == '\r' || b == '\n') {
            in.read();
            b = in.peek();
        }
        return b;
    }

    /** Goes over blanks within the line; the next byte, or -1 at the end. */
    int nextOfLine() throws IOException {
        int b = in.peek();
        while (isBlank(b)) {
            in.read();
            b = in.peek();
        }
        return b;
    }

    static boolean isBlank(int b) {
        return b == ' ' || b == '\t' || b == '\r';
    }

    private static boolean isDigit(int b) {
        return b >= '0' && b <= '9';
    }

    /** Goes over blanks and this sign. */
    void sign(char sign) throws IOException {
        if (nextOfLine() != sign) {
            throw expected("'" + sign + "'");
        }
        in.read();
    }

    /** Goes over the blanks up to the end of the line, and over that. */
    void endOfLine() throws IOException {
        int b = nextOfLine();
        if (b != '\n' && b != -1) {
            throw expected("the end of the line");
        }
        in.read();
    }

    /** Goes over a line of nothing but this sign. */
    void rule(char sign) throws IOException {
        while (in.peek() == sign) {
            in.read();
        }
        endOfLine();
    }

    /** Goes over everything up to the end of the line. */
    void skipLine() throws IOException {
        int b = in.read();
        while (b != '\n' && b != -1) {
            b = in.read();
        }
    }

    /** Goes to the end of a line such as {@code w(7,-1,2,30)} and gives its letter, or 0 when that is for the other methods. */
    int call(long[] arguments) {
        int letter = in.call(arguments);
        integerOffset = in.argumentOffset();
        return letter;
    }

    /** An integer that is not negative, after blanks. */
    long natural(String what) throws IOException {
        if (nextOfLine() == '-') {
            throw expected(what);
        }
        return integer(what);
    }

    /** An integer, after blanks. */
    long integer(String what) throws IOException {
        boolean negative = nextOfLine() == '-';
        integerOffset = in.offset();
        if (negative) {
            in.read();
        }
        if (!isDigit(in.peek())) {
            throw expected(what);
        }
        long value = in.digits();
        if (isDigit(in.peek()) || (!negative && value == Long.MIN_VALUE)) {
            throw tooLong(what);
        }
        return negative ? value : -value;
    }

    private BadInputException tooLong(String what) {
        return wrongInteger("found an integer that does not fit 64 bits, expected " + what, "");
    }

    /** An error at the start of the integer that was read last, on the same line. */
    BadInputException wrongInteger(String problem, String advice) {
        Place next = in.place();
        long column = next.column() - (in.offset() - integerOffset);
        return new BadInputException(Place.text(next.file(), next.line(), column), problem, advice);
    }

    /** An error at the next byte: what stands there is not what was expected. */
    BadInputException expected(String what) throws IOException {
        return in.expected(what, hint);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
