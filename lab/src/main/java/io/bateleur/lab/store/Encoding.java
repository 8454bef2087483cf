package io.bateleur.lab.store;

import io.bateleur.core.model.Value;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Integers and lists of them as byte strings. */
final class Encoding {
    private Encoding() {}

    /** Big-endian with the sign flipped, so that the order of the bytes is that of the numbers. */
    static byte[] key(Value key) {
        return ByteBuffer.allocate(Long.BYTES)
                .putLong(integer(key) ^ Long.MIN_VALUE)
                .array();
    }

    static Value key(byte[] bytes) {
        return Value.of(ByteBuffer.wrap(bytes).getLong() ^ Long.MIN_VALUE);
    }

    static byte[] element(Value element) {
        return Long.toString(integer(element)).getBytes(StandardCharsets.US_ASCII);
    }

    static Value list(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.US_ASCII);
        return Value.list(Arrays.stream(text.split(","))
                .map(element -> Value.of(Long.parseLong(element)))
                .toList());
    }

    /** A list and one more element. */
    static byte[] joined(byte[] list, byte[] element) {
        return ByteBuffer.allocate(list.length + 1 + element.length)
                .put(list)
                .put((byte) ',')
                .put(element)
                .array();
    }

    private static long integer(Value value) {
        if (value instanceof Value.Int integer) {
            return integer.value();
        }
        throw new IllegalArgumentException(value + " is no integer of 64 bits");
    }
}
