package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.TypeName;
import io.bateleur.sql.tree.Verbatim;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what rows are taken from: tables, sub-queries, functions and their joins. */
final class FromReader {
    private static final String[] JOIN_WORDS = {
        "JOIN", "INNER", "CROSS", "LEFT", "RIGHT", "FULL", "NATURAL", "STRAIGHT_JOIN"
    };

    private final Reading in;

    FromReader(Reading in) {
        this.in = in;
    }

    List<From> list() {
        return in.commas(this::item);
    }

    /** One item, with its joins. */
    From item() {
        int from = in.from();
        From left = primary();
        for (int i = 0; i < 500; i++) {
            From joined = joined(left, from);
            if (joined == null) {
                return left;
            }
            left = joined;
        }
        throw in.fail("fewer joins");
    }

    private @Nullable From joined(From left, int from) {
        if (!in.atAny(JOIN_WORDS)) {
            return null;
        }
        boolean natural = in.word("NATURAL");
        String word = in.any(JOIN_WORDS);
        if (!word.equals("JOIN") && !word.equals("STRAIGHT_JOIN")) {
            in.word("OUTER");
            in.expectWord("JOIN");
        }
        From.JoinKind kind = word.equals("JOIN")
                ? From.JoinKind.INNER
                : word.equals("STRAIGHT_JOIN") ? From.JoinKind.STRAIGHT : From.JoinKind.valueOf(word);
        From right = in.nested(() -> right(kind, natural));
        Expr on = null;
        List<Name> using = List.of();
        From.Alias usingAlias = null;
        if (atOn()) {
            in.next();
            on = in.expressions.any();
        } else if (in.atWord("USING") && in.peek(1).isSign("(")) {
            in.next();
            using = in.names();
            usingAlias = in.atWord("AS") ? alias(false) : null;
        }
        return new From.Join(in.since(from), left, kind, natural, right, on, using, usingAlias);
    }

    /** Whether a condition follows, and not what an INSERT does about conflicts. */
    private boolean atOn() {
        boolean conflict =
                in.atWord(1, "CONFLICT") && (in.peek(2).isSign("(") || in.atWord(2, "DO") || in.atWord(2, "ON"));
        return in.atWord("ON") && !conflict && !(in.atWord(1, "DUPLICATE") && in.atWord(2, "KEY"));
    }

    /** What is joined: with joins of its own, where its condition comes after theirs. */
    private From right(From.JoinKind kind, boolean natural) {
        int from = in.from();
        From right = primary();
        boolean needs = !natural && kind != From.JoinKind.CROSS;
        if (!needs || atOn() || in.atWord("USING") || !in.atAny(JOIN_WORDS)) {
            return right;
        }
        From inner = in.attempt(() -> {
            From left = right;
            while (in.atAny(JOIN_WORDS)) {
                From more = joined(left, from);
                left = more == null ? left : more;
                if (atOn() || in.atWord("USING")) {
                    return left;
                }
            }
            throw in.fail("ON");
        });
        return inner == null ? right : inner;
    }

    private From primary() {
        int from = in.from();
        if (in.atSign("(")) {
            Query query = in.expressions.operands.queryInParentheses();
            if (query != null) {
                From.Alias alias = alias(false);
                return new From.Subquery(in.since(from), false, query, alias);
            }
            return in.nested(this::group);
        }
        if (in.atAny("FINAL", "NEW", "OLD")
                && in.atWord(1, "TABLE")
                && in.peek(2).isSign("(")) {
            return changed();
        }
        boolean lateral = in.atWord("LATERAL") && !in.peek(1).isSign(",");
        if (lateral) {
            in.next();
            Query query = in.expressions.operands.queryInParentheses();
            if (query != null) {
                From.Alias alias = alias(false);
                return new From.Subquery(in.since(from), true, query, alias);
            }
        }
        if (in.atWord("VALUES") && in.peek(1).isSign("(")) {
            Query query = in.queries.read();
            From.Alias alias = alias(false);
            return new From.Subquery(in.since(from), lateral, query, alias);
        }
        boolean rows = in.atWords("ROWS", "FROM") && in.peek(2).isSign("(");
        return rows || isFunction() ? function(lateral, rows) : table();
    }

    /** {@code (a JOIN b ON ...)}: no node, unless it has a name or commas. */
    private From group() {
        int from = in.from();
        List<From> items = in.parenthesized(this::item);
        From.Alias alias = alias(false);
        return items.size() == 1 && alias == null ? items.get(0) : new From.Group(in.since(from), items, alias);
    }

    private From changed() {
        int from = in.from();
        String which = in.next().text();
        in.expectWord("TABLE");
        in.expectSign("(");
        io.bateleur.sql.tree.Change change = in.changes.read();
        in.expectSign(")");
        From.Alias alias = alias(false);
        return new From.Changed(in.since(from), which, change, alias);
    }

