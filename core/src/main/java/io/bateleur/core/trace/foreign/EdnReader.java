package io.bateleur.core.trace.foreign;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.model.Value;
import io.bateleur.core.model.ValuePool;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import io.bateleur.core.trace.Source;
import java.io.Closeable;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads EDN one token at a time, and whole forms as values where the caller wants one:
 *
 * <pre>
 *   nil true 7 7N 1.5M "text"     null, booleans, integers of any size, decimals, strings
 *   :x                            the string ":x", which {@link EdnWriter} writes as a keyword again
 *   x \x                          the string "x"
 *   [1 2] (1 2) #{1 2}            a list
 *   {:a 1}                        a list of pairs
 *   #tag form                     the form
 * </pre>
 *
 * Nothing is held but the current token.
 */
final class EdnReader implements Closeable {
    private static final int SHOWN_MAX = 40;

    private final EdnScanner scanner;
    private final IntList elements = new IntList();
    private EdnToken token = EdnToken.END;

    EdnReader(Source source) throws IOException {
        this.scanner = new EdnScanner(source);
    }

    /** Goes on to the next token. */
    EdnToken next() throws IOException {
        token = scanner.next();
        return token;
    }

    /** The token that {@link #next} found last. */
    EdnToken token() {
        return token;
    }

    /** Whether the token is this keyword, given with its colon. */
    boolean isKeyword(String keyword) {
        return token == EdnToken.KEYWORD && scanner.text().is(keyword);
    }

    /** The text of a string, character, keyword (with its colon) or symbol. */
    String text() {
        return scanner.text().text();
    }

    /** The integer that the token is; {@code what} names it in the message when it is none. */
    long integer(String what) throws IOException {
        if (token != EdnToken.INTEGER) {
            throw expected("an integer for " + what);
        }
        return scanner.integer();
    }

    /** Passes over the rest of the form that starts with the token. */
    void skip() throws IOException {
        scanner.skip(token);
    }

    /** The form that starts with the token. */
    Value value() throws IOException {
        return switch (token) {
            case NIL -> Value.NULL;
            case TRUE -> Value.of(true);
            case FALSE -> Value.of(false);
            case INTEGER -> Value.of(scanner.integer());
            case NUMBER -> number();
            case STRING, CHARACTER, KEYWORD, SYMBOL -> Value.of(text());
            case VECTOR, LIST, SET -> Value.list(elements());
            case MAP -> Value.list(pairs());
            case CLOSE, END -> throw expected("a value");
        };
    }

    /** The number in the pool of the form that starts with the token: as {@link #value}, but without objects. */
    int intern(ValuePool pool) throws IOException {
        return switch (token) {
            case INTEGER -> pool.intern(scanner.integer());
            case STRING, CHARACTER, KEYWORD, SYMBOL ->
                pool.internUtf8(scanner.text().array(), 0, scanner.text().length());
            case VECTOR -> internVector(pool);
            default -> pool.intern(value());
        };
    }

    private int internVector(ValuePool pool) throws IOException {
        int first = elements.size;
        while (next() != EdnToken.CLOSE) {
            elements.add(intern(pool.elements()));
        }
        int count = elements.size - first;
        if (first == 0) {
            int list = pool.internList(elements.data, count);
            elements.size = 0;
            return list;
        }
        // A vector inside a vector: the elements of the outer one lie before its own.
        int[] own = java.util.Arrays.copyOfRange(elements.data, first, first + count);
        elements.size = first;
        return pool.internList(own, count);
    }

    private List<Value> elements() throws IOException {
        List<Value> values = new ArrayList<>();
        while (next() != EdnToken.CLOSE) {
            values.add(value());
        }
        return values;
    }

    private List<Value> pairs() throws IOException {
        List<Value> pairs = new ArrayList<>();
        while (next() != EdnToken.CLOSE) {
            Value key = value();
            next();
            pairs.add(Value.list(key, value()));
        }
        return pairs;
    }

    private Value number() throws IOException {
        String literal = text();
        String digits = literal.startsWith("+") ? literal.substring(1) : literal;
        try {
            if (digits.endsWith("M")) {
                String decimal = digits.substring(0, digits.length() - 1);
                // Elsewhere only the point tells a decimal from an integer.
                return new Value.Decimal(decimal.matches("-?[0-9]+") ? decimal + ".0" : decimal);
            }
            if (digits.startsWith("0x") || digits.startsWith("-0x")) {
                return Value.number(new BigInteger(digits.replaceFirst("0x", ""), 16).toString());
            }
            return Value.number(digits.endsWith("N") ? digits.substring(0, digits.length() - 1) : digits);
        } catch (NumberFormatException e) {
            throw expected("a number");
        }
    }

    /** Where the token starts. */
    Place place() {
        return scanner.start();
    }

    /** An error at the token: it is not what was expected. */
    BadInputException expected(String what) {
        return new BadInputException(place(), "found " + described() + ", expected " + what, "");
    }

    private String described() {
        return switch (token) {
            case INTEGER, NUMBER, KEYWORD, SYMBOL -> shortened(text());
            case STRING -> "the string \"" + shortened(text()) + "\"";
            default -> token.words();
        };
    }

    private static String shortened(String text) {
        return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "...";
    }

    @Override
    public void close() throws IOException {
        scanner.close();
    }
}
