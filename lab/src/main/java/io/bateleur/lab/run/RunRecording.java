package io.bateleur.lab.run;

import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Sink;
import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.store.JdbcConnections;
import io.bateleur.lab.store.Store;
import io.bateleur.lab.workload.Workload;
import io.bateleur.lab.workload.Workloads;
import io.bateleur.lab.workload.sql.SqlWords;
import io.bateleur.lab.workload.sql.SqlWorkload;
import io.bateleur.lab.workload.sql.SqlWorkloads;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.Recorder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** The first half of a run: from a database to a trace. */
public final class RunRecording {
    private final Database database;
    private final Isolation isolation;
    private final Work work;
    private final List<Faults.Kind> faults;
    private final RunListener listener;
    private boolean serverEnded;
    private boolean stuck;

    public RunRecording(
            Database database, Isolation isolation, Work work, List<Faults.Kind> faults, RunListener listener) {
        this.database = database;
        this.isolation = isolation;
        this.work = work;
        this.faults = faults;
        this.listener = listener;
    }

    /** The work in its form, once there is somebody who records it. */
    private interface Spoken {
        Form<?> to(Recorder recorder) throws CallFailedException, RunFailedException;
    }

    /** Starts the recorder of a run, once it is known what the trace tells of itself. */
    public interface Start {
        /** @param uniqueValues whether no two writes of one key will write the same value */
        Recorder recorder(boolean uniqueValues, Map<String, Value> about) throws IOException;
    }

    /** Records into a trace, which stays if a client began a transaction. */
    public void record(RunTrace trace, Plan plan) throws ServerException, RunFailedException {
        record(Optional.of(trace), (unique, about) -> new Recorder(trace.open(), unique, about), plan);
    }

    /** Records with a recorder of the caller's, who has the trace. */
    public void record(Start start, Plan plan) throws ServerException, RunFailedException {
        record(Optional.empty(), start, plan);
    }

    private void record(Optional<RunTrace> trace, Start starts, Plan plan) throws ServerException, RunFailedException {
        long start;
        Drive drive;
        boolean unique = work.form() == WorkForm.KEY_VALUE && work.settings().duplicates() == 0;
        try {
            Spoken spoken = work.form() == WorkForm.KEY_VALUE ? keyValue() : sql();
            try (Recorder recorder = starts.recorder(unique, about(plan));
                    Form<?> form = spoken.to(recorder)) {
                AtomicLong loaded = new AtomicLong(Long.MAX_VALUE);
                drive = new Drive(form, plan, () -> {
                    keep(trace, recorder, loaded.get());
                    return listener.interrupted() || serverHasEnded();
                });
                drive.prepare();
                drive.load();
                loaded.set(recorder.transactions());
                if (listener.interrupted()) {
                    throw RunFailedException.interrupted("interrupted before anything was recorded");
                }
                listener.say("running " + work.workload() + " with " + plan.sessions()
                        + " sessions; Ctrl-C ends it and checks what there is");
                start = System.nanoTime();
                try {
                    run(drive, plan, start);
                } finally {
                    keep(trace, recorder, loaded.get());
                }
                if (!faults.isEmpty()) {
                    drive.look();
                }
            }
        } catch (CallFailedException e) {
            throw RunFailedException.unavailable(database + ": " + e.getMessage());
        } catch (IOException e) {
            throw unwritable(trace, e);
        } catch (UncheckedIOException e) {
            throw unwritable(trace, Objects.requireNonNull(e.getCause()));
        }
        listener.say(summary(drive.counts(), System.nanoTime() - start));
        trace.filter(RunTrace::isFound).ifPresent(file -> listener.say("recorded in " + file.path()));
        drive.stuck().ifPresent(words -> {
            stuck = true;
            listener.say(database + ": " + words + "\n  what it did until then is checked");
        });
        if (serverEnded) {
            listener.say(database + " has ended by itself, and nobody told it to: what it did until then is checked");
        }
        if (drive.counts().committed() == 0) {
            throw RunFailedException.unavailable("no transaction committed, so there is nothing to check");
        }
    }

