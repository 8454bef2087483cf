import io.bateleur.lab.server.Cache;
import io.bateleur.lab.server.Drivers;
import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Three serializable transactions on a PostgreSQL of a chosen version, the commit of one of them stopped by a debugger between being
 * visible and being marked as committed. See postgresql-ssi-commit-race.md.
 */
public final class PostgresSsiCommitRace {
    private static final int LIMIT_SECONDS = 30;

    /** What T1 declares itself to be. */
    private enum Reader {
        READ_WRITE("READ WRITE"),
        READ_ONLY("READ ONLY"),
        DEFERRABLE("READ ONLY DEFERRABLE");

        private final String words;

        Reader(String words) {
            this.words = words;
        }
    }

    /** How long T3 stands between being visible and being marked. */
    private enum Stop {
        NEVER("not stopped"),
        UNTIL_COMMIT("stopped until T2 has committed"),
        UNTIL_READ("stopped until T1 has read y");

        private final String words;

        Stop(String words) {
            this.words = words;
        }
    }

    private final Driver driver;
    private final Server server;

    private PostgresSsiCommitRace(Driver driver, Server server) {
        this.driver = driver;
        this.server = server;
    }

    public static void main(String[] versions) throws Exception {
        for (String version : versions.length == 0 ? new String[] {"18.6"} : versions) {
            Driver driver = new Drivers(Cache.standard(), line -> {}).load(Drivers.standard("postgres"));
            try (Server server = Servers.start(ServerSpec.parse("postgres:" + version), Map.of(), line -> {})) {
                System.out.println("PostgreSQL " + server.version());
                PostgresSsiCommitRace race = new PostgresSsiCommitRace(driver, server);
                for (Reader reader : Reader.values()) {
                    for (Stop stop : Stop.values()) {
                        if (reader != Reader.DEFERRABLE || stop != Stop.UNTIL_READ) { // such a T1 reads when T3 is marked
                            System.out.println("  T1 " + reader.words + ", T3 " + stop.words + ":");
                            System.out.println("    " + race.outcome(reader, stop));
                        }
                    }
                }
            } catch (Debugger.Missing e) {
                System.out.println("skipped: " + e.getMessage());
                return;
            } catch (ServerException e) {
                System.out.println("skipped: PostgreSQL " + version + " cannot be started: " + e.getMessage());
            }
        }
    }

    private String outcome(Reader reader, Stop stop) throws Exception {
        try (Connection setup = connect();
                Connection one = connect();
                Connection two = connect();
                Connection three = connect()) {
            tell(setup, "DROP TABLE IF EXISTS x, y");
            for (String table : List.of("x", "y")) {
                tell(setup, "CREATE TABLE " + table + " (v int)");
                tell(setup, "INSERT INTO " + table + " VALUES (0)");
            }
            if (stop == Stop.NEVER) {
                return outcome(reader, stop, List.of(one, two, three), null);
            }
            try (Debugger debugger = new Debugger(ask(three, "SELECT pg_backend_pid()"))) {
                return outcome(reader, stop, List.of(one, two, three), debugger);
            }
        } catch (SQLException e) {
            String said = e.getMessage().replaceAll("\\s+", " ");
            return "refused, " + e.getSQLState() + ": " + said.replaceAll(".*Reason code: | Hint: .*", "");
        }
    }

    /** The schedule. What one of the transactions is refused with ends it. */
    private String outcome(Reader reader, Stop stop, List<Connection> connections, Debugger debugger) throws Exception {
        Connection one = connections.get(0);
        Connection two = connections.get(1);
        Connection three = connections.get(2);
        begin(two, "READ WRITE");
        String seen = "T2 read x = " + ask(two, "SELECT v FROM x");
        begin(three, "READ WRITE");
        tell(three, "UPDATE x SET v = 1");
        CompletableFuture<Void> third = later(() -> tell(three, "COMMIT"));
        if (debugger == null) {
            await(third);
        } else {
            debugger.awaitStop(); // now T3 is visible, and not marked as committed
        }
        begin(one, reader.words);
        CompletableFuture<String> x = later(() -> ask(one, "SELECT v FROM x"));
        if (reader == Reader.DEFERRABLE) {
            awaitSafeSnapshot(); // it has a snapshot, and waits until it knows whether that is safe
        } else {
            await(x);
        }
        tell(two, "UPDATE y SET v = 1");
        tell(two, "COMMIT");
        if (stop == Stop.UNTIL_COMMIT) {
            debugger.resume();
            await(third);
        }
        seen += ", T1 read x = " + await(x) + " and y = " + ask(one, "SELECT v FROM y");
        tell(one, "COMMIT");
        if (stop == Stop.UNTIL_READ) {
            debugger.resume();
            await(third);
        }
        boolean cycle = seen.equals("T2 read x = 0, T1 read x = 1 and y = 0");
        return seen + "; all committed" + (cycle ? ": T1 before T2 before T3 before T1" : "");
    }

    private Connection connect() throws SQLException {
        return driver.connect(server.jdbcUrl(), server.login());
    }

    private static void begin(Connection connection, String declared) throws SQLException {
        tell(connection, "BEGIN ISOLATION LEVEL SERIALIZABLE " + declared);
    }

    /** Until a deferrable transaction waits for the end of others, or the limit. */
    private void awaitSafeSnapshot() throws Exception {
        try (Connection look = connect()) {
            String waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SafeSnapshot'";
            for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
                    ask(look, waiting).equals("0") && System.nanoTime() < end; ) {
                Thread.sleep(10);
            }
        }
    }

    private static Void tell(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return null;
        }
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private static <T> CompletableFuture<T> later(Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(work.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    private static <T> T await(CompletableFuture<T> result) throws Exception {
        try {
            return result.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** gdb on a server process, which it stops where that begins to mark its transaction as committed. */
    private static final class Debugger implements AutoCloseable {
        /** Nothing can be stopped here. */
        private static final class Missing extends Exception {
            Missing(String reason) {
                super(reason);
            }
        }

        private final Process gdb;
        private final BufferedReader output;

        Debugger(String process) throws Exception {
            ProcessBuilder builder = new ProcessBuilder("gdb", "-nx", "-q", "-batch", "-p", process).redirectErrorStream(true);
            for (String command : List.of(
                    "handle all nostop noprint pass",
                    "break ReleasePredicateLocks",
                    "echo attached\\n",
                    "continue",
                    "echo stopped\\n",
                    "shell read line", // until we write one, or are gone
                    "detach")) {
                builder.command().addAll(List.of("-ex", command));
            }
            builder.environment().remove("DEBUGINFOD_URLS"); // it would fetch what nobody needs
            try {
                gdb = builder.start();
            } catch (IOException e) {
                throw new Missing("there is no gdb on the PATH");
            }
            output = gdb.inputReader(StandardCharsets.UTF_8);
            String said = await(later(() -> until("attached")));
            if (!said.contains("Breakpoint 1 at ")) {
                close();
                throw new Missing("gdb cannot stop the server's process\n" + said);
            }
        }

        /** What it says up to a line. */
        private String until(String end) throws IOException {
            StringBuilder said = new StringBuilder();
            for (String line; (line = output.readLine()) != null && !line.equals(end); ) {
                said.append("  ").append(line).append('\n');
            }
            return said.toString();
        }

        void awaitStop() throws Exception {
            await(later(() -> until("stopped")));
        }

        void resume() throws Exception {
            gdb.getOutputStream().close();
            await(later(() -> until("")));
        }

        @Override
        public void close() throws Exception {
            gdb.getOutputStream().close();
            if (!gdb.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                gdb.destroyForcibly();
            }
        }
    }
}
