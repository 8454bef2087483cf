package io.bateleur.recorder.jdbc;

import static io.bateleur.recorder.jdbc.Recording.lines;
import static io.bateleur.recorder.jdbc.Recording.say;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Traces;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.StreamSink;
import io.bateleur.recorder.TraceHeader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways in, what is hidden, what stays as it was, and what happens when recording fails. */
class BateleurDriverTest {
    @TempDir
    Path directory;

    private final String h2 = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    @Test
    void settingsAreTakenOutOfTheUrl() throws Exception {
        Properties given = new Properties();
        given.setProperty("user", "me");
        given.setProperty("bateleur.hash", "email");
        DriverUrl url = DriverUrl.of(
                "jdbc:bateleur:postgresql://h/db?bateleur.trace=a%20b.jsonl&ssl=true&bateleur.hide=x,y&app=z", given);
        assertThat(url.url()).isEqualTo("jdbc:postgresql://h/db?ssl=true&app=z");
        assertThat(url.login()).containsOnlyKeys("user");
        assertThat(url.trace()).isEqualTo("a b.jsonl");
        assertThat(url.options().hidden()).containsExactlyInAnyOrder("x", "y");
        assertThat(url.options().hashed()).containsExactly("email");
        assertThat(DriverUrl.of("jdbc:bateleur:h2:mem:x;bateleur.trace=t;A=1", null)
                        .url())
                .isEqualTo("jdbc:h2:mem:x;A=1");
        assertThat(DriverUrl.of("jdbc:bateleur:mariadb://h/d?bateleur.rows=5", null)
                        .url())
                .isEqualTo("jdbc:mariadb://h/d");
        assertThatThrownBy(() -> DriverUrl.of("jdbc:bateleur:h2:mem:x;bateleur.trase=t", null))
                .hasMessage(
                        "there is no setting bateleur.trase; there are bateleur.clockerror, bateleur.hash, bateleur.heartbeat,"
                                + " bateleur.hide, bateleur.initial, bateleur.large, bateleur.rotate, bateleur.rows, bateleur.sessions,"
                                + " bateleur.socket, bateleur.spool, bateleur.token, bateleur.trace, bateleur.trust");
        assertThatThrownBy(() -> DriverUrl.of("jdbc:bateleur:h2:mem:x;bateleur.socket=here", null)
                        .check())
                .hasMessage("bateleur.socket is a host and a port, such as localhost:7070, not here");
        assertThatThrownBy(() -> DriverUrl.of("jdbc:bateleur:h2:mem:x;bateleur.heartbeat=often", null)
                        .check())
                .hasMessage("bateleur.heartbeat is a time such as 100ms, with us, ms or s, not often");
        assertThatThrownBy(() -> DriverUrl.of("jdbc:bateleur:postgresql://h/d?bateleur.rows-max=5", null))
                .hasMessageStartingWith("there is no setting bateleur.rows-max;");
    }

    @Test
    void filesRotateWhenAsked() throws Exception {
        for (String size : List.of("2048", "2k")) {
            Path file = directory.resolve("r" + size + ".jsonl");
            String url = h2.replace("jdbc:", "jdbc:bateleur:") + ";bateleur.rotate=" + size + ";bateleur.trace=" + file;
            try (Connection connection = DriverManager.getConnection(url)) {
                say(connection, "CREATE TABLE IF NOT EXISTS r (k INT PRIMARY KEY)");
                for (int i = 0; i < 50; i++) {
                    say(connection, "DELETE FROM r");
                }
            }
            BateleurDriver.traces().get(file.toAbsolutePath().normalize()).flush();
            assertThat(directory.resolve("r" + size + ".1.jsonl")).isNotEmptyFile();
            assertThat(directory.resolve("r" + size + ".2.jsonl")).isNotEmptyFile();
        }
        for (String wrong : List.of("", "0", "2m", "many")) {
            assertThatThrownBy(() -> DriverManager.getConnection(
                            h2.replace("jdbc:", "jdbc:bateleur:") + ";bateleur.rotate=" + wrong))
                    .hasMessageContaining("bateleur.rotate is a number of bytes, with k, M or G for more");
        }
    }

