package io.bateleur.lab.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What an engine answered to one statement. @param rows null: none @param count -1: none @param error null: it was not refused */
record EngineReply(List<Object[]> rows, long count, SQLException error) {

    static EngineReply to(String text, Statement statement) {
        try {
            boolean rows = statement.execute(text);
            return rows
                    ? new EngineReply(rows(statement.getResultSet()), -1, null)
                    : new EngineReply(null, statement.getUpdateCount(), null);
        } catch (SQLException e) {
            return new EngineReply(null, -1, e);
        }
    }

    /** SQLite has none. */
    String state() {
        return error == null ? null : error.getSQLState();
    }

    static List<Object[]> rows(ResultSet result) throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        int width = result.getMetaData().getColumnCount();
        while (result.next()) {
            Object[] row = new Object[width];
            for (int i = 0; i < width; i++) {
                row[i] = plain(result.getObject(i + 1));
            }
            rows.add(row);
        }
        return rows;
    }

    private static Object plain(Object value) {
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof java.math.BigInteger big) {
            return new java.math.BigDecimal(big);
        }
        if (value instanceof Float real) {
            return (double) real;
        }
        if (value instanceof java.sql.Date date) {
            return date.toLocalDate();
        }
        if (value instanceof java.sql.Time time) {
            return time.toLocalTime();
        }
        return value instanceof java.sql.Timestamp moment ? moment.toLocalDateTime() : value;
    }

    @Override
    public String toString() {
        return error != null
                ? "refused with " + state() + " " + error.getMessage()
                : rows != null ? "answered " + Arrays.deepToString(rows.toArray()) : "counted " + count;
    }
}
