package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads plain values straight from bytes: integers, ASCII strings without escapes, booleans, nulls and lists of these. Anything else is
 * left to the general reader. Texts that come again and again, such as those of statements, are made once.
 */
final class FastValues {
    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
    private static final int DEPTH_MAX = 16;
    private static final int TEXTS = 1 << 12;
    private static final int DIGITS_MAX = 18;

    /** By the hash of its bytes, the text that came last. */
    private final @Nullable String[] texts = new String[TEXTS];

    private final byte[][] textBytes = new byte[TEXTS][];
    private byte[] bytes = {};
    /** Behind what was read last. */
    int at;

    /** Goes to a place in a line, which must end with a line feed. */
    void moveTo(byte[] line, int place) {
        bytes = line;
        at = place;
    }

    /** The value that starts here, or null. */
    @Nullable
    Value value() {
        return value(0);
    }

    /** The list that starts here, or null. */
    @Nullable
    List<Value> list() {
        return bytes[at] == '[' ? list(0) : null;
    }

    private @Nullable Value value(int depth) {
        switch (bytes[at]) {
            case '"':
                String text = text();
                return text == null ? null : Value.of(text);
            case '[':
                List<Value> list = depth == DEPTH_MAX ? null : list(depth + 1);
                return list == null ? null : Value.list(list);
            case 't':
                return word(TRUE) ? Value.of(true) : null;
            case 'f':
                return word(FALSE) ? Value.of(false) : null;
            case 'n':
                return word(NULL) ? Value.NULL : null;
            default:
                return integer();
        }
    }

    private @Nullable List<Value> list(int depth) {
        at++;
        if (bytes[at] == ']') {
            at++;
            return List.of();
        }
        List<Value> list = new ArrayList<>(4);
        while (true) {
            Value value = value(depth);
            if (value == null) {
                return null;
            }
            list.add(value);
            byte next = bytes[at++];
            if (next == ']') {
                return list;
            }
            if (next != ',') {
                return null;
            }
        }
    }

    /** The plain text that starts here, or null. */
    @Nullable
    String text() {
        int start = at + 1;
        int i = start;
        int hash = 0;
        // The line feed at the end of the line stops it, as every control character does, and what is not ASCII.
        while (bytes[i] >= ' ' && bytes[i] != '"' && bytes[i] != '\\') {
            hash = 31 * hash + bytes[i++];
        }
        if (bytes[i] != '"') {
            return null;
        }
        at = i + 1;
        int slot = (hash ^ hash >>> 15) & TEXTS - 1;
        String known = texts[slot];
        if (known != null && Arrays.equals(textBytes[slot], 0, textBytes[slot].length, bytes, start, i)) {
            return known;
        }
        String text = new String(bytes, start, i - start, StandardCharsets.US_ASCII);
        texts[slot] = text;
        textBytes[slot] = Arrays.copyOfRange(bytes, start, i);
        return text;
    }

    private boolean word(byte[] word) {
        for (byte letter : word) {
            if (bytes[at] != letter) {
                return false;
            }
            at++;
        }
        return true;
    }

    private @Nullable Value integer() {
        int i = at;
        boolean negative = bytes[i] == '-';
        if (negative) {
            i++;
        }
        int first = i;
        long result = 0;
        for (int digit = bytes[i] - '0'; digit >= 0 && digit <= 9; digit = bytes[i] - '0') {
            result = result * 10 + digit;
            i++;
        }
        int digits = i - first;
        boolean plain = digits > 0 && digits <= DIGITS_MAX && (bytes[first] != '0' || digits == 1 && !negative);
        if (!plain || bytes[i] != ',' && bytes[i] != ']') {
            return null;
        }
        at = i;
        return Value.of(negative ? -result : result);
    }
}
