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
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * What an application pays for being recorded: the same small transactions over JDBC, bare and recorded, on one server. They take
 * short turns: what else goes on in a database, such as checkpoints, lasts longer than that and hits both alike. Each pair of turns
 * gives one measured loss, and {@link Losses} makes one of all. Together they share all cores; apart, each has its own.
 */
public final class RecordBench {
    private static final Duration TURN = Duration.ofMillis(250);
    /** Connections are opened anew in each: some are luckier than others, in where their servers and their memory are. */
    private static final int ROUNDS = 8;
    /** Pairs of turns that are not counted: at first, and after the connections were opened anew. */
    private static final int WARM_UP = 60;

    private static final int SETTLE = 4;

    private final PrintStream out;
    private final Map<String, String> settings;
    private final PrintStream err;

    public RecordBench(PrintStream out, Map<String, String> settings, PrintStream err) {
        this.out = out;
        this.settings = settings;
        this.err = err;
    }

    private interface Work {
        void on(Driver driver, Server server, Path folder) throws IOException, SQLException;
    }

    private void measure(Work work) throws ServerException, IOException, SQLException {
        try (Server server = Servers.start(ServerSpec.parse("postgres"), settings, err::println);
                TemporaryHome home = TemporaryHome.of("bench")) {
            Driver driver = new Drivers(Cache.standard(), err::println).load(Drivers.standard("postgres"));
            SmallTransactions.load(driver, server);
            out.println("PostgreSQL " + server.version() + ", settings " + settings);
            out.println();
            work.on(driver, server, home.fresh());
        }
    }

    private static Recorder recorder(Path trace) throws IOException {
        return new Recorder(
                new FileSink(trace), new TraceHeader(InitialState.UNKNOWN, false, Map.of()), Patience.brief());
    }

    private static SmallTransactions recorded(
            Driver driver, Server server, Script script, int threads, Recorder recorder) throws SQLException {
        JdbcRecording recording = new JdbcRecording(recorder, JdbcOptions.standard());
        return new SmallTransactions(
                driver,
                server,
                script,
                threads,
                (connection, session) -> recording.connection(connection, Value.of(session)));
    }

    private static void demandAll(Recorder recorder) {
        if (recorder.dropped() > 0) {
            throw new IllegalStateException(recorder.dropped() + " events were dropped");
        }
    }

    /** @param pairs of turns for each number of threads */
    public void run(int pairs) throws ServerException, IOException, SQLException {
        measure((driver, server, folder) -> {
            Table table = new Table(
                    out,
                    "transaction",
                    "application and database",
                    "threads",
                    "pairs of turns",
                    "bare, transactions/s",
                    "recorded, transactions/s",
                    "loss, with its 95 % interval",
                    "bare, CPU of the client, µs/transaction",
                    "recorded",
                    "bytes/transaction");
            Path trace = folder.resolve("trace.jsonl.zst");
            for (Script script : Script.values()) {
                row(table, script, "together", driver, server, trace, 1, pairs);
                row(table, script, "together", driver, server, trace, 16, pairs);
            }
            try (Apart apart = Apart.open().orElse(null)) {
                if (apart != null) {
                    row(table, Script.SMALLEST, "apart", driver, server, trace, 16, pairs);
                }
            }
        });
    }

    private void row(
            Table table, Script script, String where, Driver driver, Server server, Path trace, int threads, int pairs)
            throws IOException, SQLException {
        Tally tally = new Tally(pairs);
        try (Recorder recorder = recorder(trace)) {
            for (int round = 0; round < ROUNDS; round++) {
                int from = round * pairs / ROUNDS;
                int to = (round + 1) * pairs / ROUNDS;
                try (SmallTransactions bare =
                                new SmallTransactions(driver, server, script, threads, (plain, session) -> plain);
                        SmallTransactions recorded = recorded(driver, server, script, threads, recorder)) {
                    for (int pair = from - (round == 0 ? WARM_UP : SETTLE); pair < to; pair++) {
                        tally.pair(pair, pair >= from, bare, recorded, recorder);
                    }
                }
            }
            demandAll(recorder);
        }
        table.row(
                script,
                where,
                threads,
                pairs,
                Math.round(tally.bare.perSecond()),
                Math.round(tally.recorded.perSecond()),
                new Losses(tally.losses),
                String.format(Locale.ROOT, "%.1f", tally.bare.cpuMicros()),
                String.format(Locale.ROOT, "%.1f", tally.recorded.cpuMicros()),
                Files.size(trace) / Math.max(1, tally.inTrace));
        Files.delete(trace);
    }

    /** What pairs of turns of the same clients came to. */
    private static final class Tally {
        private final double[] losses;
        private SmallTransactions.Done bare = SmallTransactions.NOTHING;
        private SmallTransactions.Done recorded = SmallTransactions.NOTHING;
        private long inTrace;

        Tally(int pairs) {
            losses = new double[pairs];
        }

        void pair(
                int pair,
                boolean counts,
                SmallTransactions bareClients,
                SmallTransactions recordedClients,
                Recorder recorder)
                throws SQLException {
            boolean bareFirst = pair % 2 == 0; // turns change places, so that neither always comes after the other
            SmallTransactions.Done before = bareFirst ? bareClients.run(TURN, () -> {}) : null;
            SmallTransactions.Done with = recordedClients.run(TURN, recorder::flush);
            SmallTransactions.Done without = before != null ? before : bareClients.run(TURN, () -> {});
            inTrace += with.transactions();
            if (counts) {
                bare = bare.plus(without);
                recorded = recorded.plus(with);
                losses[pair] = 100 * (1 - with.perSecond() / without.perSecond());
            }
        }
    }

    /** Recorded for a long time, with the heap that is in use after each tenth of it. */
    public void soak(Duration time) throws ServerException, IOException, SQLException {
        measure((driver, server, folder) -> {
            Table table = new Table(out, "seconds", "transactions/s", "heap in use after a collection, MB");
            try (Recorder recorder = recorder(folder.resolve("trace.jsonl.zst"))) {
                try (SmallTransactions recorded = recorded(driver, server, Script.SMALLEST, 16, recorder)) {
                    for (int tenth = 1; tenth <= 10; tenth++) {
                        SmallTransactions.Done done = recorded.run(time.dividedBy(10), recorder::flush);
                        System.gc();
                        Runtime java = Runtime.getRuntime();
                        table.row(
                                tenth * time.toSeconds() / 10,
                                Math.round(done.perSecond()),
                                (java.totalMemory() - java.freeMemory()) >> 20);
                    }
                }
                demandAll(recorder);
            }
        });
    }
}
