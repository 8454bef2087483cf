package io.bateleur.sql.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row from its insert to its delete: one that is inserted again is another row, whatever its key. */
final class VersionedRow {
    final VersionedTable table;
    /** The newest committed version; null while only its own transaction knows of it. */
    @Nullable
    RowVersion newest;

    /** Where it stands among the rows of its table; -1: it does not. */
    int place = -1;
    /** Whether the store looks out for versions of it that nobody sees any more. */
    boolean isUnsettled;
    /** Who locked it, or changed it in vain, as far as that may still matter. */
    List<Hold> holds = List.of();

    VersionedRow(VersionedTable table) {
        this.table = table;
    }
}
