package io.bateleur.sql.tree;

/**
 * Where something stands in a text: from the offset of its first character to the one after its last.
 *
 * <p>All spans are equal: where something stands is no part of what it is. So two trees are equal when they say the same, such as an
 * expression in SELECT and the same one in GROUP BY.
 */
public record Span(int from, int to) {
    public Span {
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("from " + from + " to " + to);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Span;
    }

    @Override
    public int hashCode() {
        return 0;
    }

    /** The line of the first character, from 1. */
    public int line(String text) {
        return 1
                + (int) text.substring(0, Math.min(from, text.length()))
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }

    /** The column of the first character, from 1. */
    public int column(String text) {
        return from - text.lastIndexOf('\n', from - 1);
    }
}
