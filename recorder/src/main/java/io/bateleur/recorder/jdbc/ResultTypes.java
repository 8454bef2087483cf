package io.bateleur.recorder.jdbc;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The types of the columns of a result, known without a message to the server. */
abstract class ResultTypes {
    private static final DriverMethod TYPE_NUMBER = new DriverMethod("getColumnOID", int.class);

    /** The number of a type of {@link java.sql.Types}. */
    abstract int type(int column) throws SQLException;

    /** The name of the type on the database. */
    abstract String name(int column) throws SQLException;

    /** Whether all names were known. */
    boolean areKnown() {
        return true;
    }

    static ResultTypes of(ResultSet rows, ResultSetMetaData about, Engine engine, Schema schema) {
        ResultSet own = engine == Engine.POSTGRESQL ? numbered(rows) : null;
        return own == null ? new OfDriver(about) : new OfPostgres(own, schema);
    }

    /** The driver's own result, where it tells the numbers of types; null where it does not. */
    private static @Nullable ResultSet numbered(ResultSet rows) {
        if (TYPE_NUMBER.ask(rows, 1) instanceof Integer) {
            return rows;
        }
        try {
            ResultSet behind = rows.unwrap(ResultSet.class);
            return TYPE_NUMBER.ask(behind, 1) instanceof Integer ? behind : null;
        } catch (SQLException e) {
            return null;
        }
    }

    /** As metadata tell them: most drivers got them with the result. */
    private static final class OfDriver extends ResultTypes {
        private final ResultSetMetaData about;

        OfDriver(ResultSetMetaData about) {
            this.about = about;
        }

        @Override
        int type(int column) throws SQLException {
            return about.getColumnType(column);
        }

        @Override
        String name(int column) throws SQLException {
            return String.valueOf(about.getColumnTypeName(column));
        }
    }

    /** By the numbers of types: for their names, metadata of pgjdbc ask the server, and so they do for types of applications. */
    private static final class OfPostgres extends ResultTypes {
        private static final long UNSIGNED = 0xFFFF_FFFFL;

        private final ResultSet rows;
        private final Schema schema;
        private boolean known = true;

        OfPostgres(ResultSet rows, Schema schema) {
            this.rows = rows;
            this.schema = schema;
        }

        @Override
        int type(int column) {
            return told(column).jdbc().getVendorTypeNumber();
        }

        @Override
        String name(int column) {
            return told(column).name();
        }

        private PostgresTypes.Type told(int column) {
            long number = TYPE_NUMBER.ask(rows, column) instanceof Integer signed ? signed & UNSIGNED : 0;
            PostgresTypes.Type own = PostgresTypes.of(number);
            PostgresTypes.Type told = own == null ? schema.type(number) : own;
            known &= told != null;
            return told == null ? PostgresTypes.UNKNOWN : told;
        }

        @Override
        boolean areKnown() {
            return known;
        }
    }
}
