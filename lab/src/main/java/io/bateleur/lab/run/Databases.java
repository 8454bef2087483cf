package io.bateleur.lab.run;

import io.bateleur.core.model.Nearest;
import io.bateleur.lab.server.Artifacts;
import io.bateleur.lab.server.Cache;
import io.bateleur.lab.server.Container;
import io.bateleur.lab.server.Coordinates;
import io.bateleur.lab.server.Drivers;
import io.bateleur.lab.server.ImageSpec;
import io.bateleur.lab.server.Product;
import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import io.bateleur.lab.server.TemporaryHome;
import io.bateleur.lab.store.Dialect;
import io.bateleur.lab.store.Dialects;
import io.bateleur.lab.store.EmbeddedEngine;
import io.bateleur.lab.store.EmbeddedEngines;
import io.bateleur.lab.store.EmbeddedLoader;
import io.bateleur.lab.store.EmbeddedStore;
import io.bateleur.lab.store.EngineSettings;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.store.JdbcConnections;
import io.bateleur.lab.store.JdbcStore;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Function;

/** Starts databases by their names: {@code postgres:12.3}, {@code h2}, {@code rocksdb:11.8.1}. */
public final class Databases {
    /** Those with a JDBC driver that run inside this program. */
    private static final List<String> SQL_INSIDE = List.of("h2", "hsqldb", "derby", "sqlite", "duckdb");

    private final Drivers drivers;
    private final Artifacts artifacts;
    private final Consumer<String> progress;

    /** @param progress is told what goes on, a line at a time */
    public Databases(Consumer<String> progress) {
        this.drivers = new Drivers(Cache.standard(), progress);
        this.artifacts = new Artifacts(Cache.standard(), progress);
        this.progress = progress;
    }

    /** Those that run inside this program, with the versions that are taken when nobody asks for another. */
    public static List<String> inside() throws ServerException {
        List<String> all = new ArrayList<>();
        for (String name : SQL_INSIDE) {
            all.add(name + ":" + Drivers.standard(name).version());
        }
        EmbeddedEngines.all().forEach(engine -> all.add(engine.name() + ":" + engine.version()));
        return all;
    }

    /** Whether this may be one of ours, by its name. */
    public static boolean knows(String spec) {
        if (ImageSpec.isOne(spec)) {
            return true;
        }
        String name = name(spec);
        return SQL_INSIDE.contains(name)
                || Product.of(name).isPresent()
                || EmbeddedEngines.of(name).isPresent();
    }

    /** @param settings what the server or the engine is told besides its defaults */
    public Database start(String spec, Map<String, String> settings) throws ServerException {
        if (ImageSpec.isOne(spec)) {
            return container(ImageSpec.parse(spec), settings);
        }
        int colon = spec.indexOf(':');
        String name = name(spec);
        Optional<EmbeddedEngine> engine = EmbeddedEngines.of(name);
        if (engine.isPresent()) {
            return embedded(engine.get(), colon < 0 ? engine.get().version() : spec.substring(colon + 1), settings);
        }
        if (!isInside(name)) {
            requireKnown(name);
            return server(ServerSpec.parse(spec), settings);
        }
        Coordinates driver = colon < 0 ? Drivers.standard(name) : Drivers.standard(name, spec.substring(colon + 1));
        return inside(name, driver, settings);
    }

    /** The name in front of a version. */
    static String name(String spec) {
        return spec.replaceFirst(":.*", "").toLowerCase(Locale.ROOT);
    }

    /** Whether that is a SQL database inside this program. */
    static boolean isInside(String name) {
        return SQL_INSIDE.contains(name);
    }

    static void requireKnown(String name) throws ServerException {
        List<String> known = new ArrayList<>();
        Arrays.stream(Product.values()).forEach(product -> known.addAll(product.words()));
        known.addAll(SQL_INSIDE);
        EmbeddedEngines.all().forEach(engine -> known.add(engine.name()));
        if (!known.contains(name)) {
            List<String> near = Nearest.to(name, known);
            throw new ServerException(
                    "there is no database '" + name + "' to start",
                    (near.isEmpty() ? "" : "did you mean " + String.join(" or ", near) + "? ")
                            + "bateleur list databases shows all; --jdbc-url reaches one that runs already");
        }
    }

