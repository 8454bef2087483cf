package io.bateleur.recorder.jdbc;

import io.bateleur.core.sql.Splitter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The first words of each statement of a text: comments, blanks, strings and what is in them are skipped. */
final class SqlWords {
    private static final int WORDS_MAX = 12;

    private final String text;
    private int at;

    private SqlWords(String text) {
        this.text = text;
    }

    /** One list of words, in upper case, for each statement that is not empty. */
    static List<List<String>> of(String text) {
        SqlWords words = new SqlWords(text);
        List<List<String>> all = new ArrayList<>();
        while (words.at < text.length()) {
            List<String> statement = words.statement();
            if (!statement.isEmpty()) {
                all.add(statement);
            }
        }
        return all;
    }

    private List<String> statement() {
        List<String> words = new ArrayList<>();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == ';') {
                at++;
                break;
            }
            if (Character.isLetter(c) || c == '_' || c == '@') {
                String word = word();
                if (words.size() < WORDS_MAX) {
                    words.add(word);
                }
            } else if (!skipped(c)) {
                if (!Character.isWhitespace(c) && c != '(' && words.size() < WORDS_MAX) {
                    words.add(String.valueOf(c));
                }
                at++;
            }
        }
        return words;
    }

    private String word() {
        int start = at;
        while (at < text.length()
                && (Character.isLetterOrDigit(text.charAt(at)) || "_@$".indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        return text.substring(start, at).toUpperCase(Locale.ROOT);
    }

    /** Whether a comment or something in quotes began here, and was skipped. */
    private boolean skipped(char c) {
        if (c == '#') { // a comment of MySQL's and MariaDB's
            int end = text.indexOf('\n', at);
            at = end < 0 ? text.length() : end + 1;
            return true;
        }
        if (text.startsWith("/*!", at)) {
            at += 3; // MySQL and MariaDB execute what is in these
            while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == 'M')) {
                at++;
            }
            return true;
        }
        int past = Splitter.past(text, at);
        boolean skipped = past > at;
        at = past;
        return skipped;
    }
}
