package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Verbatim;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A place in the tokens of a text, and the readers of each kind of part, which call each other. */
final class Reading {
    /** How deep expressions and queries may nest: each level is some frames of the stack, also for whoever walks the tree. */
    private static final int DEPTH_MAX = 250;
    /** How often a token is looked at, at most, before reading gives up: some texts can be begun in many ways. */
    private static final int STEPS_PER_TOKEN = 30;

    private static final int STEPS_MORE = 1_000_000;

    final SqlDialect dialect;
    final String text;
    final ExpressionReader expressions = new ExpressionReader(this);
    final TypeReader types = new TypeReader(this);
    final QueryReader queries = new QueryReader(this);
    final FromReader froms = new FromReader(this);
    final ChangeReader changes = new ChangeReader(this);
    final TableReader tables = new TableReader(this);
    final DefinitionReader definitions = new DefinitionReader(this);
    final UtilityReader utilities = new UtilityReader(this);
    final BodyReader bodies = new BodyReader(this);

    private final List<Token> tokens;
    private int at;
    private int depth;
    private long steps;

    Reading(String text, List<Token> tokens, SqlDialect dialect) {
        this.text = text;
        this.tokens = tokens;
        this.dialect = dialect;
        restart();
    }

    boolean is(SqlDialect one) {
        return dialect == one;
    }

    /** Begins a statement. */
    int restart() {
        depth = 0;
        steps = STEPS_MORE + (long) STEPS_PER_TOKEN * tokens.size();
        return at;
    }

    // ---- looking

    Token peek() {
        return tokens.get(at);
    }

    Token peek(int ahead) {
        return tokens.get(Math.min(at + ahead, tokens.size() - 1));
    }

    boolean atEnd() {
        return peek().kind() == Token.Kind.END;
    }

    boolean atWord(String word) {
        return peek().isWord(word);
    }

    boolean atWord(int ahead, String word) {
        return peek(ahead).isWord(word);
    }

    boolean atWords(String... words) {
        for (int i = 0; i < words.length; i++) {
            if (!peek(i).isWord(words[i])) {
                return false;
            }
        }
        return true;
    }

    boolean atAny(String... words) {
        if (peek().kind() != Token.Kind.WORD) {
            return false;
        }
        for (String word : words) {
            if (peek().text().equals(word)) {
                return true;
            }
        }
        return false;
    }

    boolean atSign(String sign) {
        return peek().isSign(sign);
    }

    // ---- moving

    Token next() {
        Token token = peek();
        if (--steps < 0) {
            throw new Misread("a text that can be read in fewer ways", token);
        }
        if (token.kind() == Token.Kind.BROKEN) {
            throw fail("a word");
        }
        if (token.kind() != Token.Kind.END) {
            at++;
        }
        return token;
    }

    boolean word(String word) {
        return atWord(word) && advance(1);
    }

    boolean words(String... words) {
        return atWords(words) && advance(words.length);
    }

    boolean sign(String sign) {
        return atSign(sign) && advance(1);
    }

    private boolean advance(int count) {
        for (int i = 0; i < count; i++) {
            next();
        }
        return true;
    }

    /** The word that comes, if it is one of these, else nothing. */
    String any(String... words) {
        return atAny(words) ? next().text() : "";
    }

    void expectWord(String word) {
        if (!word(word)) {
            throw fail(word);
        }
    }

    void expectWords(String... words) {
        for (String word : words) {
            expectWord(word);
        }
    }

    void expectSign(String sign) {
        if (!sign(sign)) {
            throw fail(sign);
        }
    }

    Misread fail(String expected) {
        return new Misread(expected, peek());
    }

    int mark() {
        return at;
    }

    void reset(int mark) {
        at = mark;
    }

    /** What a reader makes, or null with nothing taken where it does not fit. */
    <T> @Nullable T attempt(Supplier<T> reader) {
        int mark = at;
        int before = depth;
        try {
            return reader.get();
        } catch (Misread misread) {
            if (steps < 0) {
                throw misread;
            }
            at = mark;
            depth = before;
            return null;
        }
    }

