package io.bateleur.sql.eval;

import java.util.Locale;

/** How texts are compared. */
public enum Collation {
    /** Character by character. */
    BINARY,
    /** Without regard to case, as SQLite's NOCASE. */
    FOLDED,
    /** Without regard to case and to blanks at the end, as MySQL's. */
    FOLDED_PADDED,
    /** Character by character, without regard to blanks at the end. */
    PADDED,
    /** Equal as characters are, in the order of a language. */
    LINGUISTIC;

    /** The form that is equal for all texts that are equal. */
    String normal(String text) {
        return switch (this) {
            case BINARY, LINGUISTIC -> text;
            case FOLDED -> text.toLowerCase(Locale.ROOT);
            case FOLDED_PADDED -> text.stripTrailing().toLowerCase(Locale.ROOT);
            case PADDED -> text.stripTrailing();
        };
    }

    /** Whether the order of these texts is known; languages agree on digits and lower case letters of English. */
    boolean orders(String left, String right) {
        return switch (this) {
            case BINARY, PADDED -> true;
            case FOLDED -> isAscii(left) && isAscii(right);
            case FOLDED_PADDED -> isPlain(left, true) && isPlain(right, true);
            case LINGUISTIC -> isPlain(left, false) && isPlain(right, false);
        };
    }

    /** Whether it is known if these texts are equal. */
    boolean knows(String left, String right) {
        return this != FOLDED_PADDED && this != FOLDED || isAscii(left) && isAscii(right);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 128) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(String text, boolean upper) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || upper && (c >= 'A' && c <= 'Z' || c == ' ');
            if (!plain) {
                return false;
            }
        }
        return true;
    }

    /** Of two operands: a column's goes before a literal's. */
    Collation with(Collation other) {
        return this == BINARY ? other : this;
    }
}
