package io.bateleur.recorder.jdbc;

import io.bateleur.recorder.jdbc.Tables.Name;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The keys of tables: primary, unique and foreign ones. */
interface Keys {
    /** The columns of the primary key, in its order. */
    List<String> primary(Name table) throws SQLException;

    /** The columns of each other unique index; null where nobody looked, because no insert replaces rows of another key than it names. */
    @Nullable
    List<List<String>> uniques(Name table, List<String> primary) throws SQLException;

    /** Tables whose deletes and changed keys reach this one. */
    Set<String> parents(Name table) throws SQLException;

    /** @param only the one table that is of interest, or null */
    static Keys of(Connection connection, Engine engine, @Nullable Name only) throws SQLException {
        return engine == Engine.MYSQL ? new MySqlKeys(connection, only) : new OfDriver(connection, engine);
    }

    /** Those among all unique indexes that are not the primary key. */
    static List<List<String>> besides(List<String> primary, Map<String, List<String>> indexes) {
        return indexes.values().stream()
                .filter(columns -> !Set.copyOf(columns).equals(Set.copyOf(primary)))
                .map(List::copyOf)
                .toList();
    }

    /** As the driver tells them, table by table: databases inside the program need no message for that. */
    final class OfDriver implements Keys {
        private static final Set<Integer> ACTING = Set.of(
                DatabaseMetaData.importedKeyCascade,
                DatabaseMetaData.importedKeySetNull,
                DatabaseMetaData.importedKeySetDefault);
        private static final Set<Engine> REPLACING = EnumSet.of(Engine.SQLITE, Engine.H2);

        private final DatabaseMetaData about;
        private final Engine engine;

        OfDriver(Connection connection, Engine engine) throws SQLException {
            this.about = connection.getMetaData();
            this.engine = engine;
        }

        @Override
        public List<String> primary(Name name) throws SQLException {
            Map<Integer, String> key = new TreeMap<>();
            try (ResultSet rows = about.getPrimaryKeys(name.catalog(), name.schema(), name.table())) {
                while (rows.next()) {
                    key.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
                }
            }
            return List.copyOf(key.values());
        }

        @Override
        public @Nullable List<List<String>> uniques(Name name, List<String> primary) {
            if (!REPLACING.contains(engine)) {
                return null;
            }
            Map<String, List<String>> indexes = new TreeMap<>();
            try (ResultSet rows = about.getIndexInfo(name.catalog(), name.schema(), name.table(), true, true)) {
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
            return besides(primary, indexes);
        }

        @Override
        public Set<String> parents(Name name) throws SQLException {
            Set<String> parents = new LinkedHashSet<>();
            try (ResultSet rows = about.getImportedKeys(name.catalog(), name.schema(), name.table())) {
                while (rows.next()) {
                    if (ACTING.contains(rows.getInt("DELETE_RULE")) || ACTING.contains(rows.getInt("UPDATE_RULE"))) {
                        parents.add(Name.of(rows, "PKTABLE_CAT", "PKTABLE_SCHEM", "PKTABLE_NAME")
                                .full(engine));
                    }
                }
            }
            return parents;
        }
    }
}
