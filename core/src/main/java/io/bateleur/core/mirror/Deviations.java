package io.bateleur.core.mirror;

import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.Timestamp;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which databases make transactions serializable or isolated, each stricter than what follows from it: a pattern that such
 * a rule never lets pass shows that the mechanism is not as described, though no promise need be broken. Each dependency is looked at
 * when it becomes certain.
 */
final class Deviations {
    private final TransactionTable transactions;
    private final Certifier certifier;
    private final Suspicions suspicions;

    Deviations(TransactionTable transactions, Certifier certifier, Suspicions suspicions) {
        this.transactions = transactions;
        this.certifier = certifier;
        this.suspicions = suspicions;
    }

    /** A certain dependency of a transaction that is held to such a rule. */
    void dependency(Certifier.Edge edge) {
        Profile.Deviation rule = transactions.profile[edge.to()].deviation();
        if (rule != transactions.profile[edge.from()].deviation()
                || transactions.state[edge.from()] != TransactionTable.COMMITTED
                || transactions.state[edge.to()] != TransactionTable.COMMITTED
                || edge.from() == edge.to()) {
            return;
        }
        boolean broken =
                switch (rule) {
                    case NONE -> false;
                    case DANGEROUS_STRUCTURE -> {
                        if (edge.kind() == EdgeKind.RW && certifier.has(edge.from()) && certifier.has(edge.to())) {
                            certifier.antiInto(edge.from(), first -> structure(first, edge));
                            certifier.antiOutOf(edge.to(), last -> structure(edge, last));
                        }
                        yield false;
                    }
                    case OPTIMISTIC_VALIDATION ->
                        edge.kind() == EdgeKind.RW
                                && wrote(edge.from())
                                && transactions.committedBy[edge.to()] < transactions.endBefore[edge.from()];
                    case TIMESTAMP_ORDER ->
                        isBefore(transactions.commitStamp[edge.to()], transactions.commitStamp[edge.from()]);
                    case PERCOLATOR ->
                        edge.kind() == EdgeKind.RW
                                ? isBefore(transactions.commitStamp[edge.to()], transactions.startStamp[edge.from()])
                                : isBefore(transactions.startStamp[edge.to()], transactions.commitStamp[edge.from()]);
                };
        if (broken) {
            suspicions.deviation(rule, new Certifier.Edge[] {edge});
        }
    }

    /** Nobody needs to validate what changes nothing. */
    private boolean wrote(int transaction) {
        OpLog log = transactions.log[transaction];
        return log != null && log.writes > 0;
    }

    /** Whether a rule looks at more than anti-dependencies. */
    static boolean looksAtAll(Profile.Deviation rule) {
        return rule == Profile.Deviation.TIMESTAMP_ORDER || rule == Profile.Deviation.PERCOLATOR;
    }

    /** Both have timestamps, and one is smaller. */
    private static boolean isBefore(@Nullable Timestamp a, @Nullable Timestamp b) {
        return a != null && b != null && a.compareTo(b) < 0;
    }

    /** The last of three committed first, and where the first wrote nothing, before its snapshot. */
    private void structure(Certifier.Edge one, Certifier.Edge two) {
        int first = one.from();
        int pivot = one.to();
        int last = two.to();
        boolean lastIsFirst = transactions.committedBy[last] < transactions.endBefore[first];
        boolean concurrent =
                transactions.hasAnchor(pivot) && transactions.anchorAfter[pivot] < transactions.endBefore[first];
        OpLog log = transactions.log[first];
        boolean mayCount =
                log != null && (log.writes > 0 || transactions.committedBy[last] < transactions.anchorBefore[first]);
        if (first != last
                && lastIsFirst
                && concurrent
                && mayCount
                && transactions.committedBy[last] < transactions.endBefore[pivot]) {
            suspicions.deviation(Profile.Deviation.DANGEROUS_STRUCTURE, new Certifier.Edge[] {one, two});
        }
    }
}
