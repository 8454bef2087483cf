package io.bateleur.app.cli;

import io.bateleur.lab.run.Database;
import io.bateleur.lab.run.Databases;
import io.bateleur.lab.run.Offer;
import io.bateleur.lab.server.Coordinates;
import io.bateleur.lab.server.Product;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.store.Isolation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The database of a run: which, with what settings, and what it is asked for. It is one of those we can start, or one that runs already. */
@Command(optionListHeading = "%nDatabase:%n")
final class DatabaseOptions {
    private static final String NEWEST = "postgres";
    private static final String INSTEAD = "h2";

    private List<String> databases = new ArrayList<>();

    @Option(
            names = "--isolation",
            paramLabel = "LEVEL",
            description =
                    "What the database is asked for, in its own words: read-committed, repeatable-read, serializable. "
                            + "Default: what it gives when nobody asks.")
    private @Nullable String isolation;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A setting of the server or the engine, in its own words. May be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--jdbc-url",
            paramLabel = "URL",
            description = "A database that runs already, in place of DATABASE.")
    private @Nullable String url;

    @Option(
            names = "--driver",
            paramLabel = "G:A:V",
            description = "Its driver's Maven coordinates, where it is none that we know.")
    private @Nullable String driver;

    @Option(names = "--user", paramLabel = "NAME", description = "Whom to connect as.")
    private @Nullable String user;

    @Option(names = "--password", paramLabel = "TEXT", description = "And with what password.")
    private @Nullable String password;

    /** Takes those that the command was given. */
    DatabaseOptions named(List<String> names) {
        databases = List.copyOf(names);
        return this;
    }

    /** Whether it is one that runs already. */
    boolean hasUrl() {
        return url != null;
    }

    /** Those that were named. */
    List<String> names() {
        return databases;
    }

    /** What that database can be asked for; or a usage error when these options do not fit each other or it. */
    Offer offer() {
        if (databases.size() + (url == null ? 0 : 1) > 1) {
            throw CommandFailed.usage("one database at a time, by name or by --jdbc-url, unless with --matrix");
        }
        requireUrl("--driver", driver);
        requireUrl("--user", user);
        requireUrl("--password", password);
        try {
            Offer offer =
                    url != null ? Offer.at(url) : Offer.of(databases.isEmpty() ? NEWEST : databases.get(0), settings);
            isolation(offer.levels(), offer.defaultLevel());
            return offer;
        } catch (ServerException e) {
            throw CommandFailed.unavailable(String.valueOf(e.getMessage()));
        }
    }

    private void requireUrl(String option, @Nullable String given) {
        if (given != null && url == null) {
            throw CommandFailed.usage(option + " is about a database that runs already: it needs --jdbc-url");
        }
    }

    /** A matrix runs databases by their names, at all their levels. */
    void requireMatrix() {
        Stream.of(
                        Map.entry("--isolation", isolation != null),
                        Map.entry("--jdbc-url", url != null),
                        Map.entry("--driver", driver != null),
                        Map.entry("--user", user != null),
                        Map.entry("--password", password != null),
                        Map.entry("--set", !settings.isEmpty()))
                .filter(Map.Entry::getValue)
                .findFirst()
                .ifPresent(given -> {
                    throw CommandFailed.usage(given.getKey() + " does not go with --matrix");
                });
    }

    /** Refuses a database of which a single session cannot be stopped, before it is started. */
    void requireProcessPerSession() {
        String name = databases.isEmpty() ? NEWEST : databases.get(0).split(":", 2)[0];
        boolean can = url == null
                && Product.of(name.toLowerCase(Locale.ROOT))
                        .filter(Product::hasProcessPerSession)
                        .isPresent();
        if (!can) {
            throw CommandFailed.usage(
                    "--faults stall stops the process of a single session, which "
                            + (url == null ? databases.get(0) : "a database behind a URL")
                            + " does not let us do; a PostgreSQL that Bateleur starts does: bateleur run postgres --faults stall");
        }
    }

    /** Starts it, or connects to it. */
    Database start(Consumer<String> tell) throws ServerException {
        Databases start = new Databases(tell);
        if (url != null) {
            return start.at(url, driver == null ? Optional.empty() : Optional.of(Coordinates.parse(driver)), login());
        }
        if (!databases.isEmpty()) {
            return start.start(databases.get(0), settings);
        }
        try {
            return start.start(NEWEST, settings);
        } catch (ServerException e) {
            tell.accept("no PostgreSQL here: " + e.problem() + "; H2 in its place");
            return start.start(INSTEAD, settings);
        }
    }

    private Properties login() {
        Properties login = new Properties();
        Stream.of(new @Nullable String[] {"user", user}, new @Nullable String[] {"password", password})
                .filter(pair -> pair[1] != null)
                .forEach(pair -> login.setProperty(String.valueOf(pair[0]), String.valueOf(pair[1])));
        settings.forEach(login::setProperty);
        return login;
    }

    /** The level that it is asked for, or a usage error that says which it has. */
    Isolation isolation(Database running) {
        return isolation(running.levels(), running.defaultLevel());
    }

    private Isolation isolation(List<Isolation> levels, String usual) {
        String word = isolation == null ? usual : isolation;
        return levels.stream()
                .filter(level ->
                        level.word().equalsIgnoreCase(word) || level.sql().equalsIgnoreCase(word))
                .findFirst()
                .orElseThrow(() -> CommandFailed.usage("unknown isolation level '" + word + "'; this database has "
                        + levels.stream().map(Isolation::word).collect(Collectors.joining(", "))));
    }
}
