package io.bateleur.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression. Parentheses are no nodes: the shape of the tree says what belongs together. */
public sealed interface Expr extends Node {

    // ---- values

    /** A number as it is written: {@code 1}, {@code 1.50}, {@code 1e3}, {@code 0x1f}. */
    record Numeral(Span at, String text) implements Expr {}

    /** What a quoted text holds. */
    enum Quoted {
        CHARACTERS,
        BITS,
        BYTES
    }

    /** @param written with its quotes, prefix and escapes */
    record Text(Span at, Quoted kind, String written, String value) implements Expr {}

    record Null(Span at) implements Expr {}

    record Bool(Span at, boolean value) implements Expr {}

    record Default(Span at) implements Expr {}

    /** {@code DATE '2020-02-29'}. */
    record Typed(Span at, TypeName type, Text text) implements Expr {}

    /** @param unit empty where the amount says it */
    record Interval(Span at, Expr amount, String unit) implements Expr {}

    /**
     * {@code ?}, {@code ?1}, {@code $1}, {@code :name}.
     *
     * @param position from 0; -1 of a name
     */
    record Placeholder(Span at, String written, int position) implements Expr {}

    /** {@code @a}, {@code @@session.a}. */
    record Variable(Span at, String written) implements Expr {}

    // ---- columns

    record Column(Span at, @Nullable Qualified table, Name name) implements Expr {
        /** Whether it is this plain word. */
        public boolean is(String word) {
            return table == null && !name.isQuoted() && name.text().equalsIgnoreCase(word);
        }
    }

    record Star(Span at, @Nullable Qualified table) implements Expr {}

    // ---- operators

    record Unary(Span at, String operator, Expr operand) implements Expr {}

    /** Every operator of two operands that has no node of its own; words in upper case, signs as they are written. */
    record Binary(Span at, Expr left, String operator, Expr right) implements Expr {}

    enum Connective {
        AND,
        OR
    }

    record Logical(Span at, Connective connective, List<Expr> terms) implements Expr {
        public Logical {
            Node.check(terms.size() > 1, "a connective of fewer than two terms");
            terms = List.copyOf(terms);
        }
    }

    /** @param what {@code NULL}, {@code TRUE}, {@code JSON OBJECT}, and their like */
    record Is(Span at, Expr value, boolean not, String what) implements Expr {}

    record Between(Span at, Expr value, boolean not, boolean symmetric, Expr low, Expr high) implements Expr {}

    record In(Span at, Expr value, boolean not, List<Expr> items) implements Expr {
        public In {
            items = List.copyOf(items);
        }
    }

    record InQuery(Span at, Expr value, boolean not, Query query) implements Expr {}

    /** @param operator {@code LIKE}, {@code ILIKE}, {@code SIMILAR TO}, {@code REGEXP}, {@code GLOB} and their like */
    record Like(
            Span at,
            Expr value,
            boolean not,
            String operator,
            Expr pattern,
            @Nullable Expr escape) implements Expr {}

    /** {@code a = ANY (...)}. @param right a {@link Subquery} or an array */
    record Quantified(Span at, Expr left, String operator, String quantifier, Expr right) implements Expr {
        public Quantified {
            Node.oneOf(quantifier, "ANY", "SOME", "ALL");
        }
    }

    record When(Span at, Expr condition, Expr result) implements Node {}

    record Case(
            Span at,
            @Nullable Expr operand,
            List<When> whens,
            @Nullable Expr otherwise) implements Expr {
        public Case {
            whens = Node.some(whens);
        }
    }

    /** @param spelling {@code CAST}, {@code TRY_CAST}, {@code CONVERT} or {@code ::} */
    record Cast(Span at, Expr value, TypeName type, String spelling) implements Expr {
        public Cast {
            Node.oneOf(spelling, "CAST", "TRY_CAST", "SAFE_CAST", "CONVERT", "::");
        }
    }

    record Collate(Span at, Expr value, Qualified collation) implements Expr {}

    /** @param zone null: AT LOCAL */
    record AtZone(Span at, Expr value, @Nullable Expr zone) implements Expr {}

    record Subscript(Span at, Expr array, Expr index) implements Expr {}

