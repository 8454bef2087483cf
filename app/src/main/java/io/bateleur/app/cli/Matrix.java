package io.bateleur.app.cli;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Grounds;
import io.bateleur.core.check.Lattice;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.Traces;
import io.bateleur.lab.run.Database;
import io.bateleur.lab.run.Databases;
import io.bateleur.lab.run.Plan;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.TemporaryHome;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.workload.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Databases, versions and levels, and what was seen of each: what others keep by hand, made by running. */
final class Matrix {
    /** From the weakest to the strongest; what breaks first names what is wrong. */
    private static final List<String> LEVELS = List.of(
            "read-uncommitted",
            "read-committed",
            "monotonic-atomic-view",
            "cursor-stability",
            "consistent-view",
            "repeatable-read",
            "snapshot-isolation",
            "serializable");

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
    record Row(
            String database,
            String isolation,
            String promised,
            String verdict,
            List<String> holding,
            List<String> open,
            Set<String> anomalies,
            long committed) {}

    private final Terminal terminal;
    private final Plan plan;
    private final String workload;
    private final Settings settings;
    private final Interrupts interrupts;

    Matrix(Terminal terminal, Plan plan, String workload, Settings settings, Interrupts interrupts) {
        this.terminal = terminal;
        this.plan = plan;
        this.workload = workload;
        this.settings = settings;
        this.interrupts = interrupts;
    }

    /** A database that cannot be had here is told and left out. */
    List<Row> of(List<String> databases) throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String spec : databases) {
            // A space sets an engine's own setting apart: hsqldb tx=mvcc
            String[] words = spec.split(" ");
            Map<String, String> own = words.length == 1
                    ? Map.of()
                    : Map.of(words[1].split("=")[0], words[1].substring(words[1].indexOf('=') + 1));
            try (Database database = new Databases(this::tell).start(words[0], own)) {
                for (Isolation isolation : database.levels()) {
                    if (interrupts.requested()) {
                        return rows;
                    }
                    try {
                        rows.add(row(database, words.length == 1 ? "" : " " + words[1], isolation));
                    } catch (CommandFailed e) {
                        tell(spec + " at " + isolation.sql() + " is left out: " + e.text());
                    }
                }
            } catch (ServerException e) {
                tell(spec + " is left out: " + e.problem());
            }
        }
        return rows;
    }

    private Row row(Database database, String own, Isolation isolation) throws IOException, ServerException {
        tell(database + own + " at " + isolation.sql());
        try (TemporaryHome home = TemporaryHome.of("matrix")) {
            Path trace = home.fresh().resolve("trace.jsonl");
            RunRecording recording =
                    new RunRecording(terminal, database, isolation, workload, settings, List.of(), interrupts);
            recording.record(RunTrace.temporary(trace), plan);
            return judged(database + own, isolation, Traces.read(trace).history());
        }
    }

    private static Row judged(String database, Isolation isolation, History history) {
        Checker checker = new Checker();
        Set<String> anomalies = new LinkedHashSet<>();
        List<String> holding = new ArrayList<>();
        List<String> open = new ArrayList<>();
        List<Level> broken = new ArrayList<>();
        for (String name : LEVELS) {
            Level level = Level.of(name).orElseThrow();
            Verdict verdict = ask(checker, history, level);
            if (verdict instanceof Verdict.Holds) {
                holding.add(name);
            } else if (verdict instanceof Verdict.Violated violated) {
                anomalies.add(violated.why().name());
                broken.add(level);
            } else if (!impliesOne(level, broken)) {
                open.add(name);
            }
        }
        Verdict kept = ask(checker, history, isolation.documented());
        boolean broke = kept instanceof Verdict.Undecided && impliesOne(isolation.documented(), broken);
        long committed = 0;
        for (int t = 0; t < history.transactionCount(); t++) {
            committed += history.isCommitted(t) ? 1 : 0;
        }
        return new Row(
                database,
                isolation.word(),
                isolation.documented().name(),
                broke ? "violated" : kept.word(),
                strongest(holding),
                open,
                anomalies,
                committed);
    }

    private static boolean impliesOne(Level level, List<Level> broken) {
        return broken.stream().anyMatch(other -> LATTICE.implies(level, other));
    }

    private static Verdict ask(Checker checker, History history, Level level) {
        return Grounds.of(
                history, checker.check(history, level, Budget.unlimited().within(PATIENCE)));
    }

    /** Those that no other of them implies. */
    private static List<String> strongest(List<String> holding) {
        return holding.stream()
                .filter(name -> holding.stream()
                        .noneMatch(other -> !other.equals(name)
                                && LATTICE.implies(
                                        Level.of(other).orElseThrow(),
                                        Level.of(name).orElseThrow())))
                .toList();
    }

    private void tell(String line) {
        terminal.err().println(Main.NAME + ": " + line);
    }
}
