package io.bateleur.sql.audit;

import io.bateleur.sql.eval.Purpose;
import org.jspecify.annotations.Nullable;

/** Which committed version of a row a statement sees. */
interface RowVersions {
    /** Null: none, the row is not there yet. */
    @Nullable
    RowVersion seen(LoggedTransaction t, LoggedStatement s, VersionedRow row, Purpose purpose);

    /** A statement looks for all rows of a table with these values in columns, none: for all rows. */
    default void look(VersionedTable table, int[] columns, Object[] values) {}

    /**
     * The version that a statement changes or locks of a row that it found.
     *
     * @throws Conflict when it could not succeed
     */
    @Nullable
    RowVersion changed(LoggedTransaction t, LoggedStatement s, RowVersion found);

    /** The version that is replaced by a change that was not looked for, such as that of a row which refers to a deleted one. */
    @Nullable
    RowVersion base(LoggedTransaction t, LoggedStatement s, VersionedRow row);
}
