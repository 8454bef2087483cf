package io.bateleur.sql.analyze;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the words of transactions that procedures do not have so that the reader of procedures reads them. Nothing moves:
 * {@code :row.column} becomes one placeholder, {@code IN :set} an operator, {@code INTO SET :v} a placeholder with a mark.
 */
final class Dialogue {
    private static final Pattern WORDS = Pattern.compile(
            "'(?:[^']|'')*'|--[^\\n]*|(?<field>(?<![:\\w]):[A-Za-z_]\\w*\\.[A-Za-z_])"
                    + "|(?<notIn>\\bNOT\\s+IN(?=\\s*:[A-Za-z_]))|(?<in>\\bIN(?=\\s*:[A-Za-z_]\\w*(?!\\s*\\.)))"
                    + "|(?<intoSet>\\bINTO\\s+SET\\s+:)|(?<forHead>\\bFOR\\s+:\\w+\\s+IN\\b)"
                    + "|(?<set>(?:^|(?<=;)|(?<=\\bTHEN)|(?<=\\bELSE)|(?<=\\bLOOP))\\s*(?:--[^\\n]*\\s*)*\\bSET(?=\\s+:[A-Za-z_]\\w*\\s*:?=))"
                    + "|(?<begin>(?:^|(?<=;))\\s*BEGIN\\s*(?:TRANSACTION|WORK)?\\s*;)",
            Pattern.CASE_INSENSITIVE);

    private Dialogue() {}

    static String rewritten(String body) {
        Matcher matcher = WORDS.matcher(body);
        StringBuilder text = new StringBuilder(body);
        while (matcher.find()) {
            int from = matcher.start();
            int to = matcher.end();
            if (matcher.group("field") != null) {
                text.setCharAt(to - 2, CalculationReader.MARK);
            } else if (matcher.group("notIn") != null) {
                replace(text, from, to, "!<@");
            } else if (matcher.group("in") != null) {
                replace(text, from, to, "<@");
            } else if (matcher.group("intoSet") != null) {
                replace(text, from + 4, to, "");
                text.setCharAt(to - 2, ':');
                text.setCharAt(to - 1, CalculationReader.MARK);
            } else if (matcher.group("set") != null) {
                replace(text, to - 3, to, "");
            } else if (matcher.group("begin") != null) {
                replace(text, from, to, "");
            }
        }
        return text.toString();
    }

    /** Puts words over a part, and blanks over the rest of it. */
    private static void replace(StringBuilder text, int from, int to, String words) {
        for (int i = from; i < to; i++) {
            boolean inside = i - from < words.length();
            if (inside || text.charAt(i) != '\n') {
                text.setCharAt(i, inside ? words.charAt(i - from) : ' ');
            }
        }
    }
}
