package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Procedural;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.TypeName;
import io.bateleur.sql.tree.Verbatim;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the bodies of procedures, in the languages of PostgreSQL and of MySQL. */
final class BodyReader {
    private final Reading in;

    BodyReader(Reading in) {
        this.in = in;
    }

    // ---- bodies in texts

    /** The statements of a body that stands in a text; what cannot be read is there as that, and of another language nothing. */
    List<Statement> ofText(Expr.Text text, String language) {
        if (!language.equals("plpgsql") && !language.equals("sql")) {
            return List.of();
        }
        boolean dollars = text.written().startsWith("$");
        int begin = text.at().from()
                + (dollars ? text.written().indexOf('$', 1) + 1 : text.written().indexOf('\'') + 1);
        List<Token> tokens = new ArrayList<>();
        for (Token t : Lexer.tokens(text.value(), in.dialect)) {
            tokens.add(new Token(
                    t.kind(),
                    t.text(),
                    t.written(),
                    t.from() + begin,
                    t.to() + begin,
                    t.number(),
                    t.apart(),
                    t.lineBefore()));
        }
        Reading inner = new Reading(in.text, tokens, in.dialect);
        if (language.equals("sql")) {
            return SqlReader.statements(inner);
        }
        try {
            while (inner.atSign("#") || inner.atWord("VARIABLE_CONFLICT")) {
                inner.next(); // a hint to PL/pgSQL's compiler
                inner.verbatim("DECLARE", "BEGIN");
            }
            Statement block = inner.bodies.statement();
            inner.sign(";");
            if (!inner.atEnd()) {
                throw inner.fail("the end of the body");
            }
            return List.of(block);
        } catch (Misread misread) {
            String why = String.valueOf(misread.getMessage());
            return List.of(new Statement.Unread(text.at(), text.value(), why, misread.where, null));
        }
    }

    // ---- statements

    private List<Statement> statements(String... ends) {
        List<Statement> statements = new ArrayList<>();
        while (!in.atAny(ends) && !in.atEnd()) {
            statements.add(statement());
            in.expectSign(";");
        }
        return statements;
    }

    Statement statement() {
        return in.nested(this::any);
    }

    private Statement any() {
        int from = in.from();
        Name label = label();
        Token token = in.peek();
        if (token.kind() != Token.Kind.WORD) {
            return other(from);
        }
        switch (token.text()) {
            case "DECLARE", "BEGIN":
                return block(from, label);
            case "IF":
                return condition(from);
            case "CASE":
                return choice(from);
            case "LOOP", "WHILE", "FOR", "FOREACH", "REPEAT":
                return in.peek(1).isSign("(") && token.text().equals("REPEAT") ? other(from) : loop(from, label);
            case "EXIT", "CONTINUE", "LEAVE", "ITERATE":
                in.next();
                Name target = in.atWord("WHEN") || in.atSign(";") ? null : in.name();
                Expr when = in.word("WHEN") ? in.expressions.any() : null;
                return new Procedural.Jump(in.since(from), token.text(), target, when);
            case "RETURN":
                return result(from);
            case "RAISE", "SIGNAL", "RESIGNAL", "ASSERT", "GET", "NULL":
                in.next();
                Verbatim rest = in.verbatim();
                return new Procedural.Plain(in.since(from), token.text(), rest);
            case "PERFORM":
                return perform(from);
            case "EXECUTE":
                Statement text = in.is(SqlDialect.MYSQL) ? null : executed(from);
                return text == null ? in.utilities.read() : text;
            case "OPEN", "FETCH", "MOVE", "CLOSE":
                return cursor(from, token.text());
            default:
                return other(from);
        }
    }

    /** {@code <<name>>} or {@code name:}. */
    private @Nullable Name label() {
        if (in.sign("<<")) {
            Name name = in.name();
            in.expectSign(">>");
            return name;
        }
        if (in.atName() && in.peek(1).isSign(":")) {
            Name name = in.name();
            in.next();
            return name;
        }
        return null;
    }

