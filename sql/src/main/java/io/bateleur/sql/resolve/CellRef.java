package io.bateleur.sql.resolve;

import io.bateleur.sql.schema.DataType;

/** A column of a source, by its place. */
public record CellRef(RowSource source, int column) {
    public CellRef {
        if (column < 0 || column >= source.fields().size()) {
            throw new IllegalArgumentException(
                    "column " + column + " of " + source.fields().size());
        }
    }

    public String name() {
        return source.fields().get(column).name();
    }

    public DataType type() {
        return source.fields().get(column).type();
    }

    /** The column of a table whose value this is unchanged; itself where it is one, or comes from somewhere else. */
    public CellRef origin() {
        CellRef from = source.fields().get(column).from();
        return from == null ? this : from.origin();
    }

    @Override
    public String toString() {
        return source + "." + name();
    }
}
