package io.bateleur.recorder.jdbc;

import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A prepared or callable statement: what it is called for all the time comes straight. */
final class RecordedPrepared extends RecordedStatement implements Straight.ToStatement {
    private static final Shape.Kind PREPARED =
            Shape.Kind.of(PreparedStatement.class, Straight.ToStatement.class, RecordedStatement::action);
    private static final Shape.Kind CALLABLE =
            Shape.Kind.of(CallableStatement.class, Straight.ToStatement.class, RecordedStatement::action);

    private final PreparedStatement real;

    RecordedPrepared(PreparedStatement real, RecordedConnection connection, @Nullable String text, boolean keys) {
        super(real, real instanceof CallableStatement ? CALLABLE : PREPARED, connection, text, keys);
        this.real = real;
    }

    @Override
    public void setInt(int which, int value) throws SQLException {
        given(which, value);
        real.setInt(which, value);
    }

    @Override
    public void setLong(int which, long value) throws SQLException {
        given(which, value);
        real.setLong(which, value);
    }

    @Override
    public void setString(int which, @Nullable String value) throws SQLException {
        given(which, value);
        real.setString(which, value);
    }

    @Override
    public void setObject(int which, @Nullable Object value) throws SQLException {
        real.setObject(which, watched(which, value));
    }

    @Override
    public boolean execute() throws SQLException {
        Call issued = issue();
        boolean rowsFirst;
        try {
            rowsFirst = real.execute();
        } catch (Throwable e) {
            failed(issued, e);
            throw e;
        }
        answered(issued, rowsFirst);
        return rowsFirst;
    }

    @Override
    public int executeUpdate() throws SQLException {
        Call issued = issue();
        int count;
        try {
            count = real.executeUpdate();
        } catch (Throwable e) {
            failed(issued, e);
            throw e;
        }
        answered(issued, count);
        return count;
    }

    @Override
    public @Nullable ResultSet executeQuery() throws SQLException {
        Call issued = issue();
        ResultSet rows;
        try {
            rows = real.executeQuery();
        } catch (Throwable e) {
            failed(issued, e);
            throw e;
        }
        return (ResultSet) answered(issued, rows);
    }
}
