package io.bateleur.bench;

import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import io.bateleur.lab.server.Cache;
import io.bateleur.lab.server.Drivers;
import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import io.bateleur.lab.server.TemporaryHome;
import io.bateleur.recorder.FileSink;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceHeader;
import io.bateleur.recorder.jdbc.JdbcOptions;
import io.bateleur.recorder.jdbc.JdbcRecording;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What an application waits for because the recorder wants to know the tables of its database: the same few steps on new connections, bare
 * and recorded in turns. Each recorded turn begins a trace of its own, so that its first connection is one that reads all tables.
 */
public final class SchemaBench {
    /** Turns that are not counted. */
    private static final int WARM_UP = 5;

    private static final int FOREIGN_KEY_EVERY = 5;

    private final PrintStream out;
    private final PrintStream err;
    private final int tables;
    private final int rounds;

    public SchemaBench(PrintStream out, PrintStream err, int tables, int rounds) {
        this.out = out;
        this.err = err;
        this.tables = tables;
        this.rounds = rounds;
    }

    private enum Step {
        FIRST("first connection"),
        FURTHER("further connection"),
        STATEMENT("first statement on a table"),
        TEMPORARY("statement after CREATE TEMPORARY TABLE"),
        DEFINED("statement after CREATE TABLE"),
        ALTERED("statement after ALTER TABLE");

        private final String title;

        Step(String title) {
            this.title = title;
        }
    }

    /** How a connection is made ready. */
    private interface Wrapping {
        Connection of(Connection connection);
    }

    public void run(List<String> databases) throws ServerException, IOException, SQLException {
        Table table = new Table(
                out,
                "database",
                "tables",
                "step",
                "bare, ms",
                "recorded, ms",
                "added, ms",
                "added at most, ms",
                "pairs");
        for (String database : databases) {
            try (Server server = Servers.start(ServerSpec.parse(database), Map.of(), err::println);
                    TemporaryHome home = TemporaryHome.of("bench")) {
                Driver driver = new Drivers(Cache.standard(), err::println).load(Drivers.standard(database));
                load(driver, server);
                Path trace = home.fresh().resolve("trace.jsonl.zst");
                double[][] bare = new double[Step.values().length][rounds];
                double[][] recorded = new double[Step.values().length][rounds];
                for (int round = -WARM_UP; round < rounds; round++) {
                    turn(driver, server, plain -> plain, round, "b", bare);
                    turn(driver, server, trace, round, recorded);
                }
                String name = server.spec().title();
                for (Step step : Step.values()) {
                    row(table, name, step, bare[step.ordinal()], recorded[step.ordinal()]);
                }
            }
        }
    }

    private void row(Table table, String database, Step step, double[] bare, double[] recorded) {
        double[] added = new double[rounds];
        Arrays.setAll(added, i -> recorded[i] - bare[i]);
        table.row(
                database,
                tables,
                step.title,
                millis(median(bare)),
                millis(median(recorded)),
                millis(median(added)),
                millis(Arrays.stream(added).max().orElse(0)),
                rounds);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private void load(Driver driver, Server server) throws SQLException {
        try (Connection connection = connect(driver, server);
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < tables; i++) {
                boolean refers = i > 0 && i % FOREIGN_KEY_EVERY == 0;
                statement.execute("CREATE TABLE t" + i
                        + " (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, code VARCHAR(36) UNIQUE, qty INT, price NUMERIC(10,2),"
                        + " note TEXT, made TIMESTAMP NULL, flag BOOLEAN, total BIGINT, parent INT"
                        + (refers
                                ? ", FOREIGN KEY (parent) REFERENCES t" + (i - 1) + " (id) ON DELETE CASCADE)"
                                : ")"));
            }
        }
    }

    private static Connection connect(Driver driver, Server server) throws SQLException {
        Connection connection = driver.connect(server.jdbcUrl(), server.login());
        if (connection == null) {
            throw new SQLException("the driver does not know " + server.jdbcUrl());
        }
        return connection;
    }

    private void turn(Driver driver, Server server, Path trace, int round, double[][] times)
            throws IOException, SQLException {
        TraceHeader header = new TraceHeader(InitialState.UNKNOWN, false, Map.of());
        try (Recorder recorder = new Recorder(new FileSink(trace), header, Patience.brief())) {
            JdbcRecording recording = new JdbcRecording(recorder, JdbcOptions.standard());
            turn(driver, server, plain -> recording.connection(plain, Value.of("s")), round, "r", times);
        }
    }

    private void turn(Driver driver, Server server, Wrapping wrapping, int round, String way, double[][] times)
            throws SQLException {
        Watch watch = new Watch(times, round);
        try (Connection first = wrapping.of(connect(driver, server))) {
            watch.over(Step.FIRST);
            wrapping.of(connect(driver, server)).close();
            watch.over(Step.FURTHER);
            try (Statement statement = first.createStatement()) {
                int number = Math.floorMod(round, tables);
                String some = "SELECT * FROM t" + number + " WHERE id = 1";
                watch.start();
                statement.execute(some);
                watch.over(Step.STATEMENT);
                after(statement, "CREATE TEMPORARY TABLE own (id INT PRIMARY KEY)", some, watch, Step.TEMPORARY);
                after(statement, "CREATE TABLE made (id INT PRIMARY KEY)", some, watch, Step.DEFINED);
                after(statement, "ALTER TABLE made ADD COLUMN more" + way + " INT", some, watch, Step.ALTERED);
                statement.execute("DROP TABLE made");
            }
        }
    }

    private static void after(Statement statement, String definition, String some, Watch watch, Step step)
            throws SQLException {
        statement.execute(definition);
        watch.start();
        statement.execute(some);
        watch.over(step);
    }

    /** Takes the time of the steps of one turn. */
    private static final class Watch {
        private final double[][] times;
        private final int round;
        private long since = System.nanoTime();

        Watch(double[][] times, int round) {
            this.times = times;
            this.round = round;
        }

        void start() {
            since = System.nanoTime();
        }

        void over(Step step) {
            long now = System.nanoTime();
            if (round >= 0) {
                times[step.ordinal()][round] = (now - since) / 1e6;
            }
            since = now;
        }
    }
}