    @Test
    void thePrefixIsEnough() throws Exception {
        Path file = directory.resolve("t.jsonl");
        String url = h2.replace("jdbc:", "jdbc:bateleur:") + ";bateleur.trace=" + file;
        try (Connection a = DriverManager.getConnection(url);
                Connection b = DriverManager.getConnection(url)) {
            say(a, "CREATE TABLE t (k INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            say(b, "DELETE FROM t");
            assertThat(a.isWrapperFor(org.h2.jdbc.JdbcConnection.class)).isTrue();
            assertThat(a.getMetaData().getConnection()).isSameAs(a);
            assertThat(a.getMetaData().getConnection()).isEqualTo(a).isNotEqualTo(b);
        }
        String wanted = "\"q\":\"DELETE FROM t\"";
        for (int i = 0; i < 1200 && !Files.readString(file).contains(wanted); i++) {
            Thread.sleep(50); // it is flushed by and by, and closed with the JVM
        }
        assertThat(Files.readString(file))
                .startsWith("{\"bateleur\":2,\"initial\":\"unknown\",\"clock\":{")
                .contains(wanted);
    }

    @Test
    void hiddenThingsAreNotInTheTrace() throws Exception {
        JdbcOptions options =
                JdbcOptions.standard().withHidden(List.of("Secret")).withHashed(List.of("mail"));
        Recording recording = new Recording(directory, options);
        try (Connection connection = recording.connect(h2, "s")) {
            say(connection, "CREATE TABLE t (k INT PRIMARY KEY, secret VARCHAR(20) UNIQUE, mail VARCHAR(20))");
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO t (k, secret, mail) VALUES (?, ?, ?)")) {
                for (int k = 1; k <= 2; k++) {
                    insert.setInt(1, k);
                    insert.setString(2, "hush" + k);
                    insert.setString(3, "me@home");
                    insert.executeUpdate();
                }
                assertThatThrownBy(insert::executeUpdate).isInstanceOf(SQLException.class);
            }
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT k, secret, mail AS m FROM t WHERE secret LIKE ? AND k < ?")) {
                select.setString(1, "hush%");
                select.setInt(2, 10);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        rows.getString(2);
                    }
                }
            }
        }
        String text = recording.text();
        assertThat(text).doesNotContain("hush").doesNotContain("me@home").doesNotContain("violation");
        String[] hashes = text.split("\"hashed\",", -1);
        assertThat(hashes).hasSize(6);
        for (int i = 2; i < hashes.length; i++) {
            assertThat(hashes[i].substring(0, 50)).isEqualTo(hashes[1].substring(0, 50));
        }
        assertThat(text).contains("\"params\":[[\"hidden\"],10]");
    }

    @Test
    void sessionsOfAPool() throws Exception {
        JdbcConnectionPool pool = JdbcConnectionPool.create(h2, "", "");
        pool.setMaxConnections(1);
        Recording checkouts = new Recording(Files.createDirectory(directory.resolve("a")), JdbcOptions.standard());
        Recording physical = new Recording(
                Files.createDirectory(directory.resolve("b")),
                JdbcOptions.standard().withSessions(JdbcOptions.Sessions.PHYSICAL));
        for (Recording recording : List.of(checkouts, physical)) {
            DataSource source = recording.jdbc.dataSource(pool);
            for (int i = 0; i < 2; i++) {
                try (Connection connection = source.getConnection()) {
                    say(connection, "SELECT " + i);
                }
            }
        }
        assertThat(checkouts.history().sessionCount()).isEqualTo(2);
        History one = physical.history();
        assertThat(one.transactionCount()).isEqualTo(2);
        pool.dispose();
    }

    /** A trace that cannot be written. */
    private static final class FullDisk extends OutputStream {
        private boolean full;

        @Override
        public void write(int b) throws IOException {
            if (full) {
                throw new IOException("no space left");
            }
        }
    }

    @Test
    void whoCannotConnectLeavesOldTracesAlone() throws Exception {
        Path trace = Files.writeString(directory.resolve("old.jsonl"), "old");
        assertThatThrownBy(() -> DriverManager.getConnection("jdbc:bateleur:nosuch:x?bateleur.trace=" + trace))
                .isInstanceOf(SQLException.class);
        assertThat(trace).hasContent("old");
    }

    @Test
    void aTraceIsOfOneDatabase() throws Exception {
        Path trace = directory.resolve("two.jsonl");
        for (String name : new String[] {"first", "second", "first"}) {
            try (Connection connection = DriverManager.getConnection(
                    "jdbc:bateleur:h2:mem:" + name + ";DB_CLOSE_DELAY=-1;bateleur.trace=" + trace)) {
                say(connection, "SELECT 1");
            }
        }
        BateleurDriver.traces().values().forEach(Recorder::flush);
        assertThat(Traces.read(trace).history().transactionCount()).isEqualTo(2);
        assertThat(Traces.read(directory.resolve("two-2.jsonl")).history().transactionCount())
                .isEqualTo(1);
    }

    @Test
    void theApplicationGoesOnWhenRecordingFails() throws Exception {
        FullDisk disk = new FullDisk();
        Recorder recorder = new Recorder(
                new StreamSink(disk), new TraceHeader(InitialState.UNKNOWN, false, Map.of()), Patience.brief());
        JdbcRecording recording = new JdbcRecording(recorder, JdbcOptions.standard());
        disk.full = true;
        try (Connection connection = recording.connection(DriverManager.getConnection(h2), Value.of("s"))) {
            say(connection, "CREATE TABLE t (k INT PRIMARY KEY)");
            connection.setAutoCommit(false);
            for (int i = 0; i < 1000; i++) {
                say(connection, "INSERT INTO t VALUES (" + i + ")");
                connection.commit();
            }
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(1000);
            }
        }
        recorder.close();
        assertThat(recorder.dropped()).isPositive();
    }

    @Test
    void aFailureOfOursIsTold() throws Exception {
        Recording recording = new Recording(directory, JdbcOptions.standard());
        try (Connection connection = recording.connect(h2, "s")) {
            connection.setAutoCommit(false);
            say(connection, "SELECT 1");
            RecordedConnection ours = (RecordedConnection) Wrapper.of(connection);
            ours.session().quietly(() -> {
                throw new IllegalStateException("a bug");
            });
            say(connection, "SELECT 2");
            connection.commit();
        }
        History history = recording.history();
        assertThat(history.about().get("recording failed"))
                .isEqualTo(Value.of("session s: java.lang.IllegalStateException: a bug"));
        assertThat(history.about()).containsEntry(History.DROPPED, Value.of(1));
        assertThat(history.operationCount()).isZero();
    }

    @Test
    void rowsBeyondTheLimitAreLeftOut() throws Exception {
        Recording recording = new Recording(directory, JdbcOptions.standard().withRowsMax(3));
        try (Connection connection = recording.connect(h2, "s");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT x FROM SYSTEM_RANGE(1, 10)")) {
            while (rows.next()) {}
        }
        assertThat(lines(recording.history(), "s"))
                .containsExactly("SELECT x FROM SYSTEM_RANGE(1, 10) -> [[1], [2], [3]]...: committed");
    }
}
