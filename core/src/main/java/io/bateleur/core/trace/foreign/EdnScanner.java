package io.bateleur.core.trace.foreign;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Input;
import io.bateleur.core.trace.Limits;
import io.bateleur.core.trace.Place;
import io.bateleur.core.trace.Source;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Cuts EDN into tokens: white space, commas, comments, discarded forms and tags are gone, brackets are matched, and the text
 * of a token lies in a buffer that the next one uses again.
 */
final class EdnScanner implements Closeable {
    private static final boolean[] ENDS_WORD = new boolean[256];

    static {
        for (int c = 0; c <= ' '; c++) {
            ENDS_WORD[c] = true;
        }
        for (char c : ",;\"()[]{}".toCharArray()) {
            ENDS_WORD[c] = true;
        }
    }

    private final Input in;
    private final TokenBuffer text = new TokenBuffer();
    private final byte[] closers = new byte[Limits.NESTING_MAX];
    private int depth;
    private int discards;
    private long integer;
    private long startLine;
    private long startOffset;

    EdnScanner(Source source) throws IOException {
        this.in = new Input(source);
        skipByteOrderMark();
    }

    private void skipByteOrderMark() throws IOException {
        if (in.peek() == 0xEF) {
            for (int expected : new int[] {0xEF, 0xBB, 0xBF}) {
                if (in.read() != expected) {
                    throw new BadInputException(in.place(), "found bytes that are not UTF-8, expected EDN", "");
                }
            }
        }
    }

    /** The text of a number, string, character, keyword (with its colon) or symbol. */
    TokenBuffer text() {
        return text;
    }

    /** The value of an {@link EdnToken#INTEGER}. */
    long integer() {
        return integer;
    }

    EdnToken next() throws IOException {
        boolean tagged = false;
        while (true) {
            int c = skipBlanks();
            startLine = in.line();
            startOffset = in.offset();
            if (tagged && (c < 0 || c == ')' || c == ']' || c == '}')) {
                throw in.expected("what the tag stands before");
            }
            EdnToken token = c == '#' ? afterHash() : token(c);
            if (token != null) {
                return token;
            }
            tagged = text.length() > 0;
        }
    }

    /** Passes over the rest of a form that started with this token. */
    void skip(EdnToken token) throws IOException {
        if (token.isCollection()) {
            int outside = depth - 1;
            while (depth > outside) {
                next();
            }
        }
    }

    private int skipBlanks() throws IOException {
        int c = in.peek();
        while (Input.isBlank(c) || c == ',' || c == ';') {
            if (c == ';') {
                while (c >= 0 && c != '\n') {
                    c = in.read();
                }
            } else {
                in.read();
            }
            c = in.peek();
        }
        return c;
    }

    private EdnToken token(int c) throws IOException {
        switch (c) {
            case -1:
                if (depth > 0) {
                    throw in.expected(Input.described(closers[depth - 1]));
                }
                return EdnToken.END;
            case '{':
                return open(EdnToken.MAP, '}');
            case '[':
                return open(EdnToken.VECTOR, ']');
            case '(':
                return open(EdnToken.LIST, ')');
            case '}', ']', ')':
                return close(c);
            case '"':
                string();
                return EdnToken.STRING;
            case '\\':
                character();
                return EdnToken.CHARACTER;
            default:
                word();
                return wordToken();
        }
    }

    private EdnToken open(EdnToken collection, char closer) throws IOException {
        if (depth == closers.length) {
            throw new BadInputException(in.place(), "collections are nested more than " + depth + " deep", "");
        }
        in.read();
        closers[depth++] = (byte) closer;
        return collection;
    }

    private EdnToken close(int c) throws IOException {
        if (depth == 0 || closers[depth - 1] != c) {
            throw in.expected(depth == 0 ? "a form" : Input.described(closers[depth - 1]));
        }
        in.read();
        depth--;
        return EdnToken.CLOSE;
    }

