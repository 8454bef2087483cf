package io.bateleur.sql.audit;

import io.bateleur.sql.eval.TableShape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All rows of a table that somebody may still see, in all their versions. */
final class VersionedTable {
    final TableShape shape;
    /** In no order. */
    List<VersionedRow> rows = new ArrayList<>();
    /** Whether it may have had other rows at first, or something that was not evaluated changed it. */
    boolean obscure;

    /** Who wrote a key in vain. */
    final Map<Holds.HeldKey, List<Hold>> heldKeys = new HashMap<>();

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

    void add(VersionedRow row) {
        row.place = rows.size();
        rows.add(row);
    }

    /** Removes a row, in whose place comes the last one. */
    void remove(VersionedRow row) {
        int place = row.place;
        if (place < 0 || place >= rows.size() || rows.get(place) != row) {
            return; // it was there before its table was obscured
        }
        VersionedRow last = rows.remove(rows.size() - 1);
        if (last != row) {
            rows.set(place, last);
            last.place = place;
        }
        row.place = -1;
    }

    /** Finds a row by the values of its newest version as well. */
    void index(VersionedRow row) {
        for (RowIndex index : indexes) {
            index.add(row, row.newest);
        }
    }

    /** No longer finds a row by the values of a version that is not among its versions any more. */
    void unindex(VersionedRow row, RowVersion gone) {
        for (RowIndex index : indexes) {
            index.remove(row, gone);
        }
    }

    RowIndex by(int[] columns) {
        for (RowIndex index : indexes) {
            if (index.isFor(columns)) {
                return index;
            }
        }
        return filled(new RowIndex(shape, columns.clone()));
    }

    OrderedIndex orderedBy(int[] columns) {
        for (RowIndex index : indexes) {
            if (index instanceof OrderedIndex ordered && index.isFor(columns)) {
                return ordered;
            }
        }
        return filled(new OrderedIndex(shape, columns.clone()));
    }

    private <I extends RowIndex> I filled(I index) {
        for (VersionedRow row : rows) {
            for (@Nullable RowVersion v = row.newest; v != null; v = v.previous) {
                index.add(row, v);
            }
        }
        indexes.add(index);
        return index;
    }
}
