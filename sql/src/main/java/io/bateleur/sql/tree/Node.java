package io.bateleur.sql.tree;

import java.util.List;

/** A part of a statement. */
public interface Node {
    /** Where it stands in the text that it was read from. */
    Span at();

    /** The same list, which nobody can change, and which has an element. */
    static <T> List<T> some(List<T> list) {
        if (list.isEmpty()) {
            throw new IllegalArgumentException("an empty list");
        }
        return List.copyOf(list);
    }

    /** The same text, which is one of these words. */
    static String oneOf(String word, String... words) {
        if (!List.of(words).contains(word)) {
            throw new IllegalArgumentException(word);
        }
        return word;
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new IllegalArgumentException(what);
        }
    }
}
