package io.bateleur.core.report;

import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.Order;

/** What an anomaly means for somebody whose data it happened to, in a sentence. */
final class Meaning {
    private Meaning() {}

    static String of(Explanation explanation) {
        boolean single = explanation.anomaly() == Anomaly.G_SINGLE_ITEM || explanation.anomaly() == Anomaly.G_SINGLE;
        if (single && explanation.order() != Order.NONE) {
            return "A reader saw a state that was out of date: it missed something that was done before it began.";
        }
        return of(explanation.anomaly());
    }

    private static String of(Anomaly anomaly) {
        return switch (anomaly) {
            case UNWRITTEN_READ -> "The database returned something that was never stored in it.";
            case FUTURE_READ -> "A transaction saw a write before it had made it.";
            case G1A -> "What was rolled back was visible to somebody, who may have acted on it.";
            case G1B -> "A value that was only a step on the way to another one was visible outside its transaction.";
            case IGNORED_OWN_WRITE -> "A transaction cannot rely on what it has just written.";
            case DUPLICATE_ROW ->
                "Snapshot isolation is violated: the row was deleted meanwhile, and inserting it again found no conflict.";
            case DUPLICATE_ELEMENTS -> "One write was applied twice.";
            case INCOMPATIBLE_ORDER -> "Two readers saw the same writes applied in different orders.";
            case DIRTY_UPDATE -> "A committed write was built on one that was rolled back.";
            case G0 -> "Writes of different transactions are mixed: the final state is that of no order of them.";
            case G1C -> "Information went round in a circle: each transaction depends on what the others did first.";
            case LOST_UPDATE ->
                "One of the two updates is lost: it was overwritten by a transaction that had not seen it.";
            case FRACTURED_READ ->
                "A transaction was seen in part: some of its writes were there and others were not yet.";
            case G_SINGLE_ITEM ->
                "A reader saw a mixture of before and after: some of what it read is older than something it builds on.";
            case G_SINGLE ->
                "A reader saw a mixture of before and after: its range is older than something it builds on.";
            case G_NONADJACENT_ITEM ->
                "Readers saw the same writes in different orders: no sequence of snapshots explains both.";
            case G_NONADJACENT ->
                "Readers saw the same writes in different orders, one of them through a range: no sequence of snapshots"
                        + " explains both.";
            case G2_ITEM ->
                "Each of them relied on something that another then changed: one after the other, they would have seen it.";
            case G2 ->
                "Each of them relied on something that another then changed, one on what a range did not hold: one after the"
                        + " other, they would have seen it.";
            case CAUSALITY -> "Somebody saw an effect and not its cause, such as the answer without the question.";
            case MISSED_OWN_WRITE -> "A client did not see what it had written itself.";
            case NON_MONOTONIC_READS -> "For a client time went backwards: it saw an older version after a newer one.";
            case NON_MONOTONIC_WRITES -> "A client's later write was overwritten by its own earlier one.";
            case MISSING_CAUSE_OF_WRITE ->
                "A client's write became visible without what the client had read when it wrote.";
            case EXTENSION -> "A rule of an extension does not hold.";
        };
    }
}
