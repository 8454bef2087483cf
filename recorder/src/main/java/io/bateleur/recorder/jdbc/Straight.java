package io.bateleur.recorder.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What applications call all the time: it reaches a recorded object as it is, without reflection. For the classes that {@link Skins} makes. */
public interface Straight {
    /** To a connection. */
    interface ToConnection extends Receiver {
        @Nullable
        PreparedStatement prepareStatement(String sql) throws SQLException;

        void commit() throws SQLException;
    }

    /** To a statement; all of these are for prepared ones. */
    interface ToStatement extends Receiver {
        void setInt(int which, int value) throws SQLException;

        void setLong(int which, long value) throws SQLException;

        void setString(int which, @Nullable String value) throws SQLException;

        void setObject(int which, @Nullable Object value) throws SQLException;

        boolean execute() throws SQLException;

        @Nullable
        ResultSet executeQuery() throws SQLException;

        int executeUpdate() throws SQLException;
    }

    /** To a result. */
    interface ToRows extends Receiver {
        boolean next() throws SQLException;

        int getInt(int column) throws SQLException;

        int getInt(String column) throws SQLException;

        long getLong(int column) throws SQLException;

        long getLong(String column) throws SQLException;

        @Nullable
        String getString(int column) throws SQLException;

        @Nullable
        String getString(String column) throws SQLException;

        @Nullable
        Object getObject(int column) throws SQLException;

        @Nullable
        Object getObject(String column) throws SQLException;

        void close() throws SQLException;
    }
}
