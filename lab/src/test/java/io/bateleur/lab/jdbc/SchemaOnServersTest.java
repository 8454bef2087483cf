package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Value;
import io.bateleur.sql.lift.Lift;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the recorder tells of the tables of a server, and when it asks for them. */
class SchemaOnServersTest {
    /** Columns of all sorts, with the words of each server. */
    private static final String POSTGRES_COLUMNS =
            "s smallint, i int, l bigint, n numeric, p numeric(10,2), r real, d double precision, b boolean,"
                    + " c char(3), v varchar(40), w varchar, x text, y bytea, u uuid, j jsonb, t timestamptz(3), a int[],"
                    + " bits bit(1), e mood, g int generated always as (i * 2) stored, \"Odd Name\" int";

    private static final String MARIADB_COLUMNS =
            "s smallint, i int, l bigint unsigned, p decimal(10,2), r float, d double, b boolean, c char(3), v varchar(40),"
                    + " x text, y varbinary(20), z blob, t timestamp on update current_timestamp, dt datetime(3), bits bit(1),"
                    + " e enum('a','b'), g int as (i * 2), j json, `Odd Name` int";

    @TempDir
    Path directory;

    @Test
    void postgresTellsWhatItsDriverTells() throws Exception {
        try (RecordedServer server = RecordedServer.start("postgres", Map.of(), directory)) {
            server.execute(
                    "CREATE TYPE mood AS ENUM ('good', 'bad')",
                    "CREATE SCHEMA other",
                    "CREATE TABLE many (k2 int, k1 int, " + POSTGRES_COLUMNS + ", PRIMARY KEY (k1, k2))");
            tellsWhatItsDriverTells(server, "other.", "public");
        }
    }

    @Test
    void mariaDbTellsWhatItsDriverTells() throws Exception {
        try (RecordedServer server = RecordedServer.start("mariadb", Map.of(), directory)) {
            server.execute("CREATE TABLE many (k2 int, k1 int, " + MARIADB_COLUMNS + ", PRIMARY KEY (k1, k2))");
            tellsWhatItsDriverTells(server, "", "test");
        }
    }

    private static void tellsWhatItsDriverTells(RecordedServer server, String other, String place) throws Exception {
        server.execute(
                "CREATE TABLE parent (id int PRIMARY KEY, code int UNIQUE)",
                "CREATE TABLE " + other + "child (id int PRIMARY KEY, p int, q int,"
                        + " FOREIGN KEY (p) REFERENCES parent (id) ON DELETE CASCADE)",
                "CREATE TABLE mute (id int, p int, FOREIGN KEY (p) REFERENCES parent (id))",
                "CREATE VIEW seen AS SELECT * FROM parent");
        server.recorded("s").close();
        Map<String, SqlTable> told = told(server.history());
        try (Connection bare = server.bare()) {
            assertThat(described(told)).isEqualTo(byDriver(bare, place));
        }
        assertThat(told.get(place + ".many").key()).containsExactly("k1", "k2");
        assertThat(told.get(place + ".parent").cascades())
                .containsExactly((other.isEmpty() ? place + "." : other) + "child");
        assertThat(told.get(place + ".many").columns().stream()
                        .filter(SqlTable.Column::computed)
                        .map(SqlTable.Column::name))
                .contains("g");
    }

    private static Map<String, SqlTable> told(History history) {
        return SqlTable.of(history.about()).stream().collect(Collectors.toMap(SqlTable::name, Function.identity()));
    }

    /** Each column but those that the database computes, which drivers do not all tell. */
    private static Set<String> described(Map<String, SqlTable> tables) {
        Set<String> columns = new TreeSet<>();
        tables.values().forEach(table -> table.columns()
                .forEach(column -> columns.add(
                        column(table.name(), column.name(), column.type(), column.size(), column.scale()))));
        return columns;
    }

