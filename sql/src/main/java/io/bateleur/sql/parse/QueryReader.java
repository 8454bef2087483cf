package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Verbatim;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads queries. */
final class QueryReader {
    private static final Set<String> SELECT_ENDS = Set.of(
            "FROM",
            "WHERE",
            "GROUP",
            "HAVING",
            "ORDER",
            "LIMIT",
            "OFFSET",
            "FETCH",
            "FOR",
            "UNION",
            "INTERSECT",
            "EXCEPT",
            "MINUS",
            "INTO",
            "WINDOW",
            "LOOP",
            "RETURNING");
    /** Words that are no alias without AS. */
    private static final Set<String> NO_ALIAS = Set.of(
            "FROM",
            "WHERE",
            "GROUP",
            "HAVING",
            "ORDER",
            "LIMIT",
            "OFFSET",
            "FETCH",
            "FOR",
            "UNION",
            "INTERSECT",
            "EXCEPT",
            "MINUS",
            "INTO",
            "ON",
            "USING",
            "JOIN",
            "INNER",
            "LEFT",
            "RIGHT",
            "FULL",
            "CROSS",
            "NATURAL",
            "WINDOW",
            "QUALIFY",
            "RETURNING",
            "SET",
            "VALUES",
            "SELECT",
            "WHEN",
            "THEN",
            "ELSE",
            "END",
            "AND",
            "OR",
            "NOT",
            "IS",
            "IN",
            "LIKE",
            "ILIKE",
            "BETWEEN",
            "SIMILAR",
            "AS",
            "LOCK",
            "STRAIGHT_JOIN",
            "TABLESAMPLE",
            "WITH",
            "LOOP",
            "COLLATE",
            "DESC",
            "ASC",
            "OVER",
            "DO",
            "XOR",
            "DIV",
            "REGEXP",
            "RLIKE",
            "ISNULL",
            "NOTNULL");

    private static final String[] MODIFIERS = {
        "ALL",
        "DISTINCT",
        "DISTINCTROW",
        "HIGH_PRIORITY",
        "SQL_SMALL_RESULT",
        "SQL_BIG_RESULT",
        "SQL_BUFFER_RESULT",
        "SQL_NO_CACHE",
        "SQL_CACHE",
        "SQL_CALC_FOUND_ROWS"
    };

    private final Reading in;

    QueryReader(Reading in) {
        this.in = in;
    }

    /** Whether a query begins here. */
    static boolean begins(Token token, Token next) {
        boolean table = token.isWord("TABLE") && (next.kind() == Token.Kind.WORD || next.kind() == Token.Kind.NAME);
        boolean values = token.isWord("VALUES") && (next.isSign("(") || next.isWord("ROW"));
        boolean with = token.isWord("WITH") && !next.isSign("(");
        return table || values || with || token.isWord("SELECT") && !next.isSign(".");
    }

    Query read() {
        return in.nested(() -> {
            int from = in.from();
            Query.With with = in.atWord("WITH") ? with() : null;
            return rest(from, with);
        });
    }

    /** A query behind its WITH. */
    Query rest(int from, Query.@Nullable With with) {
        QueryBody body = body(0);
        List<Query.OrderItem> order = order();
        Query.Limit limit = limit();
        List<Query.Lock> locks = locks();
        if (limit == null) {
            limit = limit();
        }
        if (in.atWord("INTO") && body instanceof QueryBody.Select select && select.into() == null) {
            body = into(select);
            locks = locks.isEmpty() ? locks() : locks;
        }
        boolean plain = with == null && order.isEmpty() && limit == null && locks.isEmpty();
        if (plain && body instanceof QueryBody.Nested nested) {
            return nested.query();
        }
        return new Query(in.since(from), with, body, order, limit, locks);
    }

    private QueryBody.Select into(QueryBody.Select select) {
        return new QueryBody.Select(
                select.at(),
                select.modifiers(),
                select.distinctOn(),
                select.top(),
                select.items(),
                into(),
                select.from(),
                select.where(),
                select.group(),
                select.having(),
                select.windows(),
                select.qualify());
    }

    // ---- WITH

