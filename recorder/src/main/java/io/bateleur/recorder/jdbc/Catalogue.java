package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables that a database has, read in a few queries, however many there are. */
public interface Catalogue {
    /** So many are read at once: in databases of more, most are not the application's. The others are read when they are named. */
    int TABLES_MAX = 2000;

    String TYPE = "type ";

    /**
     * A table by itself, without its {@link SqlTable#cascades}, which belong to others.
     *
     * @param parents tables whose deletes and changed keys reach this one
     */
    record Described(SqlTable table, Set<String> parents) {}

    /**
     * What was found.
     *
     * @param more whether there are more than {@link #TABLES_MAX}
     * @param types PostgreSQL's types by their numbers in results; empty where they were not read
     * @param definitions in SQL, by the names of their entries in the trace
     */
    record Found(
            List<Described> tables,
            boolean more,
            Map<Long, PostgresTypes.Type> types,
            Map<String, List<String>> definitions) {}

    /** @param names in lower case and without schemas, or null for all */
    Found read(@Nullable Set<String> names) throws SQLException;

    static Found read(Connection connection, Engine engine, @Nullable Set<String> names) throws SQLException {
        if (engine == Engine.POSTGRESQL) {
            try {
                return new PostgresCatalogue(connection).read(names);
            } catch (SQLException e) {
                if (connection.isClosed()) {
                    throw e;
                }
                if (!connection.getAutoCommit()) {
                    connection.rollback(); // nothing but the failed query was in it
                }
                // One that only talks like PostgreSQL has other catalogues.
            }
        }
        return new Tables(connection, engine).read(names);
    }

    /** A name that stands for a type: no table is called so, and types are read with tables. */
    static String type(long number) {
        return TYPE + number;
    }

    static boolean isType(String name) {
        return name.startsWith(TYPE);
    }

    /** Whether a name without a schema is one of these. */
    static boolean isAmong(@Nullable Set<String> names, String name) {
        return names == null || names.contains(name.toLowerCase(Locale.ROOT));
    }

    /** A text in quotes. */
    static String quoted(String text) {
        return '\'' + text.replace("'", "''") + '\'';
    }
}