    /** PL/pgSQL's expressions are queries without the word SELECT: {@code count(*) FROM t}. */
    private Expr value() {
        int mark = in.mark();
        Expr plain = in.expressions.any();
        if (!in.is(SqlDialect.POSTGRES) || !in.atAny("FROM", "WHERE", "ORDER", "LIMIT")) {
            return plain;
        }
        in.reset(mark);
        Query query = in.queries.performed(in.from());
        return new Expr.Subquery(query.at(), query);
    }

    /** An assignment, or a statement of SQL. */
    private Statement other(int from) {
        Statement assignment = in.attempt(() -> {
            Expr target = in.expressions.operands.read();
            String sign = in.sign(":=") ? ":=" : in.sign("=") ? "=" : "";
            if (sign.isEmpty()) {
                throw in.fail(":=");
            }
            Expr value = value();
            if (!in.atSign(";")) {
                throw in.fail(";");
            }
            return new Procedural.Assign(in.since(from), target, sign, value);
        });
        return assignment != null ? assignment : in.utilities.read();
    }

    // ---- blocks

    private Statement block(int from, @Nullable Name label) {
        List<Statement> declarations = new ArrayList<>();
        boolean before = in.word("DECLARE");
        while (before && !in.atWord("BEGIN") && !in.atEnd()) {
            in.word("DECLARE");
            declarations.add(declaration());
            in.expectSign(";");
        }
        in.expectWord("BEGIN");
        String words = in.words("NOT", "ATOMIC") ? "NOT ATOMIC" : in.any("ATOMIC");
        while (in.atWord("DECLARE") && !before && !in.is(SqlDialect.POSTGRES)) {
            in.next();
            declarations.add(declaration());
            in.expectSign(";");
        }
        List<Statement> body = statements("END", "EXCEPTION");
        List<Procedural.Handler> handlers = new ArrayList<>();
        if (in.word("EXCEPTION")) {
            while (in.atWord("WHEN")) {
                int begin = in.from();
                in.next();
                Verbatim conditions = in.verbatim("THEN");
                in.expectWord("THEN");
                List<Statement> handled = statements("WHEN", "END");
                handlers.add(new Procedural.Handler(in.since(begin), conditions, handled));
            }
        }
        in.expectWord("END");
        endLabel(label);
        return new Procedural.Block(in.since(from), label, declarations, words, body, handlers);
    }

    private void endLabel(@Nullable Name label) {
        if (in.atName() && !in.atSign(";") && (label == null || in.peek().text().equalsIgnoreCase(label.text()))) {
            if (label == null && !in.peek(1).isSign(";") && in.peek(1).kind() != Token.Kind.END) {
                return;
            }
            in.name();
        }
    }

    private Statement declaration() {
        int from = in.from();
        boolean handler = in.atAny("CONTINUE", "EXIT", "UNDO") && in.atWord(1, "HANDLER");
        if (handler) {
            String kind = in.next().text();
            in.expectWords("HANDLER", "FOR");
            Verbatim conditions = conditions();
            Statement body = statement();
            return new Procedural.DeclareHandler(in.since(from), kind, conditions, body);
        }
        List<Name> names = in.commas(in::name);
        if (in.atAny("CONDITION", "ALIAS")) {
            List<String> kept = new ArrayList<>(List.of(names.get(0).written()));
            kept.addAll(in.verbatim().tokens());
            return new Procedural.DeclareOther(in.since(from), new Verbatim(in.since(from), kept));
        }
        int mark = in.mark();
        Verbatim words = in.verbatim("CURSOR", ":=", "=", "DEFAULT");
        if (in.word("CURSOR")) {
            Verbatim arguments = in.verbatim("FOR", "IS");
            in.next();
            List<String> kept = new ArrayList<>(words.tokens());
            kept.add("CURSOR");
            kept.addAll(arguments.tokens());
            Statement query = in.utilities.read();
            return new Procedural.Cursor(in.since(from), names.get(0), new Verbatim(words.at(), kept), query);
        }
        in.reset(mark);
        String constant = in.any("CONSTANT");
        TypeName type = in.types.read();
        Verbatim rest = in.verbatim(":=", "=", "DEFAULT");
        String sign = in.atWord("DEFAULT") ? in.next().text() : in.sign(":=") ? ":=" : in.sign("=") ? "=" : "";
        Expr value = sign.isEmpty() ? null : in.expressions.any();
        return new Procedural.Declare(in.since(from), names, constant, type, rest, sign, value);
    }