    Query.With with() {
        int from = in.from();
        in.expectWord("WITH");
        boolean recursive = in.word("RECURSIVE");
        List<Query.Cte> queries = in.commas(this::cte);
        return new Query.With(in.since(from), recursive, queries);
    }

    private Query.Cte cte() {
        int from = in.from();
        Name name = in.name();
        List<Name> columns = in.optionalNames();
        in.expectWord("AS");
        String materialized = "";
        if (in.word("MATERIALIZED")) {
            materialized = "MATERIALIZED";
        } else if (in.words("NOT", "MATERIALIZED")) {
            materialized = "NOT MATERIALIZED";
        }
        in.expectSign("(");
        Statement statement = in.changes.begins() ? in.changes.read() : read();
        in.expectSign(")");
        Verbatim rest = searchAndCycle();
        return new Query.Cte(in.since(from), name, columns, materialized, statement, rest);
    }

    private Verbatim searchAndCycle() {
        int from = in.from();
        List<String> kept = new ArrayList<>();
        while (in.atAny("SEARCH", "CYCLE")) {
            String last = in.atWord("SEARCH") ? "SET" : "USING";
            while (!in.atWord(last) && !in.atEnd()) {
                kept.add(in.next().written());
            }
            kept.add(in.next().written());
            kept.add(in.name().written());
        }
        return new Verbatim(in.since(from), kept);
    }

    // ---- the body

    /** Set operations: INTERSECT, at level 1, before the others, at level 0. */
    private QueryBody body(int level) {
        int from = in.from();
        boolean flat = in.is(SqlDialect.SQLITE); // there, none goes before another
        QueryBody left = level == 0 ? body(1) : simple();
        for (int i = 0; i < 500; i++) {
            String kind = level == 0
                    ? in.any("UNION", "EXCEPT", "MINUS", flat ? "INTERSECT" : "")
                    : in.any(flat ? "" : "INTERSECT");
            if (kind.isEmpty()) {
                return left;
            }
            String words = in.wordsOf("ALL", "DISTINCT", "CORRESPONDING");
            QueryBody right = level == 0 ? body(1) : simple();
            left = new QueryBody.SetOperation(in.since(from), left, QueryBody.SetKind.valueOf(kind), words, right);
        }
        throw in.fail("fewer set operations");
    }

    private QueryBody simple() {
        int from = in.from();
        if (in.atSign("(")) {
            return in.nested(() -> {
                in.expectSign("(");
                Query query = read();
                in.expectSign(")");
                boolean bare = query.isPlain() && !(query.body() instanceof QueryBody.SetOperation);
                return bare ? query.body() : new QueryBody.Nested(in.since(from), query);
            });
        }
        if (in.atWord("SELECT")) {
            return select();
        }
        if (in.atWord("VALUES")) {
            in.next();
            boolean word = in.atWord("ROW");
            List<Expr.Row> rows = in.commas(() -> valuesRow(word));
            return new QueryBody.Values(in.since(from), word, rows);
        }
        if (in.word("TABLE")) {
            From.Table table = in.froms.plainTable(false);
            return new QueryBody.TableRows(in.since(from), table);
        }
        throw in.fail("SELECT");
    }

    /** A row of VALUES: the word ROW, if there is one, stands with the VALUES. */
    Expr.Row valuesRow(boolean word) {
        int from = in.from();
        if (word) {
            in.expectWord("ROW");
        }
        if (!in.atSign("(")) {
            // H2's VALUES 1, 2.
            Expr single = in.expressions.any();
            return new Expr.Row(in.since(from), true, List.of(single));
        }
        in.expectSign("(");
        List<Expr> items = in.atSign(")") ? List.of() : in.expressions.list();
        in.expectSign(")");
        return new Expr.Row(in.since(from), true, items);
    }

    /** What stands behind PERFORM is what stands behind SELECT. */
    Query performed(int from) {
        QueryBody body = selected(from);
        List<Query.OrderItem> order = order();
        Query.Limit limit = limit();
        return new Query(in.since(from), null, body, order, limit, locks());
    }

    private QueryBody select() {
        int from = in.from();
        in.expectWord("SELECT");
        return selected(from);
    }

