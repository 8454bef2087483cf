package io.bateleur.sql.tree;

import io.bateleur.sql.tree.Expr.Row;
import io.bateleur.sql.tree.From.Alias;
import io.bateleur.sql.tree.Query.Limit;
import io.bateleur.sql.tree.Query.With;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement that changes rows. */
public sealed interface Change extends Statement {

    /** {@code a = 1}, {@code (a, b) = (1, 2)}. @param row whether the columns stand in parentheses */
    record Assignment(Span at, boolean row, List<Expr> targets, Expr value) implements Node {
        public Assignment {
            targets = Node.some(targets);
            Node.check(row || targets.size() == 1, "several columns need parentheses");
        }
    }

    /** @param into variables of a procedure that receive the rows */
    record Returning(Span at, List<QueryBody.Item> items, List<Expr> into) implements Node {
        public Returning {
            items = Node.some(items);
            into = List.copyOf(into);
        }
    }

    /**
     * What happens to a row that is there already.
     *
     * @param target columns or expressions of the index that is meant; empty: any
     * @param constraint its name in place of them
     * @param updates empty: nothing is done
     */
    record OnConflict(
            Span at,
            List<Definition.IndexColumn> target,
            @Nullable Expr targetWhere,
            @Nullable Name constraint,
            List<Assignment> updates,
            @Nullable Expr where)
            implements Node {
        public OnConflict {
            target = List.copyOf(target);
            updates = List.copyOf(updates);
            Node.check(where == null || !updates.isEmpty(), "a condition of nothing");
        }
    }

    /**
     * INSERT and REPLACE.
     *
     * @param verb {@code INSERT}, {@code REPLACE}, {@code INSERT OR REPLACE}, {@code INSERT IGNORE} and their like
     * @param columns empty: all
     * @param overriding {@code SYSTEM}, {@code USER} or nothing
     * @param rows null: from {@code sets}, or all columns get their defaults
     * @param rowAlias what MySQL calls the new row
     * @param onDuplicate of ON DUPLICATE KEY UPDATE
     */
    record Insert(
            Span at,
            @Nullable With with,
            String verb,
            From.Table table,
            List<Expr> columns,
            String overriding,
            @Nullable Query rows,
            List<Assignment> sets,
            @Nullable Alias rowAlias,
            List<OnConflict> conflicts,
            List<Assignment> onDuplicate,
            @Nullable Returning returning)
            implements Change {
        public Insert {
            columns = List.copyOf(columns);
            sets = List.copyOf(sets);
            conflicts = List.copyOf(conflicts);
            onDuplicate = List.copyOf(onDuplicate);
            Node.oneOf(overriding, "", "SYSTEM", "USER");
            Node.check(rows == null || sets.isEmpty(), "rows from two places");
        }
    }

    /** @param modifiers {@code OR IGNORE}, {@code LOW_PRIORITY} and their like @param tables more than one, or a join, on MySQL */
    record Update(
            Span at,
            @Nullable With with,
            String modifiers,
            List<From> tables,
            List<Assignment> sets,
            List<From> from,
            @Nullable Expr where,
            List<Query.OrderItem> order,
            @Nullable Limit limit,
            @Nullable Returning returning)
            implements Change {
        public Update {
            tables = Node.some(tables);
            sets = Node.some(sets);
            from = List.copyOf(from);
            order = List.copyOf(order);
        }
    }

    /**
     * DELETE.
     *
     * @param targets whose rows go, where MySQL names them apart from where they are found
     * @param tables where they are found; one, unless there are targets
     */
    record Delete(
            Span at,
            @Nullable With with,
            String modifiers,
            List<Qualified> targets,
            List<From> tables,
            List<From> using,
            @Nullable Expr where,
            List<Query.OrderItem> order,
            @Nullable Limit limit,
            @Nullable Returning returning)
            implements Change {
        public Delete {
            targets = List.copyOf(targets);
            tables = Node.some(tables);
            using = List.copyOf(using);
            order = List.copyOf(order);
        }
    }

    /** @param matched {@code MATCHED}, {@code NOT MATCHED}, {@code NOT MATCHED BY SOURCE} and their like */
    record MergeWhen(Span at, String matched, @Nullable Expr and, MergeAction action) implements Node {}

    /** What MERGE does with a row. */
    sealed interface MergeAction extends Node {}

    /** @param values null: DEFAULT VALUES */
    record MergeInsert(
            Span at,
            List<Expr> columns,
            String overriding,
            @Nullable Row values,
            @Nullable Expr where) implements MergeAction {
        public MergeInsert {
            columns = List.copyOf(columns);
        }
    }

    record MergeUpdate(
            Span at, List<Assignment> sets, @Nullable Expr where) implements MergeAction {
        public MergeUpdate {
            sets = Node.some(sets);
        }
    }

    record MergeDelete(Span at) implements MergeAction {}

    record MergeNothing(Span at) implements MergeAction {}

    record Merge(
            Span at,
            @Nullable With with,
            From.Table table,
            From using,
            Expr on,
            List<MergeWhen> whens,
            @Nullable Returning returning)
            implements Change {
        public Merge {
            whens = Node.some(whens);
        }
    }

    /** H2's {@code MERGE INTO t (...) KEY (...) VALUES (...)}. */
    record MergeKey(Span at, From.Table table, List<Expr> columns, List<Expr> key, Query rows) implements Change {
        public MergeKey {
            columns = List.copyOf(columns);
            key = List.copyOf(key);
        }
    }

    /** @param words {@code RESTART IDENTITY}, {@code CASCADE} and their like */
    record Truncate(Span at, List<From.Table> tables, Verbatim words) implements Change {
        public Truncate {
            tables = Node.some(tables);
        }
    }

    /** PostgreSQL's COPY. @param statement in place of a table */
    record Copy(
            Span at,
            @Nullable Qualified table,
            List<Name> columns,
            @Nullable Statement statement,
            boolean from,
            Verbatim rest)
            implements Change {
        public Copy {
            columns = List.copyOf(columns);
            Node.check((table == null) != (statement == null), "a table or a statement");
            Node.check(!from || table != null, "rows go into a table");
        }
    }
}
