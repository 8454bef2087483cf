package io.bateleur.lab.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A session that says BEGIN, COMMIT and their like in all the wrong places: as statements, in batches, in texts of several statements and
 * by calls. Each row that it inserts has a key of its own, so that what became of each insert can be seen afterwards.
 */
final class Babble {
    private final Connection connection;
    private final Tongue tongue;
    private final Random random;
    private final AtomicInteger keys;
    /** What was said, for whoever has to find out what went wrong. */
    final List<String> said = new ArrayList<>();

    Babble(Connection connection, Tongue tongue, Random random, AtomicInteger keys) {
        this.connection = connection;
        this.tongue = tongue;
        this.random = random;
        this.keys = keys;
    }

    static String put(int key) {
        return "INSERT INTO t VALUES (" + key + ", 0)";
    }

    void step() {
        try {
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> say(text());
                case 3, 4, 5 -> batch(texts());
                case 6, 7 -> say(tongue.is(Tongue.SQLITE) ? text() : String.join("; ", texts()));
                case 8 -> call("commit()", connection::commit);
                case 9 -> call("rollback()", connection::rollback);
                case 10 -> call("setAutoCommit(true)", () -> connection.setAutoCommit(true));
                default -> call("setAutoCommit(false)", () -> connection.setAutoCommit(false));
            }
        } catch (SQLException e) {
            said.add("  failed: " + e.getMessage());
        }
    }

    private interface Body {
        void run() throws SQLException;
    }

    private void call(String name, Body body) throws SQLException {
        said.add(name);
        body.run();
    }

    private void say(String text) throws SQLException {
        said.add(text);
        try (Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    private void batch(List<String> texts) throws SQLException {
        said.add("batch " + texts);
        try (Statement statement = connection.createStatement()) {
            for (String each : texts) {
                statement.addBatch(each);
            }
            statement.executeBatch();
        }
    }

    private List<String> texts() {
        List<String> texts = new ArrayList<>();
        boolean plain = random.nextInt(3) == 0;
        if (plain && random.nextBoolean()) {
            texts.add("BEGIN");
        }
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            texts.add(plain ? put(keys.incrementAndGet()) : text());
        }
        if (plain) {
            texts.add(random.nextInt(3) == 0 ? "ROLLBACK" : "COMMIT");
        }
        return texts;
    }

    private String text() {
        return switch (random.nextInt(20)) {
            case 0, 1 -> "COMMIT";
            case 2 -> "ROLLBACK";
            case 3, 4 -> "BEGIN";
            case 5 -> "SAVEPOINT a";
            case 6 -> "ROLLBACK TO SAVEPOINT a";
            case 7 -> "RELEASE SAVEPOINT a";
            case 8 -> "INSERT INTO t VALUES (0, 0)"; // is there
            case 9 -> "CREATE TABLE made" + keys.incrementAndGet() + " (k INT)";
            case 10 -> special();
            default -> put(keys.incrementAndGet());
        };
    }

    /** What only some databases know, or mean. */
    private String special() {
        boolean on = random.nextBoolean();
        if (tongue.is(Tongue.MARIADB)) {
            return switch (random.nextInt(5)) {
                case 0 -> "SET autocommit = " + (on ? 1 : 0);
                case 1 -> "TRUNCATE TABLE u";
                case 2 -> "LOCK TABLES t WRITE";
                case 3 -> "UNLOCK TABLES";
                default -> "CREATE TEMPORARY TABLE made" + keys.incrementAndGet() + " (k INT)";
            };
        }
        if (tongue.is(Tongue.H2)) {
            return on ? "TRUNCATE TABLE u" : "CREATE LOCAL TEMPORARY TABLE made" + keys.incrementAndGet() + " (k INT)";
        }
        if (tongue.is(Tongue.POSTGRES)) {
            return on ? "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE" : "DO $$ BEGIN PERFORM 1; END $$";
        }
        return "SELECT count(*) FROM t";
    }
}
