package io.bateleur.sql.eval;

import io.bateleur.sql.tree.SqlDialect;
import java.util.HashMap;
import java.util.Map;

/** The rules of all tables, each made when it is first needed. */
final class Rulebook {
    private final Shapes shapes;
    private final Map<TableShape, TableRules> rules = new HashMap<>();
    private final Map<TableShape, Triggers> triggers = new HashMap<>();
    private final Map<TableShape, References> references = new HashMap<>();

    private final Map<io.bateleur.sql.schema.StoredRoutine, Routine> routines = new HashMap<>();
    private final java.util.Set<io.bateleur.sql.schema.StoredRoutine> compiling = new java.util.HashSet<>();

    Rulebook(Shapes shapes) {
        this.shapes = shapes;
    }

    /** A routine, compiled when it is first called; null while that goes on, so that it may call itself. */
    Routine routine(io.bateleur.sql.schema.StoredRoutine stored) {
        Routine found = routines.get(stored);
        if (found == null) {
            if (!compiling.add(stored)) {
                throw new Outside(
                        null, "a routine that calls itself: " + stored.name().name());
            }
            found = RoutineCompiler.compile(stored, this);
            compiling.remove(stored);
            routines.put(stored, found);
        }
        return found;
    }

    SqlDialect dialect() {
        return shapes.catalog().dialect();
    }

    Shapes shapes() {
        return shapes;
    }

    TableRules rules(TableShape table) {
        TableRules found = rules.get(table);
        if (found == null) {
            found = new TableRules(table, shapes);
            rules.put(table, found);
        }
        return found;
    }

    Triggers triggers(TableShape table) {
        return triggers.computeIfAbsent(table, each -> new Triggers(each, this));
    }

    References references(TableShape table) {
        References found = references.get(table);
        if (found == null) {
            found = new References(table, shapes);
            references.put(table, found);
        }
        return found;
    }
}
