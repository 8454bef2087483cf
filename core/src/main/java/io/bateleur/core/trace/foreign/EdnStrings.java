package io.bateleur.core.trace.foreign;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Input;
import java.io.IOException;

/** Escapes in EDN strings and the names of characters, both ways. */
final class EdnStrings {
    private EdnStrings() {}

    /** The character that an escape stands for; the backslash has been read. */
    static int escape(Input in) throws IOException {
        int c = in.peek();
        if (c == 'u') {
            in.read();
            return unicode(in);
        }
        int meant =
                switch (c) {
                    case 't' -> '\t';
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 'b' -> '\b';
                    case 'f' -> '\f';
                    case '\\', '"' -> c;
                    default -> throw in.expected("one of t, n, r, b, f, u, \\ and \" after a backslash");
                };
        in.read();
        return meant;
    }

    private static int unicode(Input in) throws IOException {
        int first = fourDigits(in);
        if (!Character.isSurrogate((char) first)) {
            return first;
        }
        if (Character.isHighSurrogate((char) first) && in.peek() == '\\') {
            in.read();
            if (in.read() == 'u') {
                int second = fourDigits(in);
                if (Character.isLowSurrogate((char) second)) {
                    return Character.toCodePoint((char) first, (char) second);
                }
            }
        }
        throw new BadInputException(in.place(), "found half a surrogate pair, expected a character", "");
    }

    private static int fourDigits(Input in) throws IOException {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(in.peek(), 16);
            if (digit < 0) {
                throw in.expected("four hexadecimal digits");
            }
            in.read();
            value = value * 16 + digit;
        }
        return value;
    }

    /** The character behind a name such as {@code newline}, {@code u00e9} or {@code a}, or -1. */
    static int character(String name) {
        if (name.codePointCount(0, name.length()) == 1) {
            return name.codePointAt(0);
        }
        return switch (name) {
            case "newline" -> '\n';
            case "space" -> ' ';
            case "tab" -> '\t';
            case "return" -> '\r';
            case "formfeed" -> '\f';
            case "backspace" -> '\b';
            default -> name.matches("u[0-9a-fA-F]{4}") ? plain(Integer.parseInt(name.substring(1), 16)) : -1;
        };
    }

    private static int plain(int codePoint) {
        return Character.isSurrogate((char) codePoint) ? -1 : codePoint;
    }

    /** Adds a string with quotes and escapes. */
    static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> out.append(c);
            }
        }
        out.append('"');
    }
}
