package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import io.bateleur.core.model.ValuePool;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** Writes JSON straight to bytes: our traces are mostly small integers, for which a general generator is too slow. */
final class JsonOut {
    private static final int BUFFER_BYTES = 1 << 16;
    /** Room that is made before anything short is written. */
    private static final int SLACK = 32;

    private static final byte[] HEX = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private static final byte[] TENS = new byte[100];
    private static final byte[] ONES = new byte[100];

    /** Of ten; the first is none, so that zero has a digit. */
    private static final long[] POWERS = new long[19];

    static {
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = i == 1 ? 10 : 10 * POWERS[i - 1];
        }
        for (int pair = 0; pair < 100; pair++) {
            TENS[pair] = (byte) ('0' + pair / 10);
            ONES[pair] = (byte) ('0' + pair % 10);
        }
    }

    /** Of a time, the digits that change all the time; those before them are the same for a tenth of a second. */
    private static final int LATE = 100_000_000;

    private static final int LATE_DIGITS = 8;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Statements and names of columns come again and again: so many are kept as they are written. */
    private static final int RECENT = 256;

    private static final int RECENT_BYTES_MAX = 1 << 10;

    private final String[] recent = new String[RECENT];
    private final byte[][] recentJson = new byte[RECENT][];

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int size;

    private long lastEarly = -1;
    private byte[] earlyDigits = {};

    JsonOut(OutputStream out) {
        this.out = out;
    }

    /** Text that is JSON already and plain ASCII. */
    @SuppressWarnings("deprecation") // it takes the low bytes, which is what ASCII is, in one copy
    JsonOut raw(String ascii) throws IOException {
        int length = ascii.length();
        for (int from = 0; from < length; ) {
            if (size == buffer.length) {
                spill();
            }
            int part = Math.min(length - from, buffer.length - size);
            ascii.getBytes(from, from + part, buffer, size);
            size += part;
            from += part;
        }
        return this;
    }

    /** The same, of one character. */
    JsonOut raw(char ascii) throws IOException {
        room();
        buffer[size++] = (byte) ascii;
        return this;
    }

    JsonOut integer(long value) throws IOException {
        if (value == Long.MIN_VALUE) {
            return raw(Long.toString(value));
        }
        room();
        long rest = value;
        if (rest < 0) {
            buffer[size++] = '-';
            rest = -rest;
        }
        int digits = digits(rest);
        size += digits;
        int at = size;
        for (; rest >= 10; rest /= 100) {
            int pair = (int) (rest % 100);
            buffer[--at] = ONES[pair];
            buffer[--at] = TENS[pair];
        }
        if (at > size - digits) {
            buffer[--at] = (byte) ('0' + rest);
        }
        return this;
    }

    /** A time in nanoseconds: an integer of which most digits were in the last one, too. */
    JsonOut time(long nanos) throws IOException {
        if (nanos < LATE) {
            return integer(nanos);
        }
        room();
        long early = nanos / LATE;
        if (early != lastEarly) {
            int from = size;
            integer(early);
            lastEarly = early;
            earlyDigits = Arrays.copyOfRange(buffer, from, size);
        } else {
            System.arraycopy(earlyDigits, 0, buffer, size, earlyDigits.length);
            size += earlyDigits.length;
        }
        LONG.set(buffer, size, eightDigits((int) (nanos - early * LATE)));
        size += LATE_DIGITS;
        return this;
    }

    /**
     * The digits of a number below a hundred million, the first in the lowest byte. All at once: the number is halved into fours, twos and
     * ones, and multiplications by 2^k/10^n, rounded up, and shifts by k take the place of divisions.
     */
    static long eightDigits(int number) {
        long fours = number / 10_000 | (long) (number % 10_000) << 32;
        long hundreds = (fours * 10_486 >>> 20) & 0x7F_0000_007FL;
        long twos = hundreds | fours - 100 * hundreds << 16;
        long tens = (twos * 103 >>> 10) & 0xF_000F_000F_000FL;
        return (tens | twos - 10 * tens << 8) | 0x3030_3030_3030_3030L;
    }

    /** Of a number that is not negative: from its bits, which tell it but for one. */
    private static int digits(long value) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
        int least = bits * 1233 >> 12; // the logarithm of 2 is 1233/4096, nearly
        return value >= POWERS[least] ? least + 1 : least;
    }

    JsonOut string(String text) throws IOException {
        int hash = text.hashCode();
        int place = (hash ^ hash >>> 8 ^ hash >>> 16) & (RECENT - 1);
        if (!text.equals(recent[place])) {
            byte[] json = json(text);
            if (json.length > RECENT_BYTES_MAX) {
                return bytes(json);
            }
            recent[place] = text;
            recentJson[place] = json;
        }
        return bytes(recentJson[place]);
    }

    private JsonOut bytes(byte[] json) throws IOException {
        if (json.length > buffer.length - size) {
            spill();
            if (json.length > buffer.length) {
                out.write(json);
                return this;
            }
        }
        System.arraycopy(json, 0, buffer, size, json.length);
        size += json.length;
        return this;
    }

    /** With its quotes. */
    private static byte[] json(String text) {
        byte[] plain = Value.utf8(text);
        int length = plain.length + 2;
        for (byte b : plain) {
            length += b == '"' || b == '\\' ? 1 : b >= 0 && b < ' ' ? 5 : 0;
        }
        byte[] json = new byte[length];
        int at = 0;
        json[at++] = '"';
        for (byte b : plain) {
            if (b == '"' || b == '\\') {
                json[at++] = '\\';
                json[at++] = b;
            } else if (b >= 0 && b < ' ') {
                json[at++] = '\\';
                json[at++] = 'u';
                json[at++] = '0';
                json[at++] = '0';
                json[at++] = HEX[b >> 4];
                json[at++] = HEX[b & 0xF];
            } else {
                json[at++] = b;
            }
        }
        json[at] = '"';
        return json;
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
            return values(list.value());
        }
        // Numbers, booleans and null are spelt in JSON as in our notation.
        return raw(value.toString());
    }

    /** A list of values. */
    JsonOut values(List<Value> values) throws IOException {
        raw('[');
        for (int i = 0; i < values.size(); i++) {
            comma(i).value(values.get(i));
        }
        return raw(']');
    }

    /** An answer, as {@link SqlResult#toValue} has it, but without making that: a recorder writes one with every statement. */
    JsonOut results(List<SqlResult> answer) throws IOException {
        raw('[');
        for (int i = 0; i < answer.size(); i++) {
            comma(i);
            SqlResult result = answer.get(i);
            if (result instanceof SqlResult.Rows rows) {
                raw("[\"rows\",[");
                for (int column = 0; column < rows.columns().size(); column++) {
                    comma(column).string(rows.columns().get(column));
                }
                raw("],[");
                for (int row = 0; row < rows.rows().size(); row++) {
                    comma(row).values(rows.rows().get(row));
                }
                raw(rows.complete() ? "],true]" : "],false]");
            } else if (result instanceof SqlResult.Count count && count.rows() != null) {
                raw("[\"count\",").integer(count.rows()).raw(']');
            } else {
                value(result.toValue());
            }
        }
        return raw(']');
    }

    private JsonOut comma(int before) throws IOException {
        return before == 0 ? this : raw(',');
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
