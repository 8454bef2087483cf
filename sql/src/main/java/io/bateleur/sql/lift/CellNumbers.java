package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.core.model.ValuePool;
import java.util.List;

/** The numbers of cells among the keys. Names of tables and columns are looked up once: they make most of what a cell is called. */
final class CellNumbers {
    private final ValuePool keys;
    private final ValuePool elements;
    /** By column among those of all tables: the numbers of its table's name and of its own, plus 1. */
    private final int[] tables;

    private final int[] columns;
    private int[] parts = new int[8];

    CellNumbers(ValuePool keys, int columnCount) {
        this.keys = keys;
        this.elements = keys.elements();
        this.tables = new int[columnCount];
        this.columns = new int[columnCount];
    }

    /** The number of a cell's key, new if it was not met yet. */
    int of(Relation relation, int column, Value cell) {
        List<Value> all = ((Value.Elements) cell).value();
        if (parts.length < all.size()) {
            parts = new int[all.size()];
        }
        int place = relation.firstColumn + column;
        if (tables[place] == 0) {
            tables[place] = elements.intern(all.get(0)) + 1;
            columns[place] = elements.intern(all.get(1)) + 1;
        }
        parts[0] = tables[place] - 1;
        parts[1] = columns[place] - 1;
        for (int i = 2; i < all.size(); i++) {
            parts[i] = elements.intern(all.get(i));
        }
        return keys.internList(parts, all.size());
    }
}
