package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Traces;
import io.bateleur.recorder.FileSink;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A trace of what is done on connections to a database inside this program. */
final class Recording {
    private final Path file;
    private final Recorder recorder;
    final JdbcRecording jdbc;

    Recording(Path directory, JdbcOptions options) throws IOException {
        file = directory.resolve("trace.jsonl");
        recorder = new Recorder(
                new FileSink(file), new TraceHeader(InitialState.UNKNOWN, false, Map.of()), Patience.forEver());
        jdbc = new JdbcRecording(recorder, options);
    }

    /** The URL of a new database with a table t of k and v, of which nothing is recorded. */
    static String h2WithOneRow() throws SQLException {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        try (Connection bare = DriverManager.getConnection(url)) {
            say(bare, "CREATE TABLE t (k INT PRIMARY KEY, v INT)", "INSERT INTO t VALUES (1, 0)");
        }
        return url;
    }

    Connection connect(String url, String session) throws SQLException {
        return jdbc.connection(DriverManager.getConnection(url), Value.of(session));
    }

    /** Ends it and reads it back. */
    History history() throws IOException {
        recorder.close();
        return Traces.read(file).history();
    }

    String text() throws IOException {
        recorder.close();
        return Files.readString(file);
    }

    /** What is in the trace by now. */
    String written() {
        recorder.flush();
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void say(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    /** Each transaction as its statements with their answers, and its ending. */
    static List<String> lines(History history, String session) {
        return history.transactions().stream()
                .filter(txn -> txn.session().name().equals(Value.of(session)))
                .map(Recording::line)
                .toList();
    }

    private static String line(Transaction txn) {
        return String.join("; ", txn.operations().stream().map(Recording::line).toList()) + ": " + txn.ending();
    }

    private static String line(Operation operation) {
        String parameters = operation.parameters().isEmpty() ? "" : " " + operation.parameters();
        Optional<List<SqlResult>> answer = answer(operation);
        return operation.statement()
                + parameters
                + " -> "
                + answer.map(results -> String.join(
                                " ", results.stream().map(Recording::line).toList()))
                        .orElse("?");
    }

    static Optional<List<SqlResult>> answer(Operation operation) {
        return operation.content() instanceof io.bateleur.core.model.Content.Live live
                ? SqlResult.of(live.value())
                : Optional.empty();
    }

    private static String line(SqlResult result) {
        if (result instanceof SqlResult.Rows rows) {
            return rows.rows() + (rows.complete() ? "" : "...");
        }
        if (result instanceof SqlResult.Keys keys) {
            return "keys " + keys.rows();
        }
        if (result instanceof SqlResult.Count count) {
            return String.valueOf(count.rows());
        }
        return "error " + ((SqlResult.Failure) result).state();
    }
}
