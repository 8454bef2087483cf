package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Input;
import io.bateleur.core.trace.Place;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The words, numbers and other values of the mini-language. */
final class MiniValues {
    private static final int DEPTH_MAX = 100;
    private static final int TOKEN_BYTES_MAX = 16 << 20;

    private final Input in;
    private int depth;

    MiniValues(Input in) {
        this.in = in;
    }

    /** Passes over a byte order mark. */
    void skipMark() throws IOException {
        if (in.peek() == 0xEF) {
            in.read();
            if (in.read() != 0xBB || in.read() != 0xBF) {
                throw in.expected("text in UTF-8");
            }
        }
    }

    /** Passes over blanks within the line. */
    void blanks() throws IOException {
        while (in.peek() == ' ' || in.peek() == '\t') {
            in.read();
        }
    }

    /** Whether there is more on the line, after blanks. */
    boolean more() throws IOException {
        blanks();
        int next = in.peek();
        return next >= 0 && !Input.isBlank(next) && next != '#';
    }

    void expect(char c) throws IOException {
        if (in.peek() != c) {
            throw in.expected("'" + c + "'");
        }
        in.read();
    }

    void expectAll(String text) throws IOException {
        for (int i = 0; i < text.length(); i++) {
            expect(text.charAt(i));
        }
    }

    /** Passes over a comma and what blanks follow it; false when the list ends here. */
    boolean comma(char end) throws IOException {
        if (in.peek() == end) {
            return false;
        }
        expect(',');
        blanks();
        return true;
    }

    Content content() throws IOException {
        int next = in.peek();
        if (next == '?') {
            in.read();
            return Content.unknown();
        }
        if (next != '_') {
            return Content.live(value());
        }
        in.read();
        int after = in.peek();
        boolean plain = after <= ' ' || after == ',' || after == ')' || after == ']' || after == '@' || after == '#';
        return plain ? Content.absent() : Content.tombstone(value());
    }

    /** The content of a range's item, of which there may be less to tell than of a key by itself. */
    Content itemContent() throws IOException {
        Content content = content();
        if (content instanceof Content.Unknown && in.peek() == '?') {
            in.read();
            return Content.untold();
        }
        return content;
    }

    Value value() throws IOException {
        int next = in.peek();
        if (next == '"') {
            return Value.of(quoted());
        }
        if (next == '[') {
            return list();
        }
        if (next == '-' || isDigit(next)) {
            return number();
        }
        String word = word();
        if (word.equals("x") && in.peek() == '\'') {
            return hex();
        }
        return switch (word) {
            case "true" -> Value.of(true);
            case "false" -> Value.of(false);
            case "null" -> Value.NULL;
            default -> Value.of(word);
        };
    }

    /** A bare word. */
    String word() throws IOException {
        int first = in.peek();
        if (!isLetter(first) && first != ':' && first != '/' && first != '$') {
            throw in.expected("a word, a number, a string in quotes or a list");
        }
        ByteArrayOutputStream word = new ByteArrayOutputStream();
        do {
            add(word, in.read());
        } while (isLetter(in.peek()) || isDigit(in.peek()) || "_./$-".indexOf(in.peek()) >= 0);
        return word.toString(StandardCharsets.US_ASCII);
    }

    /** Digits with a sign; a point after them belongs to what comes next. */
    long integer() throws IOException {
        Place place = in.place();
        if (number(signedDigits(), place) instanceof Value.Int integer) {
            return integer.value();
        }
        throw new BadInputException(place, "found a number that does not fit 64 bits, expected one that does", "");
    }

    private ByteArrayOutputStream signedDigits() throws IOException {
        ByteArrayOutputStream digits = new ByteArrayOutputStream();
        if (in.peek() == '-') {
            add(digits, in.read());
        }
        if (!isDigit(in.peek())) {
            throw in.expected("a digit");
        }
        digits(digits);
        return digits;
    }

