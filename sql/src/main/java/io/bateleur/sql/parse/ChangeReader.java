package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Definition;
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
import org.jspecify.annotations.Nullable;

/** Reads statements that change rows. */
final class ChangeReader {
    private static final String[] MODIFIERS = {"LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "QUICK", "IGNORE"};

    private final Reading in;

    ChangeReader(Reading in) {
        this.in = in;
    }

    /** Whether a change begins here; after WITH that shows only later. */
    boolean begins() {
        return in.atAny("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE");
    }

    Change read() {
        int from = in.from();
        return rest(from, in.atWord("WITH") ? in.queries.with() : null);
    }

    /** A change behind its WITH. */
    Change rest(int from, Query.@Nullable With with) {
        if (in.atAny("INSERT", "REPLACE")) {
            return insert(from, with);
        }
        if (in.atWord("UPDATE")) {
            return update(from, with);
        }
        if (in.atWord("DELETE")) {
            return delete(from, with);
        }
        if (in.atWord("MERGE")) {
            return merge(from, with);
        }
        throw in.fail("INSERT, UPDATE, DELETE or MERGE");
    }

    // ---- INSERT

    private Change.Insert insert(int from, Query.@Nullable With with) {
        String verb = in.next().text();
        if (in.word("OR")) {
            verb += " OR " + in.next().text();
        }
        String modifiers = in.wordsOf(MODIFIERS);
        verb += modifiers.isEmpty() ? "" : " " + modifiers;
        if (!in.word("INTO") && !in.is(SqlDialect.MYSQL) && !in.is(SqlDialect.OTHER)) {
            throw in.fail("INTO");
        }
        From.Table table = target();
        boolean columns = in.atSign("(")
                && !QueryReader.begins(in.peek(1), in.peek(2))
                && !in.peek(1).isSign("(");
        List<Expr> names = List.of();
        if (columns) {
            in.expectSign("(");
            names = in.atSign(")") ? List.of() : in.commas(in.expressions.operands::read);
            in.expectSign(")");
        }
        String overriding = in.word("OVERRIDING") ? in.any("SYSTEM", "USER") : "";
        if (!overriding.isEmpty()) {
            in.expectWord("VALUE");
        }
        Query rows = null;
        List<Change.Assignment> sets = List.of();
        if (in.word("SET")) {
            sets = assignments();
        } else if (!in.words("DEFAULT", "VALUES")) {
            rows = rows();
        }
        From.Alias rowAlias = in.atWord("AS") ? in.froms.alias(false) : null;
        List<Change.OnConflict> conflicts = new ArrayList<>();
        while (in.atWords("ON", "CONFLICT")) {
            conflicts.add(onConflict());
        }
        List<Change.Assignment> onDuplicate = in.words("ON", "DUPLICATE", "KEY", "UPDATE") ? assignments() : List.of();
        Change.Returning returning = returning();
        return new Change.Insert(
                in.since(from),
                with,
                verb,
                table,
                names,
                overriding,
                rows,
                sets,
                rowAlias,
                conflicts,
                onDuplicate,
                returning);
    }

    /** A table that may have an alias after AS. */
    private From.Table target() {
        From.Table table = in.froms.plainTable(false);
        if (!in.atWord("AS") || in.peek(1).isSign("(")) {
            return table;
        }
        From.Alias alias = new From.Alias(in.here(), aliasName(), List.of());
        return new From.Table(
                in.since(table.at().from()), table.only(), table.name(), table.partitions(), alias, table.hints());
    }

    private Name aliasName() {
        in.expectWord("AS");
        return in.name();
    }

    /** VALUES or a query; MySQL also has VALUE. */
    private Query rows() {
        if (!in.atWord("VALUE") && !in.atWord("VALUES")) {
            return in.queries.read();
        }
        Query query = in.atWord("VALUES") ? in.attempt(in.queries::read) : null;
        if (query != null) {
            return query;
        }
        int from = in.from();
        in.next();
        List<Expr.Row> rows = in.commas(() -> in.queries.valuesRow(false));
        QueryBody values = new QueryBody.Values(in.since(from), false, rows);
        return new Query(in.since(from), null, values, List.of(), null, List.of());
    }

    private Change.OnConflict onConflict() {
        int from = in.from();
        in.expectWords("ON", "CONFLICT");
        List<Definition.IndexColumn> target = List.of();
        Expr targetWhere = null;
        Name constraint = null;
        if (in.atSign("(")) {
            target = in.parenthesized(in.tables::indexColumn);
            targetWhere = in.word("WHERE") ? in.expressions.any() : null;
        } else if (in.words("ON", "CONSTRAINT")) {
            constraint = in.name();
        }
        in.expectWord("DO");
        if (in.word("NOTHING")) {
            return new Change.OnConflict(in.since(from), target, targetWhere, constraint, List.of(), null);
        }
        in.expectWords("UPDATE", "SET");
        List<Change.Assignment> updates = assignments();
        Expr where = in.word("WHERE") ? in.expressions.any() : null;
        return new Change.OnConflict(in.since(from), target, targetWhere, constraint, updates, where);
    }

    List<Change.Assignment> assignments() {
        return in.commas(() -> {
            int from = in.from();
            List<Expr> columns = in.atSign("(") ? in.attempt(this::columnsInRow) : null;
            boolean row = columns != null;
            List<Expr> targets = columns != null ? columns : List.of(in.expressions.operands.read());
            if (!in.sign("=")) {
                in.expectSign(":=");
            }
            Expr value = in.expressions.any();
            return new Change.Assignment(in.since(from), row, targets, value);
        });
    }

    /** {@code (a, b)} before an equals sign; else it may be {@code (a).b}. */
    private List<Expr> columnsInRow() {
        List<Expr> columns = in.parenthesized(in.expressions.operands::read);
        if (!in.atSign("=")) {
            throw in.fail("=");
        }
        return columns;
    }

    Change.@Nullable Returning returning() {
        int from = in.from();
        if (!in.word("RETURNING")) {
            return null;
        }
        List<QueryBody.Item> items = in.queries.items();
        List<Expr> into = List.of();
        if (in.word("INTO")) {
            in.word("STRICT");
            into = in.commas(in.expressions.operands::read);
        }
        return new Change.Returning(in.since(from), items, into);
    }

    // ---- UPDATE and DELETE

    private Change.Update update(int from, Query.@Nullable With with) {
        in.expectWord("UPDATE");
        String modifiers = in.word("OR") ? "OR " + in.next().text() : in.wordsOf(MODIFIERS);
        List<From> tables = in.froms.list();
        in.expectWord("SET");
        List<Change.Assignment> sets = assignments();
        List<From> froms = in.word("FROM") ? in.froms.list() : List.of();
        Expr where = in.word("WHERE") ? in.expressions.any() : null;
        Change.Returning returning = returning();
        List<Query.OrderItem> order = in.queries.order();
        Query.Limit limit = in.queries.limit();
        returning = returning == null ? returning() : returning;
        return new Change.Update(in.since(from), with, modifiers, tables, sets, froms, where, order, limit, returning);
    }

    private Change.Delete delete(int from, Query.@Nullable With with) {
        in.expectWord("DELETE");
        String modifiers = in.wordsOf(MODIFIERS);
        List<Qualified> targets = List.of();
        if (!in.atWord("FROM") && in.is(SqlDialect.MYSQL)) {
            targets = targets();
        }
        if (!in.word("FROM") && !in.is(SqlDialect.H2)) {
            throw in.fail("FROM");
        }
        if (in.is(SqlDialect.MYSQL) && targets.isEmpty()) {
            List<Qualified> named = in.attempt(() -> {
                List<Qualified> tables = targets();
                in.expectWord("USING");
                return tables;
            });
            targets = named == null ? targets : named;
        }
        List<From> tables = in.froms.list();
        if (tables.size() > 1 && targets.isEmpty()) {
            throw in.fail("the tables to delete from");
        }
        List<From> using = in.word("USING") ? in.froms.list() : List.of();
        Expr where = in.word("WHERE") ? in.expressions.any() : null;
        Change.Returning returning = returning();
        List<Query.OrderItem> order = in.queries.order();
        Query.Limit limit = in.queries.limit();
        returning = returning == null ? returning() : returning;
        return new Change.Delete(
                in.since(from), with, modifiers, targets, tables, using, where, order, limit, returning);
    }

    /** MySQL's {@code t1, t2.*}. */
    private List<Qualified> targets() {
        return in.commas(() -> {
            int from = in.from();
            List<Name> parts = new ArrayList<>(List.of(in.name()));
            while (in.sign(".")) {
                if (!in.sign("*")) {
                    parts.add(in.name());
                }
            }
            return new Qualified(in.since(from), parts);
        });
    }

    // ---- MERGE

    private Change merge(int from, Query.@Nullable With with) {
        in.expectWord("MERGE");
        in.expectWord("INTO");
        From.Table table = in.froms.plainTable(true);
        if (!in.atWord("USING")) {
            return mergeKey(from, table);
        }
        in.next();
        From using = in.froms.item();
        in.expectWord("ON");
        Expr on = in.expressions.any();
        List<Change.MergeWhen> whens = new ArrayList<>();
        while (in.atWord("WHEN")) {
            whens.add(when());
        }
        if (whens.isEmpty()) {
            throw in.fail("WHEN");
        }
        Change.Returning returning = returning();
        return new Change.Merge(in.since(from), with, table, using, on, whens, returning);
    }

    private Change.MergeWhen when() {
        int from = in.from();
        in.expectWord("WHEN");
        String matched = in.wordsOf("NOT", "MATCHED", "BY", "SOURCE", "TARGET");
        Expr and = in.word("AND") ? in.expressions.any() : null;
        in.expectWord("THEN");
        Change.MergeAction action = action();
        return new Change.MergeWhen(in.since(from), matched, and, action);
    }

    private Change.MergeAction action() {
        int from = in.from();
        if (in.words("DO", "NOTHING")) {
            return new Change.MergeNothing(in.since(from));
        }
        if (in.word("DELETE")) {
            return new Change.MergeDelete(in.since(from));
        }
        if (in.word("UPDATE")) {
            in.expectWord("SET");
            List<Change.Assignment> sets = assignments();
            Expr where = in.word("WHERE") ? in.expressions.any() : null;
            return new Change.MergeUpdate(in.since(from), sets, where);
        }
        in.expectWord("INSERT");
        List<Expr> columns = in.atSign("(") ? in.parenthesized(in.expressions.operands::read) : List.of();
        String overriding = in.word("OVERRIDING") ? in.any("SYSTEM", "USER") : "";
        if (!overriding.isEmpty()) {
            in.expectWord("VALUE");
        }
        Expr.Row values = null;
        if (!in.words("DEFAULT", "VALUES")) {
            in.expectWord("VALUES");
            values = in.queries.valuesRow(false);
        }
        Expr where = in.word("WHERE") ? in.expressions.any() : null;
        return new Change.MergeInsert(in.since(from), columns, overriding, values, where);
    }

    private Change mergeKey(int from, From.Table table) {
        List<Expr> columns = in.atSign("(") && !QueryReader.begins(in.peek(1), in.peek(2))
                ? in.parenthesized(in.expressions.operands::read)
                : List.of();
        List<Expr> key = in.word("KEY") ? in.parenthesized(in.expressions.operands::read) : List.of();
        Query rows = rows();
        return new Change.MergeKey(in.since(from), table, columns, key, rows);
    }

    // ---- TRUNCATE and COPY

    Change.Truncate truncate() {
        int from = in.from();
        in.expectWord("TRUNCATE");
        in.word("TABLE");
        List<From.Table> tables = in.commas(() -> in.froms.plainTable(false));
        Verbatim words = in.verbatim();
        return new Change.Truncate(in.since(from), tables, words);
    }

    Change.Copy copy() {
        int from = in.from();
        in.expectWord("COPY");
        if (in.sign("(")) {
            Statement statement = begins() ? read() : in.queries.read();
            in.expectSign(")");
            in.expectWord("TO");
            Verbatim rest = in.verbatim();
            return new Change.Copy(in.since(from), null, List.of(), statement, false, rest);
        }
        Qualified table = in.qualified();
        List<Name> columns = in.optionalNames();
        boolean into = in.word("FROM");
        if (!into) {
            in.expectWord("TO");
        }
        Verbatim rest = in.verbatim();
        return new Change.Copy(in.since(from), table, columns, null, into, rest);
    }
}
