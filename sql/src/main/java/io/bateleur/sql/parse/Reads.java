package io.bateleur.sql.parse;

import io.bateleur.core.sql.Splitter;
import java.util.Set;

/** Which texts only read, by their words: also those that the parser does not know. */
final class Reads {
    static final Set<String> CHANGES = Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE");

    private static final Set<String> FIRST = Set.of("SELECT", "VALUES", "TABLE", "WITH", "EXPLAIN", "DESCRIBE", "DESC");
    /** FOR UPDATE, ON DELETE and their like. */
    private static final Set<String> BEFORE_NO_CHANGE = Set.of("FOR", "KEY", "DO", "ON", "THEN", "OR");

    private Reads() {}

    /** Whether a text begins like a read. */
    static boolean begin(Words words) {
        return FIRST.contains(words.all().get(0).text());
    }

    /** Whether a text that begins like a read writes nothing. */
    static boolean only(Words words) {
        for (int i = 1; i < words.all().size(); i++) {
            Words.Word word = words.all().get(i);
            if (!word.quoted() && !word.call() && changes(words, i)) {
                return false;
            }
        }
        return !words.contain("INTO");
    }

    /** Whether a word that is not the first says that something is changed. */
    static boolean changes(Words words, int at) {
        return CHANGES.contains(words.all().get(at).text())
                && !BEFORE_NO_CHANGE.contains(words.all().get(at - 1).text());
    }

    /** Whether all statements of a text are reads. */
    static boolean areAll(String sql) {
        for (Splitter.Part part : Splitter.split(sql)) {
            Words words = Words.of(part.text());
            boolean read = words.all().isEmpty()
                    || begin(words)
                            && !words.areSeveral()
                            && !words.isOdd()
                            && words.unknownCall() == null
                            && only(words);
            if (!read) {
                return false;
            }
        }
        return true;
    }
}
