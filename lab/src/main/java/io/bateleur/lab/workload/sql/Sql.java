package io.bateleur.lab.workload.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one transaction, prepared and run one at a time.
 *
 * <p>What an UPDATE makes of a number that it finds, nobody is told. So a number is changed as a careful application does it: by an
 * UPDATE that returns it, or, where a database has no such thing, by a read and a write of the sum.
 */
final class Sql {
    private final Connection connection;
    private final SqlWords words;

    Sql(Connection connection, SqlWords words) {
        this.connection = connection;
        this.words = words;
    }

    /** The columns of one row; a number that is null is 0. */
    record Row(List<@Nullable Object> columns) {
        /** @param column from 0 on */
        long number(int column) {
            return columns.get(column) instanceof Number number ? number.longValue() : 0;
        }

        String text(int column) {
            return String.valueOf(columns.get(column));
        }
    }

    /** Numbers of one row, known by its key. */
    record Cell(String table, String column, String key) {}

    List<Row> rows(String query, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            set(statement, parameters);
            try (ResultSet found = statement.executeQuery()) {
                int columns = found.getMetaData().getColumnCount();
                List<Row> rows = new ArrayList<>();
                while (found.next()) {
                    List<@Nullable Object> row = new ArrayList<>();
                    for (int column = 1; column <= columns; column++) {
                        row.add(found.getObject(column));
                    }
                    rows.add(new Row(row));
                }
                return rows;
            }
        }
    }

    /** The first rows. */
    List<Row> first(int many, String query, Object... parameters) throws SQLException {
        return rows(query + words.limit().apply(many), parameters);
    }

    /** A row on which a write depends, locked if the words say so. */
    Optional<Row> row(String query, Object... parameters) throws SQLException {
        return rows(query + words.locking(), parameters).stream().findFirst();
    }

    /** A number on which a write depends; 0 where there is none, since a database that isolates badly may show anything. */
    long number(String query, Object... parameters) throws SQLException {
        return row(query, parameters).map(row -> row.number(0)).orElse(0L);
    }

    int update(String statement, Object... parameters) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
            set(prepared, parameters);
            return prepared.executeUpdate();
        }
    }

    private static void set(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i] instanceof String text) {
                statement.setString(i + 1, text);
            } else {
                statement.setLong(i + 1, ((Number) parameters[i]).longValue());
            }
        }
    }

    long read(Cell cell, Object... key) throws SQLException {
        return number("SELECT " + cell.column() + " FROM " + cell.table() + " WHERE " + cell.key(), key);
    }

    void write(Cell cell, long number, Object... key) throws SQLException {
        update("UPDATE " + cell.table() + " SET " + cell.column() + " = ? WHERE " + cell.key(), withFirst(number, key));
    }

    /** Adds to a number, and returns the sum. */
    long add(Cell cell, long amount, Object... key) throws SQLException {
        return words.returning() ? addUnread(cell, amount, key) : addTo(read(cell, key), cell, amount, key);
    }

    /** Adds to a number that this transaction has read. */
    long addTo(long known, Cell cell, long amount, Object... key) throws SQLException {
        if (words.returning()) {
            return addUnread(cell, amount, key);
        }
        write(cell, known + amount, key);
        return known + amount;
    }

    private long addUnread(Cell cell, long amount, Object... key) throws SQLException {
        List<Row> made = rows(
                "UPDATE " + cell.table() + " SET " + cell.column() + " = " + cell.column() + " + ? WHERE " + cell.key()
                        + " RETURNING " + cell.column(),
                withFirst(amount, key));
        return made.isEmpty() ? 0 : made.get(0).number(0);
    }

    boolean isReturning() {
        return words.returning();
    }

    private static Object[] withFirst(long first, Object... others) {
        Object[] all = new Object[others.length + 1];
        all[0] = first;
        System.arraycopy(others, 0, all, 1, others.length);
        return all;
    }
}
