package io.bateleur.core.trace;

import io.bateleur.core.model.Value;
import io.bateleur.core.model.ValuePool;
import java.io.IOException;
import java.io.OutputStream;

/** Writes JSON straight to bytes: our traces are mostly small integers, for which a general generator is too slow. */
final class JsonOut {
    private static final int BUFFER_BYTES = 1 << 16;
    /** Room that is made before anything short is written. */
    private static final int SLACK = 32;

    private static final byte[] HEX = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int size;

    JsonOut(OutputStream out) {
        this.out = out;
    }

    /** Text that is JSON already and plain ASCII. */
    JsonOut raw(String ascii) throws IOException {
        int length = ascii.length();
        for (int i = 0; i < length; i++) {
            if (size == buffer.length) {
                spill();
            }
            buffer[size++] = (byte) ascii.charAt(i);
        }
        return this;
    }

    JsonOut integer(long value) throws IOException {
        room();
        if (value == Long.MIN_VALUE) {
            return raw(Long.toString(value));
        }
        long rest = value;
        if (rest < 0) {
            buffer[size++] = '-';
            rest = -rest;
        }
        int digits = 1;
        for (long bound = 10; digits < 19 && rest >= bound; bound *= 10) {
            digits++;
        }
        for (int i = size + digits - 1; i >= size; i--) {
            buffer[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += digits;
        return this;
    }

    JsonOut string(String text) throws IOException {
        room();
        buffer[size++] = '"';
        for (byte b : Value.utf8(text)) {
            room();
            escaped(b);
        }
        buffer[size++] = '"';
        return this;
    }

    private void escaped(byte b) {
        if (b == '"' || b == '\\') {
            buffer[size++] = '\\';
            buffer[size++] = b;
        } else if (b >= 0 && b < ' ') {
            buffer[size++] = '\\';
            buffer[size++] = 'u';
            buffer[size++] = '0';
            buffer[size++] = '0';
            buffer[size++] = HEX[b >> 4];
            buffer[size++] = HEX[b & 0xF];
        } else {
            buffer[size++] = b;
        }
    }

    /** A value of a pool. */
    JsonOut value(ValuePool pool, int number) throws IOException {
        return pool.isInteger(number) ? integer(pool.integer(number)) : value(pool.get(number));
    }

    JsonOut value(Value value) throws IOException {
        if (value instanceof Value.Int integer) {
            return integer(integer.value());
        }
        if (value instanceof Value.Text text) {
            return string(text.value());
        }
        if (value instanceof Value.Bytes bytes) {
            return raw("{\"b64\":\"").raw(bytes.base64()).raw("\"}");
        }
        if (value instanceof Value.Elements list) {
            raw("[");
            String comma = "";
            for (Value element : list.value()) {
                raw(comma).value(element);
                comma = ",";
            }
            return raw("]");
        }
        // Numbers, booleans and null are spelt in JSON as in our notation.
        return raw(value.toString());
    }

    private void room() throws IOException {
        if (buffer.length - size < SLACK) {
            spill();
        }
    }

    private void spill() throws IOException {
        out.write(buffer, 0, size);
        size = 0;
    }

    /** Hands everything to the stream, which is not flushed. */
    void finish() throws IOException {
        spill();
    }
}