    record Slice(
            Span at,
            Expr array,
            @Nullable Expr low,
            @Nullable Expr high) implements Expr {}

    /** {@code (row).field}; a star is all of them. */
    record Field(Span at, Expr row, Name name) implements Expr {}

    /** @param word whether it begins with ARRAY; not so inside of another one */
    record ArrayOf(Span at, boolean word, List<Expr> items) implements Expr {
        public ArrayOf {
            items = List.copyOf(items);
        }
    }

    record ArrayQuery(Span at, Query query) implements Expr {}

    /** @param word whether it begins with ROW */
    record Row(Span at, boolean word, List<Expr> items) implements Expr {
        public Row {
            items = List.copyOf(items);
            Node.check(word || items.size() != 1, "a row of one expression needs the word ROW");
        }
    }

    record Exists(Span at, Query query) implements Expr {}

    /** A query in parentheses in place of a value. */
    record Subquery(Span at, Query query) implements Expr {}

    // ---- functions

    /**
     * An argument.
     *
     * @param name null unless it is given by name
     * @param lead words before it: {@code VARIADIC}, {@code FROM}, {@code YEAR FROM}
     * @param joined whether no comma stands before it: {@code SUBSTRING(a FROM 1)}
     */
    record Argument(Span at, @Nullable Name name, String lead, Expr value, boolean joined) implements Node {}

    /**
     * A function or an aggregate.
     *
     * @param bare whether it has no parentheses: {@code CURRENT_DATE}
     * @param quantifier {@code DISTINCT}, {@code ALL} or nothing
     * @param order in an aggregate
     * @param separator of {@code GROUP_CONCAT}
     */
    record FunctionCall(
            Span at,
            Qualified name,
            boolean bare,
            String quantifier,
            List<Argument> arguments,
            List<Query.OrderItem> order,
            @Nullable Expr separator)
            implements Expr {
        public FunctionCall {
            Node.oneOf(quantifier, "", "DISTINCT", "ALL");
            arguments = List.copyOf(arguments);
            order = List.copyOf(order);
            Node.check(!bare || arguments.isEmpty(), "arguments without parentheses");
        }
    }

    record WithinGroup(Span at, Expr call, List<Query.OrderItem> order) implements Expr {
        public WithinGroup {
            order = Node.some(order);
        }
    }

    record Filtered(Span at, Expr call, Expr condition) implements Expr {}

    /**
     * A function over a window.
     *
     * @param words {@code IGNORE NULLS}, {@code FROM LAST} and their like
     * @param name of a window that is defined elsewhere; null where it is defined here
     */
    record Windowed(
            Span at,
            Expr call,
            String words,
            @Nullable Name name,
            @Nullable Window window) implements Expr {
        public Windowed {
            Node.check((name == null) != (window == null), "one window");
        }
    }

    record Window(
            Span at,
            @Nullable Name base,
            List<Expr> partition,
            List<Query.OrderItem> order,
            @Nullable Frame frame) implements Node {
        public Window {
            partition = List.copyOf(partition);
            order = List.copyOf(order);
        }
    }

    /** @param exclude what follows EXCLUDE, or nothing */
    record Frame(
            Span at, String unit, Bound start, @Nullable Bound end, String exclude) implements Node {
        public Frame {
            Node.oneOf(unit, "ROWS", "RANGE", "GROUPS");
        }
    }

    /** @param words {@code UNBOUNDED PRECEDING}, {@code CURRENT ROW}; after a distance {@code PRECEDING} or {@code FOLLOWING} */
    record Bound(Span at, @Nullable Expr distance, String words) implements Node {}

    /** MySQL's search of texts. */
    record Match(Span at, List<Expr> columns, Expr against, String mode) implements Expr {
        public Match {
            columns = Node.some(columns);
        }
    }

    /** {@code NEXT VALUE FOR sequence}. */
    record NextValue(Span at, Qualified sequence) implements Expr {}

    /** The row at which a cursor is. */
    record CurrentOf(Span at, Name cursor) implements Expr {}

    /** A function with a grammar of its own, such as {@code XMLTABLE}; it has no query inside. */
    record Opaque(Span at, Qualified name, Verbatim inside) implements Expr {}
}
