package io.bateleur.sql.resolve;

import java.util.List;

/** What a column that an expression names means. */
public sealed interface ColumnSense {

    /** A column of a source: of this query, or of one around it. */
    record Cell(CellRef cell) implements ColumnSense {}

    /** A column that FULL JOIN ... USING merges: the first that is not null. */
    record Merged(List<CellRef> cells) implements ColumnSense {
        public Merged {
            cells = List.copyOf(cells);
        }
    }

    /** A column of the result of the query that it stands in, by its place: in ORDER BY and its like. */
    record OutputOf(int position) implements ColumnSense {}

    /** All of a row as one value. */
    record WholeRow(RowSource source) implements ColumnSense {}

    /** SQLite's and MySQL's text in double quotes. */
    record Words(String text) implements ColumnSense {}
}
