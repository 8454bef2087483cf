package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.bateleur.core.trace.Traces;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A pool, a mapper and a migrator through {@code jdbc:bateleur:}: they do the same as without, and the trace can be read. */
class LibrariesTest {
    @TempDir
    Path directory;

    /** What a library is used for: given a place, it tells what it saw. */
    private interface Use {
        List<String> of(Place place) throws Exception;
    }

    private record Place(String url, Properties login, Path files) {}

    @TestFactory
    Stream<DynamicTest> postgres() throws Exception {
        try {
            return tests(new Postgres(Servers.start(ServerSpec.parse("postgres"), Map.of("fsync", "off"), line -> {})));
        } catch (ServerException e) {
            Assumptions.abort("no PostgreSQL here: " + e.problem());
            throw e;
        }
    }

    @TestFactory
    Stream<DynamicTest> h2() throws Exception {
        return tests(new H2());
    }

    private Stream<DynamicTest> tests(Subject subject) throws SQLException {
        subject.prepare();
        return Stream.of(
                        dynamicTest("HikariCP", () -> same(subject, this::pool)),
                        dynamicTest(
                                "HikariCP hands out again what it got back", () -> same(subject, this::pooledAgain)),
                        dynamicTest("jOOQ", () -> same(subject, place -> Mapper.use(place.url(), place.login()))),
                        dynamicTest("Flyway", () -> same(subject, this::migrate)))
                .onClose(() -> close(subject));
    }

    private static void close(Subject subject) {
        try {
            subject.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void same(Subject subject, Use use) throws Exception {
        subject.reset();
        List<String> bare = use.of(new Place(subject.url(), subject.login(), directory));
        subject.reset();
        Path trace = Files.createTempFile(directory, "trace", ".jsonl");
        Properties login = new Properties();
        login.putAll(subject.login());
        login.setProperty("bateleur.trace", trace.toString());
        String url = subject.url().replaceFirst("^jdbc:", "jdbc:bateleur:");
        List<String> recorded = use.of(new Place(url, login, directory));
        assertThat(recorded).isEqualTo(bare).isNotEmpty();
        assertThat(settled(trace)).doesNotContain("recording failed");
        assertThat(Traces.read(trace).history().transactionCount()).isPositive();
    }

    /** The driver's recorder writes behind us, and nobody tells it that all is over. */
    private static String settled(Path trace) throws IOException, InterruptedException {
        String before = "";
        String now = Files.readString(trace);
        for (int i = 0; i < 20 && (!now.equals(before) || now.isEmpty()); i++) {
            Thread.sleep(500);
            before = now;
            now = Files.readString(trace);
        }
        return now;
    }

    private static HikariDataSource pool(Place place, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(place.url());
        config.setDataSourceProperties(place.login());
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(2_000);
        return new HikariDataSource(config);
    }

    private List<String> pool(Place place) throws SQLException {
        List<String> seen = new ArrayList<>();
        try (HikariDataSource pool = pool(place, 2)) {
            try (Connection one = pool.getConnection();
                    Connection two = pool.getConnection()) {
                one.setAutoCommit(false);
                Trial.run(one, "update item set qty = 5 where id = 1");
                seen.add("other sees " + Trial.ask(two, "select qty from item where id = 1"));
                one.commit();
                seen.add("other sees " + Trial.ask(two, "select qty from item where id = 1"));
                seen.add("active " + pool.getHikariPoolMXBean().getActiveConnections());
                try (Connection third = pool.getConnection()) {
                    seen.add("a third " + third);
                } catch (SQLException e) {
                    seen.add("no third: " + e.getClass().getName() + " " + e.getSQLState());
                }
            }
            seen.add("active " + pool.getHikariPoolMXBean().getActiveConnections());
            seen.add("total " + pool.getHikariPoolMXBean().getTotalConnections());
        }
        return seen;
    }

    /** A transaction that was left open is rolled back, and settings are what they were. */
    private List<String> pooledAgain(Place place) throws SQLException {
        List<String> seen = new ArrayList<>();
        try (HikariDataSource pool = pool(place, 1)) {
            for (int i = 0; i < 3; i++) {
                Connection kept;
                try (Connection connection = pool.getConnection()) {
                    kept = connection;
                    seen.add(connection.getAutoCommit() + " " + connection.getTransactionIsolation() + " "
                            + connection.isReadOnly());
                    seen.add("qty " + Trial.ask(connection, "select qty from item where id = 1"));
                    connection.setAutoCommit(false);
                    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                    Trial.run(connection, "update item set qty = qty + 1 where id = 1");
                }
                try {
                    kept.createStatement();
                } catch (SQLException e) {
                    seen.add(e.getClass().getName() + " " + e.getMessage());
                }
            }
        }
        return seen;
    }

    private List<String> migrate(Place place) throws IOException, SQLException {
        Path scripts = Files.createTempDirectory(place.files(), "migrations");
        Files.writeString(
                scripts.resolve("V1__first.sql"), "create table person (id int primary key, name varchar(20));");
        Files.writeString(
                scripts.resolve("V2__second.sql"),
                "insert into person values (1, 'Ada'); insert into person values (2, 'Grace');"
                        + " create index person_name on person (name);");
        List<String> seen = new ArrayList<>();
        Flyway flyway = Flyway.configure()
                .dataSource(new DriverSource(place.url(), place.login()))
                .schemas("apart")
                .locations("filesystem:" + scripts)
                .load();
        seen.add("migrated " + flyway.migrate().migrationsExecuted);
        seen.add("again " + flyway.migrate().migrationsExecuted);
        for (var each : flyway.info().all()) {
            seen.add(each.getVersion() + " " + each.getDescription() + " " + each.getState());
        }
        flyway.validate();
        Files.writeString(scripts.resolve("V3__broken.sql"), "insert into person values (1, 'again');");
        try {
            flyway.migrate();
        } catch (RuntimeException e) {
            seen.add("broken: " + e.getClass().getName());
        }
        try (Connection connection = DriverManager.getConnection(place.url(), place.login())) {
            seen.add("people " + Trial.ask(connection, "select count(*) from \"apart\".person"));
            Trial.run(connection, "drop schema \"apart\" cascade");
        }
        return seen;
    }
}
