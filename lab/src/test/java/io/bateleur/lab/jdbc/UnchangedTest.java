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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * InnoDB makes no version of a row that is set to what it holds, so that a transaction with an older snapshot goes on seeing what it held
 * before: that is no violation of what MariaDB promises of REPEATABLE READ.
 */
class UnchangedTest {
    @TempDir
    Path directory;

    @Test
    void aRowThatIsSetToWhatItHolds() throws Exception {
        run("UPDATE t SET v = 2 WHERE k = 1");
    }

    @Test
    void anUpsertOfWhatIsThere() throws Exception {
        run("INSERT INTO t VALUES (1, 2) ON DUPLICATE KEY UPDATE v = 2");
    }

    @Test
    void aRowThatIsReplacedByTheSame() throws Exception {
        run("REPLACE INTO t VALUES (1, 2)");
    }

    private void run(String unchanged) throws Exception {
        try (RecordedServer server = RecordedServer.start("mariadb", Map.of(), directory)) {
            try (Connection writer = server.recorded("writer");
                    Connection reader = server.recorded("reader")) {
                say(writer, "CREATE TABLE t (k INT PRIMARY KEY, v INT) ENGINE=InnoDB");
                say(writer, "INSERT INTO t VALUES (1, 1)");
                reader.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                reader.setAutoCommit(false);
                assertThat(read(reader)).isEqualTo(1);
                say(writer, "UPDATE t SET v = 2 WHERE k = 1");
                say(reader, unchanged);
                assertThat(read(reader)).isEqualTo(1);
                reader.commit();
                assertThat(read(reader)).isEqualTo(2);
                reader.commit();
            }
            History history = server.history();
            History lifted = Lift.lift(history, SqlTable.of(history.about())).history();
            assertThat(new Checker().check(lifted, Level.recorded(history).orElseThrow(), Budget.unlimited()))
                    .isInstanceOf(Verdict.Holds.class);
        }
    }

    private static int read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT k, v FROM t WHERE k = 1")) {
            rows.next();
            int seen = rows.getInt(2);
            return rows.next() ? -1 : seen;
        }
    }

    private static void say(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
