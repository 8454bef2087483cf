package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Span;

/** A statement does not go on as it should. */
final class Misread extends RuntimeException {
    private static final long serialVersionUID = 1;

    final transient Span where;

    Misread(String expected, Token token) {
        super(expected + " expected, but found " + found(token), null, false, false);
        this.where = new Span(token.from(), token.to());
    }

    private static String found(Token token) {
        return switch (token.kind()) {
            case END -> "the end";
            case BROKEN -> "a quote that is not closed, or text that databases read differently";
            default -> token.written();
        };
    }
}
