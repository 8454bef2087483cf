package io.bateleur.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What rows are taken from. */
public sealed interface From extends Node {

    /** @param type of a function that returns records */
    record AliasColumn(Span at, Name name, @Nullable TypeName type) implements Node {}

    /** @param name null where a function has a list of columns only */
    record Alias(Span at, @Nullable Name name, List<AliasColumn> columns) implements Node {
        public Alias {
            columns = List.copyOf(columns);
            Node.check(name != null || !columns.isEmpty(), "an alias of nothing");
        }
    }

    /**
     * A table or a view.
     *
     * @param only without the tables that inherit from it
     * @param partitions what MySQL restricts it to, before the alias
     * @param hints samples and indexes, after the alias
     */
    record Table(
            Span at,
            boolean only,
            Qualified name,
            Verbatim partitions,
            @Nullable Alias alias,
            Verbatim hints) implements From {

        /** What columns of it are qualified by. */
        public Name called() {
            Name own = alias == null ? null : alias.name();
            return own == null ? name.last() : own;
        }
    }

    record Subquery(
            Span at, boolean lateral, Query query, @Nullable Alias alias) implements From {}

    /** The rows that a change returns: {@code FINAL TABLE (INSERT ...)}. */
    record Changed(
            Span at, String which, Change change, @Nullable Alias alias) implements From {}

    /**
     * Rows of functions.
     *
     * @param calls one, or those of {@code ROWS FROM}
     */
    record Function(
            Span at,
            boolean lateral,
            boolean rowsFrom,
            List<Expr> calls,
            boolean ordinality,
            @Nullable Alias alias) implements From {
        public Function {
            calls = Node.some(calls);
        }
    }

    enum JoinKind {
        INNER,
        CROSS,
        LEFT,
        RIGHT,
        FULL,
        /** MySQL's inner join in the order as written. */
        STRAIGHT
    }

    /** @param on null: all pairs, or by {@code using}, or by all common columns */
    record Join(
            Span at,
            From left,
            JoinKind kind,
            boolean natural,
            From right,
            @Nullable Expr on,
            List<Name> using,
            @Nullable Alias usingAlias)
            implements From {
        public Join {
            using = List.copyOf(using);
            Node.check(on == null || using.isEmpty() && !natural, "more than one condition of a join");
        }
    }

    /** Items in parentheses with a name of their own, or with commas between them. */
    record Group(Span at, List<From> items, @Nullable Alias alias) implements From {
        public Group {
            items = Node.some(items);
            Node.check(items.size() > 1 || alias != null, "parentheses are no nodes");
        }
    }
}
