package io.bateleur.sql.parse;

import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The words and signs of a text, as its dialect has them. */
final class Lexer {
    /** Signs of more than one character; longer ones first. */
    private static final List<String> SIGNS = List.of(
            "->>", "#>>", "!~*", "<=>", "||/", "::", ":=", "=>", "<=", ">=", "<>", "!=", "==", "||", "&&", "<<", ">>",
            "->", "#>", "@>", "<@", "~*", "!~", "~~", "..", "|/", "^=");

    private static final String OPERATOR_CHARACTERS = "+-*/<>=~!@#%^&|`";

    private final String sql;
    private final SqlDialect dialect;
    private final int end;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int placeholders;
    private int brackets;
    private int executable;
    private boolean apart = true;
    private boolean lineBefore = true;

    private Lexer(String sql, int from, int end, SqlDialect dialect) {
        this.sql = sql;
        this.at = from;
        this.end = end;
        this.dialect = dialect;
    }

    static List<Token> tokens(String sql, SqlDialect dialect) {
        return tokens(sql, 0, sql.length(), dialect);
    }

    /** The tokens of a part of a text, with their places in the whole of it. */
    static List<Token> tokens(String sql, int from, int to, SqlDialect dialect) {
        Lexer lexer = new Lexer(sql, from, to, dialect);
        while (lexer.at < to) {
            lexer.step();
        }
        lexer.tokens.add(new Token(Token.Kind.END, "", "", to, to, -1, true, true));
        return lexer.tokens;
    }

    private boolean starts(String text) {
        return at + text.length() <= end && sql.startsWith(text, at);
    }

    private char look(int ahead) {
        return at + ahead < end ? sql.charAt(at + ahead) : '\0';
    }

    private void step() {
        char c = sql.charAt(at);
        if (Character.isWhitespace(c) || c == '\uFEFF') {
            lineBefore |= c == '\n';
            apart = true;
            at++;
        } else if (!comment()) {
            token(c);
            apart = false;
            lineBefore = false;
        }
    }

    private boolean comment() {
        boolean dashes = starts("--") && (dialect != SqlDialect.MYSQL || at + 2 >= end || look(2) <= ' ');
        if (dashes || dialect == SqlDialect.MYSQL && look(0) == '#') {
            int line = sql.indexOf('\n', at);
            at = line < 0 || line > end ? end : line;
        } else if (dialect == SqlDialect.MYSQL && (starts("/*!") || starts("/*M!"))) {
            // What stands in it is executed.
            at = sql.indexOf('!', at) + 1;
            while (Character.isDigit(look(0))) {
                at++;
            }
            executable++;
        } else if (executable > 0 && starts("*/")) {
            executable--;
            at += 2;
        } else if (starts("/*")) {
            blockComment();
        } else {
            return false;
        }
        apart = true;
        return true;
    }

    private void blockComment() {
        boolean nests = dialect == SqlDialect.POSTGRES || dialect == SqlDialect.H2;
        int depth = 0;
        do {
            if (starts("/*") && (depth == 0 || nests)) {
                depth++;
                at += 2;
            } else if (starts("*/")) {
                depth--;
                at += 2;
            } else {
                lineBefore |= sql.charAt(at) == '\n';
                at++;
            }
        } while (depth > 0 && at < end);
    }

    private void token(char c) {
        if (c == '\'') {
            text(at, at, backslashes());
        } else if (c == '"' && dialect == SqlDialect.MYSQL) {
            text(at, at, true);
        } else if (c == '"' || c == '`' || c == '[' && brackets()) {
            name(c == '[' ? ']' : c);
        } else if (Character.isDigit(c) || c == '.' && Character.isDigit(look(1)) && !afterOperand()) {
            number();
        } else if (Character.isLetter(c) || c == '_' || c > 127 && !Character.isWhitespace(c)) {
            word();
        } else if (c == '$') {
            dollar();
        } else if (c == '\\' && dialect == SqlDialect.POSTGRES && look(1) == ';') {
            at++; // psql's way to send two statements at once
            add(Token.Kind.SIGN, at + 1);
        } else if (c == '\\' && dialect == SqlDialect.POSTGRES) {
            int line = sql.indexOf('\n', at);
            add(Token.Kind.CLIENT, line < 0 || line > end ? end : line);
        } else {
            sign(c);
        }
    }

    private boolean backslashes() {
        return dialect == SqlDialect.MYSQL;
    }

    /** SQLite's names in brackets, as of SQL Server; elsewhere they are those of arrays. */
    private boolean brackets() {
        return dialect == SqlDialect.SQLITE;
    }

    private boolean afterOperand() {
        return !tokens.isEmpty() && tokens.get(tokens.size() - 1).endsOperand();
    }

    private void add(Token.Kind kind, int to) {
        String written = sql.substring(at, to);
        add(kind, kind == Token.Kind.WORD ? written.toUpperCase(Locale.ROOT) : written, to, -1);
    }

