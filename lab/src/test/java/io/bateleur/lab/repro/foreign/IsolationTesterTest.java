package io.bateleur.lab.repro.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.bateleur.lab.server.Cache;
import io.bateleur.lab.server.Drivers;
import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The specifications of the corpus have the outputs beside them on a real PostgreSQL. */
class IsolationTesterTest {
    private static final Path SPECS = Path.of("..", "corpus", "specs");

    @Test
    void saysWhatIsolationtesterSays() throws Exception {
        try (Server server = startOrSkip();
                Stream<Path> files = Files.list(SPECS)) {
            Driver driver = new Drivers(Cache.standard(), line -> {}).load(Drivers.standard("postgres"));
            List<Path> specs = files.filter(file -> file.toString().endsWith(".spec"))
                    .sorted()
                    .toList();
            assertThat(specs).hasSizeGreaterThanOrEqualTo(10);
            for (Path file : specs) {
                String name = file.getFileName().toString().replace(".spec", "");
                assertThat(run(server, driver, file, name))
                        .as(name)
                        .isEqualTo(Files.readString(SPECS.resolve("expected").resolve(name + ".out")));
            }
        }
    }

    private static Server startOrSkip() throws ServerException {
        try {
            return Servers.start(ServerSpec.parse("postgres:18.6"), Map.of(), line -> {});
        } catch (ServerException e) {
            String why = String.valueOf(e.getMessage());
            assumeFalse(why.contains("cannot be reached") || why.contains("cannot be run"), why);
            throw e;
        }
    }

    private static String run(Server server, Driver driver, Path file, String name) throws Exception {
        String database = "spec_" + name.replace('-', '_');
        try (Connection connection = connect(server, driver, server.database());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + database);
        }
        StringBuilder output = new StringBuilder();
        Spec spec = SpecParser.parse(new ForeignFile(file, Files.readString(file)));
        try (IsolationTester tester =
                new IsolationTester(spec, () -> connect(server, driver, database), output, Duration.ofSeconds(60))) {
            tester.run();
        }
        return output.toString();
    }

    private static Connection connect(Server server, Driver driver, String database) throws SQLException {
        Properties login = server.login();
        login.setProperty("preferQueryMode", "simple");
        return Objects.requireNonNull(
                driver.connect(server.jdbcUrl().replaceFirst("(://[^/]+/)[^?]*", "$1" + database), login));
    }
}
