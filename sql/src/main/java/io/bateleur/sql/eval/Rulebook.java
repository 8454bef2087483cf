package io.bateleur.sql.eval;

import io.bateleur.sql.tree.SqlDialect;
import java.util.HashMap;
import java.util.Map;

/** The rules of all tables, each made when it is first needed. */
final class Rulebook {
    private final Shapes shapes;
    private final Map<TableShape, TableRules> rules = new HashMap<>();
    private final Map<TableShape, References> references = new HashMap<>();

    Rulebook(Shapes shapes) {
        this.shapes = shapes;
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

    References references(TableShape table) {
        References found = references.get(table);
        if (found == null) {
            found = new References(table, shapes);
            references.put(table, found);
        }
        return found;
    }
}
