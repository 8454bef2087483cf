package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the trace says of a transaction's end is what became of it in the database, and UNKNOWN where nobody can know. */
class EndingsTest {
    @TempDir
    Path directory;

    private static void say(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private static void fails(Connection connection, String statement) {
        assertThatThrownBy(() -> say(connection, statement)).isInstanceOf(SQLException.class);
    }

    private static String put(int key) {
        return "INSERT INTO t VALUES (" + key + ", 0)";
    }

    @Test
    void postgresRollsBackWhatFailedAndTakesTheCommit() throws Exception {
        try (RecordedServer server = RecordedServer.start("postgres", Map.of(), directory)) {
            server.execute("CREATE TABLE t (k INT PRIMARY KEY, v INT)");
            try (Connection silent = server.recorded("silent", "raiseExceptionOnSilentRollback=false");
                    Connection plain = server.recorded("plain");
                    Connection saving = server.recorded("saving", "autosave=always");
                    Connection words = server.recorded("words")) {
                for (Connection each : List.of(silent, plain, saving)) {
                    each.setAutoCommit(false);
                }
                say(silent, put(1));
                fails(silent, "SELECT 1/0");
                silent.commit();
                say(plain, put(2));
                fails(plain, "SELECT 1/0");
                commitSomehow(plain);
                say(saving, put(3));
                fails(saving, "SELECT 1/0");
                saving.commit();
                say(words, "BEGIN ISOLATION LEVEL REPEATABLE READ", put(4));
                fails(words, "SELECT 1/0");
                say(words, "COMMIT");
                say(words, "START TRANSACTION", put(5), "SAVEPOINT a");
                fails(words, "SELECT 1/0");
                say(words, "ROLLBACK TO a", "END");
            }
            assertThat(server.ask("SELECT string_agg(k::text, ',' ORDER BY k) FROM t"))
                    .isEqualTo("3,5");
            History history = server.history();
            assertThat(RecordedServer.endings(history, "silent")).containsExactly(put(1) + "; SELECT 1/0: aborted");
            assertThat(RecordedServer.endings(history, "plain")).containsExactly(put(2) + "; SELECT 1/0: aborted");
            assertThat(RecordedServer.endings(history, "saving")).containsExactly(put(3) + "; SELECT 1/0: committed");
            assertThat(RecordedServer.endings(history, "words"))
                    .containsExactly(
                            put(4) + "; SELECT 1/0: aborted",
                            put(5) + "; SAVEPOINT a; SELECT 1/0; ROLLBACK TO a: committed");
            assertThat(levels(history, "words")).containsExactly("REPEATABLE READ", "read committed");
        }
    }

    /** Versions of the driver differ in whether they complain. */
    private static void commitSomehow(Connection connection) {
        try {
            connection.commit();
        } catch (SQLException e) {
            assertThat(e.getSQLState()).isEqualTo("25P02");
        }
    }

    @Test
    void postgresCommitsThatFail() throws Exception {
        try (RecordedServer server = RecordedServer.start("postgres", Map.of(), directory)) {
            server.execute(
                    "CREATE TABLE t (k INT, v INT, CONSTRAINT u UNIQUE (k) DEFERRABLE INITIALLY DEFERRED)", put(1));
            Connection late = server.recorded("late");
            late.setAutoCommit(false);
            say(late, put(1));
            assertThatThrownBy(late::commit).isInstanceOf(SQLException.class);
            late.close();
            skew(server);
            Connection killed = server.recorded("killed");
            killed.setAutoCommit(false);
            say(killed, put(2));
            server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                    + " AND state = 'idle in transaction'");
            fails(killed, put(3));
            killed.close();
            Connection left = server.recorded("left");
            left.setAutoCommit(false);
            say(left, put(4));
            left.close();
            Connection paused = server.recorded("paused", "socketTimeout=2");
            paused.setAutoCommit(false);
            say(paused, put(5));
            server.server.pause();
            assertThatThrownBy(paused::commit).isInstanceOf(SQLException.class);
            server.server.resume();
            paused.close();
            History history = server.history();
            assertThat(RecordedServer.endings(history, "late")).containsExactly(put(1) + ": aborted");
            assertThat(RecordedServer.endings(history, "killed")).containsExactly(put(2) + "; " + put(3) + ": aborted");
            assertThat(RecordedServer.endings(history, "left")).containsExactly(put(4) + ": aborted");
            assertThat(RecordedServer.endings(history, "paused")).containsExactly(put(5) + ": unknown");
            assertThat(RecordedServer.endings(history, "b")).last().asString().endsWith("aborted");
            assertThat(levels(history, "b")).containsExactly("serializable");
        }
    }

