package io.bateleur.lab.run;

import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.TemporaryHome;
import io.bateleur.lab.store.Dialect;
import io.bateleur.lab.store.Dialects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * An empty SQL database inside this program.
 *
 * @param end closes it, and leaves nothing
 */
public record InsideDatabase(Place place, Dialect dialect, Runnable end) implements AutoCloseable {
    /**
     * A fresh one.
     *
     * @param settings what the engine is told besides its defaults
     */
    public static InsideDatabase open(String name, Driver loaded, Map<String, String> settings) throws ServerException {
        String id = "bateleur-" + UUID.randomUUID();
        Properties login = new Properties();
        return switch (name) {
            case "h2" -> {
                String all = settings.entrySet().stream()
                        .map(each -> ";" + each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining());
                Place place = new Place(loaded, "jdbc:h2:mem:" + id + ";DB_CLOSE_DELAY=-1" + all, login);
                yield new InsideDatabase(place, Dialects.of(name, ""), () -> place.say(place.url(), "SHUTDOWN"));
            }
            case "hsqldb" -> {
                refuseOthers(name, settings, List.of("tx"));
                String model = settings.getOrDefault("tx", "locks");
                if (!List.of("locks", "mvlocks", "mvcc").contains(model.toLowerCase(Locale.ROOT))) {
                    throw new ServerException("hsqldb has no tx=" + model, "there are locks, mvlocks and mvcc");
                }
                login.setProperty("user", "SA");
                login.setProperty("password", "");
                Place place = new Place(loaded, "jdbc:hsqldb:mem:" + id + ";hsqldb.tx=" + model, login);
                yield new InsideDatabase(place, Dialects.of(name, model), () -> place.say(place.url(), "SHUTDOWN"));
            }
            case "derby" -> {
                refuseOthers(name, settings, List.of("territory", "collation"));
                String url = "jdbc:derby:memory:" + id;
                String all = ";territory=" + settings.getOrDefault("territory", "en_US")
                        + (settings.containsKey("collation") ? ";collation=" + settings.get("collation") : "");
                Place place = new Place(loaded, url + ";create=true" + all, login);
                yield new InsideDatabase(place, Dialects.of(name, ""), () -> place.say(url + ";drop=true", ""));
            }
            default -> file(name, loaded, settings);
        };
    }

    /** What an engine would silently leave aside. */
    private static void refuseOthers(String name, Map<String, String> settings, Collection<String> known)
            throws ServerException {
        for (String each : settings.keySet()) {
            if (!known.contains(each)) {
                throw new ServerException(
                        name + " has no setting " + each,
                        known.isEmpty() ? "leave out --set" : "there are " + String.join(", ", new TreeSet<>(known)));
            }
        }
    }

    private static Path fresh(TemporaryHome home) {
        try {
            return home.fresh();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names that a driver takes. */
    private static List<String> properties(Driver driver) throws ServerException {
        try {
            return Arrays.stream(driver.getPropertyInfo("jdbc:sqlite:", new Properties()))
                    .map(property -> property.name)
                    .toList();
        } catch (SQLException e) {
            throw new ServerException("the driver does not tell its settings: " + e.getMessage(), "leave out --set");
        }
    }

    /**
     * In a temporary directory, which goes with it. One connection is open as long as it is there: DuckDB before 1.2 waits for ever when the
     * last one was closed and another is opened while a statement of the old one is still known.
     */
    private static InsideDatabase file(String name, Driver loaded, Map<String, String> settings)
            throws ServerException {
        Properties login = new Properties();
        if (name.equals("sqlite")) {
            refuseOthers(name, settings, properties(loaded));
            login.setProperty("journal_mode", "WAL");
            login.setProperty("busy_timeout", "2000");
        }
        settings.forEach(login::setProperty);
        TemporaryHome home = TemporaryHome.of(name);
        Path file = fresh(home).resolve("db");
        Place place = new Place(loaded, "jdbc:" + name + ":" + file, login);
        Connection anchor;
        try {
            anchor = place.connect();
        } catch (ServerException e) {
            home.close();
            throw e;
        }
        return new InsideDatabase(place, Dialects.of(name, ""), () -> {
            Place.leave(anchor);
            home.close();
        });
    }

    @Override
    public void close() {
        end.run();
    }
}
