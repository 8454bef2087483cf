package io.bateleur.sql.lift;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The tables that there were before the first statement. Of any other, no row was there.
 *
 * @param told whether a recorder told of them
 * @param names without schemas, in lower case: who spells them otherwise still means them
 */
record FirstTables(boolean told, Set<String> names) {
    /** The name in {@link History#about} under which a recorder tells of them. */
    static final String ABOUT = "tables at first";

    static FirstTables of(Map<String, Value> about) {
        Set<String> names = new HashSet<>();
        if (about.get(ABOUT) instanceof Value.Elements all) {
            all.value().forEach(name -> names.add(name instanceof Value.Text text ? simple(text.value()) : ""));
            return new FirstTables(true, names);
        }
        return new FirstTables(false, names);
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    /** Whether a table was certainly not there. @param name with or without its schema */
    boolean lack(String name) {
        return told && !names.contains(simple(name));
    }
}