    private void add(Token.Kind kind, String text, int to, int number) {
        tokens.add(new Token(kind, text, sql.substring(at, to), at, to, number, apart, lineBefore));
        at = to;
    }

    // ---- texts

    /** @param open where the quote is; prefixes stand before it */
    private void text(int from, int open, boolean escapes) {
        char quote = sql.charAt(open);
        int i = open + 1;
        while (i < end) {
            char c = sql.charAt(i);
            if (c == '\\' && escapes) {
                i++;
            } else if (c == '\\' && dialect == SqlDialect.OTHER) {
                break; // an escape here, a character there
            } else if (c == quote) {
                if (i + 1 < end && sql.charAt(i + 1) == quote) {
                    i++;
                } else {
                    break;
                }
            }
            i++;
        }
        boolean closed = i < end && sql.charAt(i) == quote;
        at = from;
        add(closed ? Token.Kind.TEXT : Token.Kind.BROKEN, closed ? i + 1 : end);
    }

    private void name(char close) {
        int i = at + 1;
        while (i < end && (sql.charAt(i) != close || i + 1 < end && sql.charAt(i + 1) == close && close != ']')) {
            i += sql.charAt(i) == close ? 2 : 1;
        }
        if (i >= end) {
            add(Token.Kind.BROKEN, end);
        } else {
            String quote = String.valueOf(close);
            String inner = sql.substring(at + 1, i);
            add(Token.Kind.NAME, close == ']' ? inner : inner.replace(quote + quote, quote), i + 1, -1);
        }
    }

    private void dollar() {
        int i = at + 1;
        while (i < end && Character.isDigit(sql.charAt(i))) {
            i++;
        }
        if (i > at + 1) {
            String digits = sql.substring(at + 1, i);
            add(
                    Token.Kind.PLACEHOLDER,
                    sql.substring(at, i),
                    i,
                    digits.length() > 6 ? -1 : Integer.parseInt(digits) - 1);
            return;
        }
        while (i < end && (isPart(sql.charAt(i)) && sql.charAt(i) != '$')) {
            i++;
        }
        boolean quotes = dialect == SqlDialect.POSTGRES || dialect == SqlDialect.H2;
        if (quotes && i < end && sql.charAt(i) == '$') {
            String quote = sql.substring(at, i + 1);
            int close = sql.indexOf(quote, i + 1);
            boolean closed = close >= 0 && close + quote.length() <= end;
            add(closed ? Token.Kind.TEXT : Token.Kind.BROKEN, closed ? close + quote.length() : end);
        } else if (dialect == SqlDialect.SQLITE && i > at + 1) {
            add(Token.Kind.PLACEHOLDER, i);
        } else {
            add(Token.Kind.BROKEN, end);
        }
    }

    // ---- numbers and words

    private void number() {
        int i = at;
        boolean based = look(0) == '0' && "xXbBoO".indexOf(look(1)) >= 0 && Character.isLetterOrDigit(look(2));
        if (based) {
            i += 2;
            while (i < end && (Character.isLetterOrDigit(sql.charAt(i)) || sql.charAt(i) == '_')) {
                i++;
            }
        } else {
            i = digits(i);
            if (i < end && sql.charAt(i) == '.' && !(i + 1 < end && sql.charAt(i + 1) == '.')) {
                i = digits(i + 1);
            }
            int e = i;
            if (e < end && (sql.charAt(e) == 'e' || sql.charAt(e) == 'E')) {
                e += e + 1 < end && (sql.charAt(e + 1) == '+' || sql.charAt(e + 1) == '-') ? 2 : 1;
                i = e < end && Character.isDigit(sql.charAt(e)) ? digits(e) : i;
            }
        }
        add(Token.Kind.NUMBER, i);
    }

    private int digits(int from) {
        int i = from;
        while (i < end
                && (Character.isDigit(sql.charAt(i))
                        || sql.charAt(i) == '_' && i + 1 < end && Character.isDigit(sql.charAt(i + 1)))) {
            i++;
        }
        return i;
    }

