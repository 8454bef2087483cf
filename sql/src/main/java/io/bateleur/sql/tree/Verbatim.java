package io.bateleur.sql.tree;

import java.util.List;

/** Words and signs that are kept as they are written: options that change no row. */
public record Verbatim(Span at, List<String> tokens) implements Node {
    public Verbatim {
        tokens = List.copyOf(tokens);
    }

    public boolean isEmpty() {
        return tokens.isEmpty();
    }

    /** Whether this word, in upper case, is one of them. */
    public boolean has(String word) {
        return tokens.stream().anyMatch(token -> token.equalsIgnoreCase(word));
    }
}
