package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Traces;
import io.bateleur.recorder.FileSink;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceHeader;
import io.bateleur.recorder.jdbc.JdbcOptions;
import io.bateleur.recorder.jdbc.JdbcRecording;
import io.bateleur.sql.lift.Lift;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** At REPEATABLE READ, H2 takes the snapshot of a table when a transaction first uses it: of two tables, one may be newer. */
class TableSnapshotsTest {
    @TempDir
    Path directory;

    @Test
    void theSecondTableIsNewer() throws Exception {
        assertThat(check("REPEATABLE READ", 1)).isInstanceOfSatisfying(Verdict.Violated.class, violated -> assertThat(
                        tables(violated.why().part()))
                .containsExactly("PUBLIC.P", "PUBLIC.Q"));
    }

    @Test
    void atSnapshotItIsNot() throws Exception {
        assertThat(check("SNAPSHOT", 0)).isInstanceOf(Verdict.Holds.class);
    }

    /** The tables whose cells a lifted history has. */
    static Set<String> tables(History lifted) {
        Set<String> tables = new TreeSet<>();
        for (Transaction transaction : lifted.transactions()) {
            for (Operation each : transaction.operations()) {
                if (each.kind().isRangeRead()) {
                    each.items().stream().map(Item::key).forEach(key -> tables.add(table(key)));
                } else {
                    tables.add(table(each.key()));
                }
            }
        }
        return tables;
    }

    private static String table(Value cell) {
        return ((Value.Text) ((Value.Elements) cell).value().get(0)).value();
    }

    private Verdict check(String level, int second) throws Exception {
        String url = "jdbc:h2:mem:tables" + second + ";OPTIMIZE_REUSE_RESULTS=0";
        Path trace = directory.resolve("tables.jsonl");
        try (Recorder recorder = new Recorder(
                        new FileSink(trace),
                        new TraceHeader(InitialState.UNKNOWN, false, Map.of()),
                        Patience.forEver());
                Connection bare = DriverManager.getConnection(url);
                Connection other = DriverManager.getConnection(url)) {
            JdbcRecording recording = new JdbcRecording(recorder, JdbcOptions.standard());
            Connection writer = recording.connection(other, Value.of("writer"));
            say(bare, "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL " + level);
            Connection reader = recording.connection(bare, Value.of("reader"));
            for (String table : new String[] {"p", "q"}) {
                say(writer, "CREATE TABLE " + table + " (k INT PRIMARY KEY, v INT)");
                say(writer, "INSERT INTO " + table + " VALUES (1, 0)");
            }
            reader.setAutoCommit(false);
            writer.setAutoCommit(false);
            assertThat(read(reader, "p")).isZero();
            say(writer, "UPDATE p SET v = 1 WHERE k = 1");
            say(writer, "UPDATE q SET v = 1 WHERE k = 1");
            writer.commit();
            assertThat(read(reader, "q")).isEqualTo(second);
            reader.commit();
        }
        History recorded = Traces.read(trace).history();
        History lifted = Lift.lift(recorded, SqlTable.of(recorded.about())).history();
        return new Checker().check(lifted, Level.SNAPSHOT_ISOLATION, Budget.unlimited());
    }

    private static int read(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT k, v FROM " + table + " WHERE k = 1")) {
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
