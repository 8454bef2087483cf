package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what operators combine: values, columns, functions, sub-queries, and what follows them without a blank. */
final class OperandReader {
    /** Words that are no columns unless they are quoted. */
    private static final Set<String> RESERVED = Set.of(
            "SELECT",
            "FROM",
            "WHERE",
            "GROUP",
            "HAVING",
            "ORDER",
            "UNION",
            "INTERSECT",
            "EXCEPT",
            "ON",
            "AND",
            "OR",
            "WHEN",
            "THEN",
            "ELSE",
            "END",
            "AS",
            "INTO",
            "LIMIT",
            "IN",
            "IS",
            "LIKE",
            "BETWEEN",
            "JOIN",
            "USING",
            "RETURNING",
            "CROSS",
            "NATURAL",
            "INNER",
            "WITH");
    /** Functions that have no parentheses. */
    private static final Set<String> BARE = Set.of(
            "CURRENT_DATE",
            "CURRENT_TIME",
            "CURRENT_TIMESTAMP",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "CURRENT_USER",
            "SESSION_USER",
            "SYSTEM_USER",
            "USER",
            "CURRENT_ROLE",
            "CURRENT_CATALOG",
            "CURRENT_SCHEMA",
            "UTC_DATE",
            "UTC_TIME",
            "UTC_TIMESTAMP",
            "SYSDATE",
            "SYSTIMESTAMP");

    private static final Set<String> UNITS = Set.of(
            "YEAR",
            "MONTH",
            "DAY",
            "HOUR",
            "MINUTE",
            "SECOND",
            "WEEK",
            "QUARTER",
            "MICROSECOND",
            "MILLISECOND",
            "YEAR_MONTH",
            "DAY_HOUR",
            "DAY_MINUTE",
            "DAY_SECOND",
            "DAY_MICROSECOND",
            "HOUR_MINUTE",
            "HOUR_SECOND",
            "HOUR_MICROSECOND",
            "MINUTE_SECOND",
            "MINUTE_MICROSECOND",
            "SECOND_MICROSECOND",
            "YEARS",
            "MONTHS",
            "DAYS",
            "HOURS",
            "MINUTES",
            "SECONDS",
            "WEEKS");

    private static final Set<String> MOMENTS = Set.of("DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ", "TIMETZ", "DATETIME");

    private final Reading in;
    final FunctionReader functions;

    OperandReader(Reading in) {
        this.in = in;
        this.functions = new FunctionReader(in);
    }

    Expr read() {
        int from = in.from();
        Expr operand = first();
        while (true) {
            Expr more = postfix(operand, from);
            if (more == null) {
                return operand;
            }
            operand = more;
        }
    }

    private @Nullable Expr postfix(Expr operand, int from) {
        if (in.atSign("::")) {
            in.next();
            TypeName type = in.types.read();
            return new Expr.Cast(in.since(from), operand, type, "::");
        }
        if (in.atSign("[")) {
            return subscript(operand, from);
        }
        if (in.atSign(".") && !(operand instanceof Expr.Numeral)) {
            in.next();
            Name name = in.sign("*") ? new Name("*", Name.Quotes.NONE) : in.name();
            return new Expr.Field(in.since(from), operand, name);
        }
        return null;
    }

    private Expr subscript(Expr array, int from) {
        in.expectSign("[");
        Expr low = in.atSign(":") || in.atSign("]") ? null : in.expressions.any();
        if (low != null && in.sign("]")) {
            return new Expr.Subscript(in.since(from), array, low);
        }
        in.expectSign(":");
        Expr high = in.atSign("]") ? null : in.expressions.any();
        in.expectSign("]");
        return new Expr.Slice(in.since(from), array, low, high);
    }

    private Expr first() {
        Token token = in.peek();
        int from = in.from();
        switch (token.kind()) {
            case NUMBER:
                in.next();
                return new Expr.Numeral(in.since(from), token.text());
            case TEXT:
                return text();
            case PLACEHOLDER:
                in.next();
                return new Expr.Placeholder(in.since(from), token.text(), token.number());
            case VARIABLE:
                in.next();
                return new Expr.Variable(in.since(from), token.text());
            case NAME:
                return named();
            case WORD:
                return word(token);
            default:
                break;
        }
        if (in.atSign("(")) {
            return in.nested(this::parenthesis);
        }
        if (in.sign("*")) {
            return new Expr.Star(in.since(from), null);
        }
        if (in.atSign("[")) {
            return array(false, from);
        }
        if (in.atSign("{")) {
            return escape(from);
        }
        throw in.fail("an expression");
    }

    /** JDBC's {@code {d '2020-02-29'}} and {@code {fn abs(1)}}. */
    private Expr escape(int from) {
        in.expectSign("{");
        String word = in.any("D", "T", "TS", "FN");
        Expr inner;
        if (word.equals("FN")) {
            inner = read();
        } else if (!word.isEmpty()) {
            String type = word.equals("D") ? "DATE" : word.equals("T") ? "TIME" : "TIMESTAMP";
            Expr.Text text = text();
            inner = new Expr.Typed(in.since(from), TypeReader.plain(text.at(), type), text);
        } else {
            throw in.fail("an escape of JDBC that is known");
        }
        in.expectSign("}");
        return inner;
    }

