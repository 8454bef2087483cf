package io.bateleur.sql.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The words of a statement: names and keywords, without strings, numbers, comments and signs. */
final class Words {
    /**
     * A word.
     *
     * @param text in upper case, or as it is when quoted
     * @param call whether a parenthesis follows
     * @param before the sign directly before it, or a blank
     */
    record Word(String text, boolean quoted, boolean call, char before) {}

    private final String sql;
    private final List<Word> words = new ArrayList<>();
    private int parameters;
    private boolean odd;
    private boolean ended;
    private boolean several;
    private int at;
    private char before = ' ';

    private Words(String sql) {
        this.sql = sql;
    }

    static Words of(String sql) {
        Words words = new Words(sql);
        while (words.at < sql.length()) {
            words.step();
        }
        return words;
    }

    List<Word> all() {
        return words;
    }

    int parameters() {
        return parameters;
    }

    /** Whether something in the text is written in a way that databases read differently. */
    boolean isOdd() {
        return odd;
    }

    /** Whether something follows the first statement: another one, or a comment. */
    boolean areSeveral() {
        return several;
    }

    boolean begin(String... texts) {
        if (words.size() < texts.length) {
            return false;
        }
        for (int i = 0; i < texts.length; i++) {
            if (!is(i, texts[i])) {
                return false;
            }
        }
        return true;
    }

    boolean is(int index, String text) {
        return index >= 0
                && index < words.size()
                && !words.get(index).quoted
                && words.get(index).text.equals(text);
    }

    boolean contain(String text) {
        return words.stream().anyMatch(word -> !word.quoted && word.text.equals(text));
    }

    /** Whether a word is, after its schema, the name of a table for certain: a parenthesis after it begins no call. */
    boolean isTable(int index) {
        int first = firstOfName(index);
        return first > 0 && words.get(first).before != '(' && Vocabulary.introducesTable(words.get(first - 1).text);
    }

    /** Whether a parenthesis after a word of a merge begins no call: {@code USING (VALUES (1, 2)) AS s(a, b) ... THEN INSERT (a, b)}. */
    boolean isOfMerge(int index) {
        boolean row = words.get(index).before == ')' || is(index - 1, "AS");
        return begin("MERGE") && (row || is(index, "USING") || is(index, "INSERT") && is(index - 1, "THEN"));
    }

    private int firstOfName(int index) {
        int first = index;
        while (first > 0 && words.get(first).before == '.') {
            first--;
        }
        return first;
    }

    /** The first function called whose effect nobody knows, or null. */
    @Nullable
    String unknownCall() {
        for (int i = 0; i < words.size(); i++) {
            Word word = words.get(i);
            if (!word.call || !word.quoted && Vocabulary.precedesParenthesis(word.text) && word.before != '.') {
                continue;
            }
            int first = firstOfName(i);
            boolean table = isTable(i) || isOfMerge(i);
            boolean system = first == i - 1 && words.get(first).text.equals("PG_CATALOG");
            boolean pure = !word.quoted && Vocabulary.isPure(word.text) && (first == i || system);
            if (!table && !pure) {
                return word.text;
            }
        }
        return null;
    }

    private void step() {
        char c = sql.charAt(at);
        if (Character.isWhitespace(c)) {
            at++;
        } else if (sql.startsWith("--", at) || sql.startsWith("/*", at)) {
            comment();
        } else {
            several |= ended && c != ';';
            token(c);
        }
    }

    private void comment() {
        boolean line = sql.charAt(at) == '-';
        int end = line ? sql.indexOf('\n', at) : sql.indexOf("*/", at + 2);
        String text = sql.substring(at + 2, end < 0 ? sql.length() : end);
        // With a bang it is code to MySQL, and two signs before anything but a space are minus of minus; some databases
        // nest comments.
        odd |= line
                ? !text.isEmpty() && !Character.isWhitespace(text.charAt(0))
                : text.startsWith("!") || text.startsWith("M!") || text.contains("/*") || end < 0;
        at = end < 0 ? sql.length() : end + (line ? 0 : 2);
    }

    private void token(char c) {
        if (c == '\'') {
            string();
        } else if (c == '"' || c == '`') {
            quoted(c);
        } else if (Character.isLetter(c) || c == '_' || c == '@') {
            word();
        } else if (Character.isDigit(c)) {
            while (at < sql.length() && (Character.isLetterOrDigit(sql.charAt(at)) || sql.charAt(at) == '.')) {
                at++;
            }
            before = '0';
        } else {
            sign(c);
        }
    }

    private void sign(char c) {
        if (c == '?') {
            parameters++;
            odd |= before == '?';
        }
        // Dollar quotes, MySQL's hash comments and doubled question marks are read differently here and there.
        odd |= c == '#' || c == '$' && at + 1 < sql.length() && !Character.isDigit(sql.charAt(at + 1)) || c == '{';
        ended |= c == ';';
        before = c;
        at++;
    }

    private void string() {
        for (at++; at < sql.length(); at++) {
            if (sql.charAt(at) == '\\') {
                odd = true;
            }
            if (sql.charAt(at) == '\'') {
                if (at + 1 < sql.length() && sql.charAt(at + 1) == '\'') {
                    at++;
                } else {
                    break;
                }
            }
        }
        odd |= at >= sql.length();
        at++;
        before = '\'';
    }

    private void quoted(char quote) {
        int end = sql.indexOf(quote, at + 1);
        odd |= end < 0;
        end = end < 0 ? sql.length() : end;
        add(sql.substring(at + 1, end), true, Math.min(end + 1, sql.length()));
    }

    private void word() {
        int end = at;
        while (end < sql.length() && isPart(sql.charAt(end))) {
            end++;
        }
        add(sql.substring(at, end).toUpperCase(Locale.ROOT), false, end);
    }

    private static boolean isPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '@';
    }

    private void add(String text, boolean quoted, int end) {
        int next = end;
        while (next < sql.length() && Character.isWhitespace(sql.charAt(next))) {
            next++;
        }
        words.add(new Word(text, quoted, next < sql.length() && sql.charAt(next) == '(', before));
        at = end;
        before = ' ';
    }
}
