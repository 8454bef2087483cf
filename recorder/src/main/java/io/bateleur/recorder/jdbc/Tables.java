package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlTable;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Asks a database for its tables, by way of its driver. */
final class Tables {
    /** So many are asked for: in databases of more, most are not the application's. */
    static final int TABLES_MAX = 2000;

    private static final Set<String> SYSTEM = Set.of(
            "information_schema",
            "pg_catalog",
            "pg_toast",
            "sys",
            "system_lobs",
            "mysql",
            "performance_schema",
            "syscat",
            "sysibm",
            "sysfun",
            "sysproc",
            "sysstat",
            "sqlj",
            "nullid");
    private static final Set<Integer> CASCADING = Set.of(
            DatabaseMetaData.importedKeyCascade,
            DatabaseMetaData.importedKeySetNull,
            DatabaseMetaData.importedKeySetDefault);

    private static final Set<Engine> REPLACING = EnumSet.of(Engine.MYSQL, Engine.SQLITE, Engine.H2);

    private final Connection connection;
    private final Engine engine;
    private final DatabaseMetaData about;
    private final Triggers triggers;
    private final Computed computed;
    private boolean more;

    /** A table by the driver's names. */
    private record Name(@Nullable String catalog, @Nullable String schema, String table) {}

    Tables(Connection connection, Engine engine) throws SQLException {
        this.connection = connection;
        this.engine = engine;
        this.about = connection.getMetaData();
        this.triggers = Triggers.of(connection, engine);
        this.computed = Computed.of(connection, engine);
    }

    boolean areMore() {
        return more;
    }

    List<SqlTable> all() throws SQLException {
        Map<Name, List<SqlTable.Column>> columns = columns();
        List<SqlTable> tables = new ArrayList<>();
        for (Name name : names()) {
            List<SqlTable.Column> own = columns.getOrDefault(name, List.of());
            List<String> key = key(name);
            boolean triggered = triggers.has(name.schema, name.table);
            tables.add(new SqlTable(full(name), key, own, triggered, cascades(name), uniques(name, key)));
        }
        return tables;
    }

    private List<Name> names() throws SQLException {
        List<Name> names = new ArrayList<>();
        try (ResultSet rows = about.getTables(connection.getCatalog(), null, "%", null)) {
            while (rows.next()) {
                Name name = name(rows, "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME");
                String type = String.valueOf(rows.getString("TABLE_TYPE")).toUpperCase(Locale.ROOT);
                if (type.contains("TABLE") && !type.contains("SYSTEM") && !isSystem(name)) {
                    names.add(name);
                }
            }
        }
        more = names.size() > TABLES_MAX;
        return more ? names.subList(0, TABLES_MAX) : names;
    }

    private boolean isSystem(Name name) {
        String schema = engine == Engine.MYSQL ? name.catalog : name.schema;
        return schema != null && SYSTEM.contains(schema.toLowerCase(Locale.ROOT));
    }

    private static Name name(ResultSet rows, String catalog, String schema, String table) throws SQLException {
        return new Name(rows.getString(catalog), rows.getString(schema), rows.getString(table));
    }

    /** With its schema and a dot; what MySQL calls a database is one. */
    private String full(Name name) {
        String schema = engine == Engine.MYSQL ? name.catalog : name.schema;
        return schema == null || schema.isEmpty() ? name.table : schema + "." + name.table;
    }

    private Map<Name, List<SqlTable.Column>> columns() throws SQLException {
        Map<Name, List<SqlTable.Column>> columns = new HashMap<>();
        try (ResultSet rows = about.getColumns(connection.getCatalog(), null, "%", "%")) {
            while (rows.next()) {
                Name name = name(rows, "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME");
                if (isSystem(name)) {
                    continue;
                }
                String column = rows.getString("COLUMN_NAME");
                columns.computeIfAbsent(name, each -> new ArrayList<>())
                        .add(new SqlTable.Column(
                                column,
                                type(rows.getInt("DATA_TYPE")),
                                rows.getInt("COLUMN_SIZE"),
                                rows.getInt("DECIMAL_DIGITS"),
                                "YES".equals(optional(rows, "IS_GENERATEDCOLUMN"))
                                        || computed.is(name.schema, name.table, column)));
            }
        }
        return columns;
    }

    private static @Nullable String optional(ResultSet rows, String column) {
        try {
            return rows.getString(column);
        } catch (SQLException e) {
            return null; // of an old driver
        }
    }

    private static String type(int type) {
        for (JDBCType each : JDBCType.values()) {
            if (each.getVendorTypeNumber() == type) {
                return each.name();
            }
        }
        return JDBCType.valueOf(Types.OTHER).name();
    }

    private List<String> key(Name name) throws SQLException {
        Map<Integer, String> key = new TreeMap<>();
        try (ResultSet rows = about.getPrimaryKeys(name.catalog, name.schema, name.table)) {
            while (rows.next()) {
                key.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
            }
        }
        return List.copyOf(key.values());
    }

    /** Of use where an insert may replace rows that have another key than it names. */
    private @Nullable List<List<String>> uniques(Name name, List<String> key) {
        if (!REPLACING.contains(engine)) {
            return null;
        }
        Map<String, List<String>> indexes = new TreeMap<>();
        try (ResultSet rows = about.getIndexInfo(name.catalog, name.schema, name.table, true, true)) {
            while (rows.next()) {
                if (rows.getShort("TYPE") != DatabaseMetaData.tableIndexStatistic) {
                    String column = rows.getString("COLUMN_NAME");
                    indexes.computeIfAbsent(String.valueOf(rows.getString("INDEX_NAME")), each -> new ArrayList<>())
                            .add(column == null ? "" : column); // of an expression
                }
            }
        } catch (SQLException e) {
            return null;
        }
        return indexes.values().stream()
                .filter(columns -> !Set.copyOf(columns).equals(Set.copyOf(key)))
                .map(List::copyOf)
                .toList();
    }

    private List<String> cascades(Name name) throws SQLException {
        Map<String, Boolean> others = new LinkedHashMap<>();
        try (ResultSet rows = about.getExportedKeys(name.catalog, name.schema, name.table)) {
            while (rows.next()) {
                if (CASCADING.contains(rows.getInt("DELETE_RULE")) || CASCADING.contains(rows.getInt("UPDATE_RULE"))) {
                    others.put(full(name(rows, "FKTABLE_CAT", "FKTABLE_SCHEM", "FKTABLE_NAME")), true);
                }
            }
        }
        return List.copyOf(others.keySet());
    }
}
