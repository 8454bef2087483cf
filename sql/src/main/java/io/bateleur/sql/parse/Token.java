package io.bateleur.sql.parse;

/**
 * A word or a sign of a text.
 *
 * @param text of a word in upper case, of a quoted name what stands between the quotes, else as it is written
 * @param written as it stands in the text
 * @param number of a placeholder its position among them, from 0, or -1 where it has a name
 * @param apart whether blanks or a comment stand before it
 */
record Token(Kind kind, String text, String written, int from, int to, int number, boolean apart, boolean lineBefore) {
    enum Kind {
        WORD,
        NAME,
        TEXT,
        NUMBER,
        PLACEHOLDER,
        VARIABLE,
        SIGN,
        /** A command to the client, such as psql's, up to the end of its line. */
        CLIENT,
        /** What cannot be read: a quote that is not closed. */
        BROKEN,
        END
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.equals(word);
    }

    boolean isSign(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    /** Whether an operand may end here, so that what follows is no operand. */
    boolean endsOperand() {
        return switch (kind) {
            case WORD, NAME, TEXT, NUMBER, PLACEHOLDER, VARIABLE -> true;
            case SIGN -> text.equals(")") || text.equals("]");
            default -> false;
        };
    }
}
