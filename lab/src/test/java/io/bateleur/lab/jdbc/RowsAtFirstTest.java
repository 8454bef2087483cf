package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Traces;
import io.bateleur.lab.server.Server;
import io.bateleur.recorder.FileSink;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceHeader;
import io.bateleur.recorder.jdbc.JdbcOptions;
import io.bateleur.recorder.jdbc.JdbcRecording;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of tables before the first recorded statement. */
class RowsAtFirstTest {
    @TempDir
    Path directory;

    private History record(HostileRun.Opens opens, int rows, boolean autoCommit) throws Exception {
        Path trace = directory.resolve("rows.jsonl");
        try (Connection bare = opens.open()) {
            Trial.run(
                    bare,
                    "CREATE TABLE few (id int PRIMARY KEY, v varchar(9), n numeric(5,2))",
                    "CREATE TABLE many (id int)",
                    "CREATE TABLE none (id int)",
                    "INSERT INTO few VALUES (1, 'one', 1.5), (2, NULL, -2)",
                    "INSERT INTO many VALUES (1), (2), (3), (4)");
        }
        TraceHeader header = new TraceHeader(InitialState.UNKNOWN, false, Map.of());
        try (Recorder recorder = new Recorder(new FileSink(trace), header, Patience.forEver());
                Connection keeper = opens.open()) {
            JdbcRecording recording =
                    new JdbcRecording(recorder, JdbcOptions.standard().withInitialRows(rows));
            Connection idle = opens.open();
            Connection real = opens.open();
            real.setAutoCommit(autoCommit);
            Connection first = recording.connection(real, Value.of("first"));
            Connection second = recording.connection(idle, Value.of("second"));
            Trial.run(keeper, "INSERT INTO few VALUES (3, 'late', 3)"); // before the first recorded statement
            int level = real.getTransactionIsolation();
            Trial.run(first, "UPDATE few SET v = 'changed' WHERE id = 1");
            if (!autoCommit) {
                first.commit();
            }
            assertThat(real.getTransactionIsolation()).isEqualTo(level);
            assertThat(real.getAutoCommit()).isEqualTo(autoCommit);
            Trial.run(second, "DELETE FROM few WHERE id = 2");
            first.close();
            second.close();
        }
        return Traces.read(trace).history();
    }

    private static Map<String, String> rows(History history) {
        return history.initialRows().stream()
                .collect(Collectors.toMap(
                        rows -> rows.table()
                                .substring(rows.table().lastIndexOf('.') + 1)
                                .toLowerCase(Locale.ROOT),
                        rows -> rows.rows() + (rows.complete() ? "" : "...")));
    }

    private static void areTold(History history) {
        assertThat(history.about().get("rows at first not told")).isNull();
        assertThat(rows(history))
                .containsEntry("few", "[[1, one, 1.50], [2, null, -2.00], [3, late, 3.00]]")
                .containsEntry("none", "[]")
                .doesNotContainKey("many");
    }

    @Test
    void postgres() throws Exception {
        try (Server server = Hosts.postgres()) {
            HostileRun.Opens opens = () -> DriverManager.getConnection(server.jdbcUrl(), server.login());
            areTold(record(opens, 3, false));
        }
    }

    @Test
    void mariaDb() throws Exception {
        try (Server server = Hosts.mariadb()) {
            HostileRun.Opens opens = () -> DriverManager.getConnection(server.jdbcUrl(), server.login());
            areTold(record(opens, 3, false));
        }
    }

    @Test
    void h2() throws Exception {
        HostileRun.Opens opens = () -> DriverManager.getConnection("jdbc:h2:mem:first;DB_CLOSE_DELAY=-1");
        areTold(record(opens, 3, true));
        assertThat(record(() -> DriverManager.getConnection("jdbc:h2:mem:off;DB_CLOSE_DELAY=-1"), 3, false)
                        .about())
                .containsKey("rows at first not told");
        History none = record(() -> DriverManager.getConnection("jdbc:h2:mem:none;DB_CLOSE_DELAY=-1"), 0, true);
        assertThat(none.initialRows()).isEmpty();
    }

    @Test
    void sqlite() throws Exception {
        HostileRun.Opens opens = Hosts.sqlite(directory.resolve("first.sqlite"));
        History all = record(opens, JdbcOptions.ALL_ROWS, true);
        assertThat(rows(all)).containsEntry("many", "[[1], [2], [3], [4]]");
        assertThat(all.initialRows().stream().collect(Collectors.toMap(TableRows::table, Function.identity())))
                .hasSize(3);
    }
}
