package io.bateleur.lab.repro;

import io.bateleur.lab.server.Cache;
import io.bateleur.lab.server.Coordinates;
import io.bateleur.lab.server.Drivers;
import io.bateleur.lab.server.Product;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;

/** Starts what cases run on. */
public final class Grounds {
    private static final List<String> INSIDE = List.of("h2", "hsqldb", "derby", "sqlite", "duckdb");

    /** A database for each run is made and dropped quickly; the machine does not crash, only the server may. Deadlocks are seen soon. */
    private static final Map<String, String> POSTGRES =
            Map.of("deadlock_timeout", "50ms", "fsync", "off", "full_page_writes", "off");

    private static final Map<String, String> INNODB = Map.of("innodb_flush_log_at_trx_commit", "2");

    private final Drivers drivers;
    private final Consumer<String> progress;

    /** @param progress is told what goes on, a line at a time */
    public Grounds(Consumer<String> progress) {
        this.drivers = new Drivers(Cache.standard(), progress);
        this.progress = progress;
    }

    /** Whether that engine runs inside this program. */
    static boolean isInside(String engine) {
        return INSIDE.contains(engine);
    }

    /**
     * @param spec an engine, with or without a version: {@code postgres:12.3}
     * @param settings what it is told besides its defaults
     */
    public Ground start(String spec, Map<String, String> settings) throws ServerException {
        int colon = spec.indexOf(':');
        String name = (colon < 0 ? spec : spec.substring(0, colon)).toLowerCase(Locale.ROOT);
        if (isInside(name)) {
            Coordinates coordinates =
                    colon < 0 ? Drivers.standard(name) : Drivers.standard(name, spec.substring(colon + 1));
            progress.accept("loading " + name + " " + coordinates.version());
            return new InsideGround(name, coordinates.version(), drivers.load(coordinates), settings);
        }
        ServerSpec server = ServerSpec.parse(spec);
        Map<String, String> all = new LinkedHashMap<>(server.product() == Product.POSTGRES ? POSTGRES : INNODB);
        all.putAll(settings);
        return new ServerGround(
                Servers.start(server, all, progress),
                drivers.load(Drivers.standard(server.product().word())));
    }

    /** Somebody else's database. */
    public Ground at(String url, Optional<Coordinates> driver, Properties login) throws ServerException {
        String[] words = url.split(":", 3);
        if (words.length < 3 || !words[0].equals("jdbc")) {
            throw new ServerException(
                    "'" + url + "' is no JDBC URL", "for example jdbc:postgresql://localhost:5432/postgres");
        }
        String engine = words[1].equals("postgresql") ? "postgres" : words[1];
        try {
            Coordinates coordinates = driver.isPresent() ? driver.get() : Drivers.standard(engine);
            return new UrlGround(engine, url, drivers.load(coordinates), login);
        } catch (SQLException e) {
            throw new ServerException(url + " cannot be reached: " + e.getMessage(), "is it running?");
        }
    }
}
