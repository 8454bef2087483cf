package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a text of statements. Whatever it is, there is a tree: at worst one that says what is not read, where, and why. */
public final class SqlReader {
    private SqlReader() {}

    /** All statements of a text, between its semicolons. */
    public static List<Statement> read(String text, SqlDialect dialect) {
        return statements(new Reading(text, Lexer.tokens(text, dialect), dialect));
    }

    /** The statements of a procedure's body, without the words around it: SQL, and what procedures have beside it. */
    public static List<Statement> body(String text, SqlDialect dialect) {
        Reading in = new Reading(text, Lexer.tokens(text, dialect), dialect);
        List<Statement> statements = new ArrayList<>();
        while (true) {
            while (in.sign(";")) {
                continue;
            }
            if (in.atEnd()) {
                return statements;
            }
            int mark = in.restart();
            int from = in.from();
            try {
                statements.add(in.bodies.statement());
                if (!in.atEnd()) {
                    in.expectSign(";");
                }
            } catch (Misread misread) {
                statements.add(unread(in, mark, from, String.valueOf(misread.getMessage()), misread.where));
            } catch (IllegalArgumentException malformed) {
                String why = "parts that belong together expected: " + malformed.getMessage();
                statements.add(unread(in, mark, from, why, in.here()));
            } catch (StackOverflowError e) {
                statements.add(unread(in, mark, from, "less nesting expected", in.here()));
            }
        }
    }

    static List<Statement> statements(Reading in) {
        List<Statement> statements = new ArrayList<>();
        while (true) {
            while (in.sign(";")) {
                continue;
            }
            if (in.atEnd()) {
                return statements;
            }
            statements.add(statement(in));
        }
    }

    private static Statement statement(Reading in) {
        int mark = in.restart();
        int from = in.from();
        try {
            Statement statement = in.utilities.read();
            boolean client = in.peek().kind() == Token.Kind.CLIENT
                    || statement instanceof Utility.Other other && other.verb().equals("\\");
            if (!in.atEnd() && !in.atSign(";") && !client) {
                throw in.fail("the end of the statement");
            }
            return statement;
        } catch (Misread misread) {
            return unread(in, mark, from, String.valueOf(misread.getMessage()), misread.where);
        } catch (IllegalArgumentException malformed) {
            return unread(in, mark, from, "parts that belong together expected: " + malformed.getMessage(), in.here());
        } catch (StackOverflowError e) {
            return unread(in, mark, from, "less nesting expected", in.here());
        }
    }

    /** Everything up to the next semicolon, which is not looked for in the bodies of procedures. */
    private static Statement unread(Reading in, int mark, int from, String why, Span where) {
        in.reset(mark);
        in.restart();
        Qualified table = table(in);
        in.reset(mark);
        in.skip();
        Span at = in.since(from);
        int to = Math.min(at.to(), in.text.length());
        return new Statement.Unread(at, in.text.substring(Math.min(from, to), to), why, where, table);
    }

    /** The table that is changed, where the first words leave no doubt that it is the only one. */
    private static @Nullable Qualified table(Reading in) {
        boolean into = in.atWords("INSERT", "INTO") || in.atWords("REPLACE", "INTO") || in.atWords("DELETE", "FROM");
        if (!into && !in.atWord("UPDATE")) {
            return null;
        }
        int from = in.from();
        List<Name> parts = new ArrayList<>();
        int ahead = into ? 2 : 1;
        while (in.peek(ahead).kind() == Token.Kind.WORD || in.peek(ahead).kind() == Token.Kind.NAME) {
            parts.add(Reading.nameOf(in.peek(ahead)));
            if (!in.peek(ahead + 1).isSign(".")) {
                break;
            }
            ahead += 2;
        }
        return parts.isEmpty() ? null : new Qualified(new Span(from, from), parts);
    }
}
