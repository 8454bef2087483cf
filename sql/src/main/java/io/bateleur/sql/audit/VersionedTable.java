package io.bateleur.sql.audit;

import io.bateleur.sql.eval.TableShape;
import java.util.ArrayList;
import java.util.List;

/** All rows of a table that somebody may still see, in all their versions. */
final class VersionedTable {
    final TableShape shape;
    final List<VersionedRow> rows = new ArrayList<>();
    /** Whether it may have had other rows at first, or something that was not evaluated changed it. */
    boolean obscure;

    private final List<RowIndex> indexes = new ArrayList<>();

    VersionedTable(TableShape shape) {
        this.shape = shape;
    }

    /** Adds a row, or another version of one. */
    void index(VersionedRow row, Object[] values) {
        for (RowIndex index : indexes) {
            index.add(row, values);
        }
    }

    void unindex(VersionedRow row, Object[] values) {
        for (RowIndex index : indexes) {
            index.remove(row, values);
        }
    }

    RowIndex by(int[] columns) {
        for (RowIndex index : indexes) {
            if (index.isFor(columns)) {
                return index;
            }
        }
        RowIndex index = new RowIndex(shape, columns.clone());
        for (VersionedRow row : rows) {
            for (RowVersion v = row.newest; v != null; v = v.previous) {
                if (!v.isDeleted()) {
                    index.add(row, v.values());
                }
            }
        }
        indexes.add(index);
        return index;
    }
}