    private Value number() throws IOException {
        Place place = in.place();
        ByteArrayOutputStream digits = signedDigits();
        if (in.peek() == '.') {
            add(digits, in.read());
            digits(digits);
        }
        if (in.peek() == 'e' || in.peek() == 'E') {
            add(digits, in.read());
            if (in.peek() == '+' || in.peek() == '-') {
                add(digits, in.read());
            }
            digits(digits);
        }
        return number(digits, place);
    }

    private static Value number(ByteArrayOutputStream digits, Place place) throws BadInputException {
        try {
            return Value.number(digits.toString(StandardCharsets.US_ASCII));
        } catch (NumberFormatException e) {
            throw new BadInputException(place, "a number out of range: " + e.getMessage(), "");
        }
    }

    private void digits(ByteArrayOutputStream out) throws IOException {
        while (isDigit(in.peek())) {
            add(out, in.read());
        }
    }

    private Value list() throws IOException {
        if (++depth > DEPTH_MAX) {
            throw new BadInputException(in.place(), "lists nested more than " + DEPTH_MAX + " deep", "");
        }
        expect('[');
        List<Value> elements = new ArrayList<>();
        while (in.peek() != ']') {
            elements.add(value());
            if (!comma(']')) {
                break;
            }
        }
        expect(']');
        depth--;
        return Value.list(elements);
    }

    private Value hex() throws IOException {
        Place place = in.place();
        expect('\'');
        ByteArrayOutputStream digits = new ByteArrayOutputStream();
        while (in.peek() != '\'' && in.peek() > ' ') {
            add(digits, in.read());
        }
        expect('\'');
        try {
            return Value.of(HexFormat.of().parseHex(digits.toString(StandardCharsets.ISO_8859_1)));
        } catch (IllegalArgumentException e) {
            throw new BadInputException(place, "bytes that are not pairs of hexadecimal digits", "");
        }
    }

    private String quoted() throws IOException {
        Place place = in.place();
        expect('"');
        ByteArrayOutputStream utf8 = new ByteArrayOutputStream();
        while (in.peek() != '"') {
            if (in.peek() < ' ') {
                throw in.expected("'\"' at the end of the string");
            }
            int b = in.read();
            if (b == '\\') {
                escape(utf8);
            } else {
                add(utf8, b);
            }
        }
        in.read();
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new BadInputException(place, "a string that is not UTF-8", "");
        }
    }

    private void escape(ByteArrayOutputStream utf8) throws IOException {
        int escaped = in.peek();
        int index = "\"\\/nrtbf".indexOf(escaped);
        if (index >= 0) {
            in.read();
            add(utf8, "\"\\/\n\r\t\b\f".charAt(index));
            return;
        }
        if (escaped != 'u') {
            throw in.expected("one of \" \\ / n r t b f u after a backslash");
        }
        in.read();
        StringBuilder text = new StringBuilder().append(unit());
        if (Character.isHighSurrogate(text.charAt(0))) {
            expectAll("\\u");
            text.append(unit());
        }
        if (text.codePoints().anyMatch(c -> c <= 0xFFFF && Character.isSurrogate((char) c))) {
            throw new BadInputException(in.place(), "half a surrogate pair", "");
        }
        utf8.writeBytes(Value.utf8(text.toString()));
    }

    private char unit() throws IOException {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(in.peek(), 16);
            if (digit < 0) {
                throw in.expected("a hexadecimal digit");
            }
            in.read();
            unit = unit * 16 + digit;
        }
        return (char) unit;
    }

    private void add(ByteArrayOutputStream out, int b) throws BadInputException {
        if (out.size() >= TOKEN_BYTES_MAX) {
            throw new BadInputException(in.place(), "a word of more than " + (TOKEN_BYTES_MAX >> 20) + " MiB", "");
        }
        out.write(b);
    }

    private static boolean isDigit(int b) {
        return b >= '0' && b <= '9';
    }

    private static boolean isLetter(int b) {
        return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z';
    }
}
