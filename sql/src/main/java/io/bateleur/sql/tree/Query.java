package io.bateleur.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query: rows from a body, in an order, as many as are wanted, locked or not. */
public record Query(
        Span at,
        @Nullable With with,
        QueryBody body,
        List<OrderItem> order,
        @Nullable Limit limit,
        List<Lock> locks) implements Statement {
    public Query {
        order = List.copyOf(order);
        locks = List.copyOf(locks);
    }

    /** Whether it is its body and nothing else. */
    public boolean isPlain() {
        return with == null && order.isEmpty() && limit == null && locks.isEmpty();
    }

    public record With(Span at, boolean recursive, List<Cte> queries) implements Node {
        public With {
            queries = Node.some(queries);
        }
    }

    /**
     * One named query, or a change whose returned rows have a name.
     *
     * @param materialized {@code MATERIALIZED}, {@code NOT MATERIALIZED} or nothing
     * @param rest SEARCH and CYCLE
     */
    public record Cte(Span at, Name name, List<Name> columns, String materialized, Statement statement, Verbatim rest)
            implements Node {
        public Cte {
            columns = List.copyOf(columns);
            Node.oneOf(materialized, "", "MATERIALIZED", "NOT MATERIALIZED");
        }
    }

    /** @param direction {@code ASC}, {@code DESC}, {@code USING <}, or nothing @param nulls {@code FIRST}, {@code LAST} or nothing */
    public record OrderItem(Span at, Expr by, String direction, String nulls) implements Node {
        public OrderItem {
            Node.oneOf(nulls, "", "FIRST", "LAST");
        }
    }

    /** How a limit is written. */
    public enum LimitForm {
        LIMIT,
        /** {@code LIMIT 10, 5}. */
        COMMA,
        FETCH
    }

    /** @param count null: all @param words after the number of FETCH: {@code PERCENT}, {@code WITH TIES} */
    public record Limit(
            Span at,
            LimitForm form,
            @Nullable Expr count,
            @Nullable Expr offset,
            String words) implements Node {
        public Limit {
            Node.oneOf(words, "", "PERCENT", "WITH TIES", "PERCENT WITH TIES");
        }
    }

    /**
     * How rows are locked.
     *
     * @param mode {@code UPDATE}, {@code NO KEY UPDATE}, {@code SHARE}, {@code KEY SHARE}
     * @param old whether it is MySQL's {@code LOCK IN SHARE MODE}
     * @param whenLocked {@code NOWAIT}, {@code SKIP LOCKED}, {@code WAIT 3} or nothing
     */
    public record Lock(Span at, String mode, boolean old, List<Qualified> of, String whenLocked) implements Node {
        public Lock {
            Node.oneOf(mode, "UPDATE", "NO KEY UPDATE", "SHARE", "KEY SHARE");
            of = List.copyOf(of);
        }
    }
}
