package io.bateleur.sql.audit;

import io.bateleur.sql.eval.Purpose;
import org.jspecify.annotations.Nullable;

/** By the rules of the transaction, the times, and where these leave it open, by choice. */
final class ChosenVersions implements RowVersions {
    private final Points points;
    private final Choices choices;

    /** Whose versions were seen or passed over, as far as somebody wants to know. */
    private final @Nullable Dependencies dependencies;

    ChosenVersions(Points points, Choices choices, @Nullable Dependencies dependencies) {
        this.points = points;
        this.choices = choices;
        this.dependencies = dependencies;
    }

    @Override
    public @Nullable RowVersion seen(LoggedTransaction t, LoggedStatement s, VersionedRow row, Purpose purpose) {
        if (t.rules == SightRules.SERIAL_AT_COMMIT) {
            return newest(row); // the order in which transactions are taken is the serial order
        }
        RowVersion seen = before(row, point(t, s, purpose));
        if (dependencies != null) {
            dependencies.note(t, row, seen);
        }
        return seen;
    }

    @Override
    public void look(VersionedTable table, int[] columns, Object[] values) {
        if (dependencies != null) {
            dependencies.look(table, columns, values);
        }
    }

    /** The newest version that was committed before a point. */
    private @Nullable RowVersion before(VersionedRow row, int point) {
        for (RowVersion v = row.newest; v != null; v = v.previous) {
            LoggedTransaction w = v.writer;
            if (w == null || !points.isNever(w.commitPoint) && choices.before(w.commitPoint, point)) {
                return v;
            }
        }
        return null;
    }

    private @Nullable RowVersion newest(VersionedRow row) {
        RowVersion v = row.newest;
        while (v != null && v.writer != null && points.isNever(v.writer.commitPoint)) {
            v = v.previous;
        }
        return v;
    }

    private static int point(LoggedTransaction t, LoggedStatement s, Purpose purpose) {
        boolean snapshot = t.rules.looksInSnapshot(s, purpose);
        if (!snapshot) {
            return s.lockPoint;
        }
        return t.rules.oneSnapshot() ? t.snapshotPoint : s.snapshotPoint;
    }

    @Override
    public @Nullable RowVersion changed(LoggedTransaction t, LoggedStatement s, RowVersion found) {
        if (t.rules == SightRules.SERIAL_AT_COMMIT) {
            return found;
        }
        RowVersion now = before(found.row, s.lockPoint);
        if (now != found && t.rules == SightRules.STRONG_SNAPSHOT) {
            if (t.mayCommit() && now != null && now.writer != null) {
                throw new Conflict(now.writer);
            }
            return found;
        }
        return now;
    }

    @Override
    public @Nullable RowVersion base(LoggedTransaction t, LoggedStatement s, VersionedRow row) {
        return t.rules == SightRules.SERIAL_AT_COMMIT ? newest(row) : before(row, s.lockPoint);
    }
}
