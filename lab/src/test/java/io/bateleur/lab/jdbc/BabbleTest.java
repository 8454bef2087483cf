package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
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
import io.bateleur.recorder.jdbc.JdbcOptions;
import io.bateleur.recorder.jdbc.JdbcRecording;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever says BEGIN and COMMIT in batches, in texts of several statements and against all sense gets no ending told that is not so. */
class BabbleTest {
    private static final int SESSIONS = Integer.getInteger("babble.sessions", 150);
    private static final int STEPS = 10;
    private static final Pattern PUT = Pattern.compile("INSERT INTO t VALUES \\((\\d+), 0\\)");

    @TempDir
    Path directory;

    @Test
    void h2() throws Exception {
        String url = "jdbc:h2:mem:babble;DB_CLOSE_DELAY=-1";
        babble(() -> DriverManager.getConnection(url), Tongue.H2);
    }

    @Test
    void sqlite() throws Exception {
        String url = "jdbc:sqlite:" + directory.resolve("babble.sqlite");
        babble(() -> DriverManager.getConnection(url), Tongue.SQLITE);
    }

    @Test
    void postgres() throws Exception {
        try (RecordedServer server = RecordedServer.start("postgres", Map.of(), directory)) {
            babble(server::bare, Tongue.POSTGRES);
        }
    }

    @Test
    void mariadb() throws Exception {
        try (RecordedServer server = RecordedServer.start("mariadb", Map.of(), directory)) {
            babble(() -> server.bare("allowMultiQueries=true"), Tongue.MARIADB);
        }
    }

    private void babble(HostileRun.Opens database, Tongue tongue) throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        Path trace = directory.resolve("babble.jsonl");
        Recorder recorder = new Recorder(
                new FileSink(trace),
                new TraceHeader(InitialState.UNKNOWN, false, Map.of()),
                Patience.forEver(),
                Duration.ofMillis(2));
        JdbcRecording recording = new JdbcRecording(recorder, JdbcOptions.standard());
        Random random = new Random(seed);
        AtomicInteger keys = new AtomicInteger();
        Map<Value, List<String>> said = new HashMap<>();
        try (Connection keeper = database.open()) {
            try (Statement statement = keeper.createStatement()) {
                statement.execute("CREATE TABLE t (k INT PRIMARY KEY, v INT)");
                statement.execute("CREATE TABLE u (k INT PRIMARY KEY, v INT)");
                statement.execute(Babble.put(0));
            }
            for (int s = 0; s < SESSIONS; s++) {
                Value name = Value.of("s" + s);
                try (Connection connection = recording.connection(database.open(), name)) {
                    Babble babble = new Babble(connection, tongue, random, keys);
                    for (int i = 0; i < STEPS; i++) {
                        babble.step();
                    }
                    said.put(name, babble.said);
                }
            }
            recorder.close();
            Promises.requireKept(trace);
            Set<Integer> there = present(keeper);
            History history = Traces.read(trace).history();
            assertThat(history.about()).as("seed %d", seed).doesNotContainKey(History.DROPPED);
            for (Transaction txn : history.transactions()) {
                assertThat(lies(txn, there))
                        .as(
                                "seed %d, %s, %s",
                                seed,
                                txn.id(),
                                String.join("\n", said.get(txn.session().name())))
                        .isEmpty();
            }
            assertThat(history.transactions()).anyMatch(txn -> txn.ending() == Ending.COMMITTED);
        }
    }

    private static Set<Integer> present(Connection connection) throws SQLException {
        Set<Integer> there = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT k FROM t")) {
            while (rows.next()) {
                there.add(rows.getInt(1));
            }
        }
        return there;
    }

    /** What the trace says of a transaction, and is not so. */
    private static List<String> lies(Transaction txn, Set<Integer> there) {
        List<String> lies = new ArrayList<>();
        boolean undone =
                txn.operations().stream().anyMatch(each -> each.statement().contains("ROLLBACK TO"));
        for (Operation operation : txn.operations()) {
            Matcher puts = PUT.matcher(operation.statement());
            while (puts.find()) {
                int key = Integer.parseInt(puts.group(1));
                boolean failed = failed(operation);
                boolean no = txn.ending() == Ending.ABORTED || failed;
                boolean answered = operation.content() instanceof Content.Live;
                boolean yes = txn.ending() == Ending.COMMITTED && answered && !failed && !undone;
                if (key > 0 && (no && there.contains(key) || yes && !there.contains(key))) {
                    lies.add(operation.statement() + " -> " + operation.content() + ": " + txn.ending());
                }
            }
        }
        return lies;
    }

    private static boolean failed(Operation operation) {
        return operation.content() instanceof Content.Live live
                && SqlResult.of(live.value())
                        .filter(results -> results.stream().anyMatch(SqlResult.Failure.class::isInstance))
                        .isPresent();
    }
}
