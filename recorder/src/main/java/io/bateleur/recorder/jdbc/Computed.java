package io.bateleur.recorder.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Columns that change with every update although no statement says so, which drivers do not tell. */
final class Computed {
    private final Set<String> columns = new HashSet<>();

    private Computed() {}

    /** @param only the one table that is of interest, or null */
    static Computed of(Connection connection, Engine engine, Tables.@Nullable Name only) {
        Computed computed = new Computed();
        String query =
                switch (engine) {
                    case MYSQL ->
                        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE()"
                                + " AND (extra LIKE '%on update%' OR extra LIKE '%GENERATED%')"
                                + CatalogueQuery.only("table_name", only);
                    case H2 ->
                        "SELECT table_schema, table_name, column_name FROM information_schema.columns"
                                + " WHERE column_on_update IS NOT NULL";
                    default -> "";
                };
        if (!query.isEmpty()) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(query)) {
                while (rows.next()) {
                    computed.columns.add(
                            engine == Engine.H2
                                    ? name(rows.getString(1), rows.getString(2), rows.getString(3))
                                    : name(null, rows.getString(1), rows.getString(2)));
                }
            } catch (SQLException e) {
                // An old version, which cannot be asked, has none.
            }
        }
        return computed;
    }

    private static String name(@Nullable String schema, String table, String column) {
        return ((schema == null ? "" : schema + ".") + table + "." + column).toLowerCase(Locale.ROOT);
    }

    boolean is(@Nullable String schema, String table, String column) {
        return columns.contains(name(schema, table, column));
    }
}
