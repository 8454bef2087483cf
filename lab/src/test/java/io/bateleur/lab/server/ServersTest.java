package io.bateleur.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts real servers; see {@link Fetching} for where that is not possible. */
class ServersTest {
    @ParameterizedTest
    @CsvSource({
        "postgres:18.6, work_mem, 5MB, show work_mem",
        "postgres:12.3, max_connections, 37, show max_connections",
        "mariadb:11.4.5, innodb_snapshot_isolation, ON, 'select if(@@innodb_snapshot_isolation, ''ON'', ''OFF'')'",
        "mariadb:10.2.11, innodb_lock_wait_timeout, 7, select @@innodb_lock_wait_timeout",
        "postgres:installed, work_mem, 5MB, show work_mem",
        "mariadb:installed, innodb_lock_wait_timeout, 7, select @@innodb_lock_wait_timeout",
        "mysql:5.6.24, innodb_flush_log_at_trx_commit, 2, select @@innodb_flush_log_at_trx_commit",
    })
    void aServerLivesDiesAndIsGone(String spec, String setting, String value, String question) throws Exception {
        RunningServer server = Fetching.start(spec, Map.of(setting, value));
        List<ProcessHandle> processes = new ArrayList<>();
        try (server) {
            Driver driver = Fetching.orSkip(() -> new Drivers(Cache.standard(), line -> {})
                    .load(Drivers.standard(server.spec().product().word())));
            assertThat(ask(driver, server, "select version()")).contains(server.version());
            assertThat(ask(driver, server, question)).isEqualTo(value);
            assertThat(server.settings()).containsEntry(setting, value);
            assertThat(Servers.isFetched(server.spec())).isTrue();
            assertThat(Servers.obstacle(server.spec())).isEmpty();
            assertThat(server.connectLine()).contains("-h 127.0.0.1").contains(Integer.toString(server.port()));

            keepsItsDataWhenKilled(driver, server);
            saysNothingWhilePaused(driver, server);
            processes.addAll(Signals.tree(server.process()));
            assertThat(server.home()).exists();
        }
        assertThat(processes).isNotEmpty().noneMatch(Signals::isAlive);
        assertThat(server.home()).doesNotExist();
        assertThat(server.isRunning()).isFalse();
    }

    /** A server on a machine of several people must not let in whoever finds its port. */
    @ParameterizedTest
    @ValueSource(strings = {"postgres:18.6", "mariadb:11.4.5", "mysql:5.6.24"})
    void aServerListensWhereItIsToldAndDemandsThePasswordItIsGiven(String spec) throws Exception {
        String password = "it's\\a$ecret;\"%s";
        Access access = new Access(OptionalInt.of(Ports.free()), Optional.of(password));
        try (Server server =
                Fetching.orSkip(() -> Servers.start(ServerSpec.parse(spec), Map.of(), access, line -> {}))) {
            Driver driver = Fetching.orSkip(() -> new Drivers(Cache.standard(), line -> {})
                    .load(Drivers.standard(server.spec().product().word())));
            assertThat(server.port()).isEqualTo(access.port().orElseThrow());
            assertThat(server.password()).isEqualTo(password);
            assertThat(ask(driver, server, "select version()")).contains(server.version());
            assertThat(server.connectLine()).contains("='it'\\''s\\a$ecret;\"%s' ");
            for (String wrong : List.of("", "secret")) {
                Properties login = server.login();
                login.setProperty("password", wrong);
                assertThatThrownBy(() -> driver.connect(server.jdbcUrl(), login).close())
                        .isInstanceOf(SQLException.class);
            }
            assertThatThrownBy(() -> Servers.start(ServerSpec.parse(spec), Map.of(), access, line -> {}))
                    .isInstanceOf(ServerException.class)
                    .hasMessageContaining("port " + server.port() + " cannot be had");
        }
    }

    @Test
    void portsAndPasswordsThatNoServerCouldHaveAreRefused() {
        for (int port : new int[] {-1, 0, 65_536}) {
            assertThatThrownBy(() -> new Access(OptionalInt.of(port), Optional.empty()))
                    .hasMessage("a port is from 1 to 65535, and not " + port);
        }
        for (String password : List.of("", "two words", "line\nbreak", "größer")) {
            assertThatThrownBy(() -> new Access(OptionalInt.empty(), Optional.of(password)))
                    .hasMessageContaining("a password has letters");
        }
    }

