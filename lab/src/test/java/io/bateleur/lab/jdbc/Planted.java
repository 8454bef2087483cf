package io.bateleur.lab.jdbc;

import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.TransactionBuilder;
import io.bateleur.core.model.Value;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Mistakes that applications make, made on purpose in a table of their own, amid what others do. */
final class Planted {
    static final String SESSION = "planted";

    private final Connection first;
    private final Connection second;
    private int next = 10;

    Planted(Connection first, Connection second) throws SQLException {
        this.first = first;
        this.second = second;
        say(first, "INSERT INTO planted VALUES (1, 1), (2, 2)");
        first.setAutoCommit(false);
        second.setAutoCommit(false);
    }

    /** Both read a row and write what they made of it. */
    void lostUpdate() throws SQLException {
        int seen = read(first, 1);
        int same = read(second, 1);
        say(first, "UPDATE planted SET v = " + (seen + 1000 + next++) + " WHERE id = 1");
        first.commit();
        say(second, "UPDATE planted SET v = " + (same + 2000 + next++) + " WHERE id = 1");
        second.commit();
    }

    /** Both read two rows, and each writes another of them. */
    void writeSkew() throws SQLException {
        for (Connection each : new Connection[] {first, second}) {
            read(each, 1);
            read(each, 2);
        }
        say(first, "UPDATE planted SET v = " + (1000 + next++) + " WHERE id = 1");
        say(second, "UPDATE planted SET v = " + (2000 + next++) + " WHERE id = 2");
        first.commit();
        second.commit();
    }

    private static int read(Connection connection, int id) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT v FROM planted WHERE id = " + id)) {
            rows.next();
            int seen = rows.getInt(1);
            while (rows.next()) {
                throw new SQLException("two rows with one key");
            }
            return seen;
        }
    }

    private static void say(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    /** Of a lifted history what these sessions did: nobody else touches their table. */
    static History alone(History lifted) {
        HistoryBuilder builder = History.builder().initialState(InitialState.UNKNOWN);
        for (Transaction each : lifted.transactions()) {
            if (each.session().name() instanceof Value.Text name && name.value().startsWith(SESSION)) {
                TransactionBuilder copy = builder.begin(each.session().name(), each.id());
                for (Operation operation : each.operations()) {
                    copy.operation(operation.kind(), operation.key(), operation.content());
                }
                copy.end(each.ending());
            }
        }
        return builder.build();
    }
}
