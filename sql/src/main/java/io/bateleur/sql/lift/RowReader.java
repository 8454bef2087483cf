package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.resolve.RowSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the keys and cells of one source of a query out of the rows of its answer. */
final class RowReader {
    private final Layout layout;
    private final RowSource source;
    private final Relation relation;
    private final Bound bound;
    /** Whether a row of the answer may have none of this source: then what the conditions say does not hold for it. */
    private final boolean optional;
    /** Whether the query has other sources, too. */
    private final boolean joined;

    private boolean opaque;

    RowReader(Layout layout, RowSource source, Relation relation, Bound bound, boolean joined) {
        this.layout = layout;
        this.source = source;
        this.relation = relation;
        this.bound = bound;
        this.optional = source.isOptional();
        this.joined = joined;
    }

    /** Whether some cells were of types that are not compared. */
    boolean isOpaque() {
        return opaque;
    }

    /** The primary key of the row; null when not all of it is known. */
    @Nullable
    List<Value> key(List<Value> row, Workspace work) {
        @Nullable Value[] parts = new Value[relation.key.length];
        for (int k = 0; k < parts.length && !optional; k++) {
            parts[k] = bound.equal()[relation.key[k]];
        }
        for (int i = 0; i < layout.size(); i++) {
            int column = layout.column(i, source);
            int place = column < 0 ? -1 : relation.keyPlace(column);
            if (place >= 0) {
                parts[place] = relation.types[column].read(row.get(i));
            }
        }
        for (int k = 0; k < parts.length; k++) {
            Value part = parts[k];
            if (part != null && !relation.types[relation.key[k]].isSafeKey(part)) {
                work.taint(relation, ChangePlan.COLLATION);
            }
        }
        return relation.row(parts);
    }

    /** Tells of the cells of a row: those of the answer, and those that the conditions name. */
    void cells(List<Value> key, List<Value> row, Workspace work) {
        boolean any = false;
        for (int i = 0; i < layout.size(); i++) {
            int column = layout.column(i, source);
            if (column < 0 || relation.keyPlace(column) >= 0) {
                continue;
            }
            Value value = relation.types[column].read(row.get(i));
            opaque |= value == null;
            if (value != null) {
                work.get(relation, column, key, value);
                any = true;
            }
        }
        for (int c = 0; c < bound.equal().length && !optional; c++) {
            Value value = bound.equal()[c];
            if (value != null && relation.keyPlace(c) < 0 && relation.types[c].isExact()) {
                work.get(relation, c, key, value);
                any = true;
            }
        }
        if (!any || joined) {
            work.exists(relation, key);
        }
    }
}