    private static Set<String> byDriver(Connection connection, String place) throws SQLException {
        DatabaseMetaData about = connection.getMetaData();
        Set<String> tables = new TreeSet<>();
        try (ResultSet rows = about.getTables(connection.getCatalog(), null, "%", new String[] {"TABLE"})) {
            while (rows.next()) {
                tables.add(rows.getString("TABLE_NAME"));
            }
        }
        Set<String> columns = new TreeSet<>();
        try (ResultSet rows = about.getColumns(connection.getCatalog(), null, "%", "%")) {
            while (rows.next()) {
                String schema = rows.getString("TABLE_SCHEM");
                String table = rows.getString("TABLE_NAME");
                if (tables.contains(table)) {
                    columns.add(column(
                            (schema == null ? place : schema) + "." + table,
                            rows.getString("COLUMN_NAME"),
                            JDBCType.valueOf(rows.getInt("DATA_TYPE")).name(),
                            rows.getInt("COLUMN_SIZE"),
                            rows.getInt("DECIMAL_DIGITS")));
                }
            }
        }
        return columns;
    }

    /** With its size only where that limits what can be stored: of a time and the like, it is how many letters it has when it is printed. */
    private static String column(String table, String column, String type, int size, int scale) {
        boolean sized = Set.of("NUMERIC", "DECIMAL", "VARCHAR", "CHAR", "BIT", "VARBINARY", "BINARY", "LONGVARCHAR")
                .contains(type);
        return table + "." + column + " " + type + (sized ? " " + size + " " + scale : "");
    }

    @Test
    void fourHundredTablesAreAFewQueries() throws Exception {
        try (RecordedServer server = RecordedServer.start("postgres", ServerLog.SETTINGS, directory)) {
            server.execute(IntStream.range(0, 400)
                    .mapToObj(i -> "CREATE TABLE t" + i + " (id int PRIMARY KEY, v int)")
                    .toArray(String[]::new));
            ServerLog log = new ServerLog(server);
            log.mark();
            server.bare().close();
            int bare = log.sinceMark().size();
            log.mark();
            server.recorded("s").close();
            assertThat(log.sinceMark()).hasSizeBetween(bare + 1, bare + 8);
            log.mark();
            server.recorded("next").close();
            assertThat(log.sinceMark()).hasSizeBetween(bare, bare + 2);
            assertThat(told(server.history())).hasSize(400).containsKeys("public.t0", "public.t399");
        }
    }

    @Test
    void whatIsMadeLaterIsToldWhenItsTransactionHasEnded() throws Exception {
        try (RecordedServer server = RecordedServer.start("postgres", ServerLog.SETTINGS, directory)) {
            server.execute("CREATE TABLE t (id int PRIMARY KEY)");
            Connection other = server.recorded("other");
            try (Connection connection = server.recorded("s")) {
                connection.setAutoCommit(false);
                Trial.run(connection, "CREATE TABLE made (id int PRIMARY KEY, v int)");
                Trial.run(other, "SELECT 1"); // who asks now does not find it
                Trial.run(connection, "INSERT INTO made VALUES (1, 1)");
                connection.commit();
                Trial.run(connection, "CREATE TABLE undone (id int PRIMARY KEY)");
                connection.rollback();
                connection.setAutoCommit(true);
                Trial.run(connection, "ALTER TABLE t ADD COLUMN more int", "ALTER TABLE t RENAME TO renamed");
                server.execute("CREATE TABLE stranger (id int PRIMARY KEY)", "CREATE TABLE unnamed (id int)");
                Trial.run(connection, "SELECT * FROM stranger");
                Trial.run(connection, "CREATE TEMP TABLE mine (id int)", "INSERT INTO mine VALUES (1)");
            }
            other.close();
            Map<String, SqlTable> told = told(server.history());
            assertThat(told.keySet())
                    .containsExactlyInAnyOrder("public.t", "public.made", "public.renamed", "public.stranger");
            assertThat(told.get("public.renamed").columns()).hasSize(2);
        }
    }

