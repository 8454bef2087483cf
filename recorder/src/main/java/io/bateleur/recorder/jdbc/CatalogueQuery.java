package io.bateleur.recorder.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query to a catalogue. */
final class CatalogueQuery {
    private CatalogueQuery() {}

    /** What is done with each row. */
    interface Row {
        void read(ResultSet rows) throws SQLException;
    }

    static void each(Connection connection, String query, Row row) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                row.read(rows);
            }
        }
    }

    /** The first column. */
    static List<String> texts(Connection connection, String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        each(connection, query, rows -> texts.add(rows.getString(1)));
        return texts;
    }

    /** A condition that lets MySQL and MariaDB look at one table alone; empty for all. */
    static String only(String column, Tables.@Nullable Name only) {
        return only == null ? "" : " AND " + column + " = " + Catalogue.quoted(only.table());
    }
}
