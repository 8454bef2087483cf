package io.bateleur.recorder.jdbc;

import static io.bateleur.recorder.jdbc.Recording.say;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.model.History;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where transactions begin and end, and how. */
class TransactionsTest {
    @TempDir
    Path directory;

    private Recording recording;
    private String h2;

    @BeforeEach
    void start() throws Exception {
        recording = new Recording(directory, JdbcOptions.standard());
        h2 = Recording.h2WithOneRow();
    }

    private List<String> lines() throws Exception {
        return Recording.lines(recording.history(), "s");
    }

    @Test
    void withAutoCommitEachStatementIsOne() throws Exception {
        try (Connection connection = recording.connect(h2, "s");
                Statement outer = connection.createStatement();
                ResultSet rows = outer.executeQuery("SELECT k FROM t")) {
            rows.next();
            say(connection, "UPDATE t SET v = 1 WHERE k = 1");
            assertThatThrownBy(() -> say(connection, "INSERT INTO t VALUES (1, 1)"))
                    .isInstanceOf(SQLException.class);
            assertThat(rows.next()).isFalse();
        }
        assertThat(lines())
                .containsExactly(
                        "SELECT k FROM t -> [[1]]: committed",
                        "UPDATE t SET v = 1 WHERE k = 1 -> 1: committed",
                        "INSERT INTO t VALUES (1, 1) -> error 23505: aborted");
    }

    @Test
    void callsOfTheConnectionEndThem() throws Exception {
        try (Connection connection = recording.connect(h2, "s")) {
            connection.setAutoCommit(false);
            say(connection, "UPDATE t SET v = 1");
            connection.commit();
            connection.commit();
            say(connection, "UPDATE t SET v = 2");
            connection.rollback();
            say(connection, "UPDATE t SET v = 3");
            connection.setAutoCommit(true);
            connection.setAutoCommit(false);
            say(connection, "UPDATE t SET v = 4");
        }
        assertThat(lines())
                .containsExactly(
                        "UPDATE t SET v = 1 -> 1: committed",
                        "UPDATE t SET v = 2 -> 1: aborted",
                        "UPDATE t SET v = 3 -> 1: committed",
                        "UPDATE t SET v = 4 -> 1: aborted");
    }

    @Test
    void statementsEndThem() throws Exception {
        try (Connection connection = recording.connect(h2, "s")) {
            say(connection, "/* now */ BEGIN", "UPDATE t SET v = 1", "-- done\nCOMMIT", "UPDATE t SET v = 2");
            connection.setAutoCommit(false);
            say(connection, "UPDATE t SET v = 3", "CREATE TABLE u (k INT)", "UPDATE t SET v = 4", "ROLLBACK");
        }
        assertThat(lines())
                .containsExactly(
                        "UPDATE t SET v = 1 -> 1: committed",
                        "UPDATE t SET v = 2 -> 1: committed",
                        "UPDATE t SET v = 3 -> 1; CREATE TABLE u (k INT) -> 0: committed",
                        "UPDATE t SET v = 4 -> 1: aborted");
    }

    @Test
    void severalStatementsInOneTextEndNobodyKnowsHow() throws Exception {
        try (Connection connection = recording.connect(h2, "s")) {
            connection.setAutoCommit(false);
            say(connection, "UPDATE t SET v = 1; COMMIT; UPDATE t SET v = 2");
            say(connection, "UPDATE t SET v = 3");
            connection.rollback();
            connection.setAutoCommit(true);
            assertThatThrownBy(() -> say(connection, "UPDATE t SET v = 4; INSERT INTO t VALUES (1, 1)"))
                    .isInstanceOf(SQLException.class);
        }
        List<String> lines = lines();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).endsWith(": unknown");
        assertThat(lines.get(1)).isEqualTo("UPDATE t SET v = 3 -> 1: aborted");
        assertThat(lines.get(2)).endsWith(": unknown");
    }

    @Test
    void savepointsAreStatements() throws Exception {
        try (Connection connection = recording.connect(h2, "s")) {
            connection.setAutoCommit(false);
            Savepoint named = connection.setSavepoint("a");
            say(connection, "UPDATE t SET v = 1");
            connection.rollback(named);
            connection.releaseSavepoint(named);
            Savepoint unnamed = connection.setSavepoint();
            connection.rollback(unnamed);
            connection.commit();
        }
        assertThat(lines())
                .containsExactly(
                        "SAVEPOINT a -> ; UPDATE t SET v = 1 -> 1; ROLLBACK TO SAVEPOINT a -> ; "
                                + "RELEASE SAVEPOINT a -> ; SAVEPOINT unnamed1 -> ; ROLLBACK TO SAVEPOINT unnamed1 -> : committed");
    }

    @Test
    void levelsAreThoseOfTheServer() throws Exception {
        try (Connection connection = recording.connect(h2, "s")) {
            say(connection, "SELECT 1");
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            say(connection, "SELECT 2");
            say(connection, "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            connection.setAutoCommit(false);
            say(connection, "SELECT 3");
        }
        assertThat(recording.history().transactions().stream()
                        .map(txn -> txn.level().orElse("?")))
                .containsExactly("READ COMMITTED", "SERIALIZABLE", "SERIALIZABLE", "REPEATABLE READ");
    }

    @Test
    void aBusyCommitOfSqliteGoesOn() throws Exception {
        String url = "jdbc:sqlite:" + directory.resolve("db");
        try (Connection other = java.sql.DriverManager.getConnection(url)) {
            say(other, "CREATE TABLE t (k INTEGER PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            try (Connection connection = recording.connect(url, "s")) {
                connection.setAutoCommit(false);
                say(connection, "PRAGMA busy_timeout = 1", "INSERT INTO t VALUES (2)");
                try (Statement reading = other.createStatement();
                        ResultSet rows = reading.executeQuery("SELECT k FROM t")) {
                    assertThat(rows.next()).isTrue();
                    assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
                }
                connection.commit();
            }
        }
        assertThat(lines()).last().asString().endsWith("INSERT INTO t VALUES (2) -> 1: committed");
    }

    @Test
    void manySessionsAtOnce() throws Exception {
        int sessions = 8;
        List<CompletableFuture<Void>> all = java.util.stream.IntStream.range(0, sessions)
                .mapToObj(number -> CompletableFuture.runAsync(() -> work(number)))
                .toList();
        all.forEach(CompletableFuture::join);
        History history = recording.history();
        assertThat(history.sessionCount()).isEqualTo(sessions);
        for (int number = 0; number < sessions; number++) {
            assertThat(Recording.lines(history, "s" + number))
                    .hasSize(50)
                    .allMatch(line -> line.endsWith(": committed"));
        }
    }

    private void work(int number) {
        try (Connection connection = recording.connect(h2, "s" + number)) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)");
                    PreparedStatement select = connection.prepareStatement("SELECT v FROM t WHERE k = ?")) {
                for (int i = 0; i < 50; i++) {
                    int key = 1000 * (number + 1) + i;
                    insert.setInt(1, key);
                    insert.setInt(2, i);
                    insert.executeUpdate();
                    select.setInt(1, key);
                    try (ResultSet rows = select.executeQuery()) {
                        assertThat(rows.next()).isTrue();
                        assertThat(rows.getInt(1)).isEqualTo(i);
                    }
                    connection.commit();
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
