package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.SqlTable;
import io.bateleur.sql.lift.Lift;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL documents that a command at READ COMMITTED passes over a row which was deleted while it waited: that is no violation. */
class PassedOverTest {
    @TempDir
    Path directory;

    @Test
    void aRowThatWasDeletedAndInsertedAgain() throws Exception {
        try (RecordedServer server = RecordedServer.start("postgres", Map.of(), directory)) {
            server.execute("CREATE TABLE t (k INT PRIMARY KEY, v INT)", "INSERT INTO t VALUES (1, 1)");
            try (Connection writer = server.recorded("writer");
                    Connection reader = server.recorded("reader")) {
                writer.setAutoCommit(false);
                say(writer, "DELETE FROM t WHERE k = 1", "INSERT INTO t VALUES (1, 2)");
                CompletableFuture<Integer> found = CompletableFuture.supplyAsync(() -> count(reader));
                while (!server.ask("SELECT count(*) FROM pg_locks WHERE NOT granted")
                        .equals("1")) {
                    Thread.sleep(5);
                }
                writer.commit();
                assertThat(found.get()).isZero();
                assertThat(count(reader)).isEqualTo(1);
            }
            History history = server.history();
            History lifted = Lift.lift(history, SqlTable.of(history.about())).history();
            assertThat(new Checker().check(lifted, Level.recorded(history).orElseThrow(), Budget.unlimited()))
                    .isInstanceOf(Verdict.Holds.class);
        }
    }

    private static int count(Connection connection) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM t FOR UPDATE")) {
            int count = 0;
            while (rows.next()) {
                count++;
            }
            return count;
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    private static void say(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }
}