    <T> T nested(Supplier<T> reader) {
        if (++depth > DEPTH_MAX) {
            throw new Misread("less nesting", peek());
        }
        T result = reader.get();
        depth--;
        return result;
    }

    /** Goes to the end of a statement that is not read: a semicolon outside of parentheses and of bodies between BEGIN and END. */
    void skip() {
        boolean routine = atWord("CREATE");
        int open = 0;
        while (peek().kind() != Token.Kind.END
                && !(open <= 0
                        && (atSign(";")
                                || peek().kind() == Token.Kind.CLIENT
                                        && peek().from()
                                                > tokens.get(Math.max(0, at - 1))
                                                        .from()))) {
            if (routine && (atWord("BEGIN") || atWord("CASE"))) {
                open++;
            } else if (routine
                    && atWord("END")
                    && !atWord(1, "IF")
                    && !atWord(1, "LOOP")
                    && !atWord(1, "WHILE")
                    && !atWord(1, "REPEAT")) {
                open--;
            }
            at++;
        }
    }

    // ---- places

    int from() {
        return peek().from();
    }

    /** From a place up to the token before this one. */
    Span since(int from) {
        int to = at == 0 ? from : tokens.get(at - 1).to();
        return new Span(Math.min(from, to), to);
    }

    Span here() {
        int end = at == 0 ? 0 : tokens.get(at - 1).to();
        return new Span(end, end);
    }

    // ---- names and lists

    boolean atName() {
        return peek().kind() == Token.Kind.NAME || peek().kind() == Token.Kind.WORD;
    }

    Name name() {
        if (!atName()) {
            throw fail("a name");
        }
        return nameOf(next());
    }

    static Name nameOf(Token token) {
        if (token.kind() == Token.Kind.WORD) {
            return new Name(token.written(), Name.Quotes.NONE);
        }
        return new Name(
                token.text(),
                switch (token.written().charAt(0)) {
                    case '`' -> Name.Quotes.BACK;
                    case '[' -> Name.Quotes.BRACKETS;
                    default -> Name.Quotes.DOUBLE;
                });
    }

    Qualified qualified() {
        int from = from();
        List<Name> parts = new ArrayList<>();
        do {
            parts.add(name());
        } while (sign("."));
        return new Qualified(since(from), parts);
    }

    <T> List<T> commas(Supplier<T> item) {
        List<T> items = new ArrayList<>();
        do {
            items.add(item.get());
        } while (sign(","));
        return items;
    }

    /** {@code (a, b)}. */
    <T> List<T> parenthesized(Supplier<T> item) {
        expectSign("(");
        List<T> items = commas(item);
        expectSign(")");
        return items;
    }

    List<Name> names() {
        return parenthesized(this::name);
    }

    /** The same, or none where there is no parenthesis. */
    List<Name> optionalNames() {
        return atSign("(") ? names() : List.of();
    }

    // ---- words as they are

    Verbatim nothing() {
        return new Verbatim(here(), List.of());
    }

    /** Tokens up to one of these words or signs outside of parentheses, to the end of the statement or to a closing parenthesis. */
    Verbatim verbatim(String... until) {
        List<String> stops = List.of(until);
        int from = from();
        List<String> kept = new ArrayList<>();
        int open = 0;
        while (!atEnd() && !(open == 0 && isStop(stops))) {
            if (atSign("(") || atSign("[")) {
                open++;
            } else if (atSign(")") || atSign("]")) {
                open--;
            }
            kept.add(next().written());
        }
        return new Verbatim(since(from), kept);
    }

    private boolean isStop(List<String> stops) {
        Token token = peek();
        boolean closes =
                token.isSign(")") || token.isSign("]") || token.isSign(";") || token.kind() == Token.Kind.CLIENT;
        boolean plain = token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.SIGN;
        return closes || plain && stops.contains(token.text());
    }

    /** All words that come, of these, as they follow each other. */
    String wordsOf(String... known) {
        StringBuilder words = new StringBuilder();
        while (atAny(known)) {
            words.append(words.isEmpty() ? "" : " ").append(next().text());
        }
        return words.toString();
    }
}
