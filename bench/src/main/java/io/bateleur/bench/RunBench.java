package io.bateleur.bench;

import io.bateleur.lab.run.Database;
import io.bateleur.lab.run.Databases;
import io.bateleur.lab.run.Drive;
import io.bateleur.lab.run.Plan;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.TemporaryHome;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.store.Store;
import io.bateleur.lab.workload.Settings;
import io.bateleur.lab.workload.Workload;
import io.bateleur.lab.workload.Workloads;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What it costs to be driven and recorded by the lab: the same statements in a bare loop over JDBC, in a loop over the lab's client,
 * and in the lab, by turns on one database.
 */
public final class RunBench {
    private static final String WORKLOAD = "blindw-rw";
    private static final Settings SETTINGS = new Settings(10_000, 8, 0, 0);

    private final PrintStream out;
    private final int sessions;
    private final Duration time;
    private final int rounds;

    public RunBench(PrintStream out, int sessions, Duration time, int rounds) {
        this.out = out;
        this.sessions = sessions;
        this.time = time;
        this.rounds = rounds;
    }

    public void run(String spec, Map<String, String> settings, PrintStream err)
            throws ServerException, CallFailedException, IOException {
        try (Database database = new Databases(err::println).start(spec, settings)) {
            Isolation level = database.levels().get(0);
            out.println(database + " at " + level.sql() + ", " + WORKLOAD + ", " + sessions + " sessions, "
                    + time.toSeconds() + " s each, settings " + settings);
            out.println();
            Table table = new Table(
                    out,
                    "round",
                    "bare JDBC, commits/s",
                    "the lab's client, commits/s",
                    "recorded, commits/s",
                    "recorded/bare",
                    "bytes/commit");
            for (int round = 0; round <= rounds; round++) {
                double plain = plain(database.store(level));
                double bare = bare(database, level);
                try (TemporaryHome home = TemporaryHome.of("bench")) {
                    Path trace = home.fresh().resolve("trace.jsonl.zst");
                    long commits = recorded(database.store(level), trace);
                    double rate = commits / (time.toNanos() / 1e9);
                    if (round > 0) { // the first warms everything up
                        table.row(
                                round,
                                bare == 0 ? "-" : Math.round(bare),
                                Math.round(plain),
                                Math.round(rate),
                                bare == 0 ? "-" : Table.seconds(rate / bare),
                                Files.size(trace) / Math.max(1, commits));
                    }
                }
            }
        }
    }

    private double plain(Store store) throws CallFailedException {
        try (store) {
            store.prepare();
            Workload workload = Workloads.of(WORKLOAD, SETTINGS);
            LongAdder commits = new LongAdder();
            List<Thread> threads = new ArrayList<>();
            long end = System.nanoTime() + time.toNanos();
            for (int s = 0; s < sessions; s++) {
                KeyValueClient client = store.open();
                SplittableRandom random = new SplittableRandom(s);
                threads.add(new Thread(() -> {
                    while (System.nanoTime() - end < 0) {
                        try {
                            client.begin();
                            workload.next(random).run(client);
                            client.commit();
                            commits.increment();
                        } catch (CallFailedException e) {
                            // A deadlock: the client has rolled back.
                        }
                    }
                    client.close();
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                join(thread);
            }
            return commits.sum() / (time.toNanos() / 1e9);
        }
    }

    /** As one would write it without the lab; 0 where it would have to be written in other words. */
    private double bare(Database database, Isolation level) throws CallFailedException {
        if (!database.name().equals("postgres")) {
            return 0;
        }
        try (Store tables = database.store(level)) {
            tables.prepare();
        }
        LongAdder commits = new LongAdder();
        List<Thread> threads = new ArrayList<>();
        long end = System.nanoTime() + time.toNanos();
        AtomicLong values = new AtomicLong();
        for (int s = 0; s < sessions; s++) {
            Connection connection = database.sql(level).orElseThrow().open();
            SplittableRandom random = new SplittableRandom(s);
            threads.add(new Thread(() -> BareLoop.run(connection, random, SETTINGS, values, end, commits)));
        }
        threads.forEach(Thread::start);
        threads.forEach(RunBench::join);
        return commits.sum() / (time.toNanos() / 1e9);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long recorded(Store store, Path trace) throws CallFailedException, IOException {
        try (store;
                Recorder recorder = new Recorder(TraceStream.open(trace), true, Map.of())) {
            store.prepare();
            Plan plan = new Plan(sessions, time, Long.MAX_VALUE, 1, Duration.ZERO, 0, 0);
            Drive drive = new Drive(store, Workloads.of(WORKLOAD, SETTINGS), recorder, plan, () -> false);
            drive.run();
            return drive.counts().committed();
        }
    }
}