    /** What MySQL's handlers handle: a list of states, numbers and words, before the statement. */
    private Verbatim conditions() {
        int from = in.from();
        List<String> kept = new ArrayList<>();
        do {
            if (!kept.isEmpty()) {
                kept.add(",");
            }
            if (in.words("NOT", "FOUND")) {
                kept.addAll(List.of("NOT", "FOUND"));
            } else if (in.atWord("SQLSTATE")) {
                kept.add(in.next().written());
                if (in.atWord("VALUE")) {
                    kept.add(in.next().written());
                }
                kept.add(in.next().written());
            } else {
                kept.add(in.next().written());
            }
        } while (in.sign(","));
        return new Verbatim(in.since(from), kept);
    }

    // ---- IF and CASE

    private Statement condition(int from) {
        List<Procedural.Branch> branches = new ArrayList<>();
        in.expectWord("IF");
        do {
            branches.add(branch(value(), "ELSIF", "ELSEIF", "ELSE", "END"));
        } while (in.word("ELSIF") || in.word("ELSEIF"));
        List<Statement> otherwise = in.word("ELSE") ? statements("END") : null;
        in.expectWords("END", "IF");
        return new Procedural.If(in.since(from), branches, otherwise);
    }

    private Procedural.Branch branch(Expr condition, String... ends) {
        in.expectWord("THEN");
        List<Statement> body = statements(ends);
        return new Procedural.Branch(in.since(condition.at().from()), condition, body);
    }

    private Statement choice(int from) {
        in.expectWord("CASE");
        Expr operand = in.atWord("WHEN") ? null : in.expressions.any();
        List<Procedural.Branch> branches = new ArrayList<>();
        while (in.word("WHEN")) {
            List<Expr> values = in.expressions.list();
            Span at = in.since(values.get(0).at().from());
            Expr condition = values.size() == 1 ? values.get(0) : new Expr.Row(at, false, values);
            branches.add(branch(condition, "WHEN", "ELSE", "END"));
        }
        if (branches.isEmpty()) {
            throw in.fail("WHEN");
        }
        List<Statement> otherwise = in.word("ELSE") ? statements("END") : null;
        in.expectWords("END", "CASE");
        return new Procedural.Choice(in.since(from), operand, branches, otherwise);
    }

    // ---- loops

    private Statement loop(int from, @Nullable Name label) {
        int begin = in.from();
        String word = in.next().text();
        if (word.equals("REPEAT")) {
            List<Statement> body = statements("UNTIL");
            in.expectWord("UNTIL");
            Expr condition = in.expressions.any();
            in.expectWords("END", "REPEAT");
            endLabel(label);
            return new Procedural.Loop(in.since(from), label, new Procedural.Until(condition.at(), condition), body);
        }
        Procedural.Head head =
                switch (word) {
                    case "WHILE" -> {
                        Expr condition = value();
                        yield new Procedural.While(in.since(begin), condition);
                    }
                    case "FOR" -> forHead(begin);
                    case "FOREACH" -> elements(begin);
                    default -> new Procedural.Forever(in.since(begin));
                };
        boolean mysql = in.word("DO");
        if (!mysql && !word.equals("LOOP")) {
            in.expectWord("LOOP");
        }
        List<Statement> body = statements("END");
        in.expectWord("END");
        in.expectWord(mysql ? word : "LOOP");
        endLabel(label);
        return new Procedural.Loop(in.since(from), label, head, body);
    }

