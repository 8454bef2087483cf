package io.bateleur.sql.audit;

import io.bateleur.sql.eval.Answer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a search for a correct execution ended. */
sealed interface SearchOutcome {

    /** @param commits committed transactions in an order that explains everything */
    record Explained(List<LoggedTransaction> commits) implements SearchOutcome {}

    /**
     * There is none.
     *
     * @param transaction whose answer nothing explains together with everything before it
     * @param statement null: all its answers can be explained, but not its commit
     * @param possible answers that would have been explained
     * @param conflict who changed at the same time what this statement changed
     */
    record Impossible(
            LoggedTransaction transaction,
            @Nullable LoggedStatement statement,
            List<Answer> possible,
            @Nullable LoggedTransaction conflict)
            implements SearchOutcome {}

    /** The search was not exhausted. @param why what to say about it */
    record Open(String why) implements SearchOutcome {}
}
