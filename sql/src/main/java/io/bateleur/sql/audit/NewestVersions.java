package io.bateleur.sql.audit;

import io.bateleur.sql.eval.Purpose;
import org.jspecify.annotations.Nullable;

/** Everything that was committed is seen: nobody else is there. */
final class NewestVersions implements RowVersions {
    @Override
    public @Nullable RowVersion seen(LoggedTransaction t, LoggedStatement s, VersionedRow row, Purpose purpose) {
        return row.newest;
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