    /** A set, or null after a tag (whose text is kept) or a discarded form (no text is kept). */
    private @Nullable EdnToken afterHash() throws IOException {
        in.read();
        int c = in.peek();
        if (c == '{') {
            return open(EdnToken.SET, '}');
        }
        if (c == '"') {
            string();
            return EdnToken.STRING;
        }
        if (c < 0 || ENDS_WORD[c]) {
            throw in.expected("a tag, a set or a discarded form");
        }
        if (c == '_') {
            in.read();
            discard();
            text.clear();
        } else {
            word();
        }
        return null;
    }

    private void discard() throws IOException {
        if (discards == Limits.NESTING_MAX) {
            throw new BadInputException(in.place(), "discards are nested more than " + discards + " deep", "");
        }
        discards++;
        EdnToken token = next();
        if (token == EdnToken.CLOSE || token == EdnToken.END) {
            throw new BadInputException(start(), "found " + token.words() + ", expected a form to discard", "");
        }
        skip(token);
        discards--;
    }

    private void word() throws IOException {
        text.clear();
        int c;
        do {
            append(in.read());
            c = in.peek();
        } while (c >= 0 && !ENDS_WORD[c]);
        requireWellFormed();
    }

    private EdnToken wordToken() throws IOException {
        int first = text.at(0);
        if (first == ':') {
            return EdnToken.KEYWORD;
        }
        int digit = (first == '-' || first == '+') && text.length() > 1 ? text.at(1) : first;
        if (digit >= '0' && digit <= '9') {
            return number();
        }
        if (text.is("nil")) {
            return EdnToken.NIL;
        }
        if (text.is("true")) {
            return EdnToken.TRUE;
        }
        return text.is("false") ? EdnToken.FALSE : EdnToken.SYMBOL;
    }

    private EdnToken number() throws IOException {
        if (text.length() > Limits.NUMBER_DIGITS_MAX) {
            throw new BadInputException(start(), "a number of more than " + Limits.NUMBER_DIGITS_MAX + " digits", "");
        }
        int end = text.length() - (text.at(text.length() - 1) == 'N' ? 1 : 0);
        boolean negative = text.at(0) == '-';
        long limit = negative ? Long.MIN_VALUE : -Long.MAX_VALUE;
        // Negated, because the negative range is the larger one.
        long negated = 0;
        for (int i = negative || text.at(0) == '+' ? 1 : 0; i < end; i++) {
            int digit = text.at(i) - '0';
            if (digit < 0 || digit > 9 || negated < limit / 10 || negated * 10 < limit + digit) {
                return EdnToken.NUMBER;
            }
            negated = negated * 10 - digit;
        }
        integer = negative ? negated : -negated;
        return EdnToken.INTEGER;
    }

    private void character() throws IOException {
        in.read();
        text.clear();
        int c = in.peek();
        if (c <= ' ') {
            throw in.expected("a character");
        }
        do {
            append(in.read());
            c = in.peek();
        } while (c >= 0 && !ENDS_WORD[c]);
        requireWellFormed();
        int meant = EdnStrings.character(text.text());
        if (meant < 0) {
            throw new BadInputException(start(), "found '\\" + text.text() + "', expected a character", "");
        }
        text.clear();
        text.addCodePoint(meant);
    }

    private void string() throws IOException {
        in.read();
        text.clear();
        for (int c = in.read(); c != '"'; c = in.read()) {
            if (c < 0) {
                throw in.expected("'\"'");
            }
            if (c == '\\') {
                if (!text.addCodePoint(EdnStrings.escape(in))) {
                    throw tooLong();
                }
            } else {
                append(c);
            }
        }
        requireWellFormed();
    }

    private void append(int b) throws IOException {
        if (!text.add(b)) {
            throw tooLong();
        }
    }

    private BadInputException tooLong() {
        return new BadInputException(in.place(), "a token of more than " + Limits.TEXT_BYTES_MAX + " bytes", "");
    }

    private void requireWellFormed() throws IOException {
        if (!text.isWellFormed()) {
            throw new BadInputException(start(), "found bytes that are not UTF-8, expected text", "");
        }
    }

    /** Where the token starts; the end of a string of several lines. */
    Place start() {
        Place end = in.place();
        return in.line() != startLine
                ? end
                : Place.text(end.file(), startLine, end.column() - (in.offset() - startOffset));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
