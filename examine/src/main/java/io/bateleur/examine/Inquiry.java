package io.bateleur.examine;

import io.bateleur.core.model.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What is to be found out about a trace.
 *
 * @param levels those in question; with none, and without a search, the level that the trace was recorded at
 * @param beyond levels that nobody promised: all of them together get the time of one
 * @param strongest whether to search for the strongest levels that hold
 * @param minimize whether to shrink what is shown to a smallest part that is still violated
 * @param explain whether to find out which levels are violated by the same transactions
 * @param schema a file with the tables of a trace of SQL, in place of those that the trace describes
 */
public record Inquiry(
        List<Level> levels,
        List<Level> beyond,
        boolean strongest,
        boolean minimize,
        boolean explain,
        Allowance allowance,
        Optional<Path> schema) {
    public Inquiry {
        levels = List.copyOf(levels);
        beyond = List.copyOf(beyond);
    }

    /** Whether these levels hold. */
    public static Inquiry of(List<Level> levels, Allowance allowance) {
        return new Inquiry(levels, List.of(), false, false, false, allowance, Optional.empty());
    }
}
