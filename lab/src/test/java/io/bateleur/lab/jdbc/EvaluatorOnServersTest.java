package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.lab.server.Server;
import io.bateleur.sql.eval.Alike;
import io.bateleur.sql.eval.Answer;
import io.bateleur.sql.eval.Habit;
import io.bateleur.sql.eval.PlainDatabase;
import io.bateleur.sql.tree.SqlDialect;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The evaluator answers random statements as real databases do, one statement after the other. */
class EvaluatorOnServersTest {
    private static final int USUAL = 8;
    private static final int LONG = 500;

    @TempDir
    Path folder;

    @Test
    void postgres() throws Exception {
        onPostgres(USUAL);
    }

    @Test
    void mariadb() throws Exception {
        onMariadb(USUAL);
    }

    @Test
    void h2() throws Exception {
        onH2(USUAL);
    }

    @Test
    void sqlite() throws Exception {
        onSqlite(USUAL);
    }

    @Test
    @Tag("soak")
    void postgresForLong() throws Exception {
        onPostgres(LONG);
    }

    @Test
    @Tag("soak")
    void mariadbForLong() throws Exception {
        onMariadb(LONG);
    }

    @Test
    @Tag("soak")
    void h2ForLong() throws Exception {
        onH2(LONG);
    }

    @Test
    @Tag("soak")
    void sqliteForLong() throws Exception {
        onSqlite(LONG);
    }

    private void onPostgres(int seeds) throws Exception {
        try (Server server = Hosts.postgres();
                Connection connection = DriverManager.getConnection(server.jdbcUrl(), server.login())) {
            compare(connection, SqlDialect.POSTGRES, seeds);
        }
    }

    private void onMariadb(int seeds) throws Exception {
        try (Server server = Hosts.mariadb();
                Connection connection = DriverManager.getConnection(server.jdbcUrl(), server.login())) {
            compare(connection, SqlDialect.MYSQL, seeds);
        }
    }

    private void onH2(int seeds) throws Exception {
        try (Connection connection = Hosts.h2("evaluator").open()) {
            compare(connection, SqlDialect.H2, seeds);
        }
    }

    private void onSqlite(int seeds) throws Exception {
        try (Connection connection =
                Hosts.sqlite(folder.resolve("evaluator.sqlite")).open()) {
            compare(connection, SqlDialect.SQLITE, seeds);
        }
    }

    /** {@code -Dbateleur.seed} is the first seed, {@code -Dbateleur.seeds} how many there are. */
    private static void compare(Connection connection, SqlDialect dialect, int usual) throws SQLException {
        habits(connection, dialect);
        long from = Long.getLong("bateleur.seed", 0);
        long to = from + Long.getLong("bateleur.seeds", usual);
        RandomComparison comparison = new RandomComparison(connection, dialect);
        for (long seed = from; seed < to; seed++) {
            comparison.session(seed);
        }
        System.out.println(comparison.summary());
        assertThat(comparison.differences()).as("%s", dialect).isEmpty();
        assertThat(comparison.isMostlyKnown()).as(comparison.summary()).isTrue();
    }

    // ---- switches

    /** Each switch says what the database does, and the evaluator does the same. */
    private static void habits(Connection connection, SqlDialect dialect) throws SQLException {
        for (Habit habit : Habit.values()) {
            String told = habit.answer(dialect);
            Answer ours = new PlainDatabase(dialect).execute(habit.example());
            try (Statement statement = connection.createStatement()) {
                Object value = EngineReply.rows(statement.executeQuery(habit.example()))
                        .get(0)[0];
                assertThat(agrees(told, value))
                        .as("%s %s: %s", dialect, habit, value)
                        .isTrue();
                assertThat(ours.rows().allows(List.<Object[]>of(new Object[] {value}))
                                && ours.rows().isDetermined())
                        .as("%s %s: %s by us", dialect, habit, ours)
                        .isTrue();
            } catch (SQLException e) {
                assertThat(told.equals("error") || told.equals(e.getSQLState()))
                        .as("%s %s: %s", dialect, habit, e)
                        .isTrue();
                assertThat(ours.error()).as("%s %s", dialect, habit).isNotNull();
                assertThat(ours.allowsError(e.getSQLState()))
                        .as("%s %s: %s", dialect, habit, ours.error())
                        .isTrue();
            }
        }
    }

    private static boolean agrees(String told, Object value) {
        if (value == null || told.equals("true")) {
            return told.equals(value == null ? "NULL" : value.toString());
        }
        boolean number = value instanceof Number && told.matches("[0-9.E]+");
        return number ? Alike.alike(new java.math.BigDecimal(told), value) : told.equals(value.toString());
    }
}
