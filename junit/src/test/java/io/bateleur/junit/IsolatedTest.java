package io.bateleur.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.bateleur.core.report.LevelReport;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs the test classes below with JUnit itself, and looks at what comes of them. */
class IsolatedTest {

    @Test
    void aLostUpdateFailsTheTestWithItsExplanation() {
        Throwable failure = failureOf(LosesAnUpdate.class);
        assertThat(failure).isInstanceOf(IsolationViolatedError.class);
        assertThat(failure)
                .hasMessageContaining("snapshot-isolation is violated")
                .hasMessageContaining("lost-update");
        assertThat(failure)
                .hasMessageContaining("SELECT balance FROM account WHERE id = ?  -- 1 => (100)")
                .hasMessageContaining("UPDATE account SET balance = ? WHERE id = ?  -- 80, 1 => 1 row");
        IsolationViolatedError violated = (IsolationViolatedError) failure;
        assertThat(violated.report()).exists();
        assertThat(violated.explanation().part().transactionCount()).isGreaterThanOrEqualTo(2);
        assertThat(failure.getMessage()).contains("report: " + violated.report());
    }

    @Test
    void whatIsIsolatedPasses() {
        run(OneAfterTheOther.class, 1, 0);
    }

    @Test
    void theDatabasesOwnPromiseIsTheDefault() {
        run(PromisedOnly.class, 1, 0);
    }

    @Test
    void aTestIsJudgedByItself() {
        run(TwoTests.class, 1, 1);
    }

    @Test
    void nestedClassesRecordWhereTheOuterOneDoes() {
        run(Outer.class, 1, 0);
    }

    @Test
    void poolsSpringAndUrlsAreRecordedToo() {
        assertThat(failureOf(Pooled.class)).isInstanceOf(IsolationViolatedError.class);
        assertThat(failureOf(WithSpring.class)).isInstanceOf(IsolationViolatedError.class);
        assertThat(failureOf(ByUrl.class)).isInstanceOf(IsolationViolatedError.class);
    }

    @Test
    void testsAtTheSameTimeDoNotDisturbEachOther() {
        EngineTestKit.engine("junit-jupiter")
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .selectors(selectClass(Parallel.class))
                .execute()
                .allEvents()
                .assertStatistics(all -> all.succeeded(5));
    }

    @Test
    void tablesOfTwoDatabasesAreNotTakenForOne() {
        assertThat(failureOf(TwoDatabases.class))
                .hasMessageContaining("undecided")
                .hasMessageContaining("more than one database");
    }

    @Test
    void whatNeverEndedShowsNothing() {
        assertThat(failureOf(NothingEnds.class))
                .hasMessageContaining("serializable undecided: the trace has no transactions");
    }

    @Test
    void anUnknownLevelSaysWhichThereAre() {
        assertThat(failureOf(NoSuchLevel.class))
                .hasMessageContaining("snapshot isolatoin")
                .hasMessageContaining("serializable");
    }

