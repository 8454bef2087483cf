package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlTable;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The catalogue of any database, by way of its driver: all columns at once, keys as {@link Keys} has them. */
public final class Tables implements Catalogue {
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

    private final Connection connection;
    private final Engine engine;
    private final DatabaseMetaData about;

    /** A table by the driver's names. */
    record Name(@Nullable String catalog, @Nullable String schema, String table) {
        static Name of(ResultSet rows, String catalog, String schema, String table) throws SQLException {
            return new Name(rows.getString(catalog), rows.getString(schema), rows.getString(table));
        }

        /** With its schema and a dot; what MySQL calls a database is one. */
        String full(Engine engine) {
            String place = engine == Engine.MYSQL ? catalog : schema;
            return place == null || place.isEmpty() ? table : place + "." + table;
        }
    }

    Tables(Connection connection, Engine engine) throws SQLException {
        this.connection = connection;
        this.engine = engine;
        this.about = connection.getMetaData();
    }

    @Override
    public Found read(@Nullable Set<String> names) throws SQLException {
        List<Name> all = engine == Engine.MYSQL ? mySqlNames(names) : names(names);
        if (names == null) {
            boolean more = all.size() > TABLES_MAX;
            List<Name> some = more ? all.subList(0, TABLES_MAX) : all;
            return new Found(described(some, null), more, Map.of(), definitions(some, null));
        }
        List<Described> tables = new ArrayList<>();
        Map<String, List<String>> definitions = new HashMap<>();
        for (Name name : all) {
            tables.addAll(described(List.of(name), name));
            definitions.putAll(definitions(List.of(name), name));
        }
        return new Found(tables, false, Map.of(), definitions);
    }

    private Map<String, List<String>> definitions(List<Name> names, @Nullable Name only) throws SQLException {
        Set<String> tables = names.stream().map(Name::table).collect(Collectors.toSet());
        return switch (engine) {
            case MYSQL -> MySqlDefinitions.read(connection, tables, only);
            case H2, SQLITE -> EmbeddedDefinitions.read(connection, engine, only);
            default -> Map.of();
        };
    }

    /** @param only the one table to ask about, so that a server need not look at all; or null */
    private List<Described> described(List<Name> names, @Nullable Name only) throws SQLException {
        if (names.isEmpty()) {
            return List.of();
        }
        Triggers triggers = Triggers.of(connection, engine, only);
        Computed computed = Computed.of(connection, engine, only);
        Keys keys = Keys.of(connection, engine, only);
        Map<Name, List<SqlTable.Column>> columns = columns(names, only, computed);
        List<Described> tables = new ArrayList<>();
        for (Name name : names) {
            List<SqlTable.Column> own = columns.getOrDefault(name, List.of());
            boolean triggered = triggers.has(name.schema, name.table);
            List<String> key = keys.primary(name);
            SqlTable table = new SqlTable(name.full(engine), key, own, triggered, List.of(), keys.uniques(name, key));
            tables.add(new Described(table, keys.parents(name)));
        }
        return tables;
    }

    private List<Name> names(@Nullable Set<String> wanted) throws SQLException {
        List<Name> names = new ArrayList<>();
        try (ResultSet rows = about.getTables(connection.getCatalog(), null, "%", null)) {
            while (rows.next()) {
                Name name = Name.of(rows, "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME");
                String type = String.valueOf(rows.getString("TABLE_TYPE")).toUpperCase(Locale.ROOT);
                boolean table = type.contains("TABLE") && !type.contains("SYSTEM") && !isSystem(name);
                if (table && Catalogue.isAmong(wanted, name.table)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    /** To list names alone opens no table, and to ask about one opens that alone; to list those of a type opens all. */
    private List<Name> mySqlNames(@Nullable Set<String> wanted) throws SQLException {
        String query = "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()";
        String ofType = query + " AND table_type = 'BASE TABLE'";
        String catalog = connection.getCatalog();
        List<Name> names = new ArrayList<>();
        for (String table : CatalogueQuery.texts(connection, wanted == null ? ofType : query)) {
            boolean candidate = wanted != null && Catalogue.isAmong(wanted, table);
            boolean found = candidate
                    && !CatalogueQuery.texts(connection, ofType + " AND table_name = " + Catalogue.quoted(table))
                            .isEmpty();
            if (wanted == null || found) {
                names.add(new Name(catalog, null, table));
            }
        }
        return names;
    }

    private boolean isSystem(Name name) {
        String schema = engine == Engine.MYSQL ? name.catalog : name.schema;
        return schema != null && SYSTEM.contains(schema.toLowerCase(Locale.ROOT));
    }

    private Map<Name, List<SqlTable.Column>> columns(List<Name> names, @Nullable Name only, Computed computed)
            throws SQLException {
        Map<Name, List<SqlTable.Column>> columns = new HashMap<>();
        if (only != null) {
            columns(pattern(only.table), computed, columns);
        } else if (engine == Engine.SQLITE) {
            for (Name name : names) { // its driver makes one query of all tables, which may be too long
                columns(pattern(name.table), computed, columns);
            }
        } else {
            columns("%", computed, columns);
        }
        return columns;
    }

    private void columns(String pattern, Computed computed, Map<Name, List<SqlTable.Column>> columns)
            throws SQLException {
        try (ResultSet rows = about.getColumns(connection.getCatalog(), null, pattern, "%")) {
            while (rows.next()) {
                Name name = Name.of(rows, "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME");
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
    }

    /** Matches this name alone. */
    private String pattern(String table) throws SQLException {
        String escape = about.getSearchStringEscape();
        if (escape == null || escape.isEmpty()) {
            return table; // what it matches besides is told of no other table
        }
        return table.replace(escape, escape + escape).replace("_", escape + "_").replace("%", escape + "%");
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
}
