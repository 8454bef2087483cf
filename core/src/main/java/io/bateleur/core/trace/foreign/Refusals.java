package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.CannotExpressException;
import io.bateleur.core.trace.Fit;
import io.bateleur.core.trace.TraceFormat;
import java.util.function.BiFunction;

/** What several formats have no words for and {@link Fit} cannot tell, because it depends on more than one operation. */
final class Refusals {
    /** The keys that EDN and JSON can spell. */
    static final Fit.Rule ANY = new Fit.Rule("anything but byte strings", value -> !hasBytes(value));

    /** The values that EDN and JSON can spell, where null means that there is none. */
    static final Fit.Rule PRESENT = new Fit.Rule(
            "anything but null and byte strings", value -> !(value instanceof Value.Null) && !hasBytes(value));

    private Refusals() {}

    private static boolean hasBytes(Value value) {
        return value instanceof Value.Bytes
                || (value instanceof Value.Elements list
                        && list.value().stream().anyMatch(Refusals::hasBytes));
    }

    /** Refuses a history for its first operation of which {@code why} says something. */
    static void require(History history, TraceFormat format, BiFunction<Transaction, Operation, String> why)
            throws CannotExpressException {
        for (Transaction transaction : history.transactions()) {
            for (Operation op : transaction.operations()) {
                String reason = why.apply(transaction, op);
                if (!reason.isEmpty()) {
                    throw new CannotExpressException(
                            format,
                            "transaction " + transaction + " has a " + op.kind().word() + reason);
                }
            }
        }
    }

    /** Why an operation on one key cannot be written without tombstones, or an empty string. */
    static String tombstone(Operation op) {
        return op.content() instanceof Content.Dead dead && dead.tombstone().isPresent()
                ? " of " + op.key() + " with a tombstone"
                : "";
    }

    /** Why a read would be read back as something else, or an empty string. */
    static String misreading(Operation op, ReadModel model) {
        return op.kind().isItemRead() && !model.keeps(op.history(), op.number())
                ? " of " + op.key() + ", which the other operations make a read of another kind"
                : "";
    }
}
