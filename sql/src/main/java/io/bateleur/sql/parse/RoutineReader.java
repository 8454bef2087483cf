package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Definition;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Verbatim;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads functions, procedures, triggers and rules, with their bodies. */
final class RoutineReader {
    private final Reading in;

    RoutineReader(Reading in) {
        this.in = in;
    }

    /** MySQL's words between CREATE and what is made: ALGORITHM, DEFINER, SQL SECURITY. */
    String definer() {
        StringBuilder words = new StringBuilder();
        boolean own = in.atAny("ALGORITHM", "DEFINER", "SQL") || in.atWords("AGGREGATE", "FUNCTION");
        while (own && !in.atEnd() && !in.atAny("VIEW", "FUNCTION", "PROCEDURE", "TRIGGER", "EVENT")) {
            words.append(' ').append(in.next().written());
        }
        return words.toString();
    }

    // ---- routines

    Definition.CreateRoutine routine(int from, String modifiers) {
        String kind = in.next().text();
        if (in.words("IF", "NOT", "EXISTS")) {
            kind = kind.strip(); // the same routine
        }
        Qualified name = in.qualified();
        boolean mysql = in.is(SqlDialect.MYSQL);
        Verbatim head = mysql ? mysqlHead() : in.verbatim("AS", "BEGIN", "RETURN");
        Expr.Text text = null;
        List<Statement> body = new ArrayList<>();
        if (!mysql && in.word("AS")) {
            text = in.expressions.operands.text();
        } else {
            body.add(in.bodies.statement());
        }
        Verbatim rest = in.verbatim();
        String language = language(head, rest);
        if (text != null) {
            body = in.bodies.ofText(text, language);
        }
        return new Definition.CreateRoutine(in.since(from), modifiers, kind, name, head, language, text, body, rest);
    }

    private static String language(Verbatim head, Verbatim rest) {
        List<String> all = new ArrayList<>(head.tokens());
        all.addAll(rest.tokens());
        for (int i = 0; i + 1 < all.size(); i++) {
            if (all.get(i).equalsIgnoreCase("LANGUAGE")) {
                return all.get(i + 1).replace("'", "").replace("\"", "").toLowerCase(Locale.ROOT);
            }
        }
        return "sql";
    }

    /** Parameters, the result and the characteristics. */
    private Verbatim mysqlHead() {
        int from = in.from();
        List<String> kept = new ArrayList<>();
        in.expectSign("(");
        kept.add("(");
        kept.addAll(in.verbatim().tokens());
        in.expectSign(")");
        kept.add(")");
        if (in.atWord("RETURNS")) {
            kept.add(in.next().written());
            int type = in.mark();
            in.types.read();
            int end = in.mark();
            in.reset(type);
            while (in.mark() < end) {
                kept.add(in.next().written());
            }
        }
        while (true) {
            if (in.atAny("COMMENT", "LANGUAGE")) {
                kept.add(in.next().written());
                kept.add(in.next().written());
            } else if (in.atAny(
                    "NOT",
                    "DETERMINISTIC",
                    "CONTAINS",
                    "NO",
                    "READS",
                    "MODIFIES",
                    "SQL",
                    "DATA",
                    "SECURITY",
                    "DEFINER",
                    "INVOKER")) {
                kept.add(in.next().written());
            } else {
                return new Verbatim(in.since(from), kept);
            }
        }
    }

    // ---- triggers and rules

    Definition.CreateTrigger trigger(int from, String modifiers) {
        boolean exists = in.words("IF", "NOT", "EXISTS");
        Qualified name = in.qualified();
        Verbatim head = in.verbatim("ON");
        in.expectWord("ON");
        Qualified table = in.qualified();
        List<Statement> body = new ArrayList<>();
        Verbatim rest;
        if (in.is(SqlDialect.MYSQL)) {
            rest = mysqlRest();
            body.add(in.bodies.statement());
        } else {
            rest = in.verbatim("BEGIN");
            if (in.atWord("BEGIN")) {
                body.add(in.bodies.statement());
            }
        }
        String all = (modifiers + (exists ? " IF NOT EXISTS" : "")).strip();
        return new Definition.CreateTrigger(in.since(from), all, name, head, table, rest, body);
    }

    private Verbatim mysqlRest() {
        int from = in.from();
        List<String> kept = new ArrayList<>();
        in.expectWords("FOR", "EACH", "ROW");
        kept.addAll(List.of("FOR", "EACH", "ROW"));
        if (in.atAny("FOLLOWS", "PRECEDES")) {
            kept.add(in.next().written());
            kept.add(in.next().written());
        }
        return new Verbatim(in.since(from), kept);
    }

    Definition.CreateRule rule(int from, String modifiers) {
        Name name = in.name();
        in.expectWords("AS", "ON");
        String event = in.any("SELECT", "INSERT", "UPDATE", "DELETE");
        in.expectWord("TO");
        Qualified table = in.qualified();
        Expr where = in.word("WHERE") ? in.expressions.any() : null;
        in.expectWord("DO");
        String words = in.any("ALSO", "INSTEAD");
        List<Statement> body = new ArrayList<>();
        if (in.atSign("(") && !QueryReader.begins(in.peek(1), in.peek(2))) {
            in.next();
            while (!in.atSign(")")) {
                body.add(in.utilities.read());
                if (!in.sign(";")) {
                    break;
                }
            }
            in.expectSign(")");
        } else if (!in.word("NOTHING")) {
            body.add(in.utilities.read());
        }
        return new Definition.CreateRule(in.since(from), modifiers, name, event, table, where, words, body);
    }
}
