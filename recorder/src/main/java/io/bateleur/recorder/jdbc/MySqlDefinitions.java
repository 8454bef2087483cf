package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlTable;
import io.bateleur.recorder.jdbc.Tables.Name;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Definitions of what a database of MySQL or MariaDB has, put together from its information schema in a few queries. */
final class MySqlDefinitions {
    private final Connection connection;
    private final String database;
    private final boolean mariaDb;
    private final @Nullable Name only;

    /** By table, in the order in which they were found. */
    private final Map<String, List<String>> elements = new LinkedHashMap<>();

    private final Map<String, List<String>> triggers = new LinkedHashMap<>();
    private final Map<String, String> options = new LinkedHashMap<>();
    private final Map<String, List<String>> others = new LinkedHashMap<>();

    private MySqlDefinitions(Connection connection, String database, @Nullable Name only) throws SQLException {
        this.connection = connection;
        this.database = database;
        this.mariaDb = String.valueOf(connection.getMetaData().getDatabaseProductVersion())
                        .contains("Maria")
                || String.valueOf(connection.getMetaData().getDatabaseProductName())
                        .contains("Maria");
        this.only = only;
    }

    /**
     * Definitions by the names of their entries.
     *
     * @param tables the names of those that are no views
     * @param only the one table that is of interest; null: all, and views and routines too
     */
    static Map<String, List<String>> read(Connection connection, Set<String> tables, @Nullable Name only)
            throws SQLException {
        String database = connection.getCatalog();
        if (database == null || database.isEmpty()) {
            return Map.of();
        }
        MySqlDefinitions found = new MySqlDefinitions(connection, database, only);
        found.columns(tables);
        found.keys();
        found.references();
        found.checks();
        found.triggers();
        found.engines();
        if (only == null) {
            found.views();
            found.routines();
        }
        return found.definitions();
    }

    private static String named(String name) {
        return '`' + name.replace("`", "``") + '`';
    }

    private String full(String name) {
        return named(database) + "." + named(name);
    }

    private void each(String query, CatalogueQuery.Row row) throws SQLException {
        CatalogueQuery.each(connection, query, row);
    }

    /** Asks what some versions do not know. */
    private void tryEach(String query, CatalogueQuery.Row row) {
        try {
            each(query, row);
        } catch (SQLException e) {
            // What an older server cannot tell, it mostly does not have.
        }
    }

    private List<String> of(String table) {
        return elements.getOrDefault(table, new ArrayList<>());
    }

    // ---- columns

    private void columns(Set<String> tables) throws SQLException {
        each(
                "SELECT table_name, column_name, column_type, is_nullable, column_default, extra, collation_name,"
                        + " generation_expression FROM information_schema.columns WHERE table_schema = DATABASE()"
                        + CatalogueQuery.only("table_name", only) + " ORDER BY table_name, ordinal_position",
                rows -> {
                    String table = rows.getString(1);
                    if (tables.contains(table)) {
                        elements.computeIfAbsent(table, each -> new ArrayList<>())
                                .add(column(rows));
                    }
                });
    }

    private String column(ResultSet rows) throws SQLException {
        String extra = String.valueOf(rows.getString(6)).toLowerCase(Locale.ROOT);
        StringBuilder text = new StringBuilder(named(rows.getString(2)));
        text.append(' ').append(rows.getString(3));
        String collation = rows.getString(7);
        if (collation != null) {
            text.append(" COLLATE ").append(collation);
        }
        String generated = rows.getString(8);
        if (generated != null && !generated.isEmpty()) {
            // MySQL escapes the quotes of texts in here.
            String expression = mariaDb ? generated : generated.replace("\\'", "'");
            text.append(" GENERATED ALWAYS AS (").append(expression).append(") ");
            text.append(extra.contains("virtual") ? "VIRTUAL" : "STORED");
        }
        if ("NO".equals(rows.getString(4))) {
            text.append(" NOT NULL");
        }
        String byDefault = rows.getString(5);
        if (byDefault != null && !byDefault.equals("NULL")) {
            text.append(" DEFAULT ").append(byDefault(byDefault, extra));
        }
        int update = extra.indexOf("on update ");
        if (update >= 0) {
            text.append(' ').append(extra.substring(update).toUpperCase(Locale.ROOT));
        }
        return text.append(extra.contains("auto_increment") ? " AUTO_INCREMENT" : "")
                .toString();
    }