    @Test
    void onMariaDbToo() throws Exception {
        try (RecordedServer server = RecordedServer.start("mariadb", Map.of(), directory)) {
            server.execute("CREATE TABLE t (id int PRIMARY KEY)");
            try (Connection connection = server.recorded("s")) {
                Trial.run(
                        connection,
                        "CREATE TABLE made (id int PRIMARY KEY, t int, FOREIGN KEY (t) REFERENCES t (id) ON DELETE CASCADE)",
                        "CREATE TEMPORARY TABLE mine (id int)",
                        "RENAME TABLE made TO renamed");
                connection.setAutoCommit(false);
                server.execute("CREATE TABLE stranger (id int PRIMARY KEY)");
                Trial.run(connection, "SELECT * FROM stranger");
                connection.rollback();
                connection.setAutoCommit(true);
                Trial.run(connection, "SELECT 1");
            }
            Map<String, SqlTable> told = told(server.history());
            assertThat(told.keySet()).containsExactlyInAnyOrder("test.t", "test.made", "test.renamed", "test.stranger");
            assertThat(told.get("test.t").cascades()).contains("test.made", "test.renamed");
        }
    }

    /** Names that mean one table here and another there: of neither can anything be said. */
    @Test
    void sessionsThatLookInDifferentSchemas() throws Exception {
        try (RecordedServer server = RecordedServer.start("postgres", Map.of(), directory)) {
            for (String schema : List.of("a", "b")) {
                server.execute(
                        "CREATE SCHEMA " + schema,
                        "CREATE TABLE " + schema + ".t (id int PRIMARY KEY, v int)",
                        "INSERT INTO " + schema + ".t VALUES (1, 0)");
            }
            try (Connection first = server.recorded("first", "currentSchema=a");
                    Connection second = server.recorded("second", "currentSchema=b")) {
                Trial.run(first, "UPDATE t SET v = 1 WHERE id = 1");
                assertThat(Trial.ask(second, "SELECT v FROM t WHERE id = 1")).isEqualTo(0);
            }
            History history = server.history();
            assertThat(history.about()).containsEntry("schema", Value.NULL);
            assertThat(told(history)).containsOnlyKeys("a.t", "b.t");
            assertThat(lifted(history)).containsExactlyInAnyOrder("a.t", "b.t");
        }
    }

    @Test
    void tablesWhoseNamesDifferInCaseAlone() throws Exception {
        try (RecordedServer server = RecordedServer.start("postgres", Map.of(), directory)) {
            for (String table : List.of("t", "\"T\"")) {
                server.execute(
                        "CREATE TABLE " + table + " (id int PRIMARY KEY, v int)",
                        "INSERT INTO " + table + " VALUES (1, 0)");
            }
            try (Connection connection = server.recorded("s")) {
                Trial.run(connection, "UPDATE t SET v = 1 WHERE id = 1");
                assertThat(Trial.ask(connection, "SELECT v FROM \"T\" WHERE id = 1"))
                        .isEqualTo(0);
            }
            assertThat(told(server.history())).containsOnlyKeys("public.t", "public.T");
        }
    }

    @Test
    void aConnectionThatIsSentToAnotherSchema() throws Exception {
        try (RecordedServer server = RecordedServer.start("postgres", Map.of(), directory)) {
            server.execute(
                    "CREATE SCHEMA b",
                    "CREATE TABLE t (id int PRIMARY KEY, v int)",
                    "CREATE TABLE b.t (id int PRIMARY KEY, v int)",
                    "INSERT INTO t VALUES (1, 0)",
                    "INSERT INTO b.t VALUES (1, 0)");
            try (Connection connection = server.recorded("s")) {
                connection.setSchema("b");
                Trial.run(connection, "UPDATE t SET v = 1 WHERE id = 1");
                assertThat(Trial.ask(connection, "SELECT v FROM public.t WHERE id = 1"))
                        .isEqualTo(0);
            }
            assertThat(lifted(server.history())).containsExactlyInAnyOrder("b.t", "public.t");
        }
    }

    @Test
    void aTemporaryTableThatHidesAnother() throws Exception {
        try (RecordedServer server = RecordedServer.start("postgres", Map.of(), directory)) {
            server.execute("CREATE TABLE t (id int PRIMARY KEY, v int)", "CREATE TABLE u (id int PRIMARY KEY, v int)");
            try (Connection connection = server.recorded("s");
                    Connection other = server.recorded("other")) {
                Trial.run(connection, "CREATE TEMP TABLE t (id int PRIMARY KEY, v int)", "INSERT INTO t VALUES (1, 5)");
                Trial.run(connection, "INSERT INTO u VALUES (1, 5)");
                try (Statement statement = other.createStatement();
                        ResultSet rows = statement.executeQuery("SELECT id, v FROM t WHERE id = 1")) {
                    assertThat(rows.next()).isFalse();
                }
                assertThat(Trial.ask(other, "SELECT v FROM u WHERE id = 1")).isEqualTo(5);
            }
            assertThat(lifted(server.history())).containsExactly("public.u");
        }
    }

