package io.bateleur.sql.lift;

import io.bateleur.core.model.SqlTable;
import io.bateleur.sql.parse.TableDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tables, given and defined, put together: a reference that acts by itself belongs to the table that it refers to. */
final class Definitions {
    private final Map<String, SqlTable> tables = new LinkedHashMap<>();
    private final Map<String, List<String>> children = new LinkedHashMap<>();

    Definitions(List<SqlTable> given) {
        given.forEach(table -> tables.put(table.name(), table));
    }

    /** A definition found in a trace or a file; the first of a name counts. */
    void add(TableDefinition definition) {
        tables.putIfAbsent(definition.table().name(), definition.table());
        refer(definition);
    }

    /** Only the references of a definition. */
    void refer(TableDefinition definition) {
        for (String parent : definition.parents()) {
            children.computeIfAbsent(parent.toLowerCase(Locale.ROOT), p -> new ArrayList<>())
                    .add(definition.table().name());
        }
    }

    boolean has(String name) {
        return tables.keySet().stream().anyMatch(each -> simple(each).equalsIgnoreCase(simple(name)));
    }

    List<SqlTable> named(String name) {
        return tables.values().stream()
                .filter(each -> simple(each.name()).equalsIgnoreCase(simple(name)))
                .toList();
    }

    void replace(SqlTable table) {
        tables.put(table.name(), table);
    }

    void cascade(String parent, String child) {
        children.computeIfAbsent(parent.toLowerCase(Locale.ROOT), p -> new ArrayList<>())
                .add(child);
    }

    List<SqlTable> tables() {
        List<SqlTable> all = new ArrayList<>();
        for (SqlTable table : tables.values()) {
            List<String> cascades = new ArrayList<>(table.cascades());
            children.getOrDefault(simple(table.name()).toLowerCase(Locale.ROOT), List.of()).stream()
                    .filter(child -> !cascades.contains(child))
                    .forEach(cascades::add);
            all.add(new SqlTable(
                    table.name(), table.key(), table.columns(), table.triggers(), cascades, table.uniques()));
        }
        return all;
    }

    static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
