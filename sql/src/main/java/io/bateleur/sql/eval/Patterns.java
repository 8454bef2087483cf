package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.SqlDialect;
import java.util.Locale;

/** LIKE and its relatives. */
final class Patterns {
    /** No character escapes. */
    private static final int NONE = -1;

    private Patterns() {}

    static Code code(ExpressionCompiler compiler, Expr.Like like) {
        SqlDialect dialect = compiler.compilation.dialect;
        if (!like.operator().equals("LIKE") && !like.operator().equals("ILIKE")) {
            throw new Outside(like, like.operator());
        }
        Code operand = compiler.code(like.value());
        Code given = compiler.code(like.pattern());
        boolean padded = dialect == SqlDialect.H2 && operand.type.kind() == SqlType.Kind.CHAR;
        boolean equal = padded && like.escape() == null && isPlain(given);
        Code value = padded && (equal || !(operand instanceof Code.Slot)) ? blankless(operand) : operand;
        Code pattern = equal && operand instanceof Code.Slot ? blankless(given) : given;
        boolean binary = value.type.collation() == Collation.PADDED || pattern.type.collation() == Collation.PADDED;
        boolean folds = like.operator().equals("ILIKE") || Habit.LIKE_FOLDS_CASE.of(dialect) && !binary;
        boolean ascii = dialect != SqlDialect.POSTGRES;
        Code escape = like.escape() == null ? null : compiler.code(like.escape());
        boolean not = like.not();
        return Code.of(SqlType.BOOLEAN, frame -> {
            Object text = value.value(frame);
            Object form = pattern.value(frame);
            Object sign = escape == null ? usual(dialect) : escape.value(frame);
            if (text == null || form == null || sign == null) {
                return null;
            }
            Object subject = Texting.text(text, dialect);
            Object wanted = Texting.text(form, dialect);
            if (!(subject instanceof String a)
                    || !(wanted instanceof String b)
                    || !(sign instanceof String c)
                    || c.length() > 1) {
                return Unknown.UNKNOWN;
            }
            if (folds && ascii && !isAscii(a + b)) {
                return Unknown.UNKNOWN;
            }
            int escaping = c.isEmpty() ? NONE : c.charAt(0);
            boolean matches = folds
                    ? matches(a.toLowerCase(Locale.ROOT), 0, b.toLowerCase(Locale.ROOT), 0, escaping, dialect)
                    : matches(a, 0, b, 0, escaping, dialect);
            return matches != not;
        });
    }

    /** H2 takes LIKE for = where the pattern is written in the statement and has no wildcard. */
    private static boolean isPlain(Code pattern) {
        return pattern instanceof Code.Constant constant
                && constant.constant instanceof String text
                && text.chars().noneMatch(c -> c == '%' || c == '_' || c == '\\');
    }

    /** H2 sees the blanks that fill up a CHAR in a column, and not in a value computed of it. */
    private static Code blankless(Code operand) {
        return Code.of(operand.type, frame -> {
            Object value = operand.value(frame);
            return value instanceof String text ? text.stripTrailing() : value;
        });
    }

    private static String usual(SqlDialect dialect) {
        return Habit.BACKSLASH_ESCAPES_IN_LIKE.of(dialect) ? "\\" : "";
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 128);
    }

    private static boolean matches(String text, int at, String pattern, int from, int escape, SqlDialect dialect) {
        int i = at;
        int p = from;
        while (p < pattern.length()) {
            char c = pattern.charAt(p);
            if (c == escape) {
                p++;
                if (p == pattern.length()) {
                    return unfinished(text, i, c, dialect);
                }
                if (i >= text.length() || text.charAt(i) != pattern.charAt(p)) {
                    return false;
                }
            } else if (c == '%') {
                return any(text, i, pattern, p + 1, escape, dialect);
            } else if (i >= text.length() || c != '_' && text.charAt(i) != c) {
                return false;
            } else if (c == '_' && Character.isHighSurrogate(text.charAt(i)) && i + 1 < text.length()) {
                i++;
            }
            i++;
            p++;
        }
        return i == text.length();
    }

    private static boolean any(String text, int at, String pattern, int from, int escape, SqlDialect dialect) {
        for (int i = at; i <= text.length(); i++) {
            if (matches(text, i, pattern, from, escape, dialect)) {
                return true;
            }
        }
        return false;
    }

    /** An escape at the end of a pattern stands for nothing. */
    private static boolean unfinished(String text, int at, char escape, SqlDialect dialect) {
        if (dialect == SqlDialect.POSTGRES || dialect == SqlDialect.H2) {
            throw new SqlError("22025", "a pattern ends with its escape character");
        }
        return dialect == SqlDialect.MYSQL && at == text.length() - 1 && text.charAt(at) == escape;
    }
}
