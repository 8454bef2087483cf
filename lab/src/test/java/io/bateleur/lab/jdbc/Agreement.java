package io.bateleur.lab.jdbc;

import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.eval.RowSet;
import io.bateleur.sql.eval.Tuple;
import io.bateleur.sql.eval.Unknown;
import java.util.List;

/** Whether an engine's reply is one of those that the evaluator allows. */
final class Agreement {
    private Agreement() {}

    /** Null where it is, else what differs. */
    static String difference(Answer ours, EngineReply reply) {
        return fits(ours, reply) ? null : reply + ", by us " + shown(ours);
    }

    private static boolean fits(Answer ours, EngineReply reply) {
        if (reply.error() != null) {
            String state = reply.state();
            return ours.error() != null && (state == null || ours.allowsError(state));
        }
        if (ours.error() != null) {
            return false;
        }
        if (reply.rows() != null) {
            return ours.rows() != null && ours.rows().allows(reply.rows());
        }
        Object count = ours.count();
        return count == null || Unknown.is(count) || reply.count() < 0 || count.equals(reply.count());
    }

    /** Whether the engine may have refused what we do, or the other way round. */
    static boolean isRefusedPerhaps(Answer ours, EngineReply reply) {
        return reply.error() != null
                && ours.error() == null
                && ours.perhaps() != null
                && (reply.state() == null || ours.allowsError(reply.state()));
    }

    /** Whether nothing in the answer is left open, but for values that the database may refuse to compute. */
    static boolean isDetermined(Answer ours) {
        boolean ofData = ours.perhaps() == null || ours.perhaps().state().equals("22");
        if (Unknown.is(ours.count()) || !ofData) {
            return false;
        }
        for (Tuple tuple : ours.rows() == null ? List.<Tuple>of() : ours.rows().tuples()) {
            if (Unknown.in(tuple.values())) {
                return false;
            }
        }
        return true;
    }

    static String shown(Answer answer) {
        if (answer.error() != null) {
            return "refused with " + answer.error().state() + " "
                    + answer.error().getMessage();
        }
        if (!answer.gaps().isEmpty()) {
            return "not evaluated: " + answer.gaps();
        }
        RowSet rows = answer.rows();
        if (rows == null) {
            return String.valueOf(answer.count());
        }
        boolean cut = rows.limit() < Long.MAX_VALUE || rows.offset() > 0;
        return rows.tuples() + (cut ? " limit " + rows.limit() + " offset " + rows.offset() : "");
    }
}