    private static void keepsItsDataWhenKilled(Driver driver, RunningServer server) throws Exception {
        tell(driver, server, "create table kept (k int primary key)");
        tell(driver, server, "insert into kept values (42)");
        int port = server.port();
        List<ProcessHandle> processes = Signals.tree(server.process());
        server.kill();
        assertThat(processes).noneMatch(Signals::isAlive);
        assertThat(server.isRunning()).isFalse();
        assertThatThrownBy(() -> ask(driver, server, "select 1")).isInstanceOf(SQLException.class);
        server.restart();
        assertThat(server.port()).isEqualTo(port);
        assertThat(ask(driver, server, "select k from kept")).isEqualTo("42");
    }

    private static void saysNothingWhilePaused(Driver driver, RunningServer server) throws Exception {
        try (Connection connection = driver.connect(server.jdbcUrl(), server.login())) {
            server.pause();
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> {
                try {
                    return ask(connection, "select k from kept");
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThatThrownBy(() -> answer.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            server.resume();
            assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo("42");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgres:18.6", "postgres:18.6 paused", "postgres:18.6 stalled", "mariadb:11.4.5"})
    void nothingIsLeftWhenOurProcessIsKilled(String words) throws Exception {
        Fetching.start(words.split(" ")[0], Map.of()).close(); // so that it is fetched, or the test skipped
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Abandoned.class.getName()));
        command.addAll(Arrays.asList(words.split(" ")));
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line;
        try (BufferedReader reader = child.inputReader(StandardCharsets.UTF_8)) {
            line = reader.readLine();
        } finally {
            child.destroyForcibly();
        }
        assertThat(line).isNotNull();
        String[] parts = line.split(" ");
        List<ProcessHandle> processes = Arrays.stream(parts)
                .skip(1)
                .flatMap(id -> ProcessHandle.of(Long.parseLong(id)).stream())
                .toList();
        assertThat(Signals.await(processes, 15)).as("all processes are gone").isTrue();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(15);
        while (Files.exists(Path.of(parts[0])) && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertThat(Path.of(parts[0])).doesNotExist();
    }

    @Test
    void whoeverLosesItsGuardianStillGoes() throws Exception {
        List<ProcessHandle> processes;
        Path home;
        try (RunningServer server = Fetching.start("postgres:18.6", Map.of())) {
            processes = Signals.tree(server.process());
            home = server.home();
            ProcessHandle.current()
                    .children()
                    .filter(child -> child.info().arguments().stream()
                            .flatMap(Arrays::stream)
                            .anyMatch("bateleur-guardian"::equals))
                    .forEach(ProcessHandle::destroyForcibly);
        }
        assertThat(processes).noneMatch(Signals::isAlive);
        assertThat(home).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgres:18.6", "postgres:9.6.24"})
    void aKilledServerLeavesNothingInTheKernel(String spec) throws Exception {
        String id;
        int port;
        try (RunningServer server = Fetching.start(spec, Map.of())) {
            id = Files.readAllLines(server.home().resolve("data/postmaster.pid"))
                    .get(6)
                    .strip()
                    .split("\\s+")[1];
            port = server.port();
            assertThat(kernelObjects("shm")).contains(id);
            server.kill();
        }
        assertThat(kernelObjects("shm")).doesNotContain(id);
        assertThat(kernelObjects("sem")).noneMatch(key -> key.startsWith(Integer.toString(port)));
    }

    /** The ids of shared memory, or the keys of semaphores. */
    private static List<String> kernelObjects(String kind) throws IOException {
        int column = kind.equals("shm") ? 1 : 0;
        return Files.readAllLines(Path.of("/proc/sysvipc", kind)).stream()
                .map(line -> line.strip().split("\\s+")[column])
                .toList();
    }

    @Test
    void aSettingThatTheServerDoesNotKnowIsToldInItsOwnWords() {
        assertThatThrownBy(() -> Fetching.start("postgres:18.6", Map.of("no_such_setting", "1")))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("no_such_setting")
                .hasMessageContaining("does this version know");
    }

    @Test
    void whatWeChooseCannotBeSet() {
        assertThatThrownBy(() -> Servers.start(ServerSpec.parse("postgres"), Map.of("port", "1"), line -> {}))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("port cannot be set");
    }

    private static void tell(Driver driver, Server server, String sql) throws SQLException {
        try (Connection connection = driver.connect(server.jdbcUrl(), server.login());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String ask(Driver driver, Server server, String sql) throws SQLException {
        try (Connection connection = driver.connect(server.jdbcUrl(), server.login())) {
            return ask(connection, sql);
        }
    }

    private static String ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
