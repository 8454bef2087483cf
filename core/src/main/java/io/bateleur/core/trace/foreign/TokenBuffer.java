package io.bateleur.core.trace.foreign;

import io.bateleur.core.trace.Limits;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of one token, collected in an array that is used again for the next token. */
final class TokenBuffer {
    private byte[] bytes = new byte[256];
    private int length;
    /** All bytes or-ed together: negative when one of them is not ASCII. */
    private byte union;

    void clear() {
        length = 0;
        union = 0;
    }

    /** Adds a byte, unless the token has become longer than any token may be. */
    boolean add(int b) {
        if (length == bytes.length) {
            if (length >= Limits.TEXT_BYTES_MAX) {
                return false;
            }
            bytes = Arrays.copyOf(bytes, Math.min(Limits.TEXT_BYTES_MAX, length * 2));
        }
        bytes[length++] = (byte) b;
        union |= (byte) b;
        return true;
    }

    /** Adds the UTF-8 form of a character. */
    boolean addCodePoint(int codePoint) {
        boolean fits = true;
        for (byte b : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
            fits &= add(b);
        }
        return fits;
    }

    int length() {
        return length;
    }

    int at(int index) {
        return bytes[index];
    }

    byte[] array() {
        return bytes;
    }

    /** Whether the token is this text, which is ASCII. */
    boolean is(String ascii) {
        if (length != ascii.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    boolean isWellFormed() {
        if (union >= 0) {
            return true;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    String text() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
