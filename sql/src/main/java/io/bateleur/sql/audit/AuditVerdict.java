package io.bateleur.sql.audit;

import io.bateleur.core.model.Transaction;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.ImpossibleAnswer;
import java.util.List;
import java.util.function.Function;

/** What an audit found out. */
public sealed interface AuditVerdict {

    /** The name of the level. */
    String level();

    /** How many statements were evaluated. */
    FileReport.Covered covered();

    /**
     * Everything can have happened so.
     *
     * @param witness transactions whose changes count, in an order that explains all answers
     * @param limit how far this goes, or empty
     */
    record Accepted(String level, FileReport.Covered covered, List<Transaction> witness, String limit)
            implements AuditVerdict {
        public Accepted {
            witness = List.copyOf(witness);
        }
    }

    /**
     * No correct execution explains it.
     *
     * @param prefix how many transactions there were, in the order of their ends, when that became certain
     */
    record Refused(String level, FileReport.Covered covered, ImpossibleAnswer finding, int prefix)
            implements AuditVerdict {}

    record Undecided(String level, FileReport.Covered covered, String reason) implements AuditVerdict {}

    /** Deals with each; the compiler sees to it that none is forgotten. */
    default <T> T match(
            Function<? super Accepted, ? extends T> accepted,
            Function<? super Refused, ? extends T> refused,
            Function<? super Undecided, ? extends T> undecided) {
        if (this instanceof Accepted a) {
            return accepted.apply(a);
        }
        return this instanceof Refused r ? refused.apply(r) : undecided.apply((Undecided) this);
    }

    /** The word of the command line and of JSON. */
    default String word() {
        return match(accepted -> "accepted", refused -> "refused", undecided -> "undecided");
    }
}
