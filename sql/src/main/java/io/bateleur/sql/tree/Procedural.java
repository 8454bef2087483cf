package io.bateleur.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement of a procedure's body, as PL/pgSQL and MySQL have them. */
public sealed interface Procedural extends Statement {

    /** @param label null unless it has one @param atomic whether {@code ATOMIC} or {@code NOT ATOMIC} follows */
    record Block(
            Span at,
            @Nullable Name label,
            List<Statement> declarations,
            String words,
            List<Statement> body,
            List<Handler> handlers)
            implements Procedural {
        public Block {
            declarations = List.copyOf(declarations);
            body = List.copyOf(body);
            handlers = List.copyOf(handlers);
        }
    }

    /** WHEN ... THEN of an EXCEPTION section. */
    record Handler(Span at, Verbatim conditions, List<Statement> body) implements Node {
        public Handler {
            body = List.copyOf(body);
        }
    }

    /** A variable. @param words {@code CONSTANT} or nothing @param sign what stands before the value */
    record Declare(
            Span at,
            List<Name> names,
            String words,
            TypeName type,
            Verbatim rest,
            String sign,
            @Nullable Expr value) implements Procedural {
        public Declare {
            names = Node.some(names);
        }
    }

    /** MySQL's DECLARE CONTINUE HANDLER. */
    record DeclareHandler(Span at, String kind, Verbatim conditions, Statement body) implements Procedural {}

    /** A cursor of a block. @param words everything between its name and its query */
    record Cursor(Span at, Name name, Verbatim words, Statement query) implements Procedural {}

    /** Other declarations: conditions, aliases. */
    record DeclareOther(Span at, Verbatim words) implements Procedural {}

    record Branch(Span at, Expr condition, List<Statement> body) implements Node {
        public Branch {
            body = List.copyOf(body);
        }
    }

    /** @param otherwise null: no ELSE */
    record If(Span at, List<Branch> branches, @Nullable List<Statement> otherwise) implements Procedural {
        public If {
            branches = Node.some(branches);
            otherwise = otherwise == null ? null : List.copyOf(otherwise);
        }
    }

    /** CASE as a statement: a condition of several values is a {@link Expr.Row}. */
    record Choice(
            Span at,
            @Nullable Expr operand,
            List<Branch> branches,
            @Nullable List<Statement> otherwise) implements Procedural {
        public Choice {
            branches = Node.some(branches);
            otherwise = otherwise == null ? null : List.copyOf(otherwise);
        }
    }

    /** What a loop goes through. */
    sealed interface Head extends Node {}

    record Forever(Span at) implements Head {}

    record While(Span at, Expr condition) implements Head {}

    /** MySQL's {@code REPEAT ... UNTIL}. */
    record Until(Span at, Expr condition) implements Head {}

    record Range(
            Span at,
            List<Expr> targets,
            boolean reverse,
            Expr low,
            Expr high,
            @Nullable Expr by) implements Head {
        public Range {
            targets = Node.some(targets);
        }
    }

    /** The rows of a query, of a cursor, or of a text that is executed. */
    record Rows(Span at, List<Expr> targets, Statement query) implements Head {
        public Rows {
            targets = Node.some(targets);
        }
    }

    record CursorRows(Span at, List<Expr> targets, Expr cursor) implements Head {
        public CursorRows {
            targets = Node.some(targets);
        }
    }

    /** @param slice null unless it is given */
    record Elements(Span at, List<Expr> targets, @Nullable Expr slice, Expr array) implements Head {
        public Elements {
            targets = Node.some(targets);
        }
    }

    record Loop(Span at, @Nullable Name label, Head head, List<Statement> body) implements Procedural {
        public Loop {
            body = List.copyOf(body);
        }
    }

    /** @param verb {@code EXIT}, {@code CONTINUE}, {@code LEAVE}, {@code ITERATE} */
    record Jump(
            Span at,
            String verb,
            @Nullable Name label,
            @Nullable Expr when) implements Procedural {
        public Jump {
            Node.oneOf(verb, "EXIT", "CONTINUE", "LEAVE", "ITERATE");
        }
    }

    /** @param next whether a row is added to the result: {@code RETURN NEXT} */
    record Return(Span at, boolean next, @Nullable Expr value) implements Procedural {}

    record ReturnQuery(Span at, Statement query) implements Procedural {}

    /** @param sign {@code :=} or {@code =} */
    record Assign(Span at, Expr target, String sign, Expr value) implements Procedural {}

    /** PERFORM: a query whose rows nobody looks at. */
    record Perform(Span at, Query query) implements Procedural {}

    /** A text that is executed as a statement. */
    record ExecuteText(Span at, Expr text, String strict, List<Expr> into, List<Expr> using) implements Procedural {
        public ExecuteText {
            into = List.copyOf(into);
            using = List.copyOf(using);
        }
    }

    /** OPEN. @param words SCROLL and its like @param query null: the one that was declared */
    record Open(
            Span at, Expr cursor, Verbatim words, @Nullable Statement query) implements Procedural {}

    /** FETCH and MOVE. @param direction with FROM or IN */
    record FetchRow(Span at, String verb, Verbatim direction, Expr cursor, List<Expr> into) implements Procedural {
        public FetchRow {
            into = List.copyOf(into);
        }
    }

    record Close(Span at, Expr cursor) implements Procedural {}

    /** RAISE, SIGNAL, ASSERT, GET DIAGNOSTICS, NULL: neither read nor write rows. */
    record Plain(Span at, String verb, Verbatim rest) implements Procedural {}
}