    private QueryBody selected(int from) {
        String modifiers = in.wordsOf(MODIFIERS);
        if (in.is(SqlDialect.MYSQL) && in.atWord("STRAIGHT_JOIN")) {
            modifiers = (modifiers + " " + in.next().text()).strip();
        }
        List<Expr> distinctOn =
                modifiers.equals("DISTINCT") && in.atWord("ON") && in.peek(1).isSign("(") ? distinctOn() : List.of();
        Expr top = in.atWord("TOP")
                        && (in.peek(1).kind() == Token.Kind.NUMBER || in.peek(1).isSign("("))
                ? top()
                : null;
        QueryBody.Into first = in.atWord("INTO") ? into() : null;
        List<QueryBody.Item> items = atSelectEnd() ? List.of() : in.commas(this::item);
        QueryBody.Into into = first == null && in.atWord("INTO") ? into() : first;
        List<From> froms = in.word("FROM") ? in.froms.list() : List.of();
        Expr where = in.word("WHERE") ? in.expressions.any() : null;
        QueryBody.GroupBy group = in.atWords("GROUP", "BY") ? group() : null;
        Expr having = in.word("HAVING") ? in.expressions.any() : null;
        List<QueryBody.NamedWindow> windows = in.atWord("WINDOW") && in.atWord(2, "AS") ? windows() : List.of();
        Expr qualify = in.word("QUALIFY") ? in.expressions.any() : null;
        return new QueryBody.Select(
                in.since(from), modifiers, distinctOn, top, items, into, froms, where, group, having, windows, qualify);
    }

    private boolean atSelectEnd() {
        Token token = in.peek();
        return token.kind() == Token.Kind.END
                || token.isSign(")")
                || token.isSign(";")
                || token.kind() == Token.Kind.WORD
                        && SELECT_ENDS.contains(token.text())
                        && !in.peek(1).isSign("(");
    }

    private List<Expr> distinctOn() {
        in.expectWord("ON");
        return in.parenthesized(in.expressions::any);
    }

    private Expr top() {
        in.expectWord("TOP");
        return in.expressions.operands.read();
    }

    List<QueryBody.Item> items() {
        return in.commas(this::item);
    }

    private QueryBody.Item item() {
        int from = in.from();
        Expr value = in.expressions.any();
        Name alias = alias();
        return new QueryBody.Item(in.since(from), value, alias);
    }

    /** A name after AS, or without it. */
    private @Nullable Name alias() {
        boolean as = in.word("AS");
        Token token = in.peek();
        if (token.kind() == Token.Kind.TEXT
                && (as || !in.is(SqlDialect.POSTGRES))
                && "'\"".indexOf(token.written().charAt(0)) >= 0) {
            return new Name(in.expressions.operands.text().value(), Name.Quotes.SINGLE);
        }
        return as || mayBeAlias(token) ? in.name() : null;
    }

    static boolean mayBeAlias(Token token) {
        return token.kind() == Token.Kind.NAME || token.kind() == Token.Kind.WORD && !NO_ALIAS.contains(token.text());
    }

    private QueryBody.Into into() {
        int from = in.from();
        in.expectWord("INTO");
        String words = in.wordsOf(
                "STRICT", "TEMPORARY", "TEMP", "UNLOGGED", "LOCAL", "GLOBAL", "TABLE", "OUTFILE", "DUMPFILE");
        if (words.contains("FILE")) {
            Verbatim file = in.verbatim("FROM", "FOR", "LOCK", "INTO");
            return new QueryBody.Into(in.since(from), words + " " + String.join(" ", file.tokens()), List.of());
        }
        List<Expr> targets = in.commas(in.expressions.operands::read);
        return new QueryBody.Into(in.since(from), words, targets);
    }

    private QueryBody.GroupBy group() {
        int from = in.from();
        in.expectWords("GROUP", "BY");
        String quantifier = in.any("ALL", "DISTINCT");
        List<Expr> by = in.commas(this::grouping);
        boolean rollup = in.words("WITH", "ROLLUP");
        return new QueryBody.GroupBy(in.since(from), quantifier, by, rollup);
    }

