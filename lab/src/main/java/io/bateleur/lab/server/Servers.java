package io.bateleur.lab.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Starts servers. */
public final class Servers {
    private static final Pattern SETTING = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");
    private static final int TRIES = 5;

    /** What the binaries are made for. */
    private static final String SYSTEM = "Linux on amd64";

    private final Cache cache;
    private final Consumer<String> progress;

    private Servers(Cache cache, Consumer<String> progress) {
        this.cache = cache;
        this.progress = progress;
    }

    /**
     * Fetches that version if it was not used here before, and starts it with a data directory of its own.
     *
     * @param settings what the server is told besides our defaults, in its own words, such as {@code fsync} to {@code off}
     * @param progress is told what goes on, a line at a time
     */
    public static Server start(ServerSpec spec, Map<String, String> settings, Consumer<String> progress)
            throws ServerException {
        return start(spec, settings, Access.ANY, progress);
    }

    /** The same on a port or with a password that the caller chooses. */
    public static Server start(ServerSpec spec, Map<String, String> settings, Access access, Consumer<String> progress)
            throws ServerException {
        return new Servers(Cache.standard(), progress).start(spec, settings, access);
    }

    /** As above, with a cache of one's own. */
    public static Server start(ServerSpec spec, Map<String, String> settings, Cache cache, Consumer<String> progress)
            throws ServerException {
        return new Servers(cache, progress).start(spec, settings, Access.ANY);
    }

    /** Whether its binaries are in the user's cache, so that it starts within seconds and without a network. */
    public static boolean isFetched(ServerSpec spec) {
        return spec.local().isPresent() || Cache.standard().has(place(spec));
    }

    /**
     * Why that server certainly cannot be started here. That there is no such reason is no promise: whether its binaries can
     * be fetched is known when they are.
     */
    public static Optional<String> obstacle(ServerSpec spec) {
        if (!runsHere(spec)) {
            return Optional.of("it runs on " + SYSTEM + " only");
        }
        List<String> needed = new ArrayList<>(List.of("setsid"));
        if (!isFetched(spec)) {
            needed.addAll(
                    switch (spec.product()) {
                        case POSTGRES -> List.of("mvn", "tar", "xz");
                        case MARIADB -> List.of("mvn");
                        case MYSQL -> List.of("npm", "tar", "gzip");
                    });
        }
        return needed.stream()
                .filter(program -> !Command.exists(program))
                .findFirst()
                .map(program -> "there is no " + program + " on the PATH");
    }

    /** What the directory of its binaries is called in the cache. */
    static String place(ServerSpec spec) {
        return "servers/" + spec.product().word() + "-" + spec.version();
    }

    private Server start(ServerSpec spec, Map<String, String> settings, Access access) throws ServerException {
        checkSystem(spec);
        Engine engine = engine(spec.product(), cache, progress);
        Map<String, String> all = settings(spec, engine, settings);
        access.choosePort(); // nothing is fetched for a server that would have no place
        Path binaries = engine.binaries(spec);
        long started = System.nanoTime();
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        Guardian guardian =
                Guardian.over(temporary, "bateleur-" + spec.product().word() + "-", engine.quit());
        try {
            Path base = engine.readable(binaries, guardian.home());
            Instance instance =
                    new Instance(spec, base, guardian.home(), access.choosePort(), access.choosePassword(), all);
            progress.accept("initialising " + spec.title() + " in " + guardian.home());
            initialise(engine, instance, guardian);
            Server server = start(engine, instance, guardian, access);
            progress.accept(server + " takes connections after "
                    + String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - started) / 1e9));
            return server;
        } catch (ServerException | RuntimeException e) {
            guardian.close();
            throw e;
        }
    }

    private static void initialise(Engine engine, Instance instance, Guardian guardian) throws ServerException {
        try {
            engine.initialise(instance, guardian);
        } catch (IOException e) {
            throw new ServerException("cannot initialise " + instance.spec().title() + ": " + e, "", e);
        }
    }

    /** Between our look at a port and the server's, somebody may take it. */
    private Server start(Engine engine, Instance instance, Guardian guardian, Access access) throws ServerException {
        for (int i = 1; ; i++) {
            Instance tried = i == 1 ? instance : instance.withPort(Ports.free());
            try {
                return RunningServer.start(engine, guardian, tried);
            } catch (ServerException e) {
                if (i == TRIES || access.port().isPresent() || Ports.isFree(tried.port())) {
                    throw e;
                }
                progress.accept("port " + tried.port() + " was taken; trying another");
            }
        }
    }

    static Engine engine(Product product, Cache cache, Consumer<String> progress) {
        return switch (product) {
            case POSTGRES -> new PostgresEngine(cache, progress);
            case MARIADB, MYSQL -> new MySqlEngine(cache, progress);
        };
    }

    private static void checkSystem(ServerSpec spec) throws ServerException {
        if (!runsHere(spec)) {
            throw new ServerException(
                    spec.title() + " can be started on " + SYSTEM + " only, and this is " + system(),
                    "start a server yourself, and give its JDBC URL");
        }
    }

    /** What is on this machine was made for it; but how we start and end servers is Linux's way. */
    private static boolean runsHere(ServerSpec spec) {
        return spec.local().isPresent() ? system().startsWith("Linux") : system().equals(SYSTEM);
    }

    private static String system() {
        return System.getProperty("os.name") + " on " + System.getProperty("os.arch");
    }

    private static Map<String, String> settings(ServerSpec spec, Engine engine, Map<String, String> settings)
            throws ServerException {
        Map<String, String> all = new LinkedHashMap<>(engine.defaults(spec));
        for (Map.Entry<String, String> each : settings.entrySet()) {
            String name = each.getKey();
            if (!SETTING.matcher(name).matches() || each.getValue().chars().anyMatch(c -> c < ' ')) {
                throw new ServerException(
                        "'" + name + "=" + each.getValue() + "' is no setting", "for example fsync=off");
            }
            if (engine.ours().contains(name.toLowerCase(Locale.ROOT).replace('-', '_'))) {
                throw new ServerException(name + " cannot be set: Bateleur chooses it", "leave it out");
            }
            all.put(name, each.getValue());
        }
        return Collections.unmodifiableMap(all);
    }
}
