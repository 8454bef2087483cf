package io.bateleur.recorder.jdbc;

import static io.bateleur.recorder.jdbc.Recording.lines;
import static io.bateleur.recorder.jdbc.Recording.say;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Value;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is recorded of statements and their answers. */
class StatementsTest {
    @TempDir
    Path directory;

    private Recording recording;
    private String h2;

    @BeforeEach
    void start() throws Exception {
        recording = new Recording(directory, JdbcOptions.standard());
        h2 = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }

    private Connection table(String url) throws SQLException {
        Connection connection = recording.connect(url, "s");
        connection.setAutoCommit(true);
        say(connection, "CREATE TABLE t (k INTEGER PRIMARY KEY, v VARCHAR(20))");
        say(connection, "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, NULL)");
        connection.setAutoCommit(false);
        return connection;
    }

    private List<String> afterSetup() throws Exception {
        List<String> all = lines(recording.history(), "s");
        return all.subList(2, all.size());
    }

    /** Whoever reads the trace takes lines of at most 64 MiB. */
    @Test
    void aResultThatIsTooLongForALineIsCut() throws Exception {
        try (Connection connection = recording.connect(h2, "s");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT x, repeat('a', 4000) FROM system_range(1, 18000)")) {
            int count = 0;
            while (rows.next()) {
                count++;
            }
            assertThat(count).isEqualTo(18_000);
        }
        Content.Live answer = (Content.Live)
                recording.history().transaction(0).operations().get(0).content();
        SqlResult.Rows told =
                (SqlResult.Rows) SqlResult.of(answer.value()).orElseThrow().get(0);
        assertThat(told.rows()).hasSizeBetween(7_000, 9_000);
        assertThat(told.complete()).isFalse();
    }

