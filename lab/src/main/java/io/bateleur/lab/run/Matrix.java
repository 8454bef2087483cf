package io.bateleur.lab.run;

import io.bateleur.core.check.Lattice;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.Traces;
import io.bateleur.examine.Allowance;
import io.bateleur.examine.Examination;
import io.bateleur.examine.Inquiry;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.TemporaryHome;
import io.bateleur.lab.store.Isolation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Databases, versions and levels, and what was seen of each: what others keep by hand, made by running. */
public final class Matrix {
    /** From the weakest to the strongest; what breaks first names what is wrong. */
    private static final List<Level> LEVELS = Stream.of(
                    "read-uncommitted",
                    "read-committed",
                    "monotonic-atomic-view",
                    "cursor-stability",
                    "consistent-view",
                    "repeatable-read",
                    "snapshot-isolation",
                    "serializable")
            .map(name -> Level.of(name).orElseThrow())
            .toList();

    private static final Lattice LATTICE = Lattice.ofAll();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /**
     * One database at one level.
     *
     * @param promised the level of ours that its makers promise, and what came of it
     * @param holding of the levels that are asked, the strongest that hold
     * @param open those of which nobody knows, within the time that each was given
     * @param anomalies what was seen, by the weakest level that it breaks
     */
    public record Row(
            String database,
            String isolation,
            String promised,
            String verdict,
            List<String> holding,
            List<String> open,
            Set<String> anomalies,
            long committed) {}

    private final Plan plan;
    private final Work work;
    private final RunListener listener;

    public Matrix(Plan plan, Work work, RunListener listener) {
        this.plan = plan;
        this.work = work;
        this.listener = listener;
    }

    /** A database that is not available here is reported and left out. */
    public List<Row> of(List<String> databases) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String spec : databases) {
            // A space sets an engine's own setting apart: hsqldb tx=mvcc
            String[] words = spec.split(" ");
            Map<String, String> own = words.length == 1
                    ? Map.of()
                    : Map.of(words[1].split("=")[0], words[1].substring(words[1].indexOf('=') + 1));
            try (Database database = new Databases(listener::say).start(words[0], own)) {
                for (Isolation isolation : database.levels()) {
                    if (listener.interrupted()) {
                        return rows;
                    }
                    try {
                        rows.add(row(database, words.length == 1 ? "" : " " + words[1], isolation));
                    } catch (RunFailedException e) {
                        listener.say(spec + " at " + isolation.sql() + " is left out: " + e.problem());
                    }
                }
            } catch (ServerException e) {
                listener.say(spec + " is left out: " + e.problem());
            }
        }
        return rows;
    }

    private Row row(Database database, String own, Isolation isolation)
            throws IOException, ServerException, RunFailedException {
        listener.say(database + own + " at " + isolation.sql());
        try (TemporaryHome home = TemporaryHome.of("matrix")) {
            Path file = home.fresh().resolve("trace.jsonl");
            new RunRecording(database, isolation, work, List.of(), listener).record(RunTrace.temporary(file), plan);
            Trace trace = Traces.read(file);
            return row(
                    database + own,
                    isolation,
                    trace.history(),
                    Examination.of(file.toString(), trace, inquiry(isolation)));
        }
    }

    private static Inquiry inquiry(Isolation isolation) {
        Set<Level> levels = new LinkedHashSet<>(LEVELS);
        levels.add(isolation.documented());
        return Inquiry.of(List.copyOf(levels), Allowance.of(PATIENCE, "the time limit"));
    }

    private static Row row(String database, Isolation isolation, History history, FileReport report) {
        List<Level> holding = new ArrayList<>();
        List<String> open = new ArrayList<>();
        Set<String> anomalies = new LinkedHashSet<>();
        String verdict = "";
        for (LevelReport each : report.levels()) {
            if (each.level().equals(isolation.documented())) {
                verdict = each.status().word();
            }
            if (!LEVELS.contains(each.level())) {
                continue;
            }
            switch (each.status()) {
                case HOLDS -> holding.add(each.level());
                case VIOLATED -> anomalies.add(each.why().orElseThrow().name());
                case UNDECIDED -> open.add(each.level().name());
            }
        }
        return new Row(
                database,
                isolation.word(),
                isolation.documented().name(),
                verdict,
                LATTICE.maximal(holding).stream().map(Level::name).toList(),
                open,
                anomalies,
                committed(history));
    }

    private static long committed(History history) {
        return IntStream.range(0, history.transactionCount())
                .filter(history::isCommitted)
                .count();
    }
}
