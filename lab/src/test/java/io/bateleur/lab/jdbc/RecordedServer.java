package io.bateleur.lab.jdbc;

import static org.junit.jupiter.api.Assumptions.abort;

import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Traces;
import io.bateleur.lab.server.Cache;
import io.bateleur.lab.server.Drivers;
import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import io.bateleur.recorder.FileSink;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceHeader;
import io.bateleur.recorder.jdbc.JdbcOptions;
import io.bateleur.recorder.jdbc.JdbcRecording;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A server with a driver, and the trace of what is done through it. */
final class RecordedServer implements AutoCloseable {
    final Server server;
    private final Driver driver;
    private final Path file;
    private final Recorder recorder;
    private final JdbcRecording recording;

    private RecordedServer(Server server, Driver driver, Path file) throws IOException {
        this.server = server;
        this.driver = driver;
        this.file = file;
        this.recorder = new Recorder(
                new FileSink(file), new TraceHeader(InitialState.UNKNOWN, false, Map.of()), Patience.forEver());
        this.recording = new JdbcRecording(recorder, JdbcOptions.standard());
    }

    /** Or the test is skipped. */
    static RecordedServer start(String spec, Map<String, String> settings, Path directory)
            throws IOException, ServerException {
        try {
            Driver driver = new Drivers(Cache.standard(), line -> {}).load(Drivers.standard(spec));
            Server server = Servers.start(ServerSpec.parse(spec), settings, line -> {});
            return new RecordedServer(server, driver, directory.resolve(spec + ".jsonl"));
        } catch (ServerException e) {
            abort("no " + spec + " here: " + e.problem());
            throw e;
        }
    }

    Connection bare(String... settings) throws SQLException {
        Properties login = server.login();
        for (String each : settings) {
            String[] parts = each.split("=");
            login.setProperty(parts[0], parts[1]);
        }
        return driver.connect(server.jdbcUrl(), login);
    }

    Connection recorded(String session, String... settings) throws SQLException {
        return recording.connection(bare(settings), Value.of(session));
    }

    void execute(String... statements) throws SQLException {
        try (Connection connection = bare();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    /** What a query says, on a connection of its own. */
    String ask(String query) throws SQLException {
        try (Connection connection = bare();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getString(1) : "nothing";
        }
    }

    /** Ends the recording. */
    History history() throws IOException {
        recorder.close();
        return Traces.read(file).history();
    }

    /** The endings of a session's transactions, each after its statements. */
    static List<String> endings(History history, String session) {
        return history.transactions().stream()
                .filter(txn -> txn.session().name().equals(Value.of(session)))
                .map(RecordedServer::line)
                .toList();
    }

    private static String line(Transaction txn) {
        return String.join(
                        "; ",
                        txn.operations().stream().map(each -> each.statement()).toList()) + ": " + txn.ending();
    }

    @Override
    public void close() {
        server.close();
    }
}
