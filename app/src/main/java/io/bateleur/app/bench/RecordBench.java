package io.bateleur.app.bench;

import com.sun.management.OperatingSystemMXBean;
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
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/** What an application pays for being recorded: the same small transactions over JDBC, bare and recorded, by turns on one server. */
public final class RecordBench {
    private static final int ROWS = 100_000;

    private final PrintStream out;
    private final Duration time;
    private final int rounds;

    public RecordBench(PrintStream out, Duration time, int rounds) {
        this.out = out;
        this.time = time;
        this.rounds = rounds;
    }

    public void run(Map<String, String> settings, PrintStream err) throws ServerException, IOException, SQLException {
        try (Server server = Servers.start(ServerSpec.parse("postgres"), settings, err::println);
                TemporaryHome home = TemporaryHome.of("bench")) {
            Place place =
                    new Place(new Drivers(Cache.standard(), err::println).load(Drivers.standard("postgres")), server);
            load(place);
            out.println("PostgreSQL " + server.version() + ", an update and a select of one row of " + ROWS
                    + " a transaction, " + time.toSeconds() + " s each, settings " + settings);
            out.println();
            Path folder = home.fresh();
            Table table = new Table(
                    out,
                    "threads",
                    "round",
                    "bare, transactions/s",
                    "recorded, transactions/s",
                    "loss",
                    "bare, CPU of the client, µs/transaction",
                    "recorded",
                    "bytes/transaction");
            for (int threads : new int[] {1, 16}) {
                for (int round = 0; round <= rounds; round++) {
                    row(table, place, folder, threads, round);
                }
            }
        }
    }

    /** Turns change places, so that neither always runs on the warmer server. */
    private void row(Table table, Place place, Path folder, int threads, int round) throws IOException, SQLException {
        Path trace = folder.resolve("trace-" + threads + "-" + round + ".jsonl.zst");
        Rate before = round % 2 == 0 ? rate(place, threads, RecordBench::bare) : null;
        Rate recorded = recorded(place, threads, trace);
        Rate bare = before != null ? before : rate(place, threads, RecordBench::bare);
        if (round > 0) { // the first warms everything up
            table.row(
                    threads,
                    round,
                    Math.round(bare.perSecond),
                    Math.round(recorded.perSecond),
                    String.format(java.util.Locale.ROOT, "%.1f %%", 100 * (1 - recorded.perSecond / bare.perSecond)),
                    Math.round(bare.cpuMicros),
                    Math.round(recorded.cpuMicros),
                    Math.round(Files.size(trace) / (recorded.perSecond * time.toNanos() / 1e9)));
        }
        Files.delete(trace);
    }

    /** Recorded for a long time, with the heap that is in use after each tenth of it. */
    public void soak(Map<String, String> settings, PrintStream err) throws ServerException, IOException, SQLException {
        try (Server server = Servers.start(ServerSpec.parse("postgres"), settings, err::println);
                TemporaryHome home = TemporaryHome.of("bench")) {
            Place place =
                    new Place(new Drivers(Cache.standard(), err::println).load(Drivers.standard("postgres")), server);
            load(place);
            Thread watch = new Thread(this::watch, "watch");
            watch.setDaemon(true);
            watch.start();
            Rate rate = recorded(place, 16, home.fresh().resolve("trace.jsonl.zst"));
            out.println("transactions/s: " + Math.round(rate.perSecond));
        }
    }

    private void watch() {
        Table table = new Table(out, "seconds", "heap in use, MB");
        long tenth = time.toMillis() / 10;
        try {
            for (int i = 1; i <= 10; i++) {
                Thread.sleep(tenth);
                System.gc();
                Runtime java = Runtime.getRuntime();
                table.row(i * tenth / 1000, (java.totalMemory() - java.freeMemory()) >> 20);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record Place(Driver driver, Server server) {
        Connection connect() throws SQLException {
            Connection connection = driver.connect(server.jdbcUrl(), server.login());
            if (connection == null) {
                throw new SQLException("the driver does not know " + server.jdbcUrl());
            }
            return connection;
        }
    }

    private static void load(Place place) throws SQLException {
        try (Connection connection = place.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account (id INT PRIMARY KEY, balance BIGINT NOT NULL)");
            statement.execute("INSERT INTO account SELECT i, 0 FROM generate_series(1, " + ROWS + ") AS i");
            statement.execute("VACUUM ANALYZE account");
        }
    }

    /** Transactions a second. */
    private Rate recorded(Place place, int threads, Path trace) throws IOException, SQLException {
        TraceHeader header = new TraceHeader(InitialState.UNKNOWN, false, Map.of());
        try (Recorder recorder = new Recorder(new FileSink(trace), header, Patience.brief())) {
            JdbcRecording recording = new JdbcRecording(recorder, JdbcOptions.standard());
            Rate rate =
                    rate(place, threads, (connection, session) -> recording.connection(connection, Value.of(session)));
            if (recorder.dropped() > 0) {
                throw new IllegalStateException(recorder.dropped() + " events were dropped");
            }
            return rate;
        }
    }

    private static Connection bare(Connection connection, int session) {
        return connection;
    }

    /** @param cpuMicros of this process for each transaction: the recorder's threads too, and not the server */
    private record Rate(double perSecond, double cpuMicros) {}

    private interface Wrapping {
        Connection of(Connection connection, int session);
    }

    private Rate rate(Place place, int threads, Wrapping wrapping) throws SQLException {
        LongAdder done = new LongAdder();
        List<Thread> running = new ArrayList<>();
        List<Connection> connections = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            connections.add(wrapping.of(place.connect(), t));
        }
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long cpu = system.getProcessCpuTime();
        long end = System.nanoTime() + time.toNanos();
        for (int t = 0; t < threads; t++) {
            Connection connection = connections.get(t);
            SplittableRandom random = new SplittableRandom(t);
            running.add(new Thread(() -> work(connection, random, end, done)));
        }
        running.forEach(Thread::start);
        for (Thread thread : running) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return new Rate(
                done.sum() / (time.toNanos() / 1e9),
                (system.getProcessCpuTime() - cpu) / 1e3 / Math.max(1, done.sum()));
    }

    private static void work(Connection connection, SplittableRandom random, long end, LongAdder done) {
        try (connection;
                PreparedStatement update =
                        connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?");
                PreparedStatement select = connection.prepareStatement("SELECT balance FROM account WHERE id = ?")) {
            connection.setAutoCommit(false);
            while (System.nanoTime() - end < 0) {
                int id = 1 + random.nextInt(ROWS);
                update.setLong(1, random.nextInt(1000));
                update.setInt(2, id);
                update.executeUpdate();
                select.setInt(1, id);
                try (ResultSet rows = select.executeQuery()) {
                    rows.next();
                    rows.getLong(1);
                }
                connection.commit();
                done.increment();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
