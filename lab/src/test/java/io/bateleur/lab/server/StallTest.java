package io.bateleur.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stops sessions of real servers; see {@link Fetching} for where that is not possible. */
class StallTest {
    private static final int LIMIT_SECONDS = 30;

    private final SplittableRandom random = new SplittableRandom(1);

    @ParameterizedTest
    @ValueSource(strings = {"postgres:18.6", "postgres:9.6.24"})
    void itsSessionsAreThoseOfClientsAndNoOtherProcess(String spec) throws Exception {
        try (RunningServer server = Fetching.start(spec, Map.of());
                Stall stall = server.stall();
                Connection one = connect(server);
                Connection two = connect(server)) {
            assertThat(server.process().children().count())
                    .as("others write logs")
                    .isGreaterThan(2);
            assertThat(stall.sessions())
                    .extracting(ProcessHandle::pid)
                    .containsExactlyInAnyOrder(backend(one), backend(two));
        }
    }

    @Test
    void oneSessionStandsStillUntilItGoesOn() throws Exception {
        try (RunningServer server = Fetching.start("postgres:18.6", Map.of());
                Stall stall = server.stall();
                Connection only = connect(server)) {
            long backend = backend(only);
            assertThat(stall.stop(random)).isTrue();
            awaitState(backend, true);
            try (Connection another = connect(server)) {
                assertThat(isStopped(backend(another))).isFalse();
                assertThat(Signals.tree(server.process()))
                        .filteredOn(process -> isStopped(process.pid()))
                        .extracting(ProcessHandle::pid)
                        .containsExactly(backend);
            }
            stall.resume();
            assertThat(backend(only)).isEqualTo(backend);
        }
    }

    /** All looks miss one of two sessions once in 256 times; with this seed they do not. */
    @Test
    void aSessionThatCommitsIsPreferred() throws Exception {
        try (RunningServer server = Fetching.start("postgres:18.6", Map.of());
                Stall stall = server.stall();
                Connection other = connect(server);
                Connection committing = connect(server)) {
            long backend = backend(committing);
            say(other, "create table slow (k int)");
            say(
                    other,
                    "create function await() returns trigger language plpgsql as 'begin "
                            + "while not pg_try_advisory_xact_lock(1) loop perform pg_sleep(0.01); end loop; return null; end'");
            say(
                    other,
                    "create constraint trigger slowly after insert on slow deferrable initially deferred "
                            + "for each row execute function await()");
            say(other, "select pg_advisory_lock(1)");
            say(committing, "begin");
            say(committing, "insert into slow values (1)");
            CompletableFuture<Void> commit = CompletableFuture.runAsync(() -> say(committing, "commit"));
            awaitCommit(backend);
            assertThat(stall.stop(random)).isTrue();
            awaitState(backend, true);
            stall.resume();
            say(other, "select pg_advisory_unlock(1)");
            commit.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }

    @Test
    void theEndLetsGoOnWhatWasStopped() throws Exception {
        try (RunningServer server = Fetching.start("postgres:18.6", Map.of());
                Connection only = connect(server)) {
            long backend = backend(only);
            try (Stall stall = server.stall()) {
                stall.stop(random);
                awaitState(backend, true);
            }
            assertThat(isStopped(backend)).isFalse();
            assertThat(backend(only)).isEqualTo(backend);
        }
    }

    @Test
    void whoeverLosesTheShellStillLetsItGoOn() throws Exception {
        try (RunningServer server = Fetching.start("postgres:18.6", Map.of());
                Connection only = connect(server)) {
            long backend = backend(only);
            try (Stall stall = server.stall()) {
                stall.stop(random);
                awaitState(backend, true);
                List<ProcessHandle> shells = ProcessHandle.current()
                        .children()
                        .filter(child -> child.info().arguments().stream()
                                .flatMap(Arrays::stream)
                                .anyMatch("bateleur-stall"::equals))
                        .toList();
                shells.forEach(ProcessHandle::destroyForcibly);
                assertThat(Signals.await(shells, LIMIT_SECONDS)).isTrue();
                assertThatThrownBy(stall::resume).isInstanceOf(ServerException.class);
            }
            assertThat(backend(only)).isEqualTo(backend);
        }
    }

    @ParameterizedTest
    @EnumSource(Product.class)
    void aProductHasAProcessPerSessionWhereItsProcessesSaySo(Product product) {
        Engine engine = Servers.engine(product, Cache.standard(), line -> {});
        assertThat(engine.sessionTitle().isPresent()).isEqualTo(product.hasProcessPerSession());
    }

    private static Connection connect(RunningServer server) throws Exception {
        Driver driver =
                Fetching.orSkip(() -> new Drivers(Cache.standard(), line -> {}).load(Drivers.standard("postgres")));
        Connection connection = driver.connect(server.jdbcUrl(), server.login());
        connection.setNetworkTimeout(Runnable::run, (int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        return connection;
    }

    private static long backend(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select pg_backend_pid()")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void say(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitCommit(long process) throws Exception {
        Path title = Path.of("/proc", Long.toString(process), "cmdline");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!Files.readString(title).contains(" COMMIT") && System.nanoTime() < deadline) {
            Thread.sleep(5);
        }
        assertThat(title).content().contains(" COMMIT");
    }

    private static void awaitState(long process, boolean stopped) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (isStopped(process) != stopped && System.nanoTime() < deadline) {
            Thread.sleep(5);
        }
        assertThat(isStopped(process)).isEqualTo(stopped);
    }

    private static boolean isStopped(long process) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (IOException e) {
            return false; // it has ended
        }
    }
}
