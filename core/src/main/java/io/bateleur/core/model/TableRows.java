package io.bateleur.core.model;

import java.util.List;

/**
 * The rows of a table before the first transaction, keyed or not. They may come in pieces.
 *
 * @param table its name, as {@link SqlTable} has it
 * @param columns the labels of the columns
 * @param rows a value for each column
 * @param complete whether no rows are missing: false before the last piece
 */
public record TableRows(String table, List<String> columns, List<List<Value>> rows, boolean complete) {
    public TableRows {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<Value> row : rows) {
            if (row.size() != columns.size()) {
                throw new HistoryException("a row of table " + table + " has " + values(row.size())
                        + ", and the table has " + columns.size() + (columns.size() == 1 ? " column" : " columns"));
            }
        }
    }

    private static String values(int count) {
        return count == 1 ? "one value" : count + " values";
    }

    /** Refuses what cannot be the next piece of a table's rows. */
    void requireNext(TableRows next) {
        if (complete) {
            throw new HistoryException("rows of table " + table + " come after its last ones");
        }
        if (!columns.equals(next.columns)) {
            throw new HistoryException(
                    "the rows of table " + table + " first have the columns " + columns + ", then " + next.columns);
        }
    }

    /** The rows of one table that came in these pieces. */
    public static TableRows joined(List<TableRows> pieces) {
        TableRows last = pieces.get(pieces.size() - 1);
        if (pieces.size() == 1) {
            return last;
        }
        List<List<Value>> all =
                pieces.stream().flatMap(piece -> piece.rows.stream()).toList();
        return new TableRows(last.table, last.columns, all, last.complete);
    }
}
