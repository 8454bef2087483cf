package io.bateleur.core.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A key or a value, of the type that the trace gave it.
 *
 * <p>Values of different types are different: the string {@code "1"} is not the number {@code 1}. Decimals are equal when
 * they are the same number, however they were spelt ({@code 1.0} and {@code 1.00}), because databases change the spelling;
 * a decimal is printed as it was first read. {@link #toString} gives the notation of the mini-language.
 *
 * <p>The order is the one in which ranges are read: null, booleans, numbers by size, strings and then bytes by their
 * (UTF-8) bytes, lists element by element.
 */
public sealed interface Value extends Comparable<Value> {

    /** The null that a database stores, which is not the absence of a key. */
    Value NULL = new Null();

    static Value of(long integer) {
        return new Int(integer);
    }

    static Value of(String text) {
        return new Text(text);
    }

    static Value of(boolean bool) {
        return new Bool(bool);
    }

    static Value of(byte[] bytes) {
        return new Bytes(bytes);
    }

    static Value list(List<Value> elements) {
        return new Elements(elements);
    }

    static Value list(Value... elements) {
        return new Elements(List.of(elements));
    }

    /**
     * A number from its decimal literal: an integer of any size, or a decimal when there is a point or an exponent.
     *
     * @throws NumberFormatException when the literal is no number, or has an exponent of more than four digits
     */
    static Value number(String literal) {
        boolean integral = literal.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
        if (!integral) {
            return new Decimal(literal);
        }
        // Eighteen digits always fit a long.
        if (literal.length() <= 18) {
            return new Int(Long.parseLong(literal));
        }
        BigInteger integer = new BigInteger(literal);
        return integer.bitLength() < Long.SIZE ? new Int(integer.longValue()) : new BigInt(integer);
    }

    /** The place of this value's type in the order of types. */
    int rank();

    @Override
    default int compareTo(Value other) {
        return ValueOrder.compare(this, other);
    }

    /** An integer that fits 64 bits. */
    record Int(long value) implements Value {
        @Override
        public int rank() {
            return 2;
        }

        @Override
        public String toString() {
            return Long.toString(value);
        }
    }

    /** An integer that does not fit 64 bits. */
    record BigInt(BigInteger value) implements Value {
        public BigInt {
            if (value.bitLength() < Long.SIZE) {
                throw new IllegalArgumentException(value + " fits 64 bits: it is an Int");
            }
        }

        @Override
        public int rank() {
            return 2;
        }

        @Override
        public String toString() {
            return value.toString();
        }
    }

    /** A number written with a point or an exponent. */
    record Decimal(String literal) implements Value {
        private static final int EXPONENT_DIGITS_MAX = 4;
        private static final Pattern LITERAL = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

        public Decimal {
            Matcher matcher = LITERAL.matcher(literal);
            if (!matcher.matches() || matcher.group(2) == null && matcher.group(3) == null) {
                throw new NumberFormatException("no decimal number: " + literal);
            }
            String exponent = matcher.group(3);
            // A larger exponent would make comparing two numbers cost gigabytes.
            if (exponent != null && exponent.replaceAll("[eE+-]", "").length() > EXPONENT_DIGITS_MAX) {
                throw new NumberFormatException("exponent of more than " + EXPONENT_DIGITS_MAX + " digits: " + literal);
            }
        }

        BigDecimal number() {
            return new BigDecimal(literal).stripTrailingZeros();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Decimal that && number().equals(that.number());
        }

        @Override
        public int hashCode() {
            return number().hashCode();
        }

        @Override
        public int rank() {
            return 2;
        }

        @Override
        public String toString() {
            return literal;
        }
    }

    /** A string. */
    record Text(String value) implements Value {
        @Override
        public int rank() {
            return 3;
        }

        @Override
        public String toString() {
            return Notation.text(value);
        }
    }

    /** True or false. */
    record Bool(boolean value) implements Value {
        @Override
        public int rank() {
            return 1;
        }

        @Override
        public String toString() {
            return Boolean.toString(value);
        }
    }

    /** A stored null. */
    record Null() implements Value {
        @Override
        public int rank() {
            return 0;
        }

        @Override
        public String toString() {
            return "null";
        }
    }

    /** A byte string. */
    record Bytes(byte[] value) implements Value {
        public Bytes {
            value = value.clone();
        }

        @Override
        public byte[] value() {
            return value.clone();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bytes that && Arrays.equals(value, that.value);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(value);
        }

        /** The bytes in base 64, as JSON traces hold them. */
        public String base64() {
            return Base64.getEncoder().encodeToString(value);
        }

        @Override
        public int rank() {
            return 4;
        }

        @Override
        public String toString() {
            return Notation.bytes(value);
        }
    }

    /** A list. */
    record Elements(List<Value> value) implements Value {
        public Elements {
            value = List.copyOf(value);
        }

        @Override
        public int rank() {
            return 5;
        }

        @Override
        public String toString() {
            return value.stream().map(Value::toString).collect(Collectors.joining(",", "[", "]"));
        }
    }

    /** The UTF-8 form of a text. */
    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
