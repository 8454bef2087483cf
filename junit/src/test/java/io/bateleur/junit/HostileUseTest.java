package io.bateleur.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Test classes that do what nobody thought of. */
class HostileUseTest {
    private static DataSource left = h2("left");

    @Test
    void theLevelMayStandAtAnInterfaceASuperclassOrAnotherAnnotation() {
        for (Class<?> type : List.of(ByInterface.class, ByInheritance.class, ByAnnotation.class)) {
            assertThat(failuresOf(type))
                    .as(type.getSimpleName())
                    .hasSize(1)
                    .first()
                    .isInstanceOf(IsolationViolatedError.class);
        }
    }

    @Test
    void aTestsOwnFailureIsNotHidden() {
        List<Throwable> failures = failuresOf(FailsItself.class);
        assertThat(failures).hasSize(1);
        assertThat(failures.get(0)).hasMessage("its own");
        assertThat(failures.get(0).getSuppressed()).hasAtLeastOneElementOfType(IsolationViolatedError.class);
    }

    @Test
    void aDataSourceGoesOnWhenItsClassHasEnded() throws SQLException {
        assertThat(failuresOf(LeavesItsSource.class)).isEmpty();
        loseAnUpdate(left);
        try (Connection connection = left.getConnection()) {
            assertThat(value(connection)).isEqualTo(102);
        }
    }

    private static List<Throwable> failuresOf(Class<?> type) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(type))
                .execute()
                .allEvents()
                .failed()
                .stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class)
                        .getThrowable()
                        .orElseThrow())
                .toList();
    }

    // ---- what the tests below do

    private static DataSource h2(String name) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:hostile-" + name + ";DB_CLOSE_DELAY=-1");
        return source;
    }

    private static void loseAnUpdate(DataSource database) throws SQLException {
        try (Connection one = database.getConnection();
                Connection two = database.getConnection()) {
            one.createStatement().execute("DROP TABLE IF EXISTS account");
            one.createStatement().execute("CREATE TABLE account (id INT PRIMARY KEY, v INT)");
            one.createStatement().execute("INSERT INTO account VALUES (1, 100)");
            one.setAutoCommit(false);
            two.setAutoCommit(false);
            int first = value(one);
            int second = value(two);
            set(one, first + 1);
            set(two, second + 2);
        }
    }

    private static int value(Connection connection) throws SQLException {
        try (ResultSet rows = connection.createStatement().executeQuery("SELECT v FROM account WHERE id = 1")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static void set(Connection connection, int value) throws SQLException {
        connection.createStatement().executeUpdate("UPDATE account SET v = " + value + " WHERE id = 1");
        connection.commit();
    }

    // ---- tests, run by JUnit inside of those above

    @Isolated(level = "snapshot-isolation")
    interface Kept {}

    static class ByInterface implements Kept {
        @Test
        void test(Recording recording) throws SQLException {
            loseAnUpdate(recording.dataSource(h2("interface")));
        }
    }

    @Isolated(level = "snapshot-isolation")
    abstract static class Base {}

    static class ByInheritance extends Base {
        @Test
        void test(Recording recording) throws SQLException {
            loseAnUpdate(recording.dataSource(h2("inheritance")));
        }
    }

    @Target(ElementType.TYPE)
    @Retention(RetentionPolicy.RUNTIME)
    @Isolated(level = "snapshot-isolation")
    @interface OnSnapshots {}

    @OnSnapshots
    static class ByAnnotation {
        @Test
        void test(Recording recording) throws SQLException {
            loseAnUpdate(recording.dataSource(h2("annotation")));
        }
    }

    static class FailsItself {
        @Test
        @Isolated(level = "snapshot-isolation")
        void test(Recording recording) throws SQLException {
            loseAnUpdate(recording.dataSource(h2("fails")));
            throw new AssertionError("its own");
        }
    }

    @Isolated(level = "read-committed")
    static class LeavesItsSource {
        @Test
        void test(Recording recording) throws SQLException {
            left = recording.dataSource(h2("left"));
            loseAnUpdate(left);
        }
    }
}
