package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Traces;
import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import io.bateleur.sql.lift.Lift;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills an application that is recorded at full speed, and sets what its trace tells beside what the database holds. */
class KillTest {
    @TempDir
    Path folder;

    @Test
    void aKilledApplicationLeavesATraceThatIsTrue() throws Exception {
        kill(4, 1);
    }

    @Test
    @Tag("soak")
    void fiftyTimes() throws Exception {
        kill(50, 2);
    }

    private void kill(int times, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        long transactions = 0;
        long operations = 0; // a very early kill leaves none
        try (Server server = start();
                Connection connection =
                        DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password())) {
            connection.createStatement().execute("CREATE TABLE row_of (id INT PRIMARY KEY, parity INT NOT NULL)");
            for (int i = 0; i < times; i++) {
                int first = i * 10_000_000;
                Path trace = folder.resolve("killed-" + i + (random.nextBoolean() ? ".jsonl" : ".jsonl.zst"));
                run(server, trace, first, random.nextInt(20, 1200));
                awaitNobody(connection);
                History history = Traces.read(trace).history();
                compare(history, rows(connection, first), "kill " + i + " of seed " + seed);
                operations += check(history, "kill " + i + " of seed " + seed);
                transactions += history.transactionCount();
                Files.delete(trace);
            }
        }
        assertThat(operations).isPositive();
        System.out.println(times + " kills, " + transactions + " transactions compared with the database, " + operations
                + " reads and writes checked");
    }

    private static Server start() {
        try {
            return Servers.start(ServerSpec.parse("postgres"), Map.of(), line -> {});
        } catch (ServerException e) {
            return Assumptions.abort("no PostgreSQL here: " + e.problem());
        }
    }

    private static void run(Server server, Path trace, int first, int millis) throws IOException, InterruptedException {
        String url = server.jdbcUrl().replace("jdbc:", "jdbc:bateleur:");
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process application = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dbateleur.trace=" + trace,
                        "-cp",
                        path,
                        KilledApplication.class.getName(),
                        url,
                        server.user(),
                        server.password(),
                        Integer.toString(first))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = application.inputReader()) {
            assertThat(said.readLine()).isEqualTo("working");
            Thread.sleep(millis);
        } finally {
            application.destroyForcibly().waitFor();
        }
    }

    /** What the server was told last may still be on its way. */
    private static void awaitNobody(Connection connection) throws SQLException, InterruptedException {
        while (number(connection, "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'") > 1) {
            Thread.sleep(10);
        }
    }

    private static int number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static Set<Integer> rows(Connection connection, int first) throws SQLException {
        Set<Integer> ids = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT id FROM row_of WHERE id >= " + first)) {
            while (rows.next()) {
                ids.add(rows.getInt(1));
            }
        }
        return ids;
    }

    /** Nobody in a trace that breaks off has read what it does not show. */
    private static long check(History history, String run) {
        History lifted = Lift.lift(history, SqlTable.of(history.about())).history();
        for (Level level :
                List.of(Level.READ_COMMITTED, Level.of("strong-read-committed").orElseThrow())) {
            assertThat(new Checker().check(lifted, level, Budget.unlimited()).word())
                    .as("%s, %s", run, level)
                    .isEqualTo("holds");
        }
        return lifted.operationCount();
    }

    /** Committed ones are there, aborted ones are not, those in doubt may be. What happened last may not be in the trace at all. */
    private static void compare(History history, Set<Integer> there, String run) {
        Map<Integer, Ending> told = new HashMap<>();
        for (Transaction transaction : history.transactions()) {
            for (Operation operation : transaction.operations()) {
                if (operation.kind() == OpKind.SQL && operation.statement().startsWith("INSERT")) {
                    told.put((int) ((Value.Int) operation.parameters().get(0)).value(), transaction.ending());
                }
            }
        }
        told.forEach((id, ending) -> {
            if (ending != Ending.UNKNOWN) {
                assertThat(there.contains(id))
                        .as("%s: row %d, %s", run, id, ending)
                        .isEqualTo(ending == Ending.COMMITTED);
            }
        });
    }
}
