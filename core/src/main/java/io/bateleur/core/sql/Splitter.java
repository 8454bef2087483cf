package io.bateleur.core.sql;

import java.util.ArrayList;
import java.util.List;

/** Splits SQL texts into statements: at semicolons outside of strings, quoted names, dollar-quoted bodies and comments. */
public final class Splitter {
    public static final String SEMICOLON = ";";

    private Splitter() {}

    /**
     * One statement.
     *
     * @param text without the blanks and comments in front of it, and without the blanks behind it
     * @param start the index of its first character
     * @param line the line of that character, from 1
     */
    public record Part(String text, int start, int line) {}

    /** The statements of a text; those that are empty are left out. */
    public static List<Part> split(String text) {
        List<Part> parts = new ArrayList<>();
        int line = 1;
        int counted = 0;
        for (int at = 0; at < text.length(); ) {
            int end = end(text, at, SEMICOLON);
            end = end < 0 ? text.length() : end;
            int start = pastBlanks(text, at, end);
            if (start < end) {
                line += (int) text.substring(counted, start)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
                counted = start;
                parts.add(new Part(text.substring(start, end).strip(), start, line));
            }
            at = end + 1;
        }
        return parts;
    }

    /**
     * The index of the delimiter that ends the statement.
     *
     * @param from where the statement begins
     * @return -1 where nothing ends it
     */
    public static int end(String text, int from, String delimiter) {
        for (int at = from; at < text.length(); ) {
            if (text.startsWith(delimiter, at)) {
                return at;
            }
            at = Math.max(at + 1, past(text, at));
        }
        return -1;
    }

    /**
     * The index behind the string, the quoted name, the body or the comment that begins here; where none begins, here. What does not
     * end, ends with the text.
     */
    public static int past(String text, int at) {
        char c = text.charAt(at);
        if (c == '\'' || c == '"' || c == '`') {
            return past(text, String.valueOf(c), at + 1);
        }
        if (c == '-' && text.startsWith("--", at)) {
            return past(text, "\n", at + 2);
        }
        if (c == '/' && text.startsWith("/*", at)) {
            return past(text, "*/", at + 2);
        }
        int body = c == '$' ? tagEnd(text, at) : 0;
        return body > 0 ? past(text, text.substring(at, body), body) : at;
    }

    private static int past(String text, String end, int from) {
        int found = text.indexOf(end, from);
        return found < 0 ? text.length() : found + end.length();
    }

    /** The index behind PostgreSQL's {@code $tag$} that begins here, or 0; {@code $1} is a parameter, and {@code a$b$} a name. */
    private static int tagEnd(String text, int at) {
        if (at > 0 && Character.isLetterOrDigit(text.charAt(at - 1))) {
            return 0;
        }
        int end = at + 1;
        while (end < text.length() && isTagPart(text.charAt(end), end == at + 1)) {
            end++;
        }
        return end < text.length() && text.charAt(end) == '$' ? end + 1 : 0;
    }

    private static boolean isTagPart(char c, boolean first) {
        return Character.isLetter(c) || c == '_' || !first && Character.isDigit(c);
    }

    /** The index of the first character that is no blank and in no comment, or the end. */
    private static int pastBlanks(String text, int from, int end) {
        int at = from;
        while (at < end) {
            int past = isComment(text, at) ? past(text, at) : at;
            if (past == at && !Character.isWhitespace(text.charAt(at))) {
                break;
            }
            at = Math.max(at + 1, past);
        }
        return Math.min(at, end);
    }

    private static boolean isComment(String text, int at) {
        return text.startsWith("--", at) || text.startsWith("/*", at);
    }

    /** The same text without its comments. */
    public static String withoutComments(String text) {
        StringBuilder plain = new StringBuilder();
        for (int at = 0; at < text.length(); ) {
            int past = Math.max(at + 1, past(text, at));
            if (!isComment(text, at)) {
                plain.append(text, at, past);
            } else if (text.charAt(past - 1) == '\n') {
                plain.append('\n');
            }
            at = past;
        }
        return plain.toString();
    }
}
