package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.SqlDialect;

/** What quoted texts hold. */
final class Texts {
    private Texts() {}

    static Expr.Quoted kind(String written) {
        char first = Character.toUpperCase(written.charAt(0));
        boolean prefixed = written.length() > 1 && written.charAt(1) == '\'';
        return prefixed && first == 'X'
                ? Expr.Quoted.BYTES
                : prefixed && first == 'B' ? Expr.Quoted.BITS : Expr.Quoted.CHARACTERS;
    }

    /** The characters between the quotes, with escapes replaced. */
    static String value(String written, SqlDialect dialect) {
        if (written.startsWith("$")) {
            int quote = written.indexOf('$', 1) + 1;
            return written.substring(quote, written.length() - quote);
        }
        char close = written.charAt(written.length() - 1);
        int open = written.indexOf(close);
        String inner = written.substring(open + 1, written.length() - 1);
        boolean escapes = dialect == SqlDialect.MYSQL || open == 1 && Character.toUpperCase(written.charAt(0)) == 'E';
        String quote = String.valueOf(close);
        return escapes && inner.indexOf('\\') >= 0
                ? unescaped(inner, close, dialect)
                : inner.replace(quote + quote, quote);
    }

    private static String unescaped(String inner, char quote, SqlDialect dialect) {
        StringBuilder value = new StringBuilder();
        for (int i = 0; i < inner.length(); i++) {
            char c = inner.charAt(i);
            if (c == quote) {
                i++; // doubled
            } else if (c == '\\' && i + 1 < inner.length()) {
                char next = inner.charAt(i + 1);
                if (dialect == SqlDialect.MYSQL && (next == '_' || next == '%')) {
                    value.append(c); // kept for LIKE
                }
                c = switch (inner.charAt(++i)) {
                    case 'n' -> '\n';
                    case 't' -> '\t';
                    case 'r' -> '\r';
                    case 'b' -> '\b';
                    case '0' -> '\0';
                    default -> inner.charAt(i);
                };
            }
            value.append(c);
        }
        return value.toString();
    }
}