    private static Throwable failureOf(Class<?> type) {
        List<Event> failed = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(type))
                .execute()
                .allEvents()
                .failed()
                .list();
        assertThat(failed).hasSize(1);
        return failed.get(0)
                .getRequiredPayload(org.junit.platform.engine.TestExecutionResult.class)
                .getThrowable()
                .orElseThrow();
    }

    private static void run(Class<?> type, int succeeded, int failed) {
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(type))
                .execute()
                .testEvents()
                .assertStatistics(tests -> tests.succeeded(succeeded).failed(failed));
    }

    // ---- what the tests below do

    private static DataSource h2(String name) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
        return source;
    }

    private static void table(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute("DROP TABLE IF EXISTS account");
            connection.createStatement().execute("CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL)");
            connection.createStatement().execute("INSERT INTO account (id, balance) VALUES (1, 100), (2, 100)");
        }
    }

    private static int balance(Connection connection, int id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT balance FROM account WHERE id = ?")) {
            select.setInt(1, id);
            try (ResultSet rows = select.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }

    private static void set(Connection connection, int id, int balance) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE account SET balance = ? WHERE id = ?")) {
            update.setInt(1, balance);
            update.setInt(2, id);
            update.executeUpdate();
        }
    }

    /** Two at once read, and then both write, at READ COMMITTED. */
    private static void loseAnUpdate(DataSource database) throws SQLException {
        try (Connection one = database.getConnection();
                Connection two = database.getConnection()) {
            one.setAutoCommit(false);
            two.setAutoCommit(false);
            int first = balance(one, 1);
            int second = balance(two, 1);
            set(one, 1, first - 10);
            one.commit();
            set(two, 1, second - 20);
            two.commit();
        }
    }

    private static void oneAfterTheOther(DataSource database, int id, int amount) throws SQLException {
        for (int i = 0; i < 2; i++) {
            try (Connection connection = database.getConnection()) {
                connection.setAutoCommit(false);
                set(connection, id, balance(connection, id) - amount - i);
                connection.commit();
            }
        }
    }

    // ---- tests, run by JUnit inside of those above

    @Isolated(level = "snapshot-isolation")
    static class LosesAnUpdate {
        @Test
        void test(Recording recording) throws SQLException {
            DataSource database = recording.dataSource(h2("loses"));
            table(database);
            loseAnUpdate(database);
            assertThat(recording.check("snapshot-isolation").status()).isEqualTo(LevelReport.Status.VIOLATED);
            assertThat(recording.check("read-committed").status()).isEqualTo(LevelReport.Status.HOLDS);
        }
    }

    @Isolated(level = "strict-serializable", failUndecided = true)
    static class OneAfterTheOther {
        @Test
        void test(Recording recording) throws SQLException {
            DataSource database = recording.dataSource(h2("serial"));
            table(database);
            oneAfterTheOther(database, 1, 3);
        }
    }

    @Isolated(level = "serializable", failUndecided = true)
    static class NothingEnds {
        @Test
        void test(Recording recording) throws SQLException {
            DataSource database = h2("open");
            table(database);
            Connection connection = recording.dataSource(database).getConnection(); // and is never closed
            connection.setAutoCommit(false);
            set(connection, 1, 50);
            assertThat(recording.check("read-committed").status()).isEqualTo(LevelReport.Status.UNDECIDED);
        }
    }

    @Isolated(failUndecided = true)
    static class PromisedOnly {
        @Test
        void test(Recording recording) throws SQLException {
            DataSource database = recording.dataSource(h2("promised"));
            table(database);
            loseAnUpdate(database);
        }
    }

    @ExtendWith(IsolationExtension.class)
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class TwoTests {
        private DataSource database = h2("two");

        @BeforeAll
        void table(Recording recording) throws SQLException {
            database = recording.dataSource(h2("two"));
            IsolatedTest.table(database);
        }

        @Test
        @Isolated(level = "snapshot-isolation")
        void bad() throws SQLException {
            loseAnUpdate(database);
        }

        @Test
        @Isolated(level = "snapshot-isolation")
        void good() throws SQLException {
            oneAfterTheOther(database, 2, 5);
        }
    }

    @Isolated(level = "serializable", failUndecided = true)
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class Outer {
        private DataSource database = h2("outer");

        @BeforeAll
        void table(Recording recording) throws SQLException {
            database = recording.dataSource(h2("outer"));
            IsolatedTest.table(database);
        }

        @Nested
        class Inner {
            @Test
            void test() throws SQLException {
                oneAfterTheOther(database, 1, 7);
            }
        }
    }

    @Isolated(level = "snapshot-isolation")
    static class Pooled {
        @Test
        void test(Recording recording) throws SQLException {
            HikariConfig config = new HikariConfig();
            config.setDataSource(recording.dataSource(h2("pooled")));
            try (HikariDataSource pool = new HikariDataSource(config)) {
                table(pool);
                loseAnUpdate(pool);
            }
        }
    }

    @Isolated(level = "snapshot-isolation")
    static class WithSpring {
        @Test
        void test(Recording recording) throws SQLException {
            DataSource database = recording.dataSource(h2("spring"));
            table(database);
            JdbcTemplate jdbc = new JdbcTemplate(database);
            TransactionTemplate transactions = new TransactionTemplate(new DataSourceTransactionManager(database));
            transactions.executeWithoutResult(outer -> {
                Integer seen = jdbc.queryForObject("SELECT balance FROM account WHERE id = 1", Integer.class);
                TransactionTemplate other = new TransactionTemplate(new DataSourceTransactionManager(database));
                other.setPropagationBehavior(TransactionTemplate.PROPAGATION_REQUIRES_NEW);
                other.executeWithoutResult(inner -> subtract(jdbc, 10));
                jdbc.update("UPDATE account SET balance = ? WHERE id = 1", seen == null ? 0 : seen - 20);
            });
        }
    }

    private static void subtract(JdbcTemplate jdbc, int amount) {
        Integer seen = jdbc.queryForObject("SELECT balance FROM account WHERE id = 1", Integer.class);
        jdbc.update("UPDATE account SET balance = ? WHERE id = 1", seen == null ? 0 : seen - amount);
    }

    @Isolated(level = "snapshot-isolation")
    static class ByUrl {
        @Test
        void test() throws SQLException {
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl("jdbc:bateleur:h2:mem:url;DB_CLOSE_DELAY=-1");
            try (HikariDataSource pool = new HikariDataSource(config)) {
                table(pool);
                loseAnUpdate(pool);
            }
        }
    }

    @Isolated(level = "serializable")
    @Execution(ExecutionMode.CONCURRENT)
    static class Parallel {
        @BeforeAll
        static void table(Recording recording) throws SQLException {
            try (Connection connection = recording.dataSource(h2("parallel")).getConnection()) {
                connection.createStatement().execute("CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL)");
            }
        }

        private static void account(Recording recording, int id) throws SQLException {
            DataSource database = recording.dataSource(h2("parallel"));
            try (Connection connection = database.getConnection()) {
                connection.createStatement().execute("INSERT INTO account (id, balance) VALUES (" + id + ", 100)");
            }
            for (int i = 0; i < 50; i++) {
                try (Connection connection = database.getConnection()) {
                    connection.setAutoCommit(false);
                    set(connection, id, balance(connection, id) + 1);
                    connection.commit();
                }
            }
        }

        @Test
        void one(Recording recording) throws SQLException {
            account(recording, 1);
        }

        @Test
        void two(Recording recording) throws SQLException {
            account(recording, 2);
        }

        @Test
        void three(Recording recording) throws SQLException {
            account(recording, 3);
        }
    }

    @Isolated(level = "serializable", failUndecided = true)
    static class TwoDatabases {
        @Test
        void test(Recording recording) throws SQLException {
            for (String name : List.of("left", "right")) {
                DataSource database = recording.dataSource(h2(name));
                table(database);
                oneAfterTheOther(database, 1, name.length());
            }
        }
    }

    @Isolated(level = "snapshot isolatoin")
    static class NoSuchLevel {
        @Test
        void test(Recording recording) throws SQLException {
            table(recording.dataSource(h2("none")));
        }
    }
}
