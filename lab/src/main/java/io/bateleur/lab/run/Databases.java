package io.bateleur.lab.run;

import io.bateleur.lab.server.Cache;
import io.bateleur.lab.server.Coordinates;
import io.bateleur.lab.server.Drivers;
import io.bateleur.lab.server.Product;
import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import io.bateleur.lab.store.Dialects;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts databases by their names: {@code postgres:12.3}, {@code h2}, {@code sqlite:3.53.4.0}. */
public final class Databases {
    /** Those that run inside this program. */
    public static final List<String> INSIDE = List.of("h2", "hsqldb", "derby", "sqlite", "duckdb");

    private final Drivers drivers;
    private final Consumer<String> progress;

    /** @param progress is told what goes on, a line at a time */
    public Databases(Consumer<String> progress) {
        this.drivers = new Drivers(Cache.standard(), progress);
        this.progress = progress;
    }

    /** @param settings what the server or the engine is told besides its defaults */
    public Database start(String spec, Map<String, String> settings) throws ServerException {
        int colon = spec.indexOf(':');
        String name = (colon < 0 ? spec : spec.substring(0, colon)).toLowerCase(Locale.ROOT);
        if (!INSIDE.contains(name)) {
            return server(ServerSpec.parse(spec), settings);
        }
        Coordinates driver = colon < 0 ? Drivers.standard(name) : Drivers.standard(name, spec.substring(colon + 1));
        return inside(name, driver, settings);
    }

    /** Somebody else's database, which we neither start nor stop. */
    public Database at(String url, Optional<Coordinates> driver, Properties login) throws ServerException {
        String[] words = url.split(":", 3);
        if (words.length < 3 || !words[0].equals("jdbc")) {
            throw new ServerException(
                    "'" + url + "' is no JDBC URL", "for example jdbc:postgresql://localhost:5432/postgres");
        }
        String name = words[1].equals("postgresql") ? "postgres" : words[1];
        Driver loaded = drivers.load(driver.isPresent() ? driver.get() : Drivers.standard(name));
        return new Database(name, "", Dialects.of(name, ""), loaded, url, login, Optional.empty(), () -> {});
    }

    private Database server(ServerSpec spec, Map<String, String> settings) throws ServerException {
        String name = spec.product().word();
        // MySQL 5.6 is too old for the driver of its makers' newest servers, not for MariaDB's.
        String driver = spec.product() == Product.MYSQL ? "mysql" : name;
        Driver loaded = drivers.load(Drivers.standard(driver));
        Server server = Servers.start(spec, settings, progress);
        return new Database(
                name,
                spec.version(),
                Dialects.of(name, ""),
                loaded,
                server.jdbcUrl(),
                server.login(),
                Optional.of(server),
                server::close);
    }

    private Database inside(String name, Coordinates driver, Map<String, String> settings) throws ServerException {
        Driver loaded = drivers.load(driver);
        progress.accept("starting " + name + " " + driver.version() + " inside this program");
        String id = "bateleur-" + UUID.randomUUID();
        Properties login = new Properties();
        if (name.equals("hsqldb")) {
            login.setProperty("user", "SA");
            login.setProperty("password", "");
        }
        String model = settings.getOrDefault("tx", "locks");
        return switch (name) {
            case "h2" ->
                memory(
                        name,
                        driver,
                        loaded,
                        login,
                        model,
                        "jdbc:h2:mem:" + id + ";DB_CLOSE_DELAY=-1" + list(settings),
                        "SHUTDOWN");
            case "hsqldb" ->
                memory(name, driver, loaded, login, model, "jdbc:hsqldb:mem:" + id + ";hsqldb.tx=" + model, "SHUTDOWN");
            case "derby" ->
                new Database(
                        name,
                        driver.version(),
                        Dialects.of(name, ""),
                        loaded,
                        "jdbc:derby:memory:" + id + ";create=true",
                        login,
                        Optional.empty(),
                        () -> execute(loaded, "jdbc:derby:memory:" + id + ";drop=true", login, ""));
            default -> file(name, driver, loaded, login, settings);
        };
    }

    private static String list(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(each -> ";" + each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining());
    }

    private static Database memory(
            String name,
            Coordinates driver,
            Driver loaded,
            Properties login,
            String model,
            String url,
            String shutdown) {
        return new Database(
                name,
                driver.version(),
                Dialects.of(name, model),
                loaded,
                url,
                login,
                Optional.empty(),
                () -> execute(loaded, url, login, shutdown));
    }

    /** In a temporary directory, which goes with it. */
    private static Database file(
            String name, Coordinates driver, Driver loaded, Properties login, Map<String, String> settings)
            throws ServerException {
        Path directory;
        try {
            directory = Files.createTempDirectory("bateleur-" + name + "-");
        } catch (IOException e) {
            throw new ServerException("no temporary directory can be made: " + e.getMessage(), "is the disk full?");
        }
        Thread sweeper = new Thread(() -> delete(directory));
        Runtime.getRuntime().addShutdownHook(sweeper);
        if (name.equals("sqlite")) {
            login.setProperty("journal_mode", "WAL");
            login.setProperty("busy_timeout", "2000");
        }
        settings.forEach(login::setProperty);
        return new Database(
                name,
                driver.version(),
                Dialects.of(name, ""),
                loaded,
                "jdbc:" + name + ":" + directory.resolve("db"),
                login,
                Optional.empty(),
                () -> delete(directory));
    }

    /** The last word to an engine that is about to go: what it answers does not matter any more. */
    private static void execute(Driver driver, String url, Properties login, String statement) {
        try (Connection connection = driver.connect(url, login)) {
            if (connection != null && !statement.isEmpty()) {
                connection.createStatement().execute(statement);
            }
        } catch (SQLException e) {
            // Derby says goodbye with an exception.
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            // It is gone already, or the system's sweeper takes it.
        }
    }
}
