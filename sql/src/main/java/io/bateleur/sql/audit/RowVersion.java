package io.bateleur.sql.audit;

import io.bateleur.sql.eval.Presence;
import io.bateleur.sql.eval.Row;
import org.jspecify.annotations.Nullable;

/** What a row was made by a transaction. */
final class RowVersion implements Row {
    final VersionedRow row;
    /** Null: it was there at first, or so long ago that everybody sees it. */
    @Nullable
    LoggedTransaction writer;

    private final Object @Nullable [] values;
    private final Presence presence;
    /** The version that this one replaces: of a version that is not committed, the one that its transaction locked. */
    @Nullable
    RowVersion previous;

    /** The statement that made it, by its place in its transaction. */
    final int statement;

    /** @param values null: it is deleted */
    RowVersion(
            VersionedRow row,
            @Nullable LoggedTransaction writer,
            int statement,
            Object @Nullable [] values,
            Presence presence,
            @Nullable RowVersion previous) {
        this.row = row;
        this.writer = writer;
        this.statement = statement;
        this.values = values;
        this.presence = presence;
        this.previous = previous;
    }

    boolean isDeleted() {
        return values == null;
    }

    @Override
    public Object[] values() {
        if (values == null) {
            throw new IllegalStateException("a deleted row has no values");
        }
        return values;
    }

    @Override
    public Presence presence() {
        return presence;
    }
}