    private static void keep(Optional<RunTrace> trace, Recorder recorder, long loaded) {
        if (trace.isPresent() && recorder.transactions() > loaded) {
            try {
                trace.get().keep();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static RunFailedException unwritable(Optional<RunTrace> file, IOException e) {
        if (file.isEmpty()) {
            return RunFailedException.unavailable("what is recorded cannot be handed over: " + Sink.reason(e));
        }
        RunTrace trace = file.get();
        if (!trace.isLasting()) {
            return RunFailedException.unavailable("cannot write a temporary trace: " + Sink.reason(e));
        }
        return RunFailedException.unavailable("cannot write " + trace.path() + ": " + Sink.reason(e)
                + (trace.isFound() ? "\n  what is there of it can be checked" : ""));
    }

    private Store lockable(Store store) throws RunFailedException {
        if (work.settings().locks() > 0 && !store.locksReads()) {
            store.close();
            throw RunFailedException.misuse(database + " has no reads that lock: leave out --locks");
        }
        return store;
    }

    /** Looked at unless a fault is meant to end it; this is called from one thread. */
    private boolean serverHasEnded() {
        serverEnded |= !faults.contains(Faults.Kind.KILL)
                && database.server().filter(server -> !server.isRunning()).isPresent();
        return serverEnded;
    }

    /** Whether a server of ours ended although no fault was asked for. */
    public boolean hasServerEnded() {
        return serverEnded;
    }

    /** Whether the database stopped answering. */
    public boolean isStuck() {
        return stuck;
    }

    private Spoken keyValue() {
        Workload body = Workloads.of(work.workload(), work.settings());
        return recorder -> new KeyValueForm(lockable(database.store(isolation)), body, recorder);
    }

    private Spoken sql() throws CallFailedException, RunFailedException {
        JdbcConnections connections = database.sql(isolation)
                .orElseThrow(() -> RunFailedException.misuse(database.name() + " knows no SQL: use --form key-value"));
        SqlWords words = SqlForm.words(connections, work.form() == WorkForm.SQL_LOCKING);
        SqlWorkload body = SqlWorkloads.of(work.workload(), work.settings(), words)
                .orElseThrow(
                        () -> RunFailedException.misuse("the workload " + work.workload() + " has no form in SQL"));
        return recorder -> new SqlForm(connections, body, recorder);
    }

    private void run(Drive drive, Plan plan, long start)
            throws CallFailedException, ServerException, RunFailedException {
        Optional<Faults> trouble = faults.isEmpty()
                ? Optional.empty()
                : Optional.of(new Faults(drive, server(), faults, plan.seed(), line -> {}));
        Runnable ended = listener.working(() -> live(drive.counts(), System.nanoTime() - start));
        try {
            trouble.ifPresent(Faults::start);
            drive.run();
        } finally {
            ended.run();
            trouble.ifPresent(Faults::close);
        }
        if (trouble.isPresent()) {
            trouble.get().stop();
            listener.say(trouble.get().happened());
        }
    }

    private Server server() throws RunFailedException {
        return database.server()
                .orElseThrow(() ->
                        RunFailedException.misuse("--faults needs a server that Bateleur starts, such as postgres"));
    }

    private static String live(Counts counts, long nanos) {
        return String.format(
                Locale.ROOT,
                "%,d committed, %.0f/s, %s aborted, %d unknown, %d connection%s lost",
                counts.committed(),
                counts.committed() / (nanos / 1e9),
                share(counts.aborted(), counts.ended()),
                counts.unknown(),
                counts.lostConnections(),
                counts.lostConnections() == 1 ? "" : "s");
    }

    private static String summary(Counts counts, long nanos) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%.1f s: ", nanos / 1e9)).append(live(counts, nanos));
        counts.reasons().entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(3)
                .forEach(each -> text.append("\n  ")
                        .append(often(each.getValue()))
                        .append(": ")
                        .append(each.getKey()));
        return text.toString();
    }

    static String often(long times) {
        return times == 1 ? "once" : times == 2 ? "twice" : times + " times";
    }

    private static String share(long part, long all) {
        return String.format(Locale.ROOT, "%.1f %%", all == 0 ? 0 : 100.0 * part / all);
    }

    private Map<String, Value> about(Plan plan) {
        Map<String, Value> about = new LinkedHashMap<>();
        about.put("engine", Value.of(database.name()));
        about.put("version", Value.of(database.version()));
        about.put("isolation", Value.of(isolation.sql()));
        about.put("level", Value.of(isolation.documented().name()));
        about.put("workload", Value.of(work.workload()));
        about.put("form", Value.of(work.form().word()));
        about.put("keys", Value.of(work.settings().keys()));
        about.put("operations", Value.of(work.settings().operations()));
        about.put("zipf", Value.of(Double.toString(work.settings().zipf())));
        about.put("duplicates", Value.of(work.settings().duplicates()));
        about.put("locks", Value.of(Double.toString(work.settings().locks())));
        about.put("sessions", Value.of(plan.sessions()));
        about.put("seed", Value.of(plan.seed()));
        about.put("date", Value.of(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString()));
        database.server().ifPresent(server -> server.settings()
                .forEach((name, value) -> about.put("setting " + name, Value.of(value))));
        return about;
    }
}
