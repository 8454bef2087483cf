package io.bateleur.lab.jdbc;

import static io.bateleur.lab.jdbc.Alone.say;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.postgresql.jdbc.PgConnection;
import org.postgresql.largeobject.LargeObject;

/** Names and values of PostgreSQL that do not mean what they seem to mean. */
class PostgresFalseAlarmsTest {
    @TempDir
    static Path directory;

    private static Alone server;

    @BeforeAll
    static void start() throws Exception {
        server = Alone.start("postgres", directory);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static void twoSchemas(String name) throws SQLException {
        for (String schema : new String[] {name + "_a", name + "_b"}) {
            server.prepare(
                    "CREATE SCHEMA " + schema,
                    "CREATE TABLE " + schema + ".t (id int PRIMARY KEY, v int)",
                    "INSERT INTO " + schema + ".t VALUES (1, 0)");
        }
    }

    private static void isNoAlarm(Alone.Program program) throws Exception {
        assertThat(server.alarm(program)).isEmpty();
    }

    /** One after the other: the first table is written, the other read. */
    private static void inTurn(Connection first, Connection second) throws SQLException {
        say(first, "SELECT v FROM t WHERE id = 1", "UPDATE t SET v = 1 WHERE id = 1");
        say(second, "SELECT v FROM t WHERE id = 1", "UPDATE t SET v = 2 WHERE id = 1");
        say(first, "SELECT v FROM t WHERE id = 1");
        say(second, "SELECT v FROM t WHERE id = 1");
    }

    // ---- names

    @Test
    void aSchemaInTheUrl() throws Exception {
        twoSchemas("url");
        isNoAlarm(sessions -> inTurn(sessions.open("currentSchema=url_a"), sessions.open("currentSchema=url_b")));
    }

    @Test
    void aSchemaByAFunction() throws Exception {
        twoSchemas("func");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            Connection other = sessions.open();
            say(one, "SELECT set_config('search_path', 'func_a', false)");
            say(other, "SELECT set_config('search_path', 'func_b', false)");
            inTurn(one, other);
        });
    }

    @Test
    void aSchemaForATransaction() throws Exception {
        twoSchemas("local");
        isNoAlarm(sessions -> {
            Connection one = sessions.open("currentSchema=local_a");
            one.setAutoCommit(false);
            say(one, "SELECT set_config('search_path', 'local_b', true)", "UPDATE t SET v = 7 WHERE id = 1");
            one.commit();
            say(one, "SELECT v FROM t WHERE id = 1");
            one.commit();
            say(
                    one,
                    "SET LOCAL search_path TO local_b",
                    "SELECT v FROM t WHERE id = 1",
                    "UPDATE t SET v = 8 WHERE id = 1");
            one.rollback();
            say(one, "SELECT v FROM t WHERE id = 1");
            one.commit();
        });
    }

    @Test
    void aSchemaOfARole() throws Exception {
        twoSchemas("role");
        server.prepare(
                "CREATE ROLE app LOGIN SUPERUSER PASSWORD 'app'",
                "ALTER ROLE app SET search_path = role_b",
                "CREATE TABLE public.other (id int)");
        isNoAlarm(sessions -> inTurn(sessions.open("currentSchema=role_a"), sessions.open("user=app", "password=app")));
    }

    @Test
    void aSchemaByTheDriver() throws Exception {
        twoSchemas("driver");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            Connection other = sessions.open();
            one.setSchema("driver_a");
            other.setSchema("driver_b");
            inTurn(one, other);
        });
    }

    // ---- rows that are elsewhere, or not to be seen

    @Test
    void inheritance() throws Exception {
        server.prepare(
                "CREATE TABLE base (id int PRIMARY KEY, v int)",
                "CREATE TABLE sub (PRIMARY KEY (id)) INHERITS (base)",
                "INSERT INTO sub VALUES (1, 0)");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            say(one, "SELECT id, v FROM base WHERE id = 1", "UPDATE sub SET v = 1 WHERE id = 1");
            say(one, "SELECT id, v FROM base WHERE id = 1", "UPDATE base SET v = 2 WHERE id = 1");
            say(one, "SELECT id, v FROM sub WHERE id = 1", "INSERT INTO base VALUES (1, 5)");
            say(one, "SELECT id, v FROM base ORDER BY id", "DELETE FROM sub WHERE id = 1", "SELECT id, v FROM base");
        });
    }

    @Test
    void partitions() throws Exception {
        server.prepare(
                "CREATE TABLE parts (id int, v int, PRIMARY KEY (id)) PARTITION BY RANGE (id)",
                "CREATE TABLE low PARTITION OF parts FOR VALUES FROM (0) TO (10)",
                "INSERT INTO parts VALUES (1, 0)");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            say(one, "SELECT id, v FROM parts WHERE id = 1", "UPDATE low SET v = 1 WHERE id = 1");
            say(one, "SELECT id, v FROM parts WHERE id = 1", "UPDATE parts SET v = 2 WHERE id = 1");
            say(one, "SELECT id, v FROM low WHERE id = 1", "INSERT INTO low VALUES (2, 0)");
            say(one, "SELECT id, v FROM parts WHERE id = 2", "DELETE FROM parts WHERE id = 1", "SELECT id, v FROM low");
        });
    }

    @Test
    void rowLevelSecurity() throws Exception {
        server.prepare(
                "CREATE TABLE owned (id int PRIMARY KEY, who text, v int)",
                "INSERT INTO owned VALUES (1, 'alice', 0), (2, 'bob', 0)",
                "ALTER TABLE owned ENABLE ROW LEVEL SECURITY",
                "CREATE POLICY own ON owned USING (who = current_user)",
                "CREATE ROLE alice LOGIN PASSWORD 'a'",
                "CREATE ROLE bob LOGIN PASSWORD 'b'",
                "GRANT ALL ON owned TO alice, bob");
        isNoAlarm(sessions -> {
            Connection alice = sessions.open("user=alice", "password=a");
            Connection bob = sessions.open("user=bob", "password=b");
            say(alice, "SELECT id, v FROM owned WHERE id = 2", "SELECT id, v FROM owned WHERE id = 1");
            say(bob, "SELECT id, v FROM owned WHERE id = 2", "UPDATE owned SET v = 1 WHERE id = 2");
            say(alice, "SELECT id, v FROM owned", "DELETE FROM owned", "SELECT id, v FROM owned");
            say(bob, "SELECT id, v FROM owned WHERE id = 2", "SELECT id, v FROM owned");
        });
    }

    @Test
    void views() throws Exception {
        server.prepare(
                "CREATE TABLE seen (id int PRIMARY KEY, v int)",
                "INSERT INTO seen VALUES (1, 0)",
                "CREATE VIEW window_on AS SELECT id, v FROM seen WHERE v < 5");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            say(one, "SELECT id, v FROM seen WHERE id = 1", "UPDATE window_on SET v = 3 WHERE id = 1");
            say(one, "SELECT id, v FROM seen WHERE id = 1", "UPDATE window_on SET v = 9 WHERE id = 1");
            say(one, "SELECT id, v FROM window_on WHERE id = 1", "SELECT id, v FROM seen WHERE id = 1");
            say(one, "INSERT INTO window_on VALUES (2, 1)", "SELECT id, v FROM seen WHERE id = 2");
        });
    }

    @Test
    void rules() throws Exception {
        server.prepare(
                "CREATE TABLE ruled (id int PRIMARY KEY, v int)",
                "CREATE TABLE copied (id int PRIMARY KEY, v int)",
                "CREATE RULE also AS ON INSERT TO ruled DO ALSO INSERT INTO copied VALUES (NEW.id, NEW.v)",
                "CREATE RULE never AS ON DELETE TO ruled DO INSTEAD NOTHING",
                "CREATE RULE up AS ON UPDATE TO ruled DO ALSO UPDATE copied SET v = NEW.v WHERE id = NEW.id");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            say(one, "SELECT id, v FROM copied WHERE id = 1", "INSERT INTO ruled VALUES (1, 1)");
            say(one, "SELECT id, v FROM copied WHERE id = 1", "UPDATE ruled SET v = 2 WHERE id = 1");
            say(
                    one,
                    "SELECT id, v FROM copied",
                    "DELETE FROM ruled WHERE id = 1",
                    "SELECT id, v FROM ruled WHERE id = 1");
        });
    }

    // ---- keys and values that are equal, or that the database makes

    @Test
    void aNondeterministicCollation() throws Exception {
        server.prepare(
                "CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                "CREATE TABLE folded (k text COLLATE ci PRIMARY KEY, v int)",
                "INSERT INTO folded VALUES ('abc', 0)");
        isNoAlarm(sessions -> folded(sessions.open(), "folded"));
    }

    /** Numbers by their value, and without what is no letter: lower-case ASCII, too, is equal to other lower-case ASCII. */
    @Test
    void aCollationThatTakesMoreForEqual() throws Exception {
        server.prepare(
                "CREATE COLLATION loosely (provider = icu, locale = 'und-u-kn-ka-shifted-ks-level1', deterministic = false)",
                "CREATE TABLE numbered (k text COLLATE loosely PRIMARY KEY, v int)",
                "INSERT INTO numbered VALUES ('a1', 0), ('b-b', 0)");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            say(one, "SELECT k, v FROM numbered WHERE k = 'a01'", "UPDATE numbered SET v = 1 WHERE k = 'a01'");
            say(one, "SELECT k, v FROM numbered WHERE k = 'a1'", "DELETE FROM numbered WHERE k = 'bb'");
            say(one, "SELECT k, v FROM numbered WHERE k = 'b-b'", "SELECT k, v FROM numbered");
        });
    }

    @Test
    void citext() throws Exception {
        try {
            server.prepare("CREATE EXTENSION citext");
        } catch (SQLException e) {
            Assumptions.abort("this server has no citext");
        }
        server.prepare("CREATE TABLE loose (k citext PRIMARY KEY, v int)", "INSERT INTO loose VALUES ('abc', 0)");
        isNoAlarm(sessions -> folded(sessions.open(), "loose"));
    }

    private static void folded(Connection one, String table) throws SQLException {
        say(one, "SELECT k, v FROM " + table + " WHERE k = 'ABC'", "UPDATE " + table + " SET v = 1 WHERE k = 'ABC'");
        say(one, "SELECT k, v FROM " + table + " WHERE k = 'abc'", "SELECT v FROM " + table + " WHERE k = 'Abc'");
        say(one, "DELETE FROM " + table + " WHERE k = 'aBc'", "SELECT k, v FROM " + table + " WHERE k = 'abc'");
        say(one, "INSERT INTO " + table + " VALUES ('ABC', 2)", "SELECT v FROM " + table + " WHERE k = 'abc'");
        say(one, "SELECT k, v FROM " + table);
    }

    @Test
    void domains() throws Exception {
        server.prepare(
                "CREATE COLLATION ci2 (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                "CREATE DOMAIN name AS text COLLATE ci2",
                "CREATE DOMAIN price AS numeric(6,2)",
                "CREATE TABLE priced (k public.name PRIMARY KEY, v int, p price)",
                "INSERT INTO priced VALUES ('abc', 0, 1)");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            say(one, "UPDATE priced SET p = 1.239 WHERE k = 'abc'", "SELECT k, p FROM priced WHERE k = 'abc'");
            say(one, "UPDATE priced SET v = 1 WHERE k = 'ABC'", "SELECT k, v FROM priced WHERE k = 'abc'");
            say(one, "DELETE FROM priced WHERE k = 'aBc'", "SELECT k, v FROM priced WHERE k = 'abc'");
        });
    }

    @Test
    void columnsThatTheDatabaseFills() throws Exception {
        server.prepare(
                "CREATE TABLE made (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v int, twice int GENERATED ALWAYS AS (v * 2) STORED,"
                        + " d int DEFAULT 7, c char(4), n numeric(4,1))");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            say(one, "INSERT INTO made (v, c, n) VALUES (1, 'a', 1.26)", "SELECT * FROM made WHERE id = 1");
            say(one, "INSERT INTO made (id, v) OVERRIDING USER VALUE VALUES (1, 5)", "SELECT * FROM made");
            say(one, "UPDATE made SET v = 2, d = DEFAULT, c = 'b ' WHERE id = 1", "SELECT * FROM made WHERE id = 1");
            say(one, "SELECT id, twice, d, c, n FROM made WHERE id = 2");
        });
    }

    @Test
    void triggers() throws Exception {
        server.prepare(
                "CREATE TABLE fired (id int PRIMARY KEY, v int)",
                "CREATE TABLE logged (id int PRIMARY KEY, v int)",
                "INSERT INTO logged VALUES (1, 0)",
                "CREATE FUNCTION fire() RETURNS trigger LANGUAGE plpgsql AS"
                        + " $$ BEGIN NEW.v := NEW.v + 100; UPDATE logged SET v = v + 1 WHERE id = 1; RETURN NEW; END $$",
                "CREATE TRIGGER fire BEFORE INSERT OR UPDATE ON fired FOR EACH ROW EXECUTE FUNCTION fire()");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            say(one, "SELECT id, v FROM logged WHERE id = 1", "INSERT INTO fired VALUES (1, 1)");
            say(one, "SELECT id, v FROM fired WHERE id = 1", "SELECT id, v FROM logged WHERE id = 1");
        });
    }

    // ---- answers

    /** What a driver refuses of a result that is over is no failure of the statement, whose work is committed. */
    @Test
    void generatedKeysThatAreReadTooLate() throws Exception {
        server.prepare("CREATE TABLE late (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v int)");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            say(one, "SELECT id, v FROM late");
            try (PreparedStatement insert =
                    one.prepareStatement("INSERT INTO late (v) VALUES (1)", Statement.RETURN_GENERATED_KEYS)) {
                insert.execute();
                insert.getMoreResults();
                ResultSet keys = insert.getGeneratedKeys();
                assertThatThrownBy(keys::next).isInstanceOf(SQLException.class);
            }
            say(one, "SELECT id, v FROM late");
        });
    }

    /** It counts no rows. */
    @Test
    void truncationThatCascades() throws Exception {
        server.prepare(
                "CREATE TABLE mother (id int PRIMARY KEY)",
                "CREATE TABLE daughter (id int PRIMARY KEY, mother int REFERENCES mother)",
                "INSERT INTO mother VALUES (1)",
                "INSERT INTO daughter VALUES (1, 1)");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            say(one, "SELECT id, mother FROM daughter", "TRUNCATE mother CASCADE", "SELECT id, mother FROM daughter");
        });
    }

    // ---- work that passes the recorder by

    private static void withItems(String table) throws SQLException {
        server.prepare(
                "CREATE TABLE " + table + " (id int PRIMARY KEY, v int)", "INSERT INTO " + table + " VALUES (1, 0)");
    }

    @Test
    void copies() throws Exception {
        withItems("copied_in");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            say(one, "SELECT id, v FROM copied_in WHERE id = 2", "SELECT id, v FROM copied_in");
            ((PGConnection) one).getCopyAPI().copyIn("COPY copied_in FROM STDIN", new StringReader("2\t5\n"));
            say(one, "SELECT id, v FROM copied_in WHERE id = 2", "DELETE FROM copied_in WHERE id = 2");
            one.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY copied_in FROM STDIN", new StringReader("2\t6\n"));
            say(one, "SELECT id, v FROM copied_in WHERE id = 2", "SELECT id, v FROM copied_in");
        });
    }

    @Test
    void anUnwrappedConnection() throws Exception {
        withItems("unwrapped");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            say(one, "SELECT id, v FROM unwrapped");
            say(one.unwrap(PgConnection.class), "INSERT INTO unwrapped VALUES (2, 5)", "UPDATE unwrapped SET v = 9");
            say(one, "SELECT id, v FROM unwrapped WHERE id = 2", "SELECT id, v FROM unwrapped");
        });
    }

    @Test
    void largeObjects() throws Exception {
        withItems("with_objects");
        isNoAlarm(sessions -> {
            Connection one = sessions.open();
            one.setAutoCommit(false);
            say(one, "UPDATE with_objects SET v = 1 WHERE id = 1");
            var manager = one.unwrap(PGConnection.class).getLargeObjectAPI();
            long number = manager.createLO();
            try (LargeObject object = manager.open(number)) {
                object.write("hello".getBytes(StandardCharsets.US_ASCII));
            }
            one.commit();
            say(one, "SELECT id, v FROM with_objects WHERE id = 1");
            one.commit();
        });
    }
}
