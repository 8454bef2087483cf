package io.bateleur.app.cli;

import io.bateleur.core.model.Value;
import io.bateleur.lab.run.Counts;
import io.bateleur.lab.run.Database;
import io.bateleur.lab.run.Drive;
import io.bateleur.lab.run.Faults;
import io.bateleur.lab.run.Form;
import io.bateleur.lab.run.KeyValueForm;
import io.bateleur.lab.run.Plan;
import io.bateleur.lab.run.SqlForm;
import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.store.JdbcConnections;
import io.bateleur.lab.store.Store;
import io.bateleur.lab.workload.Settings;
import io.bateleur.lab.workload.Workload;
import io.bateleur.lab.workload.Workloads;
import io.bateleur.lab.workload.sql.SqlWords;
import io.bateleur.lab.workload.sql.SqlWorkload;
import io.bateleur.lab.workload.sql.SqlWorkloads;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.Recorder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** The first half of {@code run}: from a database to a trace. */
final class RunRecording {
    private final Terminal terminal;
    private final Database database;
    private final Isolation isolation;
    private final String workload;
    private final WorkForm form;
    private final Settings settings;
    private final List<Faults.Kind> faults;
    private final Interrupts interrupts;
    private boolean serverEnded;
    private boolean stuck;

    /** On keys and values. */
    RunRecording(
            Terminal terminal,
            Database database,
            Isolation isolation,
            String workload,
            Settings settings,
            List<Faults.Kind> faults,
            Interrupts interrupts) {
        this(terminal, database, isolation, workload, WorkForm.KEY_VALUE, settings, faults, interrupts);
    }

    RunRecording(
            Terminal terminal,
            Database database,
            Isolation isolation,
            String workload,
            WorkForm form,
            Settings settings,
            List<Faults.Kind> faults,
            Interrupts interrupts) {
        this.terminal = terminal;
        this.database = database;
        this.isolation = isolation;
        this.workload = workload;
        this.form = form;
        this.settings = settings;
        this.faults = faults;
        this.interrupts = interrupts;
    }

    /** The work in its form, once there is somebody who records it. */
    private interface Spoken {
        Form<?> to(Recorder recorder) throws CallFailedException;
    }

    /** Records into a trace, which stays if a client began a transaction. */
    void record(RunTrace trace, Plan plan) throws IOException, ServerException {
        long start;
        Drive drive;
        boolean unique = form == WorkForm.KEY_VALUE && settings.duplicates() == 0;
        try {
            Spoken spoken = form == WorkForm.KEY_VALUE ? keyValue() : sql();
            try (Recorder recorder = new Recorder(trace.open(), unique, about(plan));
                    Form<?> work = spoken.to(recorder)) {
                AtomicLong loaded = new AtomicLong(Long.MAX_VALUE);
                drive = new Drive(work, plan, () -> {
                    keep(trace, recorder, loaded.get());
                    return interrupts.requested() || serverHasEnded();
                });
                drive.prepare();
                drive.load();
                loaded.set(recorder.transactions());
                if (interrupts.requested()) {
                    throw CommandFailed.interrupted("interrupted before anything was recorded");
                }
                tell("running " + workload + " with " + plan.sessions()
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
            throw CommandFailed.unavailable(database + ": " + e.getMessage());
        } catch (IOException e) {
            throw unwritable(trace, e);
        } catch (UncheckedIOException e) {
            throw unwritable(trace, Objects.requireNonNull(e.getCause()));
        }
        tell(summary(drive.counts(), System.nanoTime() - start));
        if (trace.isFound()) {
            tell("recorded in " + trace.path());
        }
        drive.stuck().ifPresent(words -> {
            stuck = true;
            tell(database + ": " + words + "\n  what it did until then is checked");
        });
        if (serverEnded) {
            tell(database + " has ended by itself, and nobody told it to: what it did until then is checked");
        }
        if (drive.counts().committed() == 0) {
            throw CommandFailed.unavailable("no transaction committed, so there is nothing to check");
        }
    }

    private static void keep(RunTrace trace, Recorder recorder, long loaded) {
        if (recorder.transactions() > loaded) {
            try {
                trace.keep();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static CommandFailed unwritable(RunTrace trace, IOException e) {
        if (!trace.isLasting()) {
            return CommandFailed.unavailable("cannot write a temporary trace: " + Failures.reason(e));
        }
        return CommandFailed.unavailable("cannot write " + trace.path() + ": " + Failures.reason(e)
                + (trace.isFound() ? "\n  what is there of it can be checked" : ""));
    }

    private Store lockable(Store store) {
        if (settings.locks() > 0 && !store.locksReads()) {
            store.close();
            throw CommandFailed.usage(database + " has no reads that lock: leave out --locks");
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
    boolean hasServerEnded() {
        return serverEnded;
    }

    /** Whether the database stopped answering. */
    boolean isStuck() {
        return stuck;
    }

    private Spoken keyValue() {
        Workload work = Workloads.of(workload, settings);
        return recorder -> new KeyValueForm(lockable(database.store(isolation)), work, recorder);
    }

    private Spoken sql() throws CallFailedException {
        JdbcConnections connections = database.sql(isolation)
                .orElseThrow(() -> CommandFailed.usage(database.name() + " knows no SQL: use --form key-value"));
        SqlWords words = SqlForm.words(connections, form == WorkForm.SQL_LOCKING);
        SqlWorkload work = SqlWorkloads.of(workload, settings, words)
                .orElseThrow(() -> CommandFailed.usage("the workload " + workload + " has no form in SQL"));
        return recorder -> new SqlForm(connections, work, recorder);
    }

    private void run(Drive drive, Plan plan, long start) throws CallFailedException, ServerException {
        Optional<Faults> trouble = faults.isEmpty()
                ? Optional.empty()
                : Optional.of(new Faults(drive, server(), faults, plan.seed(), line -> {}));
        try (Progress progress = terminal.progress(() -> live(drive.counts(), System.nanoTime() - start))) {
            progress.at(0);
            trouble.ifPresent(Faults::start);
            drive.run();
        } finally {
            trouble.ifPresent(Faults::close);
        }
        if (trouble.isPresent()) {
            trouble.get().stop();
            tell(trouble.get().happened());
        }
    }

    private Server server() {
        return database.server()
                .orElseThrow(
                        () -> CommandFailed.usage("--faults needs a server that Bateleur starts, such as postgres"));
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
        about.put("workload", Value.of(workload));
        about.put("form", Value.of(form.word()));
        about.put("keys", Value.of(settings.keys()));
        about.put("operations", Value.of(settings.operations()));
        about.put("zipf", Value.of(Double.toString(settings.zipf())));
        about.put("duplicates", Value.of(settings.duplicates()));
        about.put("locks", Value.of(Double.toString(settings.locks())));
        about.put("sessions", Value.of(plan.sessions()));
        about.put("seed", Value.of(plan.seed()));
        database.server().ifPresent(server -> server.settings()
                .forEach((name, value) -> about.put("setting " + name, Value.of(value))));
        return about;
    }

    private void tell(String line) {
        terminal.err().println(Main.NAME + ": " + line);
    }
}