    /** Somebody else's database, which we neither start nor stop. */
    public Database at(String url, Optional<Coordinates> driver, Properties login) throws ServerException {
        String name = nameAt(url);
        Driver loaded = drivers.load(driver.isPresent() ? driver.get() : Drivers.standard(name));
        return sql(name, "", Dialects.of(name, ""), new Place(loaded, url, login), Optional.empty(), () -> {});
    }

    /** What the database behind a JDBC URL is called here. */
    static String nameAt(String url) throws ServerException {
        String[] words = url.split(":", 3);
        if (words.length < 3 || !words[0].equals("jdbc")) {
            throw new ServerException(
                    "'" + url + "' is no JDBC URL", "for example jdbc:postgresql://localhost:5432/postgres");
        }
        return words[1].equals("postgresql") ? "postgres" : words[1];
    }

    private static Database sql(
            String name, String version, Dialect dialect, Place place, Optional<Server> server, Runnable end) {
        Function<Isolation, JdbcConnections> connections =
                level -> new JdbcConnections(place.driver(), place.url(), place.login(), dialect, level);
        return new Database(
                name,
                version,
                dialect.levels(),
                dialect.defaultLevel(),
                level -> new JdbcStore(connections.apply(level)),
                Optional.of(connections),
                server,
                end);
    }

    private Database server(ServerSpec spec, Map<String, String> settings) throws ServerException {
        String name = spec.product().word();
        Driver driver = drivers.load(Drivers.standard(name));
        Map<String, String> all = new LinkedHashMap<>(settings);
        if (spec.product() == Product.POSTGRES) {
            // Workloads are made for trouble, and sixteen sessions that each wait a second for every deadlock do
            // nothing else.
            all.putIfAbsent("deadlock_timeout", "50ms");
        }
        Server server = Servers.start(spec, all, progress);
        Place place = new Place(driver, server.jdbcUrl(), server.login());
        return sql(name, spec.version(), Dialects.of(name, ""), place, Optional.of(server), server::close);
    }

    private Database container(ImageSpec spec, Map<String, String> settings) throws ServerException {
        Driver driver = drivers.load(Coordinates.parse(spec.image().driver()));
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        Container.Running running = Container.start(spec, settings, driver, path, progress);
        Place place = new Place(driver, running.jdbcUrl(), running.login());
        Dialect dialect = Dialects.of(spec.image().dialect(), "");
        return sql(spec.image().word(), spec.tag(), dialect, place, Optional.empty(), running.container()::close);
    }

    private Database embedded(EmbeddedEngine engine, String version, Map<String, String> settings)
            throws ServerException {
        checkSettings(() -> {
            EngineSettings engineSettings = new EngineSettings(settings);
            engineSettings.sync(true);
            engineSettings.lockTimeoutMillis();
        });
        Coordinates coordinates;
        try {
            coordinates = Coordinates.parse(engine.coordinates() + ":" + version);
        } catch (ServerException e) {
            throw new ServerException("'" + version + "' is no version", "for example " + engine.version());
        }
        EmbeddedStore adapter;
        try {
            adapter = EmbeddedLoader.load(engine, artifacts.withDependencies(List.of(coordinates)));
        } catch (IllegalArgumentException e) {
            throw new ServerException(String.valueOf(e.getMessage()), "the adapter is written for " + engine.version());
        }
        progress.accept("starting " + engine.name() + " " + version + " inside this program");
        TemporaryHome home = TemporaryHome.of(engine.name());
        return new Database(
                engine.name(),
                version,
                engine.levels().all(),
                engine.levels().usual(),
                level -> Opening.of(adapter, home, level, settings),
                Optional.empty(),
                Optional.empty(),
                home::close);
    }

    private static void checkSettings(Runnable use) throws ServerException {
        try {
            use.run();
        } catch (IllegalArgumentException e) {
            throw new ServerException(String.valueOf(e.getMessage()), "--set takes NAME=VALUE");
        }
    }

    private Database inside(String name, Coordinates driver, Map<String, String> settings) throws ServerException {
        Driver loaded = drivers.load(driver);
        progress.accept("starting " + name + " " + driver.version() + " inside this program");
        InsideDatabase opened = InsideDatabase.open(name, loaded, settings);
        return sql(name, driver.version(), opened.dialect(), opened.place(), Optional.empty(), opened.end());
    }
}
