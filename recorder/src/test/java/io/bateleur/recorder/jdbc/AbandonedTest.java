package io.bateleur.recorder.jdbc;

import static io.bateleur.recorder.jdbc.Recording.say;
import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications that lose their connections: what is known of them is told, and nothing of them is kept. */
class AbandonedTest {
    private static final int CONNECTIONS = 2000;
    /** H2 has at most 255 transactions open, and rolls back one that is lost with each new connection. */
    private static final int OPEN_MAX = 100;

    @TempDir
    Path directory;

    private static void until(BooleanSupplier done) throws InterruptedException {
        for (int i = 0; i < 300 && !done.getAsBoolean(); i++) {
            System.gc();
            Thread.sleep(20);
        }
    }

    private static boolean areGone(List<WeakReference<Connection>> all) {
        return all.stream().allMatch(each -> each.get() == null);
    }

    /** Leaves a transaction open, and in it a result half read. */
    private static WeakReference<Connection> lose(Connection connection, int number) throws SQLException {
        connection.setAutoCommit(false);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT k FROM t");
        assertThat(rows.next()).isTrue();
        if (number >= 0) {
            say(connection, "INSERT INTO t VALUES (" + number + ")");
        }
        return new WeakReference<>(connection);
    }

    @Test
    void transactionsOfLostConnectionsAreUnknown() throws Exception {
        Recording recording = new Recording(directory, JdbcOptions.standard());
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:abandoned;DB_CLOSE_DELAY=-1");
        try (Connection keeper = source.getConnection()) {
            say(keeper, "CREATE TABLE t (k INT PRIMARY KEY)", "INSERT INTO t VALUES (0), (-1)");
            List<WeakReference<Connection>> lost = new ArrayList<>();
            var recorded = recording.jdbc.dataSource(source);
            for (int i = 1; i <= CONNECTIONS; i++) {
                lost.add(lose(recorded.getConnection(), i));
                if (i % OPEN_MAX == 0) {
                    until(() -> areGone(lost));
                }
            }
            until(() -> areGone(lost));
            assertThat(areGone(lost)).isTrue();
            until(() -> endings(recording) >= CONNECTIONS);
            say(keeper, "DROP ALL OBJECTS");
        }
        History history = recording.history();
        assertThat(history.transactions())
                .hasSize(CONNECTIONS)
                .allMatch(txn -> txn.ending() == Ending.UNKNOWN)
                .allMatch(txn -> txn.operations().size() == 2);
        assertThat(history.about()).doesNotContainKey(History.DROPPED);
    }

    /** How many endings the trace has so far: those that a reader adds are not what was told. */
    private static long endings(Recording recording) {
        return recording
                .written()
                .lines()
                .filter(line -> line.startsWith("{\"e\":\"unknown\""))
                .count();
    }

    @Test
    void lostConnectionsOfSqliteAreNotKept() throws Exception {
        Recording recording = new Recording(directory, JdbcOptions.standard());
        String url = "jdbc:sqlite:" + directory.resolve("db");
        try (Connection keeper = DriverManager.getConnection(url)) {
            say(keeper, "CREATE TABLE t (k INTEGER PRIMARY KEY)", "INSERT INTO t VALUES (0), (-1)");
        }
        List<WeakReference<Connection>> lost = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            lost.add(lose(recording.connect(url, "s" + i), -1));
        }
        until(() -> areGone(lost));
        assertThat(areGone(lost)).isTrue();
        until(() -> endings(recording) >= lost.size());
        assertThat(endings(recording)).isEqualTo(lost.size());
        recording.history();
    }

    /** What is in use is not lost, though the application has let go of the connection itself. */
    @Test
    void aResultKeepsItsConnection() throws Exception {
        Recording recording = new Recording(directory, JdbcOptions.standard());
        try (Connection keeper = DriverManager.getConnection("jdbc:h2:mem:kept")) {
            say(keeper, "CREATE TABLE t (k INT PRIMARY KEY)", "INSERT INTO t VALUES (1), (2)");
            ResultSet rows = rows(recording);
            for (int i = 0; i < 10; i++) {
                System.gc();
                Thread.sleep(20);
            }
            assertThat(endings(recording)).isZero();
            assertThat(rows.next()).isTrue();
            assertThat(rows.next()).isTrue();
            Connection connection = rows.getStatement().getConnection();
            connection.commit();
            connection.close();
        }
        assertThat(Recording.lines(recording.history(), "s"))
                .containsExactly("SELECT k FROM t -> [[1], [2]]...: committed");
    }

    private static ResultSet rows(Recording recording) throws SQLException {
        Connection connection = recording.connect("jdbc:h2:mem:kept", "s");
        connection.setAutoCommit(false);
        return connection.createStatement().executeQuery("SELECT k FROM t");
    }
}