    private Procedural.Head forHead(int from) {
        List<Expr> targets = in.commas(in.expressions.operands::read);
        in.expectWord("IN");
        if (QueryReader.begins(in.peek(), in.peek(1)) || in.changes.begins()) {
            Statement query = in.utilities.read();
            return new Procedural.Rows(in.since(from), targets, query);
        }
        if (in.atWord("EXECUTE")) {
            Statement text = executed(in.from());
            return new Procedural.Rows(in.since(from), targets, text);
        }
        Statement query = in.atSign("(") ? in.attempt(this::loopQuery) : null;
        if (query != null) {
            return new Procedural.Rows(in.since(from), targets, query);
        }
        boolean reverse = in.word("REVERSE");
        Expr low = in.expressions.any();
        if (!in.sign("..")) {
            return new Procedural.CursorRows(in.since(from), targets, low);
        }
        Expr high = in.expressions.any();
        Expr by = in.word("BY") ? in.expressions.any() : null;
        return new Procedural.Range(in.since(from), targets, reverse, low, high, by);
    }

    private Statement loopQuery() {
        Statement query = in.queries.read();
        if (!in.atAny("LOOP", "DO")) {
            throw in.fail("LOOP");
        }
        return query;
    }

    private Procedural.Head elements(int from) {
        List<Expr> targets = in.commas(in.expressions.operands::read);
        Expr slice = in.word("SLICE") ? in.expressions.any() : null;
        in.expectWords("IN", "ARRAY");
        Expr array = in.expressions.any();
        return new Procedural.Elements(in.since(from), targets, slice, array);
    }

    // ---- the rest

    private Statement result(int from) {
        in.expectWord("RETURN");
        if (in.word("QUERY")) {
            Statement query = in.atWord("EXECUTE") ? executed(in.from()) : in.utilities.read();
            return new Procedural.ReturnQuery(in.since(from), query);
        }
        boolean next = in.word("NEXT");
        Expr value = in.atSign(";") || in.atEnd() ? null : value();
        return new Procedural.Return(in.since(from), next, value);
    }

    /** What stands behind PERFORM is what stands behind SELECT. */
    private Statement perform(int from) {
        in.expectWord("PERFORM");
        Query query = in.queries.performed(from);
        return new Procedural.Perform(in.since(from), query);
    }

    Statement executed(int from) {
        in.expectWord("EXECUTE");
        in.word("IMMEDIATE");
        Expr text = in.expressions.any();
        String strict = "";
        List<Expr> into = List.of();
        List<Expr> using = List.of();
        for (int i = 0; i < 2; i++) {
            if (in.word("INTO")) {
                strict = in.any("STRICT");
                into = in.commas(in.expressions.operands::read);
            } else if (in.word("USING")) {
                using = in.expressions.list();
            }
        }
        return new Procedural.ExecuteText(in.since(from), text, strict, into, using);
    }

    private Statement cursor(int from, String verb) {
        in.next();
        if (verb.equals("CLOSE")) {
            Expr cursor = in.expressions.operands.read();
            return new Procedural.Close(in.since(from), cursor);
        }
        if (verb.equals("OPEN")) {
            Expr cursor = in.expressions.operands.read();
            Verbatim words = in.verbatim("FOR", "USING");
            boolean execute = in.atWords("FOR", "EXECUTE");
            Statement query = !in.word("FOR") ? null : execute ? executed(in.from()) : in.utilities.read();
            if (query == null && in.atWord("USING")) {
                throw in.fail("FOR");
            }
            return new Procedural.Open(in.since(from), cursor, words, query);
        }
        Verbatim direction = in.verbatim("FROM", "IN", "INTO");
        Expr cursor;
        if (in.atAny("FROM", "IN")) {
            List<String> kept = new ArrayList<>(direction.tokens());
            kept.add(in.next().text());
            direction = new Verbatim(direction.at(), kept);
            cursor = in.expressions.operands.read();
        } else {
            if (direction.tokens().size() != 1) {
                throw in.fail("FROM");
            }
            Name name = Name.of(direction.tokens().get(0));
            cursor = new Expr.Column(direction.at(), null, name);
            direction = in.nothing();
        }
        List<Expr> into = in.word("INTO") ? in.commas(in.expressions.operands::read) : List.of();
        return new Procedural.FetchRow(in.since(from), verb, direction, cursor, into);
    }
}