    private Expr word(Token token) {
        int from = in.from();
        boolean call = in.peek(1).isSign("(");
        boolean part = in.peek(1).isSign(".");
        switch (part ? "" : token.text()) {
            case "NULL":
                in.next();
                return new Expr.Null(in.since(from));
            case "TRUE", "FALSE":
                in.next();
                return new Expr.Bool(in.since(from), token.text().equals("TRUE"));
            case "DEFAULT":
                if (!call) {
                    in.next();
                    return new Expr.Default(in.since(from));
                }
                break;
            case "CASE":
                return in.nested(this::choice);
            case "EXISTS":
                if (call) {
                    in.next();
                    Query query = queryInParentheses();
                    if (query == null) {
                        throw in.fail("a query");
                    }
                    return new Expr.Exists(in.since(from), query);
                }
                break;
            case "ROW":
                if (call) {
                    in.next();
                    in.expectSign("(");
                    List<Expr> items = in.atSign(")") ? List.of() : in.expressions.list();
                    in.expectSign(")");
                    return new Expr.Row(in.since(from), true, items);
                }
                break;
            case "ARRAY":
                if (in.peek(1).isSign("[")) {
                    in.next();
                    return array(true, from);
                }
                if (call) {
                    in.next();
                    Query query = queryInParentheses();
                    if (query != null) {
                        return new Expr.ArrayQuery(in.since(from), query);
                    }
                    in.reset(in.mark() - 1);
                }
                break;
            case "INTERVAL":
                Expr interval = in.attempt(this::interval);
                if (interval != null) {
                    return interval;
                }
                break;
            case "CURRENT":
                if (in.words("CURRENT", "OF")) {
                    Name cursor = in.name();
                    return new Expr.CurrentOf(in.since(from), cursor);
                }
                break;
            case "NEXT":
                if (in.atWords("NEXT", "VALUE", "FOR")) {
                    return functions.nextValue();
                }
                break;
            default:
                break;
        }
        if (in.is(SqlDialect.MYSQL) && token.text().startsWith("_")) {
            Expr introduced = introduced(token, from);
            if (introduced != null) {
                return introduced;
            }
        }
        if (mayBeType(token)) {
            Expr typed = in.attempt(this::typed);
            if (typed != null) {
                return typed;
            }
        }
        if (BARE.contains(token.text()) && !call && !part) {
            in.next();
            Qualified name = new Qualified(in.since(from), List.of(Reading.nameOf(token)));
            return new Expr.FunctionCall(in.since(from), name, true, "", List.of(), List.of(), null);
        }
        if (RESERVED.contains(token.text()) && !call && !part) {
            throw in.fail("an expression");
        }
        Expr special = call ? functions.special(token.text()) : null;
        return special != null ? special : named();
    }

    /** A text or bytes behind MySQL's name of their character set. */
    private @Nullable Expr introduced(Token set, int from) {
        if (in.peek(1).kind() == Token.Kind.TEXT) {
            in.next();
            Expr.Text text = text();
            return new Expr.Text(in.since(from), text.kind(), set.written() + " " + text.written(), text.value());
        }
        if (in.peek(1).kind() == Token.Kind.NUMBER) {
            in.next();
            String bytes = in.next().written();
            return new Expr.Text(in.since(from), Expr.Quoted.BYTES, set.written() + " " + bytes, bytes);
        }
        return null;
    }

    /** Any type on PostgreSQL; elsewhere a text behind a name is an alias. */
    private boolean mayBeType(Token token) {
        boolean any =
                in.is(SqlDialect.POSTGRES) && in.peek(1).kind() == Token.Kind.TEXT && !RESERVED.contains(token.text());
        return any || MOMENTS.contains(token.text()) && !in.is(SqlDialect.SQLITE);
    }

    /** A type before a text: {@code DATE '2020-02-29'}. */
    private Expr typed() {
        int from = in.from();
        TypeName type = in.types.read();
        if (in.peek().kind() != Token.Kind.TEXT) {
            throw in.fail("a text");
        }
        Expr.Text text = text();
        return new Expr.Typed(in.since(from), type, text);
    }

    /** A column, all columns of a table, or a function. */
    private Expr named() {
        int from = in.from();
        List<Name> parts = new ArrayList<>(List.of(in.name()));
        Span table = in.since(from);
        while (in.atSign(".")) {
            in.next();
            if (in.sign("*")) {
                return new Expr.Star(in.since(from), new Qualified(table, parts));
            }
            parts.add(in.name());
            if (in.atSign(".")) {
                table = in.since(from);
            }
        }
        if (in.atSign("(") && !(in.is(SqlDialect.SQLITE) && parts.isEmpty())) {
            return functions.call(new Qualified(in.since(from), parts), from);
        }
        Name last = parts.remove(parts.size() - 1);
        Qualified of = parts.isEmpty() ? null : new Qualified(table, parts);
        return new Expr.Column(in.since(from), of, last);
    }