    private boolean isFunction() {
        int ahead = 0;
        while (in.peek(ahead).kind() == Token.Kind.WORD || in.peek(ahead).kind() == Token.Kind.NAME) {
            if (!in.peek(ahead + 1).isSign(".")) {
                return in.peek(ahead + 1).isSign("(") && !in.peek(ahead).isWord("ONLY");
            }
            ahead += 2;
        }
        return false;
    }

    private From function(boolean lateral, boolean rows) {
        int from = in.from();
        List<Expr> calls;
        if (rows) {
            in.expectWords("ROWS", "FROM");
            calls = in.parenthesized(in.expressions.operands::read);
        } else {
            calls = List.of(in.expressions.operands.read());
        }
        boolean ordinality = in.words("WITH", "ORDINALITY");
        From.Alias alias = alias(true);
        return new From.Function(in.since(from), lateral, rows, calls, ordinality, alias);
    }

    private From table() {
        From.Table table = plainTable(true);
        boolean sample =
                in.atWord("TABLESAMPLE") || in.atWords("WITH") && in.peek(1).isSign("(");
        boolean hint = sample
                || in.atAny("USE", "FORCE", "IGNORE") && (in.atWord(1, "INDEX") || in.atWord(1, "KEY"))
                || in.is(SqlDialect.SQLITE) && (in.atWords("INDEXED", "BY") || in.atWords("NOT", "INDEXED"));
        if (!hint) {
            return table;
        }
        int from = table.at().from();
        Verbatim hints = in.verbatim(
                "JOIN",
                "INNER",
                "CROSS",
                "LEFT",
                "RIGHT",
                "FULL",
                "NATURAL",
                "STRAIGHT_JOIN",
                "ON",
                "USING",
                "WHERE",
                "GROUP",
                "HAVING",
                "ORDER",
                "LIMIT",
                "OFFSET",
                "FETCH",
                "UNION",
                "INTERSECT",
                "EXCEPT",
                "SET",
                "RETURNING",
                "WINDOW",
                ",",
                "LOOP",
                "LOCK");
        return new From.Table(in.since(from), table.only(), table.name(), table.partitions(), table.alias(), hints);
    }

    /** A table. @param named whether an alias may follow */
    From.Table plainTable(boolean named) {
        int from = in.from();
        boolean only =
                in.atWord("ONLY") && (in.peek(1).isSign("(") || in.peek(1).kind() != Token.Kind.SIGN && isNameAhead());
        if (only) {
            in.next();
        }
        boolean open = only && in.sign("(");
        Qualified name = in.qualified();
        if (open) {
            in.expectSign(")");
        }
        in.sign("*"); // with those that inherit, as without it
        boolean parts = in.atWord("PARTITION") && in.peek(1).isSign("(");
        Verbatim partitions = parts ? partition() : in.nothing();
        From.Alias alias = named ? alias(false) : null;
        return new From.Table(in.since(from), only, name, partitions, alias, in.nothing());
    }

    private boolean isNameAhead() {
        Token token = in.peek(1);
        return token.kind() == Token.Kind.NAME || token.kind() == Token.Kind.WORD && QueryReader.mayBeAlias(token);
    }

    private Verbatim partition() {
        int from = in.from();
        List<String> kept =
                new java.util.ArrayList<>(List.of(in.next().written(), in.next().written()));
        kept.addAll(in.verbatim().tokens());
        in.expectSign(")");
        kept.add(")");
        Span at = in.since(from);
        return new Verbatim(at, kept);
    }

    /** @param typed whether columns may have types */
    From.@Nullable Alias alias(boolean typed) {
        int from = in.from();
        boolean as = in.word("AS");
        Name name = null;
        if (as && in.peek().kind() == Token.Kind.TEXT) {
            name = in.expressions.operands.textAsName().last();
        } else if (in.atName() && (as || isAlias())) {
            name = in.name();
        }
        boolean columns = in.atSign("(") && (name != null || as && typed);
        if (name == null && !columns) {
            if (as) {
                throw in.fail("a name");
            }
            return null;
        }
        List<From.AliasColumn> list = columns ? in.parenthesized(this::column) : List.of();
        return new From.Alias(in.since(from), name, list);
    }

    private boolean isAlias() {
        Token token = in.peek();
        boolean hint = in.atAny("USE", "FORCE", "IGNORE") && (in.atWord(1, "INDEX") || in.atWord(1, "KEY"))
                || in.atWords("INDEXED", "BY")
                || in.atWords("PARTITION") && in.peek(1).isSign("(");
        return QueryReader.mayBeAlias(token) && !hint;
    }

    private From.AliasColumn column() {
        int from = in.from();
        Name name = in.name();
        TypeName type = in.atSign(",") || in.atSign(")") ? null : in.types.read();
        return new From.AliasColumn(in.since(from), name, type);
    }
}
