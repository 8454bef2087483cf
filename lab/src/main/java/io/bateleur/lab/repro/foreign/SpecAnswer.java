package io.bateleur.lab.repro.foreign;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a message was answered.
 *
 * @param tables as libpq prints them, in order; empty for a statement without rows
 * @param error what ended it
 */
record SpecAnswer(List<String> tables, Optional<String> error) {
    static SpecAnswer failed(String error) {
        return new SpecAnswer(List.of(), Optional.of(error));
    }

    static SpecAnswer of(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            return of(statement, sql);
        } catch (SQLException e) {
            return failed(PostgresMessage.of(e).line());
        }
    }

    static SpecAnswer of(Statement statement, String sql) {
        List<String> tables = new ArrayList<>();
        try {
            boolean rows = statement.execute(sql);
            while (rows || statement.getUpdateCount() >= 0) {
                if (rows) {
                    try (ResultSet set = statement.getResultSet()) {
                        tables.add(table(set));
                    }
                } else {
                    tables.add("");
                }
                rows = statement.getMoreResults();
            }
            return new SpecAnswer(tables, Optional.empty());
        } catch (SQLException e) {
            return new SpecAnswer(tables, Optional.of(PostgresMessage.of(e).line()));
        }
    }

    String text() {
        return String.join("", tables) + error.map(line -> line + "\n").orElse("");
    }

    /** The last answer, if it has rows. */
    Optional<String> lastTable() {
        return tables.isEmpty() || tables.get(tables.size() - 1).isEmpty()
                ? Optional.empty()
                : Optional.of(tables.get(tables.size() - 1));
    }

    /** With a bar between columns; columns of numbers are set to the right. */
    private static String table(ResultSet set) throws SQLException {
        ResultSetMetaData meta = set.getMetaData();
        List<List<String>> columns = new ArrayList<>();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            columns.add(new ArrayList<>(List.of(meta.getColumnLabel(i))));
        }
        int rows = 0;
        for (; set.next(); rows++) {
            for (int i = 0; i < columns.size(); i++) {
                String value = set.getString(i + 1);
                boolean date = meta.getColumnType(i + 1) == Types.DATE;
                columns.get(i).add(value == null ? "" : date ? american(value) : value);
            }
        }
        if (columns.isEmpty()) {
            return "";
        }
        List<String> formats = new ArrayList<>();
        List<String> rules = new ArrayList<>();
        for (List<String> column : columns) {
            int width = column.stream().mapToInt(String::length).max().orElse(0);
            boolean numbers = column.stream().skip(1).allMatch(SpecAnswer::isNumeric);
            formats.add(width == 0 ? "%s" : numbers ? "%" + width + "s" : "%-" + width + "s");
            rules.add("-".repeat(width));
        }
        StringBuilder table = new StringBuilder();
        for (int row = 0; row <= rows; row++) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                cells.add(String.format(formats.get(i), columns.get(i).get(row)));
            }
            table.append(String.join("|", cells)).append('\n');
            if (row == 0) {
                table.append(String.join("+", rules)).append('\n');
            }
        }
        return table.append('(')
                .append(rows)
                .append(rows == 1 ? " row)\n\n" : " rows)\n\n")
                .toString();
    }

    /** PostgreSQL's tests set DateStyle to "Postgres, MDY"; the JDBC driver needs ISO. */
    private static String american(String date) {
        return date.replaceFirst("^(\\d{4})-(\\d{2})-(\\d{2})$", "$2-$3-$1");
    }

    private static boolean isNumeric(String value) {
        return value.isEmpty() || value.matches("[0-9. -][0-9.Ee -]*") && value.matches(".*[0-9]");
    }
}