    /** Two transactions that must not both commit. */
    private static void skew(RecordedServer server) throws SQLException {
        try (Connection a = server.recorded("a");
                Connection b = server.recorded("b")) {
            for (Connection each : List.of(a, b)) {
                each.setAutoCommit(false);
                each.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                say(each, "SELECT count(*) FROM t");
            }
            say(a, put(10));
            say(b, put(11));
            a.commit();
            assertThatThrownBy(b::commit).isInstanceOf(SQLException.class);
        }
    }

    private static List<String> levels(History history, String session) {
        return history.transactions().stream()
                .filter(txn -> txn.session().name().equals(Value.of(session)))
                .map(txn -> txn.level().orElse("unknown"))
                .toList();
    }

    private static RecordedServer mariadb(Path directory, String rollbackOnTimeout) throws Exception {
        RecordedServer server =
                RecordedServer.start("mariadb", Map.of("innodb_rollback_on_timeout", rollbackOnTimeout), directory);
        server.execute("CREATE TABLE t (k INT PRIMARY KEY, v INT) ENGINE=InnoDB", put(1), put(2));
        return server;
    }

    private static void waitsTooLong(RecordedServer server) throws SQLException {
        try (Connection holder = server.recorded("holder");
                Connection waiter = server.recorded("waiter")) {
            holder.setAutoCommit(false);
            waiter.setAutoCommit(false);
            say(holder, "UPDATE t SET v = 1 WHERE k = 1");
            say(waiter, "SET innodb_lock_wait_timeout = 1", "UPDATE t SET v = 5 WHERE k = 2");
            fails(waiter, "UPDATE t SET v = 5 WHERE k = 1");
            waiter.commit();
            holder.rollback();
        }
    }

    @Test
    void mariadbEndsOnlyTheStatementThatWaitedTooLong() throws Exception {
        try (RecordedServer server = mariadb(directory, "OFF")) {
            waitsTooLong(server);
            assertThat(server.ask("SELECT v FROM t WHERE k = 2")).isEqualTo("5");
            History history = server.history();
            assertThat(RecordedServer.endings(history, "waiter"))
                    .hasSize(1)
                    .last()
                    .asString()
                    .endsWith("committed");
            assertThat(RecordedServer.endings(history, "holder"))
                    .hasSize(1)
                    .last()
                    .asString()
                    .endsWith("aborted");
        }
    }

    @Test
    void mariadbCanBeToldToEndTheTransactionThatWaitedTooLong() throws Exception {
        try (RecordedServer server = mariadb(directory, "ON")) {
            waitsTooLong(server);
            assertThat(server.ask("SELECT v FROM t WHERE k = 2")).isEqualTo("0");
            assertThat(RecordedServer.endings(server.history(), "waiter"))
                    .hasSize(1)
                    .last()
                    .asString()
                    .endsWith("aborted");
        }
    }

