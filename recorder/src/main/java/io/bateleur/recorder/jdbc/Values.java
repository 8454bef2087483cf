package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What an application gives or gets as a Java object, as a value of the trace. */
final class Values {
    /** So many make a list without an array. */
    static final int FEW = 2;
    /** Stands for something that is not in the trace. */
    static final Value HIDDEN = Value.list(Value.of("hidden"));

    private static final BigInteger LARGE = BigInteger.valueOf(10).pow(1000);

    private Values() {}

    /** @param largeBytes longer texts and byte strings become digests */
    static Value of(@Nullable Object object, int largeBytes) {
        if (object == null) {
            return Value.NULL;
        }
        if (object instanceof String text) {
            return text(text, largeBytes);
        }
        if (object instanceof Long || object instanceof Integer || object instanceof Short || object instanceof Byte) {
            return Value.of(((Number) object).longValue());
        }
        if (object instanceof BigDecimal number) {
            return number(number);
        }
        if (object instanceof Boolean bool) {
            return Value.of(bool);
        }
        if (object instanceof byte[] bytes) {
            return bytes(bytes, largeBytes);
        }
        if (object instanceof Double || object instanceof Float) {
            return tagged("double", object.toString());
        }
        if (object instanceof BigInteger integer) {
            return Value.number(integer.toString());
        }
        return other(object);
    }

    private static Value other(Object object) {
        if (object instanceof Timestamp time) {
            return tagged("timestamp", timestamp(time));
        }
        if (object instanceof LocalDateTime time) {
            return tagged("timestamp", timestamp(Timestamp.valueOf(time)));
        }
        if (object instanceof Date || object instanceof LocalDate) {
            return tagged("date", object.toString());
        }
        if (object instanceof Time || object instanceof LocalTime) {
            return tagged("time", object.toString());
        }
        if (object instanceof Character letter) {
            return Value.of(letter.toString());
        }
        if (object instanceof Enum<?> constant) {
            return tagged("enum", constant.name());
        }
        boolean plain = object instanceof java.util.UUID || object instanceof java.time.temporal.Temporal;
        return plain ? tagged(object.getClass().getSimpleName().toLowerCase(Locale.ROOT), object.toString()) : HIDDEN;
    }

    /** As most databases print it. */
    private static String timestamp(Timestamp time) {
        String text = time.toString();
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    static Value text(String text, int largeBytes) {
        // A character has at most three bytes, or it is two.
        if (text.length() <= largeBytes / 3) {
            return Value.of(text);
        }
        byte[] bytes = Value.utf8(text);
        return bytes.length <= largeBytes ? Value.of(text) : digest(bytes);
    }

    static Value bytes(byte[] bytes, int largeBytes) {
        return bytes.length <= largeBytes ? Value.of(bytes) : digest(bytes);
    }

    static Value digest(byte[] bytes) {
        return digest(sha256().digest(bytes), bytes.length);
    }

    static Value digest(byte[] sha256, long length) {
        return Value.list(Value.of("digest"), Value.of("sha-256"), Value.of(sha256), Value.of(length));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }

    /** With a point when it has a scale, whether it needs it or not: that is what the database will show. */
    static Value number(BigDecimal number) {
        if (Math.abs((long) number.scale()) > 1000
                || number.unscaledValue().abs().compareTo(LARGE) > 0) {
            return tagged("numeric", number.toString());
        }
        return Value.number(number.toPlainString());
    }

    static Value tagged(String type, String text) {
        return Value.list(Value.of("text"), Value.of(type), Value.of(text));
    }

    /** The first of these, in as few objects as that can be: one is made with every statement and every row. */
    static List<Value> list(Value[] values, int count) {
        if (count <= FEW) {
            return count == 0 ? List.of() : count == 1 ? List.of(values[0]) : List.of(values[0], values[1]);
        }
        Value[] copy = new Value[count];
        System.arraycopy(values, 0, copy, 0, count);
        return Arrays.asList(copy);
    }
}
