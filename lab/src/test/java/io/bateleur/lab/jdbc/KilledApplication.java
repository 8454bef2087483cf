package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** Inserts rows and looks at those of others as fast as it can, in several sessions, until somebody kills it: url, user, password, first id. */
final class KilledApplication {
    private static final int SESSIONS = 8;

    private KilledApplication() {}

    public static void main(String[] args) throws Exception {
        AtomicInteger next = new AtomicInteger(Integer.parseInt(args[3]));
        for (int s = 0; s < SESSIONS; s++) {
            boolean autoCommit = s % 2 == 0;
            Connection connection = DriverManager.getConnection(args[0], args[1], args[2]);
            new Thread(() -> work(connection, autoCommit, next)).start();
        }
        System.out.println("working");
        Thread.sleep(60_000); // the parent's kill comes first
        System.exit(1);
    }

    private static void look(PreparedStatement select, int id) throws SQLException {
        select.setInt(1, id);
        try (ResultSet rows = select.executeQuery()) {
            rows.next();
        }
    }

    private static void work(Connection connection, boolean autoCommit, AtomicInteger next) {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO row_of (id, parity) VALUES (?, ?)");
                PreparedStatement select = connection.prepareStatement("SELECT parity FROM row_of WHERE id = ?")) {
            connection.setAutoCommit(autoCommit);
            while (true) {
                int id = next.getAndIncrement();
                insert.setInt(1, id);
                insert.setInt(2, id % 2);
                insert.executeUpdate();
                look(select, id - 1 - id % 5); // somebody else's, of just now
                if (!autoCommit && id % 7 == 0) {
                    connection.rollback();
                } else if (!autoCommit) {
                    connection.commit();
                }
            }
        } catch (SQLException e) {
            System.exit(2);
        }
    }
}
