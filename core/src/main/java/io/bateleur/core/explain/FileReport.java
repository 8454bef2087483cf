package io.bateleur.core.explain;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import java.util.List;
import java.util.Optional;

/**
 * What was found out about one trace: what the reports for people and for machines are made from.
 *
 * @param file as it was named
 * @param counts its size; empty when it could not be read
 * @param warnings what the trace tells that it contradicts itself, and that was not believed
 * @param levels in the order in which they were asked for
 * @param strongest when it was searched for
 * @param problem why nothing more is known: it could not be read, or a check broke off
 */
public record FileReport(
        String file,
        Optional<Counts> counts,
        List<String> warnings,
        List<LevelReport> levels,
        Optional<Strength> strongest,
        Optional<String> problem) {
    public FileReport {
        warnings = List.copyOf(warnings);
        levels = List.copyOf(levels);
    }

    /** The size of a history. */
    public record Counts(int sessions, int transactions, int operations, int keys) {
        public static Counts of(History history) {
            return new Counts(
                    history.sessionCount(), history.transactionCount(), history.operationCount(), history.keyCount());
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
