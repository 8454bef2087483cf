package io.bateleur.recorder.jdbc;

import io.bateleur.recorder.Destination;
import io.bateleur.recorder.Tls;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * A URL with {@code bateleur:} in it, taken apart.
 *
 * @param url what the real driver gets
 * @param login the same of the properties
 * @param settings what was for us
 */
record DriverUrl(String url, Properties login, Map<String, String> settings) {
    private static final int PORT_MAX = 65_535;

    static final String PREFIX = "jdbc:bateleur:";
    private static final String OURS = "bateleur.";
    private static final Set<String> KNOWN = Set.of(
            "trace",
            "rotate",
            "sessions",
            "hide",
            "hash",
            "rows",
            "large",
            "initial",
            "heartbeat",
            "clockerror",
            "socket",
            "token",
            "trust",
            "spool");
    /** Who reads along over a socket wants to know how far it is complete. */
    private static final Duration SOCKET_HEARTBEAT = Duration.ofMillis(100);

    private static final System.Logger LOGGER = System.getLogger(BateleurDriver.class.getName());
    private static final Pattern SETTING = Pattern.compile("([?&;])bateleur\\.([^=?&;]+)=([^?&;]*)");

    /** @throws SQLException when a setting of ours is not known or has no such value */
    static DriverUrl of(String text, @Nullable Properties given) throws SQLException {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String name : KNOWN) {
            String value = System.getProperty(OURS + name);
            if (value != null) {
                settings.put(name, value);
            }
        }
        misspelt().ifPresent(message -> LOGGER.log(Level.WARNING, message));
        Properties login = new Properties();
        if (given != null) {
            login.putAll(given);
            for (String name : given.stringPropertyNames()) {
                login.setProperty(name, given.getProperty(name)); // those of its defaults too
                if (name.startsWith(OURS)) {
                    settings.put(known(name.substring(OURS.length())), given.getProperty(name));
                    login.remove(name);
                }
            }
        }
        String rest = "jdbc:" + text.substring(PREFIX.length());
        Matcher matcher = SETTING.matcher(rest);
        while (matcher.find()) {
            settings.put(known(matcher.group(2)), URLDecoder.decode(matcher.group(3), StandardCharsets.UTF_8));
        }
        return new DriverUrl(without(rest), login, settings);
    }

    /** The first parameter that stays begins with the question mark. */
    private static String without(String url) {
        String plain = SETTING.matcher(url).replaceAll(found -> found.group(1).equals("?") ? "?" : "");
        return plain.replace("?&", "?").replaceAll("\\?$", "");
    }

    /** A system property that is none of ours, and looks as if it should be: others may have some that begin alike. */
    static Optional<String> misspelt() {
        for (String property : System.getProperties().stringPropertyNames()) {
            String name = property.toLowerCase(Locale.ROOT);
            for (String setting : KNOWN) {
                if (name.startsWith(OURS)
                        && !property.equals(OURS + setting)
                        && letters(name.substring(OURS.length())).equals(letters(setting))) {
                    return Optional.of("there is no setting " + property + "; did you mean " + OURS + setting + "?");
                }
            }
        }
        return Optional.empty();
    }

    /** What stays the same when letters are swapped, doubled or left out twice, or an s is added. */
    private static Set<Integer> letters(String name) {
        return name.replaceAll("s$", "").chars().boxed().collect(Collectors.toSet());
    }

    private static String known(String name) throws SQLException {
        if (!KNOWN.contains(name)) {
            throw new SQLException("there is no setting " + OURS + name + "; there are "
                    + String.join(
                            ", ", KNOWN.stream().sorted().map(OURS::concat).toList()));
        }
        return name;
    }

    /** Refuses values that cannot be, before anybody connects. */
    void check() throws SQLException {
        fileBytes();
        if (settings.containsKey("socket")) {
            if (settings.containsKey("trace")) {
                throw new SQLException("the trace goes to " + OURS + "trace or to " + OURS + "socket, not to both");
            }
        }
        destination();
        heartbeat();
        clockError();
    }

    /** The file that the trace goes to. */
    String trace() {
        return settings.getOrDefault(
                "trace", "bateleur-" + ProcessHandle.current().pid() + ".jsonl");
    }

    /** For people. */
    String place() {
        return settings.containsKey("socket") ? "to " + settings.get("socket") : trace();
    }

    /** How large a file of the trace becomes before the next one is begun. */
    long fileBytes() throws SQLException {
        String text = settings.get("rotate");
        if (text == null) {
            return Long.MAX_VALUE;
        }
        Matcher size = Pattern.compile("([1-9][0-9]{0,8})([kMG]?)").matcher(text);
        if (!size.matches()) {
            throw new SQLException(OURS + "rotate is a number of bytes, with k, M or G for more, not " + text);
        }
        return Long.parseLong(size.group(1))
                << 10 * " kMG".indexOf(size.group(2).isEmpty() ? " " : size.group(2));
    }

    JdbcOptions options() throws SQLException {
        JdbcOptions options = JdbcOptions.standard()
                .withHidden(list("hide"))
                .withHashed(list("hash"))
                .withSessions(JdbcOptions.Sessions.PHYSICAL);
        String sessions = settings.getOrDefault("sessions", "physical").toUpperCase(Locale.ROOT);
        try {
            options = options.withSessions(JdbcOptions.Sessions.valueOf(sessions));
        } catch (IllegalArgumentException e) {
            throw new SQLException(OURS + "sessions is checkout or physical, not " + sessions, e);
        }
        options = options.withRowsMax(number("rows", options.rowsMax()));
        return options.withLargeBytes(number("large", options.largeBytes())).withInitialRows(initialRows());
    }

    private int initialRows() throws SQLException {
        String initial = settings.getOrDefault("initial", "none").toLowerCase(Locale.ROOT);
        return switch (initial) {
            case "none" -> 0;
            case "small" -> JdbcOptions.SMALL_TABLES;
            case "dump" -> JdbcOptions.ALL_ROWS;
            default -> throw new SQLException(OURS + "initial is none, small or dump, not " + initial);
        };
    }

    /** The receiver that the trace goes to, if it goes to none of our files. */
    Optional<Destination> destination() throws SQLException {
        if (!settings.containsKey("socket")) {
            return Optional.empty();
        }
        Matcher address = address();
        String trust = settings.get("trust");
        try {
            SocketFactory sockets = trust == null
                    ? SocketFactory.getDefault()
                    : trust.equals("system") ? SSLSocketFactory.getDefault() : Tls.trusting(Path.of(trust));
            return Optional.of(new Destination(
                    address.group(1).replaceAll("[\\[\\]]", ""),
                    Integer.parseInt(address.group(2)),
                    Optional.ofNullable(settings.get("token")),
                    sockets,
                    "system".equals(trust)));
        } catch (IOException e) {
            throw new SQLException(OURS + "trust: " + e.getMessage(), e);
        }
    }

    private Matcher address() throws SQLException {
        String text = String.valueOf(settings.get("socket"));
        Matcher address = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\[\\]]+):([1-9][0-9]{0,4})")
                .matcher(text);
        if (!address.matches() || Integer.parseInt(address.group(2)) > PORT_MAX) {
            throw new SQLException(OURS + "socket is a host and a port, such as localhost:7070, not " + text);
        }
        return address;
    }

    /** Where events wait while the receiver is away. */
    Path spool() throws IOException {
        String folder = settings.get("spool");
        if (folder != null) {
            return Path.of(folder);
        }
        Path made = Files.createTempDirectory("bateleur-spool-");
        made.toFile().deleteOnExit(); // unless something is left in it
        return made;
    }

    /** How often sessions hand over what they hold, and the trace says until when it is complete; zero for never. */
    Duration heartbeat() throws SQLException {
        return time("heartbeat").orElse(settings.containsKey("socket") ? SOCKET_HEARTBEAT : Duration.ZERO);
    }

    /** By how much the clock of this machine may be wrong, where the user says so. */
    Optional<Duration> clockError() throws SQLException {
        return time("clockerror");
    }

    private Optional<Duration> time(String name) throws SQLException {
        String text = settings.get(name);
        if (text == null) {
            return Optional.empty();
        }
        Matcher time = Pattern.compile("([0-9]{1,9})(us|ms|s)").matcher(text);
        if (!time.matches()) {
            throw new SQLException(OURS + name + " is a time such as 100ms, with us, ms or s, not " + text);
        }
        long number = Long.parseLong(time.group(1));
        return Optional.of(
                switch (time.group(2)) {
                    case "us" -> Duration.of(number, ChronoUnit.MICROS);
                    case "ms" -> Duration.ofMillis(number);
                    default -> Duration.ofSeconds(number);
                });
    }

    private List<String> list(String name) {
        return Arrays.stream(settings.getOrDefault(name, "").split(","))
                .map(String::trim)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    private int number(String name, int otherwise) throws SQLException {
        String text = settings.get(name);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("[0-9]{1,9}")) {
            throw new SQLException(OURS + name + " is a number, not " + text);
        }
        return Integer.parseInt(text);
    }
}
