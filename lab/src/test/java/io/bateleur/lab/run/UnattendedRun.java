package io.bateleur.lab.run;

import io.bateleur.core.model.OpKind;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.store.Store;
import io.bateleur.lab.workload.Workload;
import io.bateleur.lab.workload.Workloads;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.TraceStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program that does what {@code bateleur run} does, until something ends it. It says when it runs.
 *
 * <p>Its words: a database, how it ends, and the trace's file.
 */
final class UnattendedRun {
    enum End {
        SUCCESS,
        FAILURE,
        SIGNAL
    }

    private static final int ENOUGH = 50;

    private UnattendedRun() {}

    public static void main(String[] words) throws Exception {
        NativeLibraries libraries = NativeLibraries.aside();
        try (Database database = new Databases(line -> {}).start(words[0], Map.of())) {
            run(database, End.valueOf(words[1]), Path.of(words[2]));
        } finally {
            libraries.close();
        }
    }

    private static void run(Database database, End end, Path trace) throws Exception {
        Workload hotKeys = Workloads.of("hot-keys", Workloads.named("hot-keys").defaults());
        Workload work = end == End.FAILURE ? new Failing(hotKeys, new AtomicInteger()) : hotKeys;
        Plan plan = new Plan(4, Duration.ofSeconds(60), Long.MAX_VALUE, 1, Duration.ZERO, 0, 0);
        Isolation level = database.levels().get(0);
        try (Recorder recorder = new Recorder(TraceStream.open(trace), true, Map.of());
                Store store = database.store(level)) {
            Counts[] counts = {new Counts()};
            boolean[] told = new boolean[1];
            Drive drive = new Drive(store, work, recorder, plan, () -> {
                if (!told[0] && counts[0].committed() >= ENOUGH) {
                    told[0] = true;
                    recorder.flush(); // what is there now must be there after a kill
                    System.out.println("running");
                }
                return told[0] && end == End.SUCCESS;
            });
            counts[0] = drive.counts();
            store.prepare();
            drive.load();
            drive.run();
        }
    }

    /** Goes wrong in the middle. */
    private record Failing(Workload work, AtomicInteger begun) implements Workload {
        @Override
        public List<Body> load() {
            return work.load();
        }

        @Override
        public Body next(SplittableRandom random) {
            if (begun.incrementAndGet() > 20 * ENOUGH) {
                throw new IllegalStateException("a failure in the middle");
            }
            return work.next(random);
        }

        @Override
        public Set<OpKind> operations() {
            return work.operations();
        }
    }
}
