package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Expr.Argument;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.TypeName;
import io.bateleur.sql.tree.Verbatim;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads functions, aggregates and windows. */
final class FunctionReader {
    private final Reading in;

    FunctionReader(Reading in) {
        this.in = in;
    }

    /** A function with a grammar of its own, or null where this is none. */
    @Nullable
    Expr special(String word) {
        return switch (word) {
            case "CAST", "TRY_CAST", "SAFE_CAST" -> cast(word);
            case "CONVERT" -> in.is(SqlDialect.MYSQL) || in.is(SqlDialect.H2) ? in.attempt(this::convert) : null;
            case "EXTRACT" -> in.attempt(this::extract);
            case "POSITION" -> in.attempt(this::position);
            case "MATCH" -> in.is(SqlDialect.MYSQL) ? in.attempt(this::match) : null;
            default -> null;
        };
    }

    private Expr cast(String word) {
        int from = in.from();
        in.next();
        in.expectSign("(");
        Expr value = in.expressions.any();
        in.expectWord("AS");
        TypeName type = in.types.read();
        in.expectSign(")");
        return new Expr.Cast(in.since(from), value, type, word);
    }

    private Expr convert() {
        int from = in.from();
        in.expectWord("CONVERT");
        in.expectSign("(");
        Expr value = in.expressions.any();
        in.expectSign(",");
        TypeName type = in.types.read();
        in.expectSign(")");
        return new Expr.Cast(in.since(from), value, type, "CONVERT");
    }

    private Expr extract() {
        int from = in.from();
        Qualified name = in.qualified();
        in.expectSign("(");
        Token field = in.next();
        in.expectWord("FROM");
        Expr value = in.expressions.any();
        in.expectSign(")");
        Argument argument = new Argument(value.at(), null, field.written() + " FROM", value, false);
        return new Expr.FunctionCall(in.since(from), name, false, "", List.of(argument), List.of(), null);
    }

    private Expr position() {
        int from = in.from();
        Qualified name = in.qualified();
        in.expectSign("(");
        Expr part = in.expressions.at(OperatorLevels.PREDICATE + 1);
        in.expectWord("IN");
        Expr whole = in.expressions.at(OperatorLevels.PREDICATE + 1);
        in.expectSign(")");
        List<Argument> arguments = List.of(
                new Argument(part.at(), null, "", part, false), new Argument(whole.at(), null, "IN", whole, true));
        return new Expr.FunctionCall(in.since(from), name, false, "", arguments, List.of(), null);
    }

    private Expr match() {
        int from = in.from();
        in.expectWord("MATCH");
        List<Expr> columns = in.parenthesized(in.expressions::any);
        in.expectWord("AGAINST");
        in.expectSign("(");
        Expr against = in.expressions.at(OperatorLevels.PREDICATE + 1);
        String mode = in.wordsOf("IN", "NATURAL", "LANGUAGE", "BOOLEAN", "MODE", "WITH", "QUERY", "EXPANSION");
        in.expectSign(")");
        return new Expr.Match(in.since(from), columns, against, mode);
    }

    Expr nextValue() {
        int from = in.from();
        in.expectWords("NEXT", "VALUE", "FOR");
        Qualified sequence = in.qualified();
        return new Expr.NextValue(in.since(from), sequence);
    }

    // ---- calls

    /** What follows a name that has a parenthesis behind it. */
    Expr call(Qualified name, int from) {
        return in.nested(() -> {
            int mark = in.mark();
            Expr call = hasOwnGrammar(name) ? in.attempt(() -> plain(name, from)) : plain(name, from);
            if (call == null) {
                in.reset(mark);
                call = opaque(name, from);
            }
            return suffixes(call, from);
        });
    }

    private static boolean hasOwnGrammar(Qualified name) {
        String text = name.last().text().toUpperCase(java.util.Locale.ROOT);
        return text.startsWith("XML") || text.startsWith("JSON");
    }

    private Expr opaque(Qualified name, int from) {
        in.expectSign("(");
        Verbatim inside = in.verbatim();
        if (inside.has("SELECT") || inside.tokens().contains("?")) {
            throw in.fail("a function of a known grammar");
        }
        in.expectSign(")");
        return new Expr.Opaque(in.since(from), name, inside);
    }

    private Expr plain(Qualified name, int from) {
        in.expectSign("(");
        String quantifier = in.atAny("DISTINCT", "ALL") && !in.peek(1).isSign(",")
                ? in.next().text()
                : "";
        List<Argument> arguments = new ArrayList<>();
        boolean joined = false;
        while (!in.atSign(")") && !in.atWord("ORDER") && !in.atWord("SEPARATOR")) {
            arguments.add(argument(joined));
            joined = !in.sign(",");
            if (joined && !(in.atWord("FROM") || in.atAny("FOR", "PLACING", "USING", "AS", "IN"))) {
                break;
            }
        }
        List<Query.OrderItem> order = in.queries.order();
        Expr separator = in.word("SEPARATOR") ? in.expressions.any() : null;
        in.expectSign(")");
        return new Expr.FunctionCall(in.since(from), name, false, quantifier, arguments, order, separator);
    }

