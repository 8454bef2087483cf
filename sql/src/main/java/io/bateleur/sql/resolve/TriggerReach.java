package io.bateleur.sql.resolve;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * What the triggers and rules of a table do when something happens to its rows.
 *
 * @param others what they may write themselves
 * @param rewritten columns of the row whose values they may replace; null: they may do anything to the row, or keep it from being changed
 */
public record TriggerReach(Reach others, @Nullable BitSet rewritten) {
    /** Whether the statement does what it says, but for the values of {@link #rewritten}. */
    public boolean keepsRows() {
        return rewritten != null;
    }
}
