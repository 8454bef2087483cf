package io.bateleur.lab.server;

import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/**
 * JDBC drivers of any version, each in a class loader of its own: its parent is the platform's, so that a driver sees neither
 * our libraries nor another version of itself.
 */
public final class Drivers {
    /**
     * The property that names a directory for the native libraries of drivers which would leave them in the temporary directory. Whoever
     * sets it sees to it that the directory goes; where nobody does, drivers unpack where they like.
     */
    public static final String NATIVE_PLACE = "bateleur.native.tmpdir";

    /** What {@link #load} can be asked for by name: the newest that was tried. */
    private static final Map<String, String> DEFAULTS = Map.of(
            "postgres", "org.postgresql:postgresql:42.7.14",
            "mariadb", "org.mariadb.jdbc:mariadb-java-client:3.5.11",
            "mysql", "com.mysql:mysql-connector-j:9.7.0",
            "h2", "com.h2database:h2:2.5.252",
            "hsqldb", "org.hsqldb:hsqldb:2.7.4",
            "derby", "org.apache.derby:derby:10.16.1.1",
            "sqlite", "org.xerial:sqlite-jdbc:3.53.4.0",
            "duckdb", "org.duckdb:duckdb_jdbc:1.5.6.0");

    /** Drivers that were written before drivers could be found by service: their classes. */
    private static final List<String> OLD_CLASSES = List.of(
            "org.h2.Driver",
            "org.hsqldb.jdbc.JDBCDriver",
            "org.hsqldb.jdbcDriver",
            "org.apache.derby.jdbc.EmbeddedDriver",
            "org.sqlite.JDBC",
            "com.mysql.jdbc.Driver",
            "org.postgresql.Driver",
            "org.mariadb.jdbc.Driver");

    private static final String DERBY = "org.apache.derby";
    private static final String DERBY_LOG = "derby.stream.error.file";

    private final Artifacts artifacts;

    public Drivers(Cache cache, Consumer<String> progress) {
        this.artifacts = new Artifacts(cache, progress);
    }

    /** The coordinates that a database's driver has unless somebody asks for others. */
    public static Coordinates standard(String database) throws ServerException {
        String coordinates = DEFAULTS.get(database);
        if (coordinates == null) {
            throw new ServerException(
                    "there is no driver known for '" + database + "'",
                    "known are "
                            + String.join(
                                    ", ", DEFAULTS.keySet().stream().sorted().toList())
                            + "; for any other give its coordinates, group:artifact:version");
        }
        return Coordinates.parse(coordinates);
    }

    /** That version of a database's driver, or of the database itself where it runs inside our process. */
    public static Coordinates standard(String database, String version) throws ServerException {
        try {
            return standard(database).withVersion(version);
        } catch (IllegalArgumentException e) {
            throw new ServerException(
                    "'" + version + "' is no version",
                    "for example " + standard(database).version(),
                    e);
        }
    }

    /** A driver of its own: to load the same again gives another one, with other static state. */
    public Driver load(Coordinates coordinates) throws ServerException {
        DriverLoader loader = loader(coordinates);
        try {
            loader.loadNativeCode();
        } catch (LinkageError e) {
            throw new ServerException(
                    "the native library of " + coordinates + " does not load: " + reason(e),
                    "is there space in the temporary directory, and is this a system that its makers built it for?",
                    e);
        }
        for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
            if (driver.getClass().getClassLoader() == loader) {
                return driver;
            }
        }
        for (String name : OLD_CLASSES) {
            try {
                return (Driver) Class.forName(name, true, loader)
                        .getDeclaredConstructor()
                        .newInstance();
            } catch (ClassNotFoundException e) {
                continue; // it is another's
            } catch (ReflectiveOperationException | LinkageError e) {
                throw new ServerException("the driver " + name + " of " + coordinates + " does not start: " + e, "", e);
            }
        }
        throw new ServerException(
                "there is no JDBC driver in " + coordinates, "are these the coordinates of a JDBC driver?");
    }

    private static String reason(Throwable e) {
        Throwable cause = e.getCause();
        return cause == null ? String.valueOf(e.getMessage()) : reason(cause);
    }

    private DriverLoader loader(Coordinates coordinates) throws ServerException {
        if (coordinates.group().equals(DERBY) && System.getProperty(DERBY_LOG) == null) {
            System.setProperty(DERBY_LOG, "/dev/null"); // or it leaves a derby.log wherever we were started
        }
        List<URL> urls = new ArrayList<>();
        try {
            for (Path jar : artifacts.withDependencies(together(coordinates))) {
                urls.add(jar.toUri().toURL());
            }
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
        return new DriverLoader(coordinates.toString(), urls.toArray(URL[]::new));
    }

    /** Derby since 10.15 is cut into jars that do not all ask for each other. */
    private static List<Coordinates> together(Coordinates coordinates) {
        if (!coordinates.group().equals(DERBY)
                || Version.of(coordinates.version()).isBefore("10.15")) {
            return List.of(coordinates);
        }
        String group = coordinates.group();
        String version = coordinates.version();
        return List.of(
                coordinates,
                new Coordinates(group, "derbyshared", version),
                new Coordinates(group, "derbytools", version));
    }
}