    // ---- parentheses

    /** A sub-query, a row, or an expression that needs no parentheses in the tree. */
    Expr parenthesis() {
        int from = in.from();
        Query query = queryInParentheses();
        if (query != null) {
            return new Expr.Subquery(in.since(from), query);
        }
        in.expectSign("(");
        if (in.sign(")")) {
            return new Expr.Row(in.since(from), false, List.of());
        }
        List<Expr> items = in.expressions.list();
        in.expectSign(")");
        return items.size() == 1 ? items.get(0) : new Expr.Row(in.since(from), false, items);
    }

    /** A query in parentheses, or null with nothing taken. */
    @Nullable
    Query queryInParentheses() {
        int ahead = 0;
        while (in.peek(ahead).isSign("(")) {
            ahead++;
        }
        boolean begins = ahead > 0 && QueryReader.begins(in.peek(ahead), in.peek(ahead + 1));
        return !begins
                ? null
                : in.attempt(() -> {
                    in.expectSign("(");
                    Query query = in.queries.read();
                    in.expectSign(")");
                    return query;
                });
    }

    private Expr array(boolean word, int from) {
        return in.nested(() -> {
            in.expectSign("[");
            List<Expr> items = in.atSign("]") ? List.of() : in.expressions.list();
            in.expectSign("]");
            return new Expr.ArrayOf(in.since(from), word, items);
        });
    }

    private Expr choice() {
        int from = in.from();
        in.expectWord("CASE");
        Expr operand = in.atWord("WHEN") ? null : in.expressions.any();
        List<Expr.When> whens = new ArrayList<>();
        while (in.atWord("WHEN")) {
            int begin = in.from();
            in.next();
            Expr condition = in.expressions.any();
            in.expectWord("THEN");
            Expr result = in.expressions.any();
            whens.add(new Expr.When(in.since(begin), condition, result));
        }
        if (whens.isEmpty()) {
            throw in.fail("WHEN");
        }
        Expr otherwise = in.word("ELSE") ? in.expressions.any() : null;
        in.expectWord("END");
        return new Expr.Case(in.since(from), operand, whens, otherwise);
    }

    private Expr interval() {
        int from = in.from();
        in.expectWord("INTERVAL");
        if (in.is(SqlDialect.POSTGRES) && in.atSign("(")) {
            String name = "INTERVAL" + in.types.size();
            TypeName type = TypeReader.plain(in.since(from), name);
            Expr.Text text = text();
            return new Expr.Typed(in.since(from), type, text);
        }
        boolean quoted = in.peek().kind() == Token.Kind.TEXT;
        Expr amount = quoted ? text() : in.expressions.at(OperatorLevels.OTHER);
        StringBuilder unit = new StringBuilder();
        while (UNITS.contains(in.peek().text()) && in.peek().kind() == Token.Kind.WORD
                || !unit.isEmpty() && in.atWord("TO")) {
            unit.append(unit.isEmpty() ? "" : " ").append(in.next().text());
            if (in.atSign("(")
                    && in.peek(1).kind() == Token.Kind.NUMBER
                    && in.peek(2).isSign(")")) {
                unit.append(in.next().text())
                        .append(in.next().text())
                        .append(in.next().text());
            }
        }
        if (unit.isEmpty() && !quoted) {
            throw in.fail("a unit of time");
        }
        return new Expr.Interval(in.since(from), amount, unit.toString());
    }

    // ---- texts

    /** A text; several that follow each other are one, as each dialect has it. */
    Expr.Text text() {
        int from = in.from();
        Token token = in.next();
        if (token.kind() != Token.Kind.TEXT) {
            throw new Misread("a text", token);
        }
        StringBuilder written = new StringBuilder(token.written());
        StringBuilder value = new StringBuilder(Texts.value(token.written(), in.dialect));
        while (in.peek().kind() == Token.Kind.TEXT
                && in.peek().written().startsWith("'")
                && (in.is(SqlDialect.MYSQL) || in.peek().lineBefore() && in.is(SqlDialect.POSTGRES))) {
            Token more = in.next();
            written.append('\n').append(more.written());
            value.append(Texts.value(more.written(), in.dialect));
        }
        if (in.atWord("UESCAPE")) {
            in.next();
            written.append(" UESCAPE ").append(in.next().written());
        }
        return new Expr.Text(in.since(from), Texts.kind(token.written()), written.toString(), value.toString());
    }

    /** MySQL's text in place of a name. */
    Qualified textAsName() {
        Expr.Text text = text();
        return new Qualified(text.at(), List.of(new Name(text.value(), Name.Quotes.SINGLE)));
    }
}
