package io.bateleur.core.trace.foreign;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Input;
import io.bateleur.core.trace.Place;
import io.bateleur.core.trace.Source;
import java.io.Closeable;
import java.io.IOException;

/** The pieces that binary formats are made of, with errors that name the byte. */
final class Binary implements Closeable {
    private static final String CUT_OFF = "the file was not written or copied to its end";

    private final Input in;

    Binary(Source source) throws IOException {
        this.in = new Input(source);
    }

    /** The next byte, which stays the next one, or -1 at the end. */
    int peek() throws IOException {
        return in.peek();
    }

    /** The offset of the next byte. */
    long offset() {
        return in.offset();
    }

    /** The next byte. */
    int octet(String what) throws IOException {
        int b = in.read();
        if (b < 0) {
            throw wrong(offset(), "found the end of the file, expected " + what, CUT_OFF);
        }
        return b;
    }

    /** Eight bytes, the lowest first. */
    long littleEndian(String what) throws IOException {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            value |= (long) octet(what) << shift;
        }
        return value;
    }

    /** Eight bytes, the highest first. */
    long bigEndian(String what) throws IOException {
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << Byte.SIZE | octet(what);
        }
        return value;
    }

    BadInputException wrong(long offset, String problem) {
        return wrong(offset, problem, "");
    }

    BadInputException wrong(long offset, String problem, String hint) {
        return new BadInputException(Place.offset(in.bytePlace().file(), offset), problem, hint);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