    /** MariaDB tells expressions; MySQL tells values, and says where they are expressions. */
    private String byDefault(String text, String extra) {
        boolean moment = text.toUpperCase(Locale.ROOT).startsWith("CURRENT_TIMESTAMP");
        if (mariaDb || moment) {
            return text;
        }
        return extra.contains("default_generated") ? "(" + text.replace("\\'", "'") + ")" : Catalogue.quoted(text);
    }

    // ---- keys and checks

    private void keys() throws SQLException {
        String columns = "SELECT table_name, index_name, column_name, sub_part"
                + " FROM information_schema.statistics WHERE table_schema = DATABASE() AND non_unique = 0"
                + CatalogueQuery.only("table_name", only) + " ORDER BY table_name, index_name, seq_in_index";
        Map<String, Map<String, List<String>>> indexes = new LinkedHashMap<>();
        each(columns, rows -> {
            String column = rows.getString(3);
            String part = rows.getString(4);
            indexes.computeIfAbsent(rows.getString(1), each -> new LinkedHashMap<>())
                    .computeIfAbsent(rows.getString(2), each -> new ArrayList<>())
                    .add(column == null ? "(NULL)" : named(column) + (part == null ? "" : "(" + part + ")"));
        });
        indexes.forEach((table, all) -> all.forEach((name, parts) -> {
            boolean primary = name.equals("PRIMARY");
            of(table)
                    .add((primary ? "PRIMARY KEY (" : "UNIQUE KEY " + named(name) + " (") + String.join(", ", parts)
                            + ")");
        }));
    }

    private void references() throws SQLException {
        Map<String, List<String>> actions = new LinkedHashMap<>();
        each(
                "SELECT constraint_name, table_name, unique_constraint_schema, referenced_table_name, update_rule, delete_rule"
                        + " FROM information_schema.referential_constraints WHERE constraint_schema = DATABASE()"
                        + CatalogueQuery.only("table_name", only),
                rows -> actions.put(
                        rows.getString(2) + "\n" + rows.getString(1),
                        List.of(
                                named(rows.getString(3)) + "." + named(rows.getString(4)),
                                " ON UPDATE " + rows.getString(5) + " ON DELETE " + rows.getString(6))));
        if (actions.isEmpty()) {
            return;
        }
        Map<String, List<List<String>>> columns = new LinkedHashMap<>();
        each(
                "SELECT constraint_name, table_name, column_name, referenced_column_name FROM information_schema.key_column_usage"
                        + " WHERE table_schema = DATABASE() AND referenced_table_name IS NOT NULL"
                        + CatalogueQuery.only("table_name", only)
                        + " ORDER BY table_name, constraint_name, ordinal_position",
                rows -> {
                    List<List<String>> two = columns.computeIfAbsent(
                            rows.getString(2) + "\n" + rows.getString(1),
                            each -> List.of(new ArrayList<>(), new ArrayList<>()));
                    two.get(0).add(named(rows.getString(3)));
                    two.get(1).add(named(rows.getString(4)));
                });
        columns.forEach((key, two) -> {
            List<String> action = actions.get(key);
            String[] parts = key.split("\n", 2);
            if (action != null) {
                of(parts[0])
                        .add("CONSTRAINT " + named(parts[1]) + " FOREIGN KEY (" + String.join(", ", two.get(0))
                                + ") REFERENCES " + action.get(0) + " (" + String.join(", ", two.get(1)) + ")"
                                + action.get(1));
            }
        });
    }

    private void checks() {
        String query = mariaDb
                ? "SELECT table_name, constraint_name, check_clause FROM information_schema.check_constraints"
                        + " WHERE constraint_schema = DATABASE()" + CatalogueQuery.only("table_name", only)
                : "SELECT t.table_name, c.constraint_name, c.check_clause FROM information_schema.check_constraints c"
                        + " JOIN information_schema.table_constraints t ON t.constraint_schema = c.constraint_schema"
                        + " AND t.constraint_name = c.constraint_name WHERE c.constraint_schema = DATABASE()"
                        + CatalogueQuery.only("t.table_name", only);
        tryEach(query, rows -> {
            String clause = mariaDb ? rows.getString(3) : rows.getString(3).replace("\\'", "'");
            of(rows.getString(1)).add("CONSTRAINT " + named(rows.getString(2)) + " CHECK (" + clause + ")");
        });
    }

