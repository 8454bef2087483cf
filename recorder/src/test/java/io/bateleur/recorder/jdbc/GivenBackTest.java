package io.bateleur.recorder.jdbc;

import static io.bateleur.recorder.jdbc.Recording.say;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes back beside rows and counts: out parameters, and the generated keys of batches. */
class GivenBackTest {
    @TempDir
    Path directory;

    @Test
    void outParameters() throws Exception {
        Recording recording = new Recording(directory, JdbcOptions.standard().withHidden(List.of("secret")));
        try (Connection connection = recording.connect("jdbc:hsqldb:mem:out", "s")) {
            say(
                    connection,
                    "CREATE PROCEDURE p (IN a INT, OUT b INT, OUT c VARCHAR(9), OUT secret INT)"
                            + " BEGIN ATOMIC SET b = a + 1; SET c = NULL; SET secret = 5; END");
            try (CallableStatement call = connection.prepareCall("{call p(?, ?, ?, ?)}")) {
                call.setInt(1, 4);
                call.registerOutParameter(2, Types.INTEGER);
                call.registerOutParameter(3, Types.VARCHAR);
                call.registerOutParameter(4, Types.INTEGER);
                call.execute();
                assertThat(call.getInt(2)).isEqualTo(5);
                assertThat(call.getString(3)).isNull();
                assertThat(call.getInt("SECRET")).isEqualTo(5);
            }
        }
        assertThat(Recording.lines(recording.history(), "s"))
                .last()
                .asString()
                .contains("{call p(?, ?, ?, ?)} [4")
                .contains("[[5, null, [hidden]]]...")
                .endsWith(": committed");
    }

    private static final String INSERT = "INSERT INTO t (v) VALUES (?)";

    private static void insert(Connection connection, int read) throws Exception {
        try (PreparedStatement insert = connection.prepareStatement(INSERT, Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 1; i <= 2; i++) {
                insert.setInt(1, i);
                insert.addBatch();
            }
            insert.executeBatch();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                for (int i = 0; i < read; i++) {
                    keys.next();
                }
            }
        }
    }

    @Test
    void generatedKeysOfBatches() throws Exception {
        Recording recording = new Recording(directory, JdbcOptions.standard());
        try (Connection connection = recording.connect("jdbc:h2:mem:", "s")) {
            say(connection, "CREATE TABLE t (k INT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v INT)");
            insert(connection, 3);
            insert(connection, 1); // whose they are is certain only when all are there
            connection.setAutoCommit(false);
            insert(connection, 3);
            connection.commit();
        }
        List<String> lines = Recording.lines(recording.history(), "s");
        assertThat(lines.subList(1, lines.size()))
                .containsExactly(
                        INSERT + " [1] -> 1 keys [[1]]: committed",
                        INSERT + " [2] -> 1 keys [[2]]: committed",
                        INSERT + " [1] -> 1 keys []: committed",
                        INSERT + " [2] -> 1 keys []: committed",
                        INSERT + " [1] -> 1 keys [[5]]; " + INSERT + " [2] -> 1 keys [[6]]: committed");
    }
}
