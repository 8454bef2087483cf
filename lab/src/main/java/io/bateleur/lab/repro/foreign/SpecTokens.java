package io.bateleur.lab.repro.foreign;

import io.bateleur.core.trace.BadInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The words of a specification: names, plain or in double quotes, keywords, numbers, {@code ( ) , *}, and blocks of SQL in braces. */
final class SpecTokens {
    private static final Set<String> KEYWORDS =
            Set.of("notices", "permutation", "session", "setup", "step", "teardown");

    private enum Kind {
        KEYWORD,
        NAME,
        NUMBER,
        SIGN,
        BLOCK,
        END
    }

    private record Token(Kind kind, String text, int line) {}

    private final ForeignFile file;
    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int next;

    SpecTokens(ForeignFile file) throws BadInputException {
        this.file = file;
        this.text = file.text();
        while (at < text.length()) {
            scan(text.charAt(at));
        }
        add(Kind.END, "", line);
    }

    private void add(Kind kind, String word, int begun) {
        tokens.add(new Token(kind, word, begun));
    }

    private void scan(char c) throws BadInputException {
        if (c == '#') {
            int end = text.indexOf('\n', at);
            at = end < 0 ? text.length() : end;
        } else if (Character.isWhitespace(c)) {
            line += c == '\n' ? 1 : 0;
            at++;
        } else if (c == '{') {
            sql();
        } else if (c == '"') {
            quoted();
        } else if (isNameStart(c)) {
            String word = word();
            add(KEYWORDS.contains(word) ? Kind.KEYWORD : Kind.NAME, word, line);
        } else if (isDigit(c)) {
            add(Kind.NUMBER, word(), line);
        } else if ("(),*".indexOf(c) >= 0) {
            add(Kind.SIGN, String.valueOf(c), line);
            at++;
        } else {
            throw bad(line, "found '" + c + "', expected a word, a block in braces or a comment");
        }
    }

    private static boolean isNameStart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c > 127;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private String word() {
        int begin = at;
        boolean number = isDigit(text.charAt(at));
        while (at < text.length() && (number ? isDigit(text.charAt(at)) : isNamePart(text.charAt(at)))) {
            at++;
        }
        return text.substring(begin, at);
    }

    private static boolean isNamePart(char c) {
        return isNameStart(c) || isDigit(c) || c == '$';
    }

    /** Up to the first brace that closes: SQL cannot contain one. Blanks of its first and last line are left out. */
    private void sql() throws BadInputException {
        int begun = line;
        int end = text.indexOf('}', at);
        if (end < 0) {
            throw bad(begun, "found a block that no '}' ends");
        }
        String sql = text.substring(at + 1, end);
        line += (int) sql.chars().filter(c -> c == '\n').count();
        at = end + 1;
        add(Kind.BLOCK, sql.replaceAll("^[ \\t\\r\\f]+|[ \\t\\r\\f]+$", ""), begun);
    }

    private void quoted() throws BadInputException {
        StringBuilder name = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '\n'; at++) {
            if (text.charAt(at) != '"') {
                name.append(text.charAt(at));
            } else if (text.startsWith("\"\"", at)) {
                name.append('"');
                at++;
            } else {
                at++;
                add(Kind.NAME, name.toString(), line);
                return;
            }
        }
        throw bad(line, "found a name in quotes that does not end in its line");
    }

    private Token token() {
        return tokens.get(next);
    }

    int line() {
        return token().line();
    }

    boolean isAtEnd() {
        return token().kind() == Kind.END;
    }

    boolean isName() {
        return token().kind() == Kind.NAME;
    }

    boolean is(String word) {
        Token token = token();
        return (token.kind() == Kind.KEYWORD || token.kind() == Kind.SIGN)
                && token.text().equals(word);
    }

    boolean skip(String word) {
        if (!is(word)) {
            return false;
        }
        next++;
        return true;
    }

    void expect(String word, String what) throws BadInputException {
        if (!skip(word)) {
            throw expected(what);
        }
    }

    String block() throws BadInputException {
        return take(Kind.BLOCK, "a block of SQL in braces");
    }

    String name(String what) throws BadInputException {
        return take(Kind.NAME, what);
    }

    int number() throws BadInputException {
        return Integer.parseInt(take(Kind.NUMBER, "a number of notices"));
    }

    private String take(Kind kind, String what) throws BadInputException {
        if (token().kind() != kind) {
            throw expected(what);
        }
        return tokens.get(next++).text();
    }

    BadInputException expected(String what) {
        Token token = token();
        String found = token.kind() == Kind.END
                ? "the end of the file"
                : token.kind() == Kind.BLOCK ? "a block of SQL" : "'" + token.text() + "'";
        return bad(token.line(), "found " + found + ", expected " + what);
    }

    BadInputException bad(int where, String problem) {
        return file.bad(where, problem, "");
    }
}
