package io.bateleur.recorder.jdbc;

import io.bateleur.recorder.jdbc.Tables.Name;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The keys of all tables of a database of MySQL or MariaDB, in two queries. */
final class MySqlKeys implements Keys {
    private static final Set<String> ACTING = Set.of("CASCADE", "SET NULL", "SET DEFAULT");

    /** By table and by name of the index. */
    private final Map<String, Map<String, List<String>>> indexes = new HashMap<>();

    private final Map<String, Set<String>> parents = new HashMap<>();

    MySqlKeys(Connection connection, @Nullable Name only) throws SQLException {
        String unique = "SELECT table_name, index_name, column_name FROM information_schema.statistics"
                + " WHERE table_schema = DATABASE() AND non_unique = 0" + CatalogueQuery.only("table_name", only)
                + " ORDER BY table_name, index_name, seq_in_index";
        CatalogueQuery.each(connection, unique, rows -> {
            String column = rows.getString(3);
            indexes.computeIfAbsent(rows.getString(1), each -> new TreeMap<>())
                    .computeIfAbsent(rows.getString(2), each -> new ArrayList<>())
                    .add(column == null ? "" : column); // of an expression
        });
        String foreign = "SELECT table_name, unique_constraint_schema, referenced_table_name, delete_rule, update_rule"
                + " FROM information_schema.referential_constraints WHERE constraint_schema = DATABASE()"
                + CatalogueQuery.only("table_name", only);
        CatalogueQuery.each(connection, foreign, rows -> {
            if (ACTING.contains(rows.getString(4)) || ACTING.contains(rows.getString(5))) {
                parents.computeIfAbsent(rows.getString(1), each -> new LinkedHashSet<>())
                        .add(rows.getString(2) + "." + rows.getString(3));
            }
        });
    }

    @Override
    public List<String> primary(Name table) {
        return indexes.getOrDefault(table.table(), Map.of()).getOrDefault("PRIMARY", List.of());
    }

    @Override
    public List<List<String>> uniques(Name table, List<String> primary) {
        return Keys.besides(primary, indexes.getOrDefault(table.table(), Map.of()));
    }

    @Override
    public Set<String> parents(Name table) {
        return parents.getOrDefault(table.table(), Set.of());
    }
}