    private Expr grouping() {
        int from = in.from();
        if (!in.words("GROUPING", "SETS")) {
            Expr by = in.expressions.any();
            if (in.is(SqlDialect.MYSQL)) {
                in.any("ASC"); // the order that it had anyway
            }
            return by;
        }
        Qualified name = new Qualified(in.since(from), List.of(new Name("GROUPING SETS", Name.Quotes.NONE)));
        List<Expr.Argument> sets = in.parenthesized(() -> {
            Expr set = grouping();
            return new Expr.Argument(set.at(), null, "", set, false);
        });
        return new Expr.FunctionCall(in.since(from), name, false, "", sets, List.of(), null);
    }

    private List<QueryBody.NamedWindow> windows() {
        in.expectWord("WINDOW");
        return in.commas(() -> {
            int from = in.from();
            Name name = in.name();
            in.expectWord("AS");
            Expr.Window window = in.expressions.operands.functions.window();
            return new QueryBody.NamedWindow(in.since(from), name, window);
        });
    }

    // ---- order, limit, locks

    List<Query.OrderItem> order() {
        return in.words("ORDER", "BY") ? in.commas(this::orderItem) : List.of();
    }

    private Query.OrderItem orderItem() {
        int from = in.from();
        Expr by = in.expressions.any();
        String direction = in.any("ASC", "DESC", "USING");
        if (direction.equals("USING")) {
            direction += " " + in.next().written();
        }
        String nulls = in.word("NULLS") ? in.any("FIRST", "LAST") : "";
        return new Query.OrderItem(in.since(from), by, direction, nulls);
    }

    Query.@Nullable Limit limit() {
        int from = in.from();
        Expr offset = in.atWord("OFFSET") ? offset() : null;
        if (in.word("LIMIT")) {
            Expr count = in.word("ALL") ? null : in.expressions.any();
            if (in.sign(",")) {
                Expr second = in.expressions.any();
                return new Query.Limit(in.since(from), Query.LimitForm.COMMA, second, count, "");
            }
            Expr after = offset == null && in.atWord("OFFSET") ? offset() : offset;
            return new Query.Limit(in.since(from), Query.LimitForm.LIMIT, count, after, "");
        }
        if (in.atWords("FETCH", "FIRST") || in.atWords("FETCH", "NEXT")) {
            in.next();
            in.next();
            Expr count = in.atAny("ROW", "ROWS")
                    ? new Expr.Numeral(in.here(), "1")
                    : in.expressions.at(OperatorLevels.OTHER);
            String percent = in.any("PERCENT");
            in.any("ROWS", "ROW");
            String ties = in.word("ONLY") ? "" : "WITH TIES";
            if (!ties.isEmpty()) {
                in.expectWords("WITH", "TIES");
            }
            Expr after = offset == null && in.atWord("OFFSET") ? offset() : offset;
            return new Query.Limit(in.since(from), Query.LimitForm.FETCH, count, after, (percent + " " + ties).strip());
        }
        return offset == null ? null : new Query.Limit(in.since(from), Query.LimitForm.LIMIT, null, offset, "");
    }

    private Expr offset() {
        in.expectWord("OFFSET");
        Expr offset = in.expressions.at(OperatorLevels.OTHER);
        in.any("ROWS", "ROW");
        return offset;
    }

    private List<Query.Lock> locks() {
        List<Query.Lock> locks = new ArrayList<>();
        while (true) {
            int from = in.from();
            if (in.words("LOCK", "IN", "SHARE", "MODE")) {
                locks.add(new Query.Lock(in.since(from), "SHARE", true, List.of(), ""));
            } else if (in.atWord("FOR")
                    && (in.atWord(1, "UPDATE") || in.atWord(1, "SHARE") || in.atWord(1, "NO") || in.atWord(1, "KEY"))) {
                in.next();
                String mode = in.wordsOf("NO", "KEY", "UPDATE", "SHARE");
                List<Qualified> of = in.word("OF") ? in.commas(in::qualified) : List.of();
                String wait = in.any("NOWAIT", "WAIT");
                if (wait.equals("WAIT")) {
                    wait += " " + in.next().written();
                } else if (in.words("SKIP", "LOCKED")) {
                    wait = "SKIP LOCKED";
                }
                locks.add(new Query.Lock(in.since(from), mode, false, of, wait));
            } else if (in.words("FOR", "READ", "ONLY")) {
                continue; // PostgreSQL's noise
            } else {
                return locks;
            }
        }
    }
}
