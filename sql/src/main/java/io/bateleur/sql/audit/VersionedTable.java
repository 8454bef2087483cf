package io.bateleur.sql.audit;

import io.bateleur.sql.eval.TableShape;
import java.util.ArrayList;
import java.util.List;

/** All rows of a table that somebody may still see, in all their versions. */
final class VersionedTable {
    final TableShape shape;
    List<VersionedRow> rows = new ArrayList<>();
    /** Whether it may have had other rows at first, or something that was not evaluated changed it. */
    boolean obscure;

    private List<RowIndex> indexes = new ArrayList<>();

    VersionedTable(TableShape shape) {
        this.shape = shape;
    }

    /** What it was before nothing was known of its rows any more. */
    record Known(VersionedTable table, List<VersionedRow> rows, boolean obscure, List<RowIndex> indexes) {}

    Known forgetRows() {
        Known known = new Known(this, rows, obscure, indexes);
        rows = new ArrayList<>();
        indexes = new ArrayList<>();
        obscure = true;
        return known;
    }

    void restore(Known known) {
        rows = known.rows;
        indexes = known.indexes;
        obscure = known.obscure;
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
