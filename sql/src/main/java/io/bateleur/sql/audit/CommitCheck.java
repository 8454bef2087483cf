package io.bateleur.sql.audit;

import io.bateleur.core.model.Ending;
import io.bateleur.sql.eval.Presence;
import io.bateleur.sql.eval.Purpose;
import org.jspecify.annotations.Nullable;

/** Whether keys and foreign keys hold when a transaction commits, whoever wrote what it could not see, and whatever was deferred. */
final class CommitCheck {
    private final Points points;
    private final Evaluation evaluation;
    private final OwnChanges own;
    private final Sight everything;

    CommitCheck(Points points, VersionStore store, Evaluation evaluation, OwnChanges own) {
        this.points = points;
        this.evaluation = evaluation;
        this.own = own;
        this.everything = new Sight(store, new Committed(), own);
    }

    /** Whatever was committed. What may have been is perhaps there. */
    private final class Committed implements RowVersions {
        @Override
        public @Nullable RowVersion seen(LoggedTransaction t, LoggedStatement s, VersionedRow row, Purpose purpose) {
            boolean doubt = false;
            RowVersion v = row.newest;
            for (; v != null; v = v.previous) {
                LoggedTransaction w = v.writer;
                if (w == null || w.ending != Ending.UNKNOWN) {
                    break;
                }
                boolean never = points.isNever(w.commitPoint);
                doubt |= !never;
                if (!never && !v.isDeleted()) {
                    break;
                }
            }
            return v == null || v.isDeleted() || !doubt
                    ? v
                    : new RowVersion(row, v.writer, v.statement, v.values(), Presence.MAYBE, v.previous);
        }

        @Override
        public RowVersion changed(LoggedTransaction t, LoggedStatement s, RowVersion found) {
            return found;
        }

        @Override
        public @Nullable RowVersion base(LoggedTransaction t, LoggedStatement s, VersionedRow row) {
            return row.newest;
        }
    }

    boolean holds(LoggedTransaction t) {
        if (t.statements.isEmpty()) {
            return true;
        }
        everything.at(t, t.statements.get(t.statements.size() - 1));
        for (RowVersion made : own.versions()) {
            RowVersion base = made.previous;
            Object[] old = base == null || base.isDeleted() ? null : base.values();
            boolean same = old != null && !made.isDeleted() && made.row.table.shape.isSameToKeys(old, made.values());
            boolean sure = made.presence() == Presence.SURE;
            if (sure
                    && !same
                    && !evaluation.mayCommit(made.row.table.shape, old, made.isDeleted() ? null : made, everything)) {
                return false;
            }
        }
        return true;
    }
}
