package io.bateleur.lab.repro.language;

import io.bateleur.core.sql.Splitter;
import io.bateleur.core.trace.BadInputException;
import java.util.function.IntPredicate;

/** Reads the words, strings, values and statements of a case from its text, one after the other. */
final class Scanner {
    private static final int SHOWN = 20;

    private final String file;
    private final String text;
    private int at;

    Scanner(String file, String text) {
        this.file = file;
        this.text = text;
    }

    /** Passes blanks and comments: a {@code #} and what follows in its line, and SQL's own. */
    void blanks() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (text.startsWith("--", at) || text.startsWith("/*", at) && !text.startsWith("/*!", at)) {
                at = Splitter.past(text, at);
            } else if (Character.isWhitespace(c) || c == '\uFEFF') {
                at++;
            } else {
                return;
            }
        }
    }

    boolean isAtEnd() {
        return at >= text.length();
    }

    int mark() {
        return at;
    }

    void back(int mark) {
        at = mark;
    }

    Position position() {
        int line = 1;
        int begin = 0;
        for (int i = text.indexOf('\n'); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) {
            line++;
            begin = i + 1;
        }
        return new Position(file, line, at - begin + 1);
    }

    /** What stands here, for messages. */
    String found() {
        if (isAtEnd()) {
            return "the end of the file";
        }
        int end = at;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end)) && end - at < SHOWN) {
            end++;
        }
        return end == at ? "the end of the line" : "'" + text.substring(at, end) + "'";
    }

    BadInputException expected(String what) {
        return position().error("found " + found() + ", expected " + what, "");
    }

    boolean isAt(String sign) {
        return text.startsWith(sign, at);
    }

    /** Passes a sign, if it is here. */
    boolean passed(String sign) {
        blanks();
        if (isAt(sign)) {
            at += sign.length();
            return true;
        }
        return false;
    }

    /** The letters, digits and underscores that follow the blanks, without passing them. */
    String peekName() {
        blanks();
        int end = at;
        while (end < text.length() && isNamePart(text.charAt(end))) {
            end++;
        }
        return text.substring(at, end);
    }

    private static boolean isNamePart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
    }

    /** What follows the blanks as long as its characters are of a kind; empty where the first is not. */
    String word(IntPredicate kind) {
        blanks();
        int start = at;
        while (at < text.length() && kind.test(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    /** What follows up to a blank. */
    String token() {
        return word(c -> !Character.isWhitespace(c));
    }

    /** Whether nothing but blanks follows in this line. */
    boolean isLineDone() {
        for (int i = at; i < text.length() && text.charAt(i) != '\n'; i++) {
            if (text.charAt(i) == '#') {
                return true;
            }
            if (!Character.isWhitespace(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether something else stands before that place in its line. */
    boolean isPrecededInLine(int mark) {
        int begin = text.lastIndexOf('\n', mark - 1) + 1;
        return !text.substring(begin, mark).isBlank();
    }

    /** All that follows in this line. */
    String restOfLine(String what) throws BadInputException {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        int end = text.indexOf('\n', at);
        String rest = text.substring(at, end < 0 ? text.length() : end).strip();
        if (rest.isEmpty()) {
            throw expected(what);
        }
        at = end < 0 ? text.length() : end;
        return rest;
    }

    /** A text in quotes, in which the quote itself stands twice. */
    String string(char quote, String what) throws BadInputException {
        blanks();
        if (!isAt(String.valueOf(quote))) {
            throw expected(what);
        }
        int begin = at;
        StringBuilder content = new StringBuilder();
        for (at++; at < text.length(); at++) {
            if (text.charAt(at) != quote) {
                content.append(text.charAt(at));
            } else if (text.startsWith(String.valueOf(quote), at + 1)) {
                content.append(quote);
                at++;
            } else {
                at++;
                return content.toString();
            }
        }
        at = begin;
        throw expected(what + ", whose quotes end");
    }

    /** The text of a value without quotes: up to a comma or a closing parenthesis. */
    String bareValue() throws BadInputException {
        int start = at;
        while (at < text.length() && ",)\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        if (isAtEnd() || text.charAt(at) == '\n') {
            throw expected("',' or ')' behind a value");
        }
        String value = text.substring(start, at).strip();
        if (value.isEmpty()) {
            throw expected("a value");
        }
        return value;
    }

    /** A statement and the delimiter behind it. */
    String statement(String delimiter) throws BadInputException {
        blanks();
        int end = Splitter.end(text, at, delimiter);
        if (end < 0) {
            throw expected(
                    isAtEnd() ? "a statement" : "'" + delimiter + "' at the end of the statement that begins here");
        }
        String statement = text.substring(at, end).strip();
        if (statement.isEmpty()) {
            throw expected("a statement");
        }
        at = end + delimiter.length();
        return statement;
    }

    /** A statement inside braces: it ends at a semicolon, which is passed, or at the closing brace, which is not. */
    String statementInBraces() throws BadInputException {
        blanks();
        int semicolon = Splitter.end(text, at, Splitter.SEMICOLON);
        int brace = Splitter.end(text, at, "}");
        if (brace < 0) {
            throw expected("'}' behind the statements of the session");
        }
        int end = semicolon >= 0 && semicolon < brace ? semicolon : brace;
        String statement = text.substring(at, end).strip();
        if (statement.isEmpty()) {
            throw expected("a statement");
        }
        at = end == semicolon ? end + 1 : end;
        return statement;
    }
}
