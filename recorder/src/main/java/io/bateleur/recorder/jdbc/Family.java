package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlTable;
import io.bateleur.recorder.jdbc.Catalogue.Described;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Tables with those that their deletes and changed keys reach. A table tells its parents; what was told of one stays, because it held for a
 * part of the trace. Used by one session at a time, the one that reads.
 */
final class Family {
    /** By their names as they are: those of two tables may differ in case alone. */
    private final Map<String, SqlTable> tables = new LinkedHashMap<>();
    /** Names as they are of those in lower case. */
    private final Map<String, Set<String>> spellings = new HashMap<>();

    private final Map<String, Set<String>> children = new LinkedHashMap<>();

    /** Takes them up, and gives back all whose description may be another now. */
    List<SqlTable> add(List<Described> read) {
        Set<String> changed = new LinkedHashSet<>();
        for (Described each : read) {
            String name = each.table().name();
            tables.put(name, each.table());
            spellings.computeIfAbsent(key(name), none -> new LinkedHashSet<>()).add(name);
            changed.add(name);
        }
        for (Described each : read) {
            for (String parent : each.parents()) {
                children.computeIfAbsent(key(parent), none -> new LinkedHashSet<>())
                        .add(each.table().name());
                changed.addAll(spellings.getOrDefault(key(parent), Set.of()));
            }
        }
        return changed.stream()
                .map(name -> whole(Objects.requireNonNull(tables.get(name))))
                .toList();
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
