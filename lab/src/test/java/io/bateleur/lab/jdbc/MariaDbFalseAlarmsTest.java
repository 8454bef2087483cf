package io.bateleur.lab.jdbc;

import static io.bateleur.lab.jdbc.Alone.say;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names and values of MariaDB that do not mean what they seem to mean. */
class MariaDbFalseAlarmsTest {
    private static final String LENIENT = "SET sql_mode = ''";

    @TempDir
    static Path directory;

    private static Alone server;

    @BeforeAll
    static void start() throws Exception {
        server = Alone.start("mariadb", directory);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static void isNoAlarm(Alone.Program program) throws Exception {
        assertThat(server.alarm(program)).isEmpty();
    }

    /** Each program on a table of its own: what one cannot follow must not hide what is wrong with another. */
    private static void areNoAlarms(String definition, String... programs) throws Exception {
        for (String program : programs) {
            server.prepare("DROP TABLE IF EXISTS t", "CREATE TABLE t " + definition);
            assertThat(server.alarm(sessions -> say(sessions.open(), program.split("; "))))
                    .as(program)
                    .isEmpty();
        }
    }

    @Test
    void aKeyOfZeroIsTheNextOne() throws Exception {
        areNoAlarms(
                "(id int AUTO_INCREMENT PRIMARY KEY, v int)",
                "INSERT INTO t VALUES (0, 5); SELECT id, v FROM t WHERE id = 0; SELECT id, v FROM t WHERE id = 1",
                "INSERT INTO t VALUES (0, 5); SELECT id, v FROM t",
                "SELECT id, v FROM t; INSERT INTO t (id, v) VALUES (0, 6), (0, 7); SELECT id, v FROM t",
                "SELECT id, v FROM t WHERE id = 1; INSERT INTO t (id, v) VALUES ('0', 8); SELECT id, v FROM t WHERE id = 1",
                "INSERT INTO t VALUES (0, 5) ON DUPLICATE KEY UPDATE v = 9; SELECT id, v FROM t WHERE id = 0",
                "REPLACE INTO t VALUES (0, 5); SELECT id, v FROM t WHERE id = 0; SELECT id, v FROM t WHERE id = 1",
                "SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO'; INSERT INTO t VALUES (0, 10); SELECT id, v FROM t WHERE id = 0");
        server.prepare("DROP TABLE t", "CREATE TABLE t (id int AUTO_INCREMENT PRIMARY KEY, v int)");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            try (PreparedStatement insert = one.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
                insert.setInt(1, 0);
                insert.setInt(2, 9);
                insert.executeUpdate();
            }
            say(one, "SELECT id, v FROM t WHERE id = 0", "SELECT id, v FROM t WHERE id = 1");
        });
    }

    @Test
    void aLenientMode() throws Exception {
        areNoAlarms(
                "(id tinyint unsigned PRIMARY KEY, s varchar(3), n decimal(4,1), i tinyint, u int unsigned, d date, c char(4),"
                        + " e int NOT NULL DEFAULT 4)",
                LENIENT
                        + "; INSERT INTO t (id, s) VALUES (300, 'a'); SELECT id, s FROM t WHERE id = 300; SELECT id, s FROM t WHERE id = 255",
                LENIENT
                        + "; INSERT INTO t (id, s) VALUES (-3, 'a'); SELECT id, s FROM t WHERE id = -3; SELECT id, s FROM t WHERE id = 0",
                LENIENT + "; INSERT INTO t (id, s) VALUES (1, 'abcdef'); SELECT id, s FROM t WHERE id = 1",
                LENIENT + "; INSERT INTO t (id, n) VALUES (1, 99999); SELECT id, n FROM t WHERE id = 1",
                LENIENT + "; INSERT INTO t (id, n) VALUES (1, 1.26); SELECT id, n FROM t WHERE id = 1",
                LENIENT + "; INSERT INTO t (id, i) VALUES (1, 1000); SELECT id, i FROM t WHERE id = 1",
                LENIENT + "; INSERT INTO t (id, u) VALUES (1, -5); SELECT id, u FROM t WHERE id = 1",
                LENIENT + "; INSERT INTO t (id, u) VALUES (1, '7x'); SELECT id, u FROM t WHERE id = 1",
                LENIENT + "; INSERT INTO t (id, d) VALUES (1, '2020-02-31'); SELECT id, d FROM t WHERE id = 1",
                LENIENT + "; INSERT INTO t (id, c) VALUES (1, 'a  '); SELECT id, c FROM t WHERE id = 1",
                LENIENT
                        + "; INSERT INTO t (id, e) VALUES (1, 1); UPDATE t SET e = NULL WHERE id = 1; SELECT id, e FROM t WHERE id = 1",
                LENIENT + "; INSERT INTO t (id) VALUES ('x'); SELECT id FROM t; SELECT id FROM t WHERE id = 0",
                LENIENT
                        + "; INSERT INTO t (id, s) VALUES (1, 'a'); UPDATE t SET id = 1000, s = 'long' WHERE id = 1; SELECT id, s FROM t",
                "INSERT IGNORE INTO t (id, s) VALUES (300, 'abcdef'); SELECT id, s FROM t WHERE id = 255; SELECT id, s FROM t",
                "SET sql_mode = 'PAD_CHAR_TO_FULL_LENGTH'; INSERT INTO t (id, c) VALUES (1, 'a'); SELECT id, c FROM t WHERE id = 1");
    }

    @Test
    void aLenientModeForKeys() throws Exception {
        areNoAlarms(
                "(k varchar(3) PRIMARY KEY, v int)",
                LENIENT
                        + "; INSERT INTO t VALUES ('abcdef', 1); SELECT k, v FROM t WHERE k = 'abcdef'; SELECT k, v FROM t WHERE k = 'abc'",
                LENIENT
                        + "; INSERT INTO t VALUES ('abc', 1); INSERT IGNORE INTO t VALUES ('abcxyz', 2); SELECT k, v FROM t WHERE k = 'abc'",
                LENIENT
                        + "; INSERT INTO t VALUES ('abc', 1); REPLACE INTO t VALUES ('abcghi', 3); SELECT k, v FROM t WHERE k = 'abc'",
                LENIENT
                        + "; INSERT INTO t VALUES ('abc', 1); INSERT INTO t VALUES ('abcd', 3) ON DUPLICATE KEY UPDATE v = 7;"
                        + " SELECT k, v FROM t WHERE k = 'abc'");
    }

    @Test
    void roundedValues() throws Exception {
        server.prepare("CREATE TABLE rounded (id int PRIMARY KEY, n decimal(4,1), i int, f float)");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            say(one, "INSERT INTO rounded VALUES (1.4, 1.26, 2.5, 0.1)", "SELECT * FROM rounded WHERE id = 1");
            say(one, "UPDATE rounded SET n = 2.349, i = '3.7' WHERE id = 1", "SELECT * FROM rounded WHERE id = '1'");
            say(one, "SELECT * FROM rounded WHERE id = 1.4", "SELECT * FROM rounded");
        });
    }

    @Test
    void keysThatFoldCaseAndBlanks() throws Exception {
        areNoAlarms(
                "(k varchar(9) PRIMARY KEY, v int)",
                "INSERT INTO t VALUES ('abc', 0); SELECT k, v FROM t WHERE k = 'ABC'",
                "INSERT INTO t VALUES ('abc', 0); UPDATE t SET v = 1 WHERE k = 'ABC'; SELECT k, v FROM t WHERE k = 'abc'",
                "INSERT INTO t VALUES ('abc', 0); SELECT v FROM t WHERE k = 'abc  '; SELECT k, v FROM t WHERE k = 'abc '",
                "INSERT INTO t VALUES ('abc', 0); DELETE FROM t WHERE k = 'Abc '; SELECT k, v FROM t WHERE k = 'abc'",
                "INSERT INTO t VALUES ('ABC ', 0); SELECT k, v FROM t WHERE k = 'abc'; SELECT k, v FROM t",
                "INSERT INTO t VALUES ('abc', 0); INSERT INTO t VALUES ('ABC', 5) ON DUPLICATE KEY UPDATE v = 6;"
                        + " SELECT k, v FROM t WHERE k = 'abc'; SELECT k, v FROM t WHERE k = 'ABC'",
                "INSERT INTO t VALUES ('ábc', 3); SELECT k, v FROM t WHERE k = 'abc'; SELECT k, v FROM t");
    }

    /** Of collations whose rules for ASCII are known, also keys in capitals are told apart, and others are still left out. */
    @Test
    void keysOfManyCollations() throws Exception {
        for (String collation : new String[] {
            "utf8mb4_general_ci", "utf8mb4_uca1400_ai_ci", "utf8mb4_uca1400_nopad_ai_ci", "latin1_swedish_ci",
                    "utf8mb4_bin",
            "utf8mb4_nopad_bin", "utf8mb4_roman_ci", "utf8mb4_lithuanian_ci", "utf8mb4_turkish_ci", "macce_general_ci",
            "latin1_general_cs", "utf8mb4_0900_bin"
        }) {
            String charset = collation.substring(0, collation.indexOf('_'));
            areNoAlarms(
                    "(k varchar(9) CHARACTER SET " + charset + " COLLATE " + collation + " PRIMARY KEY, v int)",
                    "INSERT INTO t VALUES ('JUMY', 0); SELECT k, v FROM t WHERE k = 'jumy'; UPDATE t SET v = 1 WHERE k = 'Jumy ';"
                            + " SELECT k, v FROM t WHERE k = 'JUMY'; SELECT k, v FROM t WHERE k = 'ivmi';"
                            + " SELECT k, v FROM t WHERE k = 'junY'; DELETE FROM t WHERE k = 'IVMI'; SELECT k, v FROM t",
                    "INSERT INTO t VALUES ('jumy', 0); SELECT k, v FROM t WHERE k = 'ivmy'; UPDATE t SET v = 1 WHERE k = 'ivmy';"
                            + " SELECT k, v FROM t WHERE k = 'jumy'; DELETE FROM t WHERE k = 'jumi'; SELECT k, v FROM t",
                    "INSERT INTO t VALUES ('a', 0); INSERT IGNORE INTO t VALUES ('a ', 1), ('A', 2), ('á', 3), ('I', 4), ('i', 5);"
                            + " SELECT k, v FROM t; SELECT v FROM t WHERE k = 'A'; SELECT v FROM t WHERE k = 'a ';"
                            + " UPDATE t SET v = 9 WHERE k = 'á'; SELECT k, v FROM t WHERE k = 'a'; SELECT k, v FROM t");
        }
    }

    @Test
    void lowerCaseKeysThatFoldAccents() throws Exception {
        server.prepare(
                "CREATE TABLE accents (k varchar(9) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci PRIMARY KEY, v int)");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            say(one, "INSERT INTO accents VALUES ('strasse', 1)", "SELECT k, v FROM accents WHERE k = 'straße'");
            say(one, "UPDATE accents SET v = 2 WHERE k = 'straße'", "SELECT k, v FROM accents WHERE k = 'strasse'");
        });
    }

    @Test
    void anotherDatabase() throws Exception {
        server.prepare(
                "CREATE DATABASE elsewhere",
                "CREATE TABLE placed (id int PRIMARY KEY, v int)",
                "CREATE TABLE elsewhere.placed (id int PRIMARY KEY, v int)",
                "INSERT INTO placed VALUES (1, 0)",
                "INSERT INTO elsewhere.placed VALUES (1, 0)");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            Connection other = sessions.open();
            say(other, "USE elsewhere");
            inTurn(one, other);
            one.setCatalog("elsewhere");
            other.setCatalog(server.bare().getCatalog());
            inTurn(one, other);
        });
    }

    private static void inTurn(Connection first, Connection second) throws SQLException {
        say(first, "SELECT v FROM placed WHERE id = 1", "UPDATE placed SET v = v + 1 WHERE id = 1");
        say(second, "SELECT v FROM placed WHERE id = 1", "UPDATE placed SET v = 20 WHERE id = 1");
        say(first, "SELECT v FROM placed WHERE id = 1");
        say(second, "SELECT v FROM placed WHERE id = 1");
    }

    @Test
    void columnsThatTheDatabaseFills() throws Exception {
        server.prepare(
                "CREATE TABLE made (id int PRIMARY KEY, v int, twice int AS (v * 2) STORED, d int DEFAULT 7,"
                        + " at timestamp(6) DEFAULT current_timestamp(6) ON UPDATE current_timestamp(6))",
                "CREATE TABLE logged (id int PRIMARY KEY, v int)",
                "INSERT INTO logged VALUES (1, 0)",
                "CREATE TRIGGER watch AFTER INSERT ON made FOR EACH ROW UPDATE logged SET v = v + 1 WHERE id = 1",
                "CREATE VIEW seen AS SELECT id, v FROM logged");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            say(one, "SELECT id, v FROM logged WHERE id = 1", "INSERT INTO made (id, v) VALUES (1, 1)");
            say(one, "SELECT * FROM made WHERE id = 1", "SELECT id, v FROM logged WHERE id = 1");
            say(one, "UPDATE made SET v = 2 WHERE id = 1", "SELECT * FROM made WHERE id = 1");
            say(one, "UPDATE seen SET v = 50 WHERE id = 1", "SELECT id, v FROM logged WHERE id = 1");
        });
    }

    @Test
    void countsOfChangedRows() throws Exception {
        server.prepare("CREATE TABLE same (id int PRIMARY KEY, v int)", "INSERT INTO same VALUES (1, 5)");
        isNoAlarm(sessions -> {
            Connection one = sessions.open("useAffectedRows=true");
            say(one, "UPDATE same SET v = 5 WHERE id = 1", "SELECT id, v FROM same WHERE id = 1");
            say(one, "UPDATE same SET v = 6 WHERE id = 1", "SELECT id, v FROM same WHERE id = 1");
            say(
                    one,
                    "INSERT INTO same VALUES (1, 6) ON DUPLICATE KEY UPDATE v = 6",
                    "SELECT id, v FROM same WHERE id = 1");
        });
    }
}
