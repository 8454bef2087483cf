package io.bateleur.sql.lift;

import io.bateleur.sql.resolve.CellRef;
import io.bateleur.sql.resolve.ColumnSense;
import io.bateleur.sql.resolve.Output;
import io.bateleur.sql.resolve.RowSource;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Which column of which source each column of an answer is. */
final class Layout {
    private final @Nullable List<Output> outputs;
    private final RowSource[] sources;
    private final int[] columns;

    /** @param outputs null where stars stand for columns that are not known */
    Layout(@Nullable List<Output> outputs) {
        this.outputs = outputs;
        int size = outputs == null ? 0 : outputs.size();
        this.sources = new RowSource[size];
        this.columns = new int[size];
        for (int i = 0; i < size; i++) {
            ColumnSense sense = outputs == null ? null : outputs.get(i).sense();
            CellRef cell = sense instanceof ColumnSense.Cell of ? of.cell().origin() : null;
            columns[i] = cell == null ? -1 : cell.column();
            if (cell != null) {
                sources[i] = cell.source();
            }
        }
    }

    /** The columns of a source that are in the answer, for people. */
    String columns(RowSource source) {
        StringJoiner names = new StringJoiner(", ");
        for (int i = 0; i < columns.length; i++) {
            if (sources[i] == source) {
                names.add(source.fields().get(columns[i]).name());
            }
        }
        return names.toString();
    }

    /** Whether an answer with these labels is of this layout: those that a star stands for must agree. */
    boolean fits(List<String> labels) {
        boolean fits = outputs != null && labels.size() == outputs.size();
        for (int i = 0; fits && outputs != null && i < outputs.size(); i++) {
            fits = !outputs.get(i).starred() || outputs.get(i).label().equalsIgnoreCase(labels.get(i));
        }
        return fits;
    }

    int size() {
        return columns.length;
    }

    /** The column of a source at a place of the answer; -1 where it is something else. */
    int column(int position, RowSource source) {
        return sources[position] == source ? columns[position] : -1;
    }
}
