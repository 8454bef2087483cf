package io.bateleur.core.check;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import java.util.Optional;

/**
 * Whether a trace shows anything that its users would call tested. By the definitions a level holds when nothing is known to have
 * happened; told to somebody whose recorder saw no ending, that would be misleading.
 */
public final class Grounds {
    private Grounds() {}

    /** The verdict for users: "holds" only where some transaction is known to have ended. */
    public static Verdict of(History history, Verdict verdict) {
        return verdict instanceof Verdict.Holds
                ? missing(history).<Verdict>map(Verdict.Undecided::new).orElse(verdict)
                : verdict;
    }

    /** Why "holds" would say nothing of this trace; empty when some transaction committed or aborted. */
    public static Optional<String> missing(History history) {
        int transactions = history.transactionCount();
        for (int t = 0; t < transactions; t++) {
            if (history.ending(t) != Ending.UNKNOWN) {
                return Optional.empty();
            }
        }
        return Optional.of(
                switch (transactions) {
                    case 0 -> "the trace has no transactions";
                    case 1 -> "the trace's only transaction is not known to have committed or aborted";
                    default ->
                        "none of the trace's " + transactions + " transactions is known to have committed or aborted";
                });
    }
}
