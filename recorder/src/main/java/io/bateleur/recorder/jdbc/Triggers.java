package io.bateleur.recorder.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which tables have triggers, or rules that do the same; all of them where the database cannot be asked. */
final class Triggers {
    private final boolean known;
    private final Set<String> tables;

    private Triggers(boolean known, Set<String> tables) {
        this.known = known;
        this.tables = tables;
    }

    /** @param only the one table that is of interest, or null */
    static Triggers of(Connection connection, Engine engine, Tables.@Nullable Name only) {
        String query =
                switch (engine) {
                    case POSTGRESQL ->
                        "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                                + " WHERE c.relkind IN ('r', 'p', 'f') AND (EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid"
                                + " AND NOT t.tgisinternal) OR EXISTS (SELECT 1 FROM pg_rewrite r WHERE r.ev_class = c.oid))";
                    case MYSQL ->
                        "SELECT event_object_schema, event_object_table FROM information_schema.triggers"
                                + " WHERE event_object_schema = DATABASE()"
                                + CatalogueQuery.only("event_object_table", only);
                    case H2, HSQLDB ->
                        "SELECT event_object_schema, event_object_table FROM information_schema.triggers";
                    case SQLITE -> "SELECT NULL, tbl_name FROM sqlite_master WHERE type = 'trigger'";
                    case DERBY ->
                        "SELECT s.schemaname, t.tablename FROM sys.systriggers g JOIN sys.systables t"
                                + " ON t.tableid = g.tableid JOIN sys.sysschemas s ON s.schemaid = t.schemaid";
                    case DUCKDB -> ""; // it has none
                    case SQLSERVER, ORACLE, OTHER -> null;
                };
        Set<String> tables = new HashSet<>();
        if (query == null) {
            return new Triggers(false, tables);
        }
        if (query.isEmpty()) {
            return new Triggers(true, tables);
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                tables.add(name(engine == Engine.MYSQL ? null : rows.getString(1), rows.getString(2)));
            }
            return new Triggers(true, tables);
        } catch (SQLException e) {
            return new Triggers(false, tables);
        }
    }

    private static String name(@Nullable String schema, String table) {
        return (schema == null ? "" : schema + ".") + table.toLowerCase(Locale.ROOT);
    }

    /** Whether a table has some, or may have. */
    boolean has(@Nullable String schema, String table) {
        return !known || tables.contains(name(schema == null || schema.isEmpty() ? null : schema, table));
    }
}
