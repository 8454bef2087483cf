package io.bateleur.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;

/** A transaction that clients run again and again, each statement of which has to do with one row. */
enum Script {
    /** The least that reads and writes. */
    SMALLEST("update and select") {
        @Override
        Transaction prepare(Connection connection) throws SQLException {
            PreparedStatement update = connection.prepareStatement(UPDATE_ACCOUNT);
            PreparedStatement select = connection.prepareStatement(SELECT_ACCOUNT);
            return random -> {
                int account = 1 + random.nextInt(ACCOUNTS);
                add(update, random.nextInt(1000), account);
                read(select, account);
            };
        }
    },
    /** What pgbench runs unless it is told otherwise. */
    PGBENCH("pgbench") {
        @Override
        Transaction prepare(Connection connection) throws SQLException {
            PreparedStatement account = connection.prepareStatement(UPDATE_ACCOUNT);
            PreparedStatement select = connection.prepareStatement(SELECT_ACCOUNT);
            PreparedStatement teller =
                    connection.prepareStatement("UPDATE tellers SET balance = balance + ? WHERE id = ?");
            PreparedStatement branch =
                    connection.prepareStatement("UPDATE branches SET balance = balance + ? WHERE id = ?");
            PreparedStatement history = connection.prepareStatement(
                    "INSERT INTO history (teller, branch, account, delta, at) VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP)");
            return random -> {
                long delta = random.nextInt(-5000, 5001);
                int accountId = 1 + random.nextInt(ACCOUNTS);
                int tellerId = 1 + random.nextInt(TELLERS);
                int branchId = 1 + random.nextInt(BRANCHES);
                add(account, delta, accountId);
                read(select, accountId);
                add(teller, delta, tellerId);
                add(branch, delta, branchId);
                history.setInt(1, tellerId);
                history.setInt(2, branchId);
                history.setInt(3, accountId);
                history.setLong(4, delta);
                history.executeUpdate();
            };
        }
    };

    static final int ACCOUNTS = 100_000;
    /** So many that sixteen clients seldom wait for each other. */
    static final int BRANCHES = 100;

    static final int TELLERS = 10 * BRANCHES;

    private static final String UPDATE_ACCOUNT = "UPDATE accounts SET balance = balance + ? WHERE id = ?";
    private static final String SELECT_ACCOUNT = "SELECT balance FROM accounts WHERE id = ?";

    private final String title;

    Script(String title) {
        this.title = title;
    }

    /** One of them, up to its commit. */
    interface Transaction {
        void run(SplittableRandom random) throws SQLException;
    }

    abstract Transaction prepare(Connection connection) throws SQLException;

    @Override
    public String toString() {
        return title;
    }

    static void load(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            fill(statement, "accounts", ACCOUNTS);
            fill(statement, "tellers", TELLERS);
            fill(statement, "branches", BRANCHES);
            statement.execute(
                    "CREATE TABLE history (teller INT, branch INT, account INT, delta BIGINT, at TIMESTAMP, filler CHAR(22))");
        }
    }

    private static void fill(Statement statement, String table, int rows) throws SQLException {
        statement.execute("CREATE TABLE " + table + " (id INT PRIMARY KEY, balance BIGINT NOT NULL)");
        statement.execute("INSERT INTO " + table + " SELECT i, 0 FROM generate_series(1, " + rows + ") AS i");
        statement.execute("VACUUM ANALYZE " + table);
    }

    private static void add(PreparedStatement update, long delta, int id) throws SQLException {
        update.setLong(1, delta);
        update.setInt(2, id);
        update.executeUpdate();
    }

    private static void read(PreparedStatement select, int id) throws SQLException {
        select.setInt(1, id);
        try (ResultSet rows = select.executeQuery()) {
            rows.next();
            rows.getLong(1);
        }
    }
}
