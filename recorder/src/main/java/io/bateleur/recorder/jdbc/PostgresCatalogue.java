package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlTable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The catalogue of PostgreSQL. One query tells all of each table, so that no part of it is older than another. */
final class PostgresCatalogue implements Catalogue {
    /** Temporary tables are left out: each is one session's own, and statements that make one say so. */
    private static final String TABLES = """
            SELECT n.nspname, c.relname, a.names, a.types, a.modifiers, a.computed,
             ARRAY(SELECT k.attname::text FROM pg_catalog.pg_constraint p
               CROSS JOIN LATERAL unnest(p.conkey) WITH ORDINALITY u(number, place)
               JOIN pg_catalog.pg_attribute k ON k.attrelid = c.oid AND k.attnum = u.number
               WHERE p.conrelid = c.oid AND p.contype = 'p' ORDER BY u.place),
             ARRAY(SELECT m.nspname::text || '.' || q.relname FROM pg_catalog.pg_constraint f
               JOIN pg_catalog.pg_class q ON q.oid = f.confrelid JOIN pg_catalog.pg_namespace m ON m.oid = q.relnamespace
               WHERE f.conrelid = c.oid AND f.contype = 'f' AND (f.confdeltype IN ('c', 'n', 'd') OR f.confupdtype IN ('c', 'n', 'd'))),
             EXISTS (SELECT 1 FROM pg_catalog.pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal)
               OR EXISTS (SELECT 1 FROM pg_catalog.pg_rewrite r WHERE r.ev_class = c.oid)
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            CROSS JOIN LATERAL (SELECT array_agg(b.attname::text ORDER BY b.attnum) AS names,
               array_agg(y.typtype::text || y.typcategory::text || y.typname::text ORDER BY b.attnum) AS types,
               array_agg(b.atttypmod::text ORDER BY b.attnum) AS modifiers, array_agg(GENERATED ORDER BY b.attnum) AS computed
               FROM pg_catalog.pg_attribute b JOIN pg_catalog.pg_type y ON y.oid = b.atttypid
               WHERE b.attrelid = c.oid AND b.attnum > 0 AND NOT b.attisdropped) a
            WHERE c.relkind IN ('r', 'p', 'f') AND c.relpersistence <> 't'
             AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')""";
    /** What changes a table changes those that inherit from it. */
    private static final String AND_NAMED = """

             AND c.oid IN (WITH RECURSIVE named(id) AS (SELECT g.oid FROM pg_catalog.pg_class g WHERE lower(g.relname::text) IN (NAMES)
               UNION SELECT i.inhrelid FROM pg_catalog.pg_inherits i JOIN named ON i.inhparent = named.id) SELECT id FROM named)""";

    private static final String TYPES =
            "SELECT t.oid::int8, t.typname::text, t.typtype::text, t.typcategory = 'A' FROM pg_catalog.pg_type t"
                    + " WHERE t.typtype <> 'c'";

    private static final int GENERATED_SINCE = 12;

    private final Connection connection;

    PostgresCatalogue(Connection connection) {
        this.connection = connection;
    }

    @Override
    public Found read(@Nullable Set<String> names) throws SQLException {
        List<Described> tables = new ArrayList<>();
        Map<Long, PostgresTypes.Type> types = new HashMap<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery(query(names))) {
                while (rows.next()) {
                    tables.add(table(rows));
                }
            }
            if (names != null && names.stream().noneMatch(Catalogue::isType)) {
                return new Found(tables, false, Map.of(), definitions(names));
            }
            try (ResultSet rows = statement.executeQuery(TYPES)) {
                while (rows.next()) {
                    String name = rows.getString(2);
                    char kind = rows.getString(3).charAt(0);
                    types.put(
                            rows.getLong(1),
                            new PostgresTypes.Type(name, PostgresTypes.jdbc(name, kind, rows.getBoolean(4))));
                }
            }
        }
        Map<String, List<String>> definitions = definitions(names);
        boolean more = names == null && tables.size() > TABLES_MAX;
        return new Found(more ? tables.subList(0, TABLES_MAX) : tables, more, types, definitions);
    }

    /** None where the server does not understand the question: older ones, and those that only talk like PostgreSQL. */
    private Map<String, List<String>> definitions(@Nullable Set<String> names) throws SQLException {
        try {
            return PostgresDefinitions.read(connection, names);
        } catch (SQLException e) {
            if (connection.isClosed()) {
                throw e;
            }
            if (!connection.getAutoCommit()) {
                connection.rollback(); // nothing but the failed query was in it
            }
            return Map.of();
        }
    }

    private String query(@Nullable Set<String> names) throws SQLException {
        boolean generates = connection.getMetaData().getDatabaseMajorVersion() >= GENERATED_SINCE;
        String query = TABLES.replace("GENERATED", generates ? "(b.attgenerated <> '')::text" : "'false'::text");
        if (names == null) {
            return query + " ORDER BY n.nspname, c.relname LIMIT " + (TABLES_MAX + 1);
        }
        return query
                + AND_NAMED.replace(
                        "NAMES", names.stream().map(Catalogue::quoted).collect(Collectors.joining(", ")));
    }

    private static Described table(ResultSet rows) throws SQLException {
        String[] names = texts(rows, 3);
        String[] types = texts(rows, 4);
        String[] modifiers = texts(rows, 5);
        String[] computed = texts(rows, 6);
        List<SqlTable.Column> columns = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            columns.add(column(names[i], types[i], Integer.parseInt(modifiers[i]), computed[i].startsWith("t")));
        }
        String name = rows.getString(1) + "." + rows.getString(2);
        Set<String> parents = new LinkedHashSet<>(List.of(texts(rows, 8)));
        return new Described(
                new SqlTable(name, List.of(texts(rows, 7)), columns, rows.getBoolean(9), List.of()), parents);
    }

    /** @param type two letters, the kind and the category of the type, and its name */
    private static SqlTable.Column column(String name, String type, int modifier, boolean computed) {
        String base = type.substring(2);
        boolean array = type.charAt(1) == 'A';
        return new SqlTable.Column(
                name,
                PostgresTypes.jdbc(base, type.charAt(0), array).name(),
                PostgresTypes.size(base, modifier),
                PostgresTypes.scale(base, modifier),
                computed);
    }

    private static String[] texts(ResultSet rows, int column) throws SQLException {
        java.sql.Array array = rows.getArray(column);
        return array == null ? new String[0] : (String[]) array.getArray();
    }
}
