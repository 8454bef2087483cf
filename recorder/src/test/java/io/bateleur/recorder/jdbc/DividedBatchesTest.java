package io.bateleur.recorder.jdbc;

import static io.bateleur.recorder.jdbc.Recording.say;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches that begin and end transactions: told as what they are where that is known, and as unknown where not. */
class DividedBatchesTest {
    @TempDir
    Path directory;

    private Recording recording;
    private String h2;

    @BeforeEach
    void start() throws Exception {
        recording = new Recording(directory, JdbcOptions.standard());
        h2 = Recording.h2WithOneRow();
    }

    private static void batch(Connection connection, String... parts) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : parts) {
                statement.addBatch(each);
            }
            statement.executeBatch();
        }
    }

    private List<String> lines() throws Exception {
        return Recording.lines(recording.history(), "s");
    }

    @Test
    void whatEndsWithItsBatchIsTold() throws Exception {
        try (Connection connection = recording.connect(h2, "s")) {
            connection.setAutoCommit(false);
            batch(connection, "UPDATE t SET v = 1", "COMMIT");
            batch(connection, "UPDATE t SET v = 2", "ROLLBACK");
            connection.setAutoCommit(true);
            batch(connection, "BEGIN", "UPDATE t SET v = 3", "COMMIT");
            batch(connection, "BEGIN", "UPDATE t SET v = 4");
            say(connection, "ROLLBACK");
        }
        assertThat(lines())
                .containsExactly(
                        "UPDATE t SET v = 1 -> ?: committed",
                        "UPDATE t SET v = 2 -> 1: aborted",
                        "UPDATE t SET v = 3 -> ?: committed",
                        "UPDATE t SET v = 4 -> 1: aborted");
    }

    @Test
    void whatEndsInTheMidstIsOneTextThatNobodyKnows() throws Exception {
        try (Connection connection = recording.connect(h2, "s")) {
            connection.setAutoCommit(false);
            say(connection, "UPDATE t SET v = 1");
            batch(connection, "UPDATE t SET v = 2", "COMMIT", "UPDATE t SET v = 3 -- and");
            connection.rollback();
            say(connection, "UPDATE t SET v = 4");
            connection.commit();
        }
        assertThat(lines())
                .containsExactly(
                        "UPDATE t SET v = 1 -> 1; BATCH OF 3\n;\nUPDATE t SET v = 2\n;\nCOMMIT\n;\nUPDATE t SET v = 3 -- and -> 1 0 1: unknown",
                        "UPDATE t SET v = 4 -> 1: committed");
    }

    /** What came before the part that failed is done, and drivers differ in what follows it. */
    @Test
    void whatFailsInTheMidstIsUnknown() throws Exception {
        try (Connection connection = recording.connect(h2, "s")) {
            assertThatThrownBy(() -> batch(connection, "BEGIN", "UPDATE t SET v = 1", "SELECT nothing", "COMMIT"))
                    .isInstanceOf(SQLException.class);
        }
        assertThat(lines().subList(0, 2)).allMatch(line -> line.endsWith(": unknown"));
    }

    /** A table may be called as what procedures are called elsewhere. */
    @Test
    void severalStatementsOnATableCalledEvent() throws Exception {
        try (Connection connection = recording.connect(h2, "s")) {
            say(connection, "CREATE TABLE event (k INT)");
            connection.setAutoCommit(false);
            say(connection, "INSERT INTO event VALUES (1); COMMIT");
            connection.rollback();
        }
        assertThat(lines()).last().asString().endsWith(": unknown");
    }

    /** Outside of a transaction a savepoint of SQLite begins one, and its release commits. */
    @Test
    void savepointsOfSqliteBeginTransactions() throws Exception {
        String url = "jdbc:sqlite:" + directory.resolve("db");
        try (Connection connection = recording.connect(url, "s")) {
            say(connection, "CREATE TABLE t (k INTEGER PRIMARY KEY)");
            say(connection, "SAVEPOINT a", "INSERT INTO t VALUES (1)", "RELEASE a", "SAVEPOINT b");
            say(connection, "INSERT INTO t VALUES (2)", "ROLLBACK");
        }
        assertThat(lines().subList(2, 5))
                .containsExactly(
                        "INSERT INTO t VALUES (1) -> 1; RELEASE a -> 1: committed",
                        "SAVEPOINT b -> 1: committed",
                        "INSERT INTO t VALUES (2) -> 1: aborted");
    }

    /** A kill between the sending of a text and its answer leaves a trace that shows what others may have read. */
    @Test
    void aTextThatMayCommitIsToldBeforeItIsSent() throws Exception {
        try (Connection connection = recording.connect(h2, "s")) {
            connection.setAutoCommit(false);
            say(connection, "UPDATE t SET v = 1; COMMIT");
            connection.rollback();
        }
        String text = recording.text();
        assertThat(text.indexOf("UPDATE t SET v = 1; COMMIT"))
                .isPositive()
                .isLessThan(text.indexOf("\"e\":\"answer\""));
    }
}