    // ---- the rest

    private void triggers() throws SQLException {
        each(
                "SELECT event_object_table, trigger_name, action_timing, event_manipulation, action_statement"
                        + " FROM information_schema.triggers WHERE event_object_schema = DATABASE()"
                        + CatalogueQuery.only("event_object_table", only)
                        + " ORDER BY event_object_table, action_order",
                rows -> triggers.computeIfAbsent(rows.getString(1), each -> new ArrayList<>())
                        .add("CREATE TRIGGER " + full(rows.getString(2)) + " " + rows.getString(3) + " "
                                + rows.getString(4) + " ON " + full(rows.getString(1)) + " FOR EACH ROW "
                                + rows.getString(5)));
    }

    private void engines() throws SQLException {
        each(
                "SELECT table_name, engine FROM information_schema.tables WHERE table_schema = DATABASE()"
                        + " AND table_type = 'BASE TABLE'" + CatalogueQuery.only("table_name", only),
                rows -> options.put(
                        rows.getString(1), rows.getString(2) == null ? "" : " ENGINE=" + rows.getString(2)));
    }

    private void views() throws SQLException {
        each(
                "SELECT table_name, view_definition FROM information_schema.views WHERE table_schema = DATABASE()",
                rows -> {
                    String query = rows.getString(2);
                    if (query != null && !query.isEmpty()) {
                        others.put(
                                SqlTable.DEFINITIONS + "view " + database + "." + rows.getString(1),
                                List.of("CREATE VIEW " + full(rows.getString(1)) + " AS " + query));
                    }
                });
    }

    private void routines() throws SQLException {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        Set<String> found = new HashSet<>();
        String where = " WHERE routine_schema = DATABASE()";
        each("SELECT routine_name FROM information_schema.routines" + where, rows -> found.add(rows.getString(1)));
        if (found.isEmpty()) {
            return;
        }
        each(
                "SELECT specific_name, parameter_mode, parameter_name, dtd_identifier, ordinal_position, routine_type"
                        + " FROM information_schema.parameters WHERE specific_schema = DATABASE() AND ordinal_position > 0"
                        + " ORDER BY specific_name, ordinal_position",
                rows -> {
                    String mode = "PROCEDURE".equals(rows.getString(6)) ? rows.getString(2) + " " : "";
                    parameters
                            .computeIfAbsent(rows.getString(1), each -> new ArrayList<>())
                            .add(mode + named(rows.getString(3)) + " " + rows.getString(4));
                });
        each(
                "SELECT routine_name, routine_type, dtd_identifier, is_deterministic, sql_data_access, routine_definition, specific_name"
                        + " FROM information_schema.routines" + where,
                rows -> {
                    if (rows.getString(6) != null) {
                        String name = rows.getString(1);
                        String given = String.join(", ", parameters.getOrDefault(rows.getString(7), List.of()));
                        String returns = "FUNCTION".equals(rows.getString(2)) ? " RETURNS " + rows.getString(3) : "";
                        String sure = "YES".equals(rows.getString(4)) ? " DETERMINISTIC" : "";
                        others.put(
                                SqlTable.DEFINITIONS + "routine " + database + "." + name,
                                List.of("CREATE " + rows.getString(2) + " " + full(name) + "(" + given + ")" + returns
                                        + sure + " " + rows.getString(5) + " " + rows.getString(6)));
                    }
                });
    }

    private Map<String, List<String>> definitions() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        elements.forEach((table, parts) -> {
            List<String> texts = new ArrayList<>();
            texts.add("CREATE TABLE " + full(table) + " (" + String.join(", ", parts) + ")"
                    + options.getOrDefault(table, ""));
            texts.addAll(triggers.getOrDefault(table, List.of()));
            all.put(SqlTable.DEFINITIONS + "table " + database + "." + table, texts);
        });
        all.putAll(others);
        return all;
    }
}
