package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.mirror.Verifier;
import io.bateleur.core.mirror.VerifierSettings;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.BrokenMechanism;
import io.bateleur.core.trace.HistoryEvents;
import io.bateleur.sql.lift.Lift;
import io.bateleur.sql.lift.LiftedStream;
import io.bateleur.sql.lift.LiveLift;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL at REPEATABLE READ: a row that somebody deletes and who still sees it inserts again is there twice. */
class DuplicateRowTest {
    @TempDir
    Path directory;

    @Test
    void aKeyWithTwoRowsIsCalledThat() throws Exception {
        for (String order : new String[] {"ASC", "DESC"}) {
            History recorded = recorded(order);
            Verdict verdict = new Checker()
                    .check(
                            Lift.lift(recorded, Optional.empty()).history(),
                            Level.of("snapshot-isolation").orElseThrow(),
                            Budget.unlimited());
            assertThat(verdict).as(order).isInstanceOfSatisfying(Verdict.Violated.class, violated -> assertThat(
                            violated.why().toString())
                    .contains("duplicate-row")
                    .doesNotContain("own write ignored"));

            Verifier verifier = new Verifier(VerifierSettings.of("trace"));
            LiftedStream stream = new LiveLift(Optional.empty()).stream(verifier.stream(""));
            HistoryEvents.pass(recorded, stream);
            stream.end();
            verifier.finish();
            assertThat(verifier.findings().stream().map(BrokenMechanism::title).map(title -> title.name()))
                    .as(order)
                    .contains("duplicate-row")
                    .doesNotContain("internal");
        }
    }

    private History recorded(String order) throws Exception {
        try (RecordedServer server =
                RecordedServer.start("postgres", Map.of(), Files.createDirectory(directory.resolve(order)))) {
            server.execute("CREATE TABLE t (k INT PRIMARY KEY, v INT)", "INSERT INTO t VALUES (10, 1)");
            try (Connection a = server.recorded("a");
                    Connection b = server.recorded("b")) {
                a.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                a.setAutoCommit(false);
                read(a, "SELECT k, v FROM t");
                try (Statement statement = b.createStatement()) {
                    statement.execute("DELETE FROM t WHERE k = 10");
                }
                try (Statement statement = a.createStatement()) {
                    statement.execute("INSERT INTO t VALUES (10, 2)");
                }
                assertThat(read(a, "SELECT k, v FROM t ORDER BY v " + order)).isEqualTo(2);
                a.commit();
            }
            return server.history();
        }
    }

    private static int read(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            int count = 0;
            while (rows.next()) {
                rows.getInt(2);
                count++;
            }
            return count;
        }
    }
}