    private static boolean isPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c > 127 && !Character.isWhitespace(c);
    }

    private void word() {
        int i = at + 1;
        while (i < end && isPart(sql.charAt(i))) {
            i++;
        }
        String word = sql.substring(at, i);
        boolean quote = i < end && sql.charAt(i) == '\'';
        if (quote && word.equalsIgnoreCase("E")) {
            text(at, i, true);
        } else if (quote && (word.equalsIgnoreCase("N") || word.equalsIgnoreCase("B") || word.equalsIgnoreCase("X"))) {
            text(at, i, backslashes());
        } else if (quote && word.startsWith("_") && dialect == SqlDialect.MYSQL) {
            text(at, i, true);
        } else if (word.equalsIgnoreCase("U") && i + 1 < end && sql.charAt(i) == '&' && sql.charAt(i + 1) == '\'') {
            text(at, i + 1, false);
        } else {
            add(Token.Kind.WORD, i);
        }
    }

    // ---- signs

    private void sign(char c) {
        if (c == '?' && !isOperator()) {
            placeholder();
        } else if (c == '@' && dialect != SqlDialect.POSTGRES && (isPart(look(1)) || "@`'\"".indexOf(look(1)) >= 0)) {
            variable();
        } else if (c == ':'
                && (Character.isLetter(look(1)) || look(1) == '_' || "'\"".indexOf(look(1)) >= 0)
                && isNamed()) {
            namedPlaceholder();
        } else if (dialect == SqlDialect.POSTGRES && OPERATOR_CHARACTERS.indexOf(c) >= 0 || c == '?') {
            operator();
        } else {
            String longest = String.valueOf(c);
            for (String sign : SIGNS) {
                if (starts(sign)) {
                    longest = sign;
                    break;
                }
            }
            brackets += c == '[' ? 1 : c == ']' ? -1 : 0;
            add(Token.Kind.SIGN, at + longest.length());
            if (c == ';') {
                skipCopied();
            }
        }
    }

    /** The rows that follow PostgreSQL's COPY FROM STDIN, up to a line of a backslash and a dot. */
    private void skipCopied() {
        int stdin = -1;
        int i = tokens.size() - 2;
        for (; i >= 0 && !tokens.get(i).isSign(";"); i--) {
            stdin = tokens.get(i).isWord("STDIN") && tokens.get(i - 1).isWord("FROM") ? i : stdin;
        }
        boolean copies = dialect == SqlDialect.POSTGRES
                && stdin >= 0
                && tokens.get(i + 1).isWord("COPY");
        int close = copies ? sql.indexOf("\n\\.", at) : -1;
        if (close >= 0 && close < end) {
            int line = sql.indexOf('\n', close + 1);
            at = line < 0 || line > end ? end : line;
        }
    }

    /** A question mark after an operand is an operator of PostgreSQL's: alone, doubled for JDBC, or with one more sign. */
    private boolean isOperator() {
        if (dialect != SqlDialect.POSTGRES || !afterOperand()) {
            return false;
        }
        boolean pair = (look(1) == '|' || look(1) == '&') && OPERATOR_CHARACTERS.indexOf(look(2)) < 0;
        Token last = tokens.get(tokens.size() - 1);
        return look(1) == '?'
                || pair
                || last.kind() != Token.Kind.WORD && last.kind() != Token.Kind.PLACEHOLDER && apart;
    }

    private void placeholder() {
        int i = at + 1;
        while (i < end && Character.isDigit(sql.charAt(i)) && i < at + 7) {
            i++;
        }
        int number = i > at + 1 ? Integer.parseInt(sql.substring(at + 1, i)) - 1 : placeholders++;
        add(Token.Kind.PLACEHOLDER, sql.substring(at, i), i, number);
    }

    private void variable() {
        int i = at + (look(1) == '@' ? 2 : 1);
        if (i < end && "`'\"".indexOf(sql.charAt(i)) >= 0) {
            int close = sql.indexOf(sql.charAt(i), i + 1);
            i = close < 0 || close >= end ? end : close + 1;
        }
        while (i < end && (isPart(sql.charAt(i)) || sql.charAt(i) == '.' && i + 1 < end && isPart(sql.charAt(i + 1)))) {
            i++;
        }
        add(Token.Kind.VARIABLE, i);
    }

    /** Whether a colon begins a name: not that of a slice, of a cast or of a label. */
    private boolean isNamed() {
        boolean touches = !apart && afterOperand();
        return brackets == 0
                && !touches
                && !(afterOperand() && tokens.get(tokens.size() - 1).kind() != Token.Kind.WORD);
    }

    private void namedPlaceholder() {
        int i = at + 1;
        if (sql.charAt(i) == '\'' || sql.charAt(i) == '"') {
            int close = sql.indexOf(sql.charAt(i), i + 1);
            i = close < 0 || close >= end ? end : close + 1;
        } else {
            while (i < end && isPart(sql.charAt(i))) {
                i++;
            }
        }
        add(Token.Kind.PLACEHOLDER, i);
    }

    /** PostgreSQL's rule: as many characters as can be, but none of only some ends with plus or minus. */
    private void operator() {
        int i = at;
        while (i < end
                && (OPERATOR_CHARACTERS.indexOf(sql.charAt(i)) >= 0 || sql.charAt(i) == '?' && goesOn(i))
                && !(i > at && (sql.startsWith("--", i) || sql.startsWith("/*", i)))) {
            i++;
        }
        boolean free = sql.substring(at, i).chars().anyMatch(c -> "~!@#%^&|`?".indexOf(c) >= 0);
        while (!free && i > at + 1 && (sql.charAt(i - 1) == '+' || sql.charAt(i - 1) == '-')) {
            i--;
        }
        add(Token.Kind.SIGN, i);
    }

    private boolean goesOn(int i) {
        return i == at || sql.charAt(i - 1) == '@' || sql.charAt(i - 1) == '?';
    }
}