    @Test
    void rowsAsFarAsTheyAreRead() throws Exception {
        try (Connection connection = table(h2);
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("SELECT k, v FROM t ORDER BY k")) {
                while (rows.next()) {
                    assertThat(rows.getInt(1)).isPositive();
                }
            }
            try (ResultSet rows = statement.executeQuery("SELECT k FROM t ORDER BY k")) {
                rows.next();
            }
            ResultSet unread = statement.executeQuery("SELECT v FROM t");
            connection.commit();
            assertThat(unread.getStatement()).isSameAs(statement);
        }
        assertThat(afterSetup())
                .containsExactly("SELECT k, v FROM t ORDER BY k -> [[1, a], [2, b], [3, null]]; "
                        + "SELECT k FROM t ORDER BY k -> [[1]]...; SELECT v FROM t -> []...: committed");
    }

    /** Our own reading of a row does not show. */
    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:mem:", "jdbc:hsqldb:mem:x", "jdbc:sqlite::memory:"})
    void wasNullIsOfWhatTheApplicationRead(String url) throws Exception {
        try (Connection bare = java.sql.DriverManager.getConnection(url);
                Connection recorded = recording.connect(url, "s")) {
            String[] answers = new String[2];
            Connection[] both = {bare, recorded};
            for (int i = 0; i < 2; i++) {
                StringBuilder seen = new StringBuilder();
                try (Statement statement = both[i].createStatement();
                        ResultSet rows = statement.executeQuery(
                                "SELECT CAST(NULL AS INTEGER) AS a, 1 AS b UNION ALL SELECT 2, CAST(NULL AS INTEGER)")) {
                    while (rows.next()) {
                        rows.getInt(1);
                        seen.append(rows.wasNull());
                        rows.getString(2);
                        seen.append(rows.wasNull());
                        rows.getInt("a");
                    }
                } catch (SQLException e) {
                    seen.append(e.getClass());
                }
                answers[i] = seen.toString();
            }
            assertThat(answers[1]).isEqualTo(answers[0]);
        }
    }

    @Test
    void parametersKeepTheirTypes() throws Exception {
        byte[] large = new byte[10_000];
        try (Connection connection = recording.connect(h2, "s");
                PreparedStatement statement = connection.prepareStatement("SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?")) {
            statement.setLong(1, 7);
            statement.setBigDecimal(2, new BigDecimal("1.50"));
            statement.setString(3, "x");
            statement.setNull(4, Types.INTEGER);
            statement.setBytes(5, new byte[] {1, 2});
            statement.setDouble(6, 0.5);
            statement.setTimestamp(7, Timestamp.valueOf("2024-02-03 04:05:06"));
            statement.setBoolean(8, true);
            statement.setBinaryStream(9, new ByteArrayInputStream(large));
            statement.executeQuery().close();
        }
        List<Value> parameters =
                recording.history().transaction(0).operations().get(0).parameters();
        assertThat(parameters.subList(0, 8).toString())
                .isEqualTo("[7, 1.50, x, null, x'0102', [text,double,\"0.5\"],"
                        + " [text,timestamp,\"2024-02-03 04:05:06\"], true]");
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(large);
        assertThat(parameters.get(8))
                .isEqualTo(Value.list(Value.of("digest"), Value.of("sha-256"), Value.of(digest), Value.of(10_000)));
    }

    @Test
    void cellsKeepTheirTypes() throws Exception {
        try (Connection connection = recording.connect(h2, "s");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT CAST(5 AS BIGINT), CAST(5 AS NUMERIC(5,2)),"
                        + " CAST(5 AS NUMERIC(5)), CAST(0.5 AS DOUBLE PRECISION), TRUE, X'0102', DATE '2024-02-03',"
                        + " TIMESTAMP '2024-02-03 04:05:06', CAST('abc' AS CLOB), CAST(NULL AS BOOLEAN),"
                        + " CAST('00000000-0000-0000-0000-000000000001' AS UUID)")) {
            rows.next();
            rows.getString(9);
        }
        assertThat(lines(recording.history(), "s").get(0))
                .endsWith(" -> [[5, 5.00, 5, [text,double,\"0.5\"], true, x'0102', [text,date,\"2024-02-03\"],"
                        + " [text,timestamp,\"2024-02-03 04:05:06\"], abc, null,"
                        + " [text,uuid,\"00000000-0000-0000-0000-000000000001\"]]]...: committed");
    }

    @Test
    void keysFollowTheirCount() throws Exception {
        try (Connection connection = recording.connect(h2, "s")) {
            say(connection, "CREATE TABLE g (id INT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v INT)");
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO g (v) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
                insert.setInt(1, 5);
                assertThat(insert.executeUpdate()).isEqualTo(1);
                try (ResultSet keys = insert.getGeneratedKeys()) {
                    assertThat(keys.next()).isTrue();
                    assertThat(keys.getInt(1)).isEqualTo(1);
                }
            }
        }
        assertThat(lines(recording.history(), "s").get(1))
                .isEqualTo("INSERT INTO g (v) VALUES (?) [5] -> 1 keys [[1]]: committed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "sqlite"})
    void batchesAreRecordedPartByPart(String engine) throws Exception {
        try (Connection connection = table(engine.equals("h2") ? h2 : "jdbc:sqlite::memory:");
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)");
                Statement plain = connection.createStatement()) {
            for (int k : new int[] {10, 11}) {
                insert.setInt(1, k);
                insert.setString(2, "x");
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).containsExactly(1, 1);
            plain.addBatch("UPDATE t SET v = 'y' WHERE k > 9");
            plain.addBatch("DELETE FROM t WHERE k = 11");
            plain.executeBatch();
            connection.commit();
            insert.setInt(1, 12);
            insert.addBatch();
            insert.setInt(1, 1);
            insert.addBatch();
            assertThatThrownBy(insert::executeBatch).isInstanceOf(SQLException.class);
            connection.rollback();
        }
        List<String> lines = afterSetup();
        assertThat(lines.get(0))
                .isEqualTo("INSERT INTO t VALUES (?, ?) [10, x] -> 1; INSERT INTO t VALUES (?, ?) [11, x] -> 1; "
                        + "UPDATE t SET v = 'y' WHERE k > 9 -> 2; DELETE FROM t WHERE k = 11 -> 1: committed");
        assertThat(lines.get(1))
                .startsWith("INSERT INTO t VALUES (?, ?) [12, x] -> ")
                .endsWith("INSERT INTO t VALUES (?, ?) [1, x] -> ?: aborted");
    }

    @Test
    void resultsThatGoBackAndForthAreRecordedOnce() throws Exception {
        try (Connection connection = table(h2);
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
            try (ResultSet rows = statement.executeQuery("SELECT k FROM t ORDER BY k")) {
                rows.last();
                rows.previous();
                rows.absolute(1);
                rows.next();
                rows.last();
            }
            try (ResultSet rows = statement.executeQuery("SELECT k FROM t ORDER BY k DESC")) {
                rows.absolute(2);
                rows.next();
                rows.next();
            }
            connection.commit();
        }
        assertThat(afterSetup())
                .containsExactly("SELECT k FROM t ORDER BY k -> [[1], [2], [3]]; "
                        + "SELECT k FROM t ORDER BY k DESC -> [[2], [1]]...: committed");
    }

    @Test
    void rowsThatAreWrittenThroughResultsAreStatements() throws Exception {
        try (Connection connection = table(h2);
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE)) {
            try (ResultSet rows = statement.executeQuery("SELECT k, v FROM t ORDER BY k")) {
                rows.next();
                rows.updateString(2, "z");
                rows.updateRow();
                rows.next();
                rows.deleteRow();
            }
            connection.commit();
        }
        assertThat(afterSetup())
                .containsExactly("SELECT k, v FROM t ORDER BY k -> [[1, a], [2, b]]...; "
                        + "UPDATE CURRENT ROW OF SELECT k, v FROM t ORDER BY k -> 1; "
                        + "DELETE CURRENT ROW OF SELECT k, v FROM t ORDER BY k -> 1: committed");
    }

    @Test
    void theEndIsNotSeenWhereTheApplicationWantedNoMoreRows() throws Exception {
        try (Connection connection = table(h2);
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(2);
            try (ResultSet rows = statement.executeQuery("SELECT k FROM t ORDER BY k")) {
                while (rows.next()) {}
            }
            connection.commit();
        }
        assertThat(afterSetup()).containsExactly("SELECT k FROM t ORDER BY k -> [[1], [2]]...: committed");
    }

    @Test
    void tablesAreTold() throws Exception {
        try (Connection connection = recording.connect(h2, "s")) {
            say(
                    connection,
                    "CREATE TABLE p (k INT PRIMARY KEY, twice INT GENERATED ALWAYS AS (k * 2), at TIMESTAMP)",
                    "CREATE TABLE c (k INT PRIMARY KEY, p INT REFERENCES p ON DELETE CASCADE, a INT, b INT, UNIQUE (a, b))");
        }
        History history = recording.history();
        assertThat(history.about()).containsKeys("engine", "version", "schema", "driver");
        Map<String, SqlTable> tables =
                SqlTable.of(history.about()).stream().collect(Collectors.toMap(SqlTable::name, table -> table));
        SqlTable p = tables.get("PUBLIC.P");
        assertThat(p.uniques()).isEmpty();
        assertThat(tables.get("PUBLIC.C").uniques()).containsExactly(List.of("A", "B"));
        assertThat(p.key()).containsExactly("K");
        assertThat(p.cascades()).containsExactly("PUBLIC.C");
        assertThat(p.triggers()).isFalse();
        assertThat(p.columns().stream().filter(SqlTable.Column::computed).map(SqlTable.Column::name))
                .containsExactly("TWICE");
    }

    @Test
    void procedures() throws Exception {
        try (Connection connection = recording.connect(h2, "s")) {
            say(connection, "CREATE ALIAS twice FOR \"java.lang.Math.abs(int)\"");
            try (CallableStatement call = connection.prepareCall("{call twice(?)}")) {
                call.setInt(1, -4);
                try (ResultSet rows = call.executeQuery()) {
                    rows.next();
                    assertThat(rows.getInt(1)).isEqualTo(4);
                }
            }
        }
        assertThat(lines(recording.history(), "s").get(1)).isEqualTo("{call twice(?)} [-4] -> [[4]]...: committed");
    }
}