    @Test
    void mariadbGoesOnInAnotherTransactionAfterADeadlock() throws Exception {
        try (RecordedServer server = mariadb(directory, "OFF")) {
            try (Connection a = server.recorded("a");
                    Connection b = server.recorded("b")) {
                a.setAutoCommit(false);
                b.setAutoCommit(false);
                say(a, "UPDATE t SET v = 1 WHERE k = 1");
                say(b, "UPDATE t SET v = 2 WHERE k = 2", "INSERT INTO t VALUES (3, 2)");
                CompletableFuture<Void> waits = CompletableFuture.runAsync(() -> {
                    try {
                        say(a, "UPDATE t SET v = 1 WHERE k = 2");
                    } catch (SQLException e) {
                        throw new CompletionException(e);
                    }
                });
                boolean victim = false;
                try {
                    say(b, "UPDATE t SET v = 2 WHERE k = 1");
                } catch (SQLException e) {
                    assertThat(e.getErrorCode()).isEqualTo(1213);
                    victim = true;
                }
                boolean other = waits.handle((done, e) -> e != null).join();
                assertThat(victim != other).isTrue();
                Connection loser = victim ? b : a;
                say(loser, "INSERT INTO t VALUES (9, 9)");
                loser.commit();
                (victim ? a : b).commit();
                assertThat(server.ask("SELECT count(*) FROM t WHERE k = 9")).isEqualTo("1");
                History history = server.history();
                List<String> endings = RecordedServer.endings(history, victim ? "b" : "a");
                assertThat(endings).hasSize(2);
                assertThat(endings.get(0)).endsWith("aborted");
                assertThat(endings.get(1)).isEqualTo("INSERT INTO t VALUES (9, 9): committed");
                assertThat(levels(history, "a")).allMatch("REPEATABLE-READ"::equals);
            }
        }
    }

    @Test
    void mariadbCommitsUnasked() throws Exception {
        try (RecordedServer server = mariadb(directory, "OFF")) {
            try (Connection a = server.recorded("a")) {
                a.setAutoCommit(false);
                say(a, put(3), "CREATE TABLE other (k INT)", put(4), "START TRANSACTION", put(5));
                a.rollback();
                a.setAutoCommit(true);
                say(a, "SET autocommit = 0", put(6), "SET autocommit = 1", put(7));
            }
            assertThat(server.ask("SELECT group_concat(k ORDER BY k) FROM t")).isEqualTo("1,2,3,4,6,7");
            History history = server.history();
            assertThat(RecordedServer.endings(history, "a"))
                    .containsExactly(
                            put(3) + "; CREATE TABLE other (k INT): committed",
                            put(4) + ": committed",
                            put(5) + ": aborted",
                            "SET autocommit = 0: committed",
                            put(6) + "; SET autocommit = 1: committed",
                            put(7) + ": committed");
            assertThat(history.about()).containsKey("engine");
        }
    }

    /** What drivers call booleans are small integers there. */
    @Test
    void mariadbValuesAreWhatIsStored() throws Exception {
        try (RecordedServer server = mariadb(directory, "OFF")) {
            server.execute(
                    "CREATE TABLE types (a TINYINT(1), b BIT(1), c BIGINT UNSIGNED, d DATETIME, e TEXT, f DECIMAL(6,2))",
                    "INSERT INTO types VALUES (2, 1, 18446744073709551615, '2024-02-03 04:05:06', 'x', 1.5)");
            try (Connection a = server.recorded("a");
                    Statement statement = a.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT * FROM types")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.next()).isFalse();
            }
            assertThat(server.history()
                            .transaction(0)
                            .operations()
                            .get(0)
                            .content()
                            .toString())
                    .contains("[[2,true,18446744073709551615,[text,timestamp,\"2024-02-03 04:05:06\"],x,1.50]],true]");
        }
    }

    /** Since MariaDB 11.6 a snapshot that is too old fails a write, and takes the transaction with it or not. */
    @Test
    void mariadbWritesOnOldSnapshots() throws Exception {
        try (RecordedServer server = mariadb(directory, "OFF")) {
            try (Connection a = server.recorded("a")) {
                a.setAutoCommit(false);
                say(a, "SET innodb_snapshot_isolation = ON", put(3), "SELECT * FROM t");
                server.execute("UPDATE t SET v = 7 WHERE k = 1");
                fails(a, "UPDATE t SET v = v + 1 WHERE k = 1");
                a.commit();
            }
            boolean kept = server.ask("SELECT count(*) FROM t WHERE k = 3").equals("1");
            List<Transaction> all = server.history().transactions();
            assertThat(all.get(0).ending().toString()).isIn("unknown", kept ? "committed" : "aborted");
        }
    }
}
