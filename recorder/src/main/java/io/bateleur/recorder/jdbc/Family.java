package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlTable;
import io.bateleur.recorder.jdbc.Catalogue.Described;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Tables with those that their deletes and changed keys reach. A table tells its parents; what was told of one stays, because it held for a
 * part of the trace. Used by one session at a time, the one that reads.
 */
final class Family {
    private final Map<String, SqlTable> tables = new LinkedHashMap<>();
    private final Map<String, Set<String>> children = new LinkedHashMap<>();

    /** Takes them up, and gives back all whose description may be another now. */
    List<SqlTable> add(List<Described> read) {
        Map<String, SqlTable> changed = new LinkedHashMap<>();
        for (Described each : read) {
            tables.put(key(each.table().name()), each.table());
            changed.put(key(each.table().name()), each.table());
        }
        for (Described each : read) {
            for (String parent : each.parents()) {
                children.computeIfAbsent(key(parent), none -> new LinkedHashSet<>())
                        .add(each.table().name());
                SqlTable known = tables.get(key(parent));
                if (known != null) {
                    changed.put(key(parent), known);
                }
            }
        }
        return changed.values().stream().map(this::whole).toList();
    }

    private SqlTable whole(SqlTable table) {
        Set<String> reached = new LinkedHashSet<>(children.getOrDefault(key(table.name()), Set.of()));
        // Some drivers do not tell the schema of a parent.
        reached.addAll(children.getOrDefault(simple(table.name()), Set.of()));
        return new SqlTable(
                table.name(),
                table.key(),
                table.columns(),
                table.triggers(),
                new ArrayList<>(reached),
                table.uniques());
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Without its schema, in lower case. */
    static String simple(String name) {
        return key(name.substring(name.lastIndexOf('.') + 1));
    }
}