    private Argument argument(boolean joined) {
        int from = in.from();
        String lead = "";
        Name name = null;
        if (joined) {
            lead = in.next().text();
        } else if (in.atAny("LEADING", "TRAILING", "BOTH")) {
            lead = in.next().text() + (in.word("FROM") ? " FROM" : "");
        } else if (in.atWord("FROM")) {
            lead = in.next().text();
        } else if (in.atWord("VARIADIC")) {
            lead = in.next().text();
        }
        boolean named = in.peek(1).isSign("=>") || in.peek(1).isSign(":=") && in.is(SqlDialect.POSTGRES);
        if (in.atName() && named) {
            name = in.name();
            in.next();
        }
        Query query = name == null && QueryReader.begins(in.peek(), in.peek(1)) ? in.attempt(in.queries::read) : null;
        if (query != null) {
            Expr value = new Expr.Subquery(query.at(), query);
            return new Argument(in.since(from), null, lead, value, joined);
        }
        Expr value = in.expressions.any();
        return new Argument(in.since(from), name, lead, value, joined);
    }

    private Expr suffixes(Expr plain, int from) {
        Expr call = plain;
        if (in.words("WITHIN", "GROUP")) {
            in.expectSign("(");
            List<Query.OrderItem> order = in.queries.order();
            in.expectSign(")");
            if (order.isEmpty()) {
                throw in.fail("ORDER BY");
            }
            call = new Expr.WithinGroup(in.since(from), call, order);
        }
        if (in.atWord("FILTER") && in.peek(1).isSign("(")) {
            in.next();
            in.expectSign("(");
            in.expectWord("WHERE");
            Expr condition = in.expressions.any();
            in.expectSign(")");
            call = new Expr.Filtered(in.since(from), call, condition);
        }
        String words = windowWords();
        if (!words.isEmpty() && !in.atWord("OVER")) {
            throw in.fail("OVER");
        }
        if (in.atWord("OVER")
                && (in.peek(1).isSign("(")
                        || in.peek(1).kind() == Token.Kind.WORD
                        || in.peek(1).kind() == Token.Kind.NAME)) {
            in.next();
            Expr.Window window = in.atSign("(") ? window() : null;
            Name name = window == null ? in.name() : null;
            call = new Expr.Windowed(in.since(from), call, words, name, window);
        }
        return call;
    }

    private String windowWords() {
        boolean from = in.atWords("FROM", "FIRST") || in.atWords("FROM", "LAST");
        boolean nulls = in.atWords("IGNORE", "NULLS") || in.atWords("RESPECT", "NULLS");
        if (from && !in.atWord(2, "OVER") && !in.atWord(3, "NULLS")) {
            return "";
        }
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < (from ? 2 : 0) + (nulls ? 2 : 0); i++) {
            words.append(words.isEmpty() ? "" : " ").append(in.next().text());
        }
        if (from && (in.atWords("IGNORE", "NULLS") || in.atWords("RESPECT", "NULLS"))) {
            words.append(' ')
                    .append(in.next().text())
                    .append(' ')
                    .append(in.next().text());
        }
        return words.toString();
    }

    /** {@code (PARTITION BY a ORDER BY b ROWS 1 PRECEDING)}. */
    Expr.Window window() {
        int from = in.from();
        in.expectSign("(");
        boolean base = in.atName() && !in.atAny("PARTITION", "ORDER", "ROWS", "RANGE", "GROUPS");
        Name name = base ? in.name() : null;
        List<Expr> partition = in.words("PARTITION", "BY") ? in.expressions.list() : List.of();
        List<Query.OrderItem> order = in.queries.order();
        Expr.Frame frame = in.atAny("ROWS", "RANGE", "GROUPS") ? frame() : null;
        in.expectSign(")");
        return new Expr.Window(in.since(from), name, partition, order, frame);
    }

    private Expr.Frame frame() {
        int from = in.from();
        String unit = in.next().text();
        boolean between = in.word("BETWEEN");
        Expr.Bound start = bound();
        Expr.Bound end = null;
        if (between) {
            in.expectWord("AND");
            end = bound();
        }
        String exclude = in.word("EXCLUDE") ? in.wordsOf("CURRENT", "ROW", "GROUP", "TIES", "NO", "OTHERS") : "";
        return new Expr.Frame(in.since(from), unit, start, end, exclude);
    }

    private Expr.Bound bound() {
        int from = in.from();
        if (in.words("CURRENT", "ROW")) {
            return new Expr.Bound(in.since(from), null, "CURRENT ROW");
        }
        Expr distance = in.word("UNBOUNDED") ? null : in.expressions.at(OperatorLevels.OTHER);
        String side = in.any("PRECEDING", "FOLLOWING");
        if (side.isEmpty()) {
            throw in.fail("PRECEDING or FOLLOWING");
        }
        return new Expr.Bound(in.since(from), distance, distance == null ? "UNBOUNDED " + side : side);
    }
}
