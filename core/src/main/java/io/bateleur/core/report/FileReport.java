package io.bateleur.core.report;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What was found out about one trace: what the reports for people and for machines are made from.
 *
 * @param file as it was named
 * @param about what the trace tells of itself: engine, version, seed; whatever it knows
 * @param counts its size; empty when it could not be read
 * @param warnings what the trace tells that it contradicts itself, and that was not believed
 * @param covered how much of recorded SQL was understood as reads and writes; empty when there is none
 * @param levels in the order in which they were asked for
 * @param causes what the violated ones of them are explained by, each explanation once
 * @param further what was found beside violated levels
 * @param strongest when it was searched for
 * @param problem why nothing more is known: it could not be read, or a check broke off
 */
public record FileReport(
        String file,
        Map<String, Value> about,
        Optional<Counts> counts,
        List<String> warnings,
        Optional<Covered> covered,
        List<LevelReport> levels,
        List<Cause> causes,
        List<Finding> further,
        Optional<Strength> strongest,
        Optional<String> problem) {
    public FileReport {
        about = Collections.unmodifiableMap(new LinkedHashMap<>(about)); // in its order
        warnings = List.copyOf(warnings);
        levels = List.copyOf(levels);
        causes = List.copyOf(causes);
        further = List.copyOf(further);
    }

    /** Of a trace that tells nothing of itself. */
    public FileReport(
            String file,
            Optional<Counts> counts,
            List<String> warnings,
            Optional<Covered> covered,
            List<LevelReport> levels,
            List<Cause> causes,
            Optional<Strength> strongest,
            Optional<String> problem) {
        this(file, Map.of(), counts, warnings, covered, levels, causes, List.of(), strongest, problem);
    }

    /** Each violated level is explained by itself. */
    public FileReport(
            String file,
            Optional<Counts> counts,
            List<String> warnings,
            Optional<Covered> covered,
            List<LevelReport> levels,
            Optional<Strength> strongest,
            Optional<String> problem) {
        this(file, counts, warnings, covered, levels, Cause.each(levels), strongest, problem);
    }

    /** The same of a trace that tells this of itself. */
    public FileReport of(Map<String, Value> trace) {
        return new FileReport(file, trace, counts, warnings, covered, levels, causes, further, strongest, problem);
    }

    /** The same with something else that was found. */
    public FileReport with(List<? extends Finding> findings) {
        List<Finding> all = new ArrayList<>(further);
        all.addAll(findings);
        return new FileReport(file, about, counts, warnings, covered, levels, causes, all, strongest, problem);
    }

    /** Everything that was found, the violated levels first. */
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        causes.forEach(cause -> findings.add(brokenLevel(cause)));
        findings.addAll(further);
        return findings;
    }

    /** It breaks a promise if one of the levels that it refutes was promised. */
    BrokenLevel brokenLevel(Cause cause) {
        boolean promised = levels.stream().anyMatch(level -> level.promised() && cause.refutes(level.level()));
        return new BrokenLevel(file, cause, promised ? Severity.VIOLATION : Severity.NOTE);
    }

    /** The size of a history. */
    public record Counts(int sessions, int transactions, int operations, int keys) {
        public static Counts of(History history) {
            return new Counts(
                    history.sessionCount(), history.transactionCount(), history.operationCount(), history.keyCount());
        }
    }

    /**
     * How much of the SQL of a trace is behind the verdicts: a level that is violated is, and one that holds does so as far as this
     * goes.
     *
     * @param statements executions
     * @param whole of these, told wholly as reads and writes of cells
     * @param inPart of these, told with something unknown
     * @param reasons why the others are not, and how often
     */
    public record Covered(long statements, long whole, long inPart, Map<String, Long> reasons) {
        public long left() {
            return statements - whole - inPart;
        }

        /** In a line. */
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d statements: %.1f %% understood as reads and writes, %.1f %% in part, %.1f %% not",
                    statements,
                    percent(whole),
                    percent(inPart),
                    percent(left()));
        }

        private double percent(long part) {
            return statements == 0 ? 0 : 100.0 * part / statements;
        }
    }

    /**
     * The strongest levels that hold.
     *
     * @param open levels of which nobody knows
     */
    public record Strength(List<Level> levels, List<Level> open) {
        public Strength {
            levels = List.copyOf(levels);
            open = List.copyOf(open);
        }
    }
}
