package io.bateleur.lab.jdbc;

import static org.junit.jupiter.api.Assumptions.abort;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.TextRenderer;
import io.bateleur.core.trace.Traces;
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
import io.bateleur.sql.lift.Lift;
import io.bateleur.sql.lift.Lifted;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Programs whose sessions do one thing after the other, on a real server: whatever they do and read, every level holds. So a violation is a
 * false alarm.
 */
final class Alone implements AutoCloseable {
    private final Server server;
    private final Path directory;
    private int programs;

    private Alone(Server server, Path directory) {
        this.server = server;
        this.directory = directory;
    }

    /** Or the test is skipped. */
    static Alone start(String spec, Path directory) throws ServerException {
        try {
            return new Alone(Servers.start(ServerSpec.parse(spec), Map.of(), line -> {}), directory);
        } catch (ServerException e) {
            abort("no " + spec + " here: " + e.problem());
            throw e;
        }
    }

    /** Connections of one program. */
    interface Sessions {
        /** A recorded one, with settings for the driver such as {@code user=app}. */
        Connection open(String... settings) throws SQLException;
    }

    interface Program {
        void run(Sessions sessions) throws Exception;
    }

    Connection bare(String... settings) throws SQLException {
        Properties login = server.login();
        for (String each : settings) {
            String[] parts = each.split("=");
            login.setProperty(parts[0], parts[1]);
        }
        return DriverManager.getConnection(server.jdbcUrl(), login);
    }

    /** What is said before anything is recorded. */
    void prepare(String... statements) throws SQLException {
        try (Connection connection = bare();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    /** The violation that the trace of a program is said to have; empty when it is said to have none. */
    String alarm(Program program) throws Exception {
        History recorded = record(program);
        if (Boolean.getBoolean("bateleur.show")) {
            recorded.transactions().forEach(each -> each.operations()
                    .forEach(operation -> System.out.println(each.session().name() + " " + operation.statement() + " "
                            + operation.parameters() + " => " + operation.content())));
        }
        Lifted lifted = Lift.lift(recorded, Optional.empty());
        Verdict verdict = new Checker()
                .check(
                        lifted.history(),
                        Level.of("strict-serializable").orElseThrow(),
                        Budget.unlimited().within(Duration.ofSeconds(20)));
        return verdict instanceof Verdict.Violated violated ? TextRenderer.render(violated.why()) : "";
    }

    History record(Program program) throws Exception {
        Path trace = directory.resolve("program" + programs++ + ".jsonl");
        TraceHeader header = new TraceHeader(InitialState.UNKNOWN, false, Map.of());
        try (Recorder recorder = new Recorder(new FileSink(trace), header, Patience.forEver())) {
            JdbcRecording recording = new JdbcRecording(recorder, JdbcOptions.standard());
            int[] sessions = {0};
            program.run(settings -> recording.connection(bare(settings), Value.of("s" + sessions[0]++)));
        }
        return Traces.read(trace).history();
    }

    /** Executes a statement; of a query reads all rows. */
    static void say(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                if (statement.execute(each)) {
                    try (ResultSet rows = statement.getResultSet()) {
                        while (rows.next()) {
                            // what was read is in the trace
                        }
                    }
                }
            }
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
