package io.bateleur.recorder.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What the drivers of PostgreSQL and MariaDB know of the transaction that their server has open: it tells them with every answer. Guarded by
 * its session.
 */
final class ServerState {
    private static final int IN_TRANSACTION = 1;
    private static final int MORE_RESULTS = 8;

    private static final DriverMethod STATE = new DriverMethod("getTransactionState");
    private static final DriverMethod CONTEXT = new DriverMethod("getContext");
    private static final DriverMethod STATUS = new DriverMethod("getServerStatus");

    /** IDLE, OPEN or FAILED; null when the driver does not say. */
    @Nullable
    String of(Connection connection) {
        Object told = STATE.ask(connection);
        told = told == null ? STATE.ask(behind(connection)) : told;
        return told == null ? null : told.toString();
    }

    /** IDLE or OPEN; null when the driver does not say, or its server has not yet said the last word. */
    @Nullable
    String ofMariaDb(Connection connection) {
        Object told = CONTEXT.ask(connection);
        told = told == null ? CONTEXT.ask(behind(connection)) : told;
        if (!(STATUS.ask(told) instanceof Integer bits) || (bits & MORE_RESULTS) != 0) {
            return null;
        }
        return (bits & IN_TRANSACTION) != 0 ? "OPEN" : "IDLE";
    }

    /** The driver's own connection, where a pool shows it. */
    private static @Nullable Connection behind(Connection connection) {
        try {
            return connection.unwrap(Connection.class);
        } catch (SQLException e) {
            return null;
        }
    }
}
