package io.bateleur.sql.analyze;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;
import io.bateleur.sql.tree.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What names mean at a place of a program: tables, variables, and the tables of the statement. */
final class Scope {
    final String file;
    final String text;
    final Map<String, TableShape> tables;
    final Map<String, String> variables;
    final List<Instruction.Source> sources = new ArrayList<>();
    private int[] ids = new int[1];
    /** Whether a name that is no column may be a variable without a colon, as in procedures. */
    final boolean bare;

    Scope(String file, String text, Map<String, TableShape> tables, boolean bare) {
        this.file = file;
        this.text = text;
        this.tables = tables;
        this.variables = new HashMap<>();
        this.bare = bare;
    }

    private Scope(Scope outer) {
        this.file = outer.file;
        this.text = outer.text;
        this.tables = outer.tables;
        this.variables = outer.variables;
        this.ids = outer.ids;
        this.bare = outer.bare;
    }

    /** For a statement with tables of its own. */
    Scope inner() {
        return new Scope(this);
    }

    int nextId() {
        return ids[0]++;
    }

    int line(Span at) {
        return at.line(text);
    }

    String words(Span at) {
        return text.substring(Math.min(at.from(), text.length()), Math.min(at.to(), text.length()))
                .replaceAll("\\s+", " ")
                .strip();
    }

    BadInputException fail(Span at, String problem, String hint) {
        return new BadInputException(Place.text(file, at.line(text), Math.max(1, at.column(text))), problem, hint);
    }

    TableShape table(String name, Span at) throws BadInputException {
        for (TableShape each : tables.values()) {
            if (each.name().equalsIgnoreCase(name)) {
                return each;
            }
        }
        throw fail(
                at,
                "there is no table " + name,
                "put its CREATE TABLE before the transactions, or name a file with --schema");
    }

    void declare(String variable) {
        variables.put(variable.toLowerCase(Locale.ROOT), variable);
    }

    boolean knows(String variable) {
        return variables.containsKey(variable.toLowerCase(Locale.ROOT));
    }

    String variable(String name, Span at) throws BadInputException {
        String known = variables.get(name.toLowerCase(Locale.ROOT));
        if (known == null) {
            throw fail(at, "there is no variable " + name, "declare it as a parameter, or assign it before");
        }
        return known;
    }
}
