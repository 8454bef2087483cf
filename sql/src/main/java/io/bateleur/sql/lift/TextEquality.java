package io.bateleur.sql.lift;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * When a database takes two texts of a column for equal.
 *
 * @param certain the texts of which that is known
 * @param folds ASCII letters are equal in both cases
 * @param trims blanks at the end do not count
 */
record TextEquality(Pattern certain, boolean folds, boolean trims) {
    private static final Pattern ANY = Pattern.compile("(?s).*");
    /** Some collations take {@code i} for {@code y}, {@code u} for {@code v} or {@code e} for {@code é}. */
    private static final Pattern DIGITS = Pattern.compile("[0-9_.:/@+-]+");

    private static final Pattern PLAIN = Pattern.compile("[a-z0-9_.:/@+-]+");
    private static final Pattern PRINTABLE = Pattern.compile("[ -~]*");
    private static final Pattern NONE = Pattern.compile("(?!)");

    private static final Pattern NO_BLANK_AT_END = Pattern.compile("(?s).*[^ ]|");

    /**
     * MySQL's and MariaDB's collations of no certain language, which take ASCII letters for equal in both cases and nothing else of ASCII.
     * The same names with other character sets do more or less: {@code macce_general_ci} takes {@code M} for {@code N}.
     */
    private static final Pattern ROOT = Pattern.compile(
            "(latin1|ascii|utf8|utf8mb3|utf8mb4|ucs2|utf16|utf32)_(general|unicode|unicode_520|uca1400|0900)(_nopad)?(_ai|_as)?_ci"
                    + "|latin1_swedish(_nopad)?_ci");

    /** Texts are equal only when they are the same. */
    static final TextEquality EXACT = new TextEquality(ANY, false, false);
    /** Nothing is known but what nearly all collations have in common. */
    static final TextEquality COMMON = new TextEquality(PLAIN, false, false);
    /** Collations that are made by users may take anything for anything. */
    static final TextEquality ANYTHING = new TextEquality(NONE, false, false);
    /** SQLite's. */
    static final TextEquality NOCASE = new TextEquality(ANY, true, false);

    static final TextEquality RTRIM = new TextEquality(ANY, false, true);

    /** That of a collation of MySQL's or MariaDB's, by its name. */
    static TextEquality ofMySql(String collation) {
        String name = collation.toLowerCase(Locale.ROOT);
        boolean pads = !name.contains("nopad") && !name.contains("_0900_");
        if (name.equals("binary")) {
            return EXACT;
        }
        if (name.endsWith("_0900_bin")) {
            return new TextEquality(NO_BLANK_AT_END, false, false); // they count in MySQL, and not in MariaDB
        }
        if (name.endsWith("_bin")) {
            return new TextEquality(ANY, false, pads);
        }
        boolean root = ROOT.matcher(name).matches();
        return new TextEquality(root ? PRINTABLE : DIGITS, root, pads);
    }

    /** Whether the texts that are equal to this one are known. */
    boolean isCertain(String text) {
        return certain.matcher(text).matches();
    }

    /** One of all texts that are equal to this one. */
    String canonical(String text) {
        String folded = folds && isCertain(text) ? folded(text) : text;
        int end = folded.length();
        while (trims && end > 0 && folded.charAt(end - 1) == ' ') {
            end--;
        }
        return folded.substring(0, end);
    }

    private static String folded(String text) {
        StringBuilder folded = new StringBuilder(text);
        for (int i = 0; i < folded.length(); i++) {
            char each = folded.charAt(i);
            if (each >= 'A' && each <= 'Z') {
                folded.setCharAt(i, (char) (each + 32));
            }
        }
        return folded.toString();
    }
}