    private static Set<String> lifted(History history) {
        return TableSnapshotsTest.tables(
                Lift.lift(history, SqlTable.of(history.about())).history());
    }

    /** Whatever the recorder wants to know, the transactions of the application are the ones that it would have without it. */
    @Test
    void nothingIsAskedInATransaction() throws Exception {
        try (RecordedServer server = RecordedServer.start("postgres", ServerLog.SETTINGS, directory)) {
            server.execute("CREATE TYPE mood AS ENUM ('good', 'bad')", "CREATE DOMAIN small AS int CHECK (value < 10)");
            ServerLog log = new ServerLog(server);
            Map<String, List<List<String>>> seen = new TreeMap<>();
            for (String way : List.of("bare", "recorded")) {
                server.execute(
                        "DROP TABLE IF EXISTS kinds, made CASCADE",
                        "DROP TYPE IF EXISTS fresh",
                        "CREATE TABLE kinds (id serial PRIMARY KEY, m mood, s small, b boolean, t timestamptz, j jsonb, a int[],"
                                + " i inet, u uuid, n numeric)",
                        "INSERT INTO kinds (m, s, b, t, j, a, i, u, n) VALUES"
                                + " ('good', 1, true, now(), '{}', '{1}', '::1', gen_random_uuid(), 1.5)");
                log.mark();
                try (Connection connection = way.equals("bare") ? server.bare() : server.recorded("s")) {
                    useAll(connection);
                }
                seen.put(way, log.transactionsSinceMark("/* app */"));
            }
            assertThat(seen.get("bare")).hasSizeGreaterThanOrEqualTo(6);
            assertThat(seen.get("recorded")).isEqualTo(seen.get("bare"));
            assertThat(server.history().about()).doesNotContainKey("recording failed");
        }
    }

    private static void useAll(Connection connection) throws SQLException {
        read(connection, "/* app */ SELECT * FROM kinds");
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        for (String each : List.of(
                "/* app */ SELECT * FROM kinds",
                "/* app */ SELECT m, t, j, i, a FROM kinds WHERE id = 1",
                "/* app */ SELECT count(*), max(t), 'good'::mood::text FROM kinds WHERE false")) {
            read(connection, each);
        }
        connection.commit();
        Trial.run(
                connection,
                "/* app */ CREATE TYPE fresh AS ENUM ('one')",
                "/* app */ CREATE TABLE made (id int PRIMARY KEY, f fresh)",
                "/* app */ INSERT INTO made VALUES (1, 'one')");
        read(connection, "/* app */ SELECT * FROM made");
        connection.commit();
        read(connection, "/* app */ SELECT * FROM made, kinds");
        connection.rollback();
        connection.setAutoCommit(true);
        Trial.run(connection, "/* app */ BEGIN", "/* app */ CREATE TEMP TABLE mine (id int)");
        read(connection, "/* app */ SELECT * FROM mine, made");
        Trial.run(connection, "/* app */ COMMIT");
        read(connection, "/* app */ SELECT * FROM mine");
    }

    /** All rows, as texts, of a plain and of a prepared statement. */
    private static void read(Connection connection, String query) throws SQLException {
        List<ResultSet> results = new ArrayList<>();
        try (Statement plain = connection.createStatement();
                java.sql.PreparedStatement prepared = connection.prepareStatement(query)) {
            results.add(plain.executeQuery(query));
            results.add(prepared.executeQuery());
            for (ResultSet rows : results) {
                int columns = rows.getMetaData().getColumnCount();
                while (rows.next()) {
                    for (int i = 1; i <= columns; i++) {
                        rows.getString(i);
                    }
                }
            }
        }
    }
}
