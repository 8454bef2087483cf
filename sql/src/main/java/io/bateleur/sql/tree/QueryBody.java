package io.bateleur.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the rows of a query come from. */
public sealed interface QueryBody extends Node {

    /**
     * A SELECT.
     *
     * @param modifiers {@code ALL}, {@code DISTINCT}, MySQL's hints; empty: nothing
     * @param distinctOn of {@code DISTINCT ON}, else empty
     * @param from the items between commas
     */
    record Select(
            Span at,
            String modifiers,
            List<Expr> distinctOn,
            @Nullable Expr top,
            List<Item> items,
            @Nullable Into into,
            List<From> from,
            @Nullable Expr where,
            @Nullable GroupBy group,
            @Nullable Expr having,
            List<NamedWindow> windows,
            @Nullable Expr qualify)
            implements QueryBody {
        public Select {
            distinctOn = List.copyOf(distinctOn);
            items = List.copyOf(items);
            from = List.copyOf(from);
            windows = List.copyOf(windows);
        }

        public boolean distinct() {
            return modifiers.startsWith("DISTINCT");
        }
    }

    record Item(Span at, Expr value, @Nullable Name alias) implements Node {}

    /** Variables or a table that receive the rows. @param words {@code TEMP TABLE}, {@code STRICT}, {@code OUTFILE 'f'} */
    record Into(Span at, String words, List<Expr> targets) implements Node {
        public Into {
            targets = List.copyOf(targets);
        }
    }

    /** @param quantifier {@code ALL}, {@code DISTINCT} or nothing @param rollup MySQL's WITH ROLLUP */
    record GroupBy(Span at, String quantifier, List<Expr> by, boolean rollup) implements Node {
        public GroupBy {
            by = Node.some(by);
        }
    }

    record NamedWindow(Span at, Name name, Expr.Window window) implements Node {}

    /** @param word whether each row begins with ROW */
    record Values(Span at, boolean word, List<Expr.Row> rows) implements QueryBody {
        public Values {
            rows = Node.some(rows);
        }
    }

    /** {@code TABLE t}. */
    record TableRows(Span at, From.Table table) implements QueryBody {}

    enum SetKind {
        UNION,
        INTERSECT,
        EXCEPT,
        MINUS
    }

    /** @param words {@code ALL}, {@code DISTINCT}, {@code CORRESPONDING} or nothing */
    record SetOperation(Span at, QueryBody left, SetKind kind, String words, QueryBody right) implements QueryBody {}

    /** A query in parentheses that has an order, a limit or another clause of its own. */
    record Nested(Span at, Query query) implements QueryBody {}
}
