package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SessionState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the names and values of a connection's statements mean: where names are looked up, and the settings that change values, as the
 * server says when no transaction is open. Lives as long as the connection. Guarded by its session.
 */
final class ServerSettings {
    private static final String POSTGRES = "SELECT pg_catalog.array_to_json(pg_catalog.current_schemas(true))::text,"
            + " pg_catalog.current_setting('TimeZone'), current_user::text";
    private static final String MYSQL = "SELECT DATABASE(), @@session.time_zone, CURRENT_USER(), @@session.sql_mode";
    private static final String H2 = "CALL SCHEMA()";
    /** The capability of MariaDB's protocol that makes servers count found rows. */
    private static final long FOUND_ROWS = 2;

    private static final DriverMethod CONTEXT = new DriverMethod("getContext");
    private static final DriverMethod CAPABILITY = new DriverMethod("hasClientCapability", long.class);
    private static final DriverMethod PROPERTIES = new DriverMethod("getPropertySet");
    private static final DriverMethod PROPERTY = new DriverMethod("getBooleanProperty", String.class);
    private static final DriverMethod VALUE = new DriverMethod("getValue");

    private final Engine engine;
    private boolean known;
    /** Whether the application changed something: then a pool may change it back. */
    private boolean changed;

    private SessionState state = SessionState.UNKNOWN;

    ServerSettings(Engine engine) {
        this.engine = engine;
    }

    /** Whether there is a question that this engine understands. */
    boolean canBeAsked() {
        return engine == Engine.POSTGRESQL || engine == Engine.MYSQL || engine == Engine.H2;
    }

    boolean isKnown() {
        return known || !canBeAsked();
    }

    /** Unknown as long as it is not. */
    SessionState state() {
        return known ? state : SessionState.UNKNOWN;
    }

    /** A transaction has ended in which something may have changed it. */
    void doubt() {
        known = false;
        changed = true;
    }

    /** The connection went back to where it came from. */
    void returned() {
        known &= !changed;
        changed = false;
    }

    /** No transaction may be open. */
    void ask(Connection real) {
        known = true;
        try {
            state = switch (engine) {
                case POSTGRESQL -> ofPostgres(real);
                case MYSQL -> ofMySql(real);
                default -> ofH2(real);
            };
        } catch (SQLException | RuntimeException e) {
            state = SessionState.UNKNOWN;
        }
    }

    private static SessionState ofPostgres(Connection real) throws SQLException {
        try (Statement statement = real.createStatement();
                ResultSet rows = statement.executeQuery(POSTGRES)) {
            rows.next();
            Map<String, String> settings = new HashMap<>();
            put(settings, SessionState.TIME_ZONE, rows.getString(2));
            put(settings, SessionState.USER, rows.getString(3));
            return new SessionState(names(rows.getString(1)), settings);
        }
    }

    /** Of a JSON array of texts; the driver would ask the server about the type of an array. */
    private static List<String> names(String json) {
        List<String> names = new ArrayList<>();
        StringBuilder name = null;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (name == null) {
                name = c == '"' ? new StringBuilder() : null;
            } else if (c == '\\') {
                name.append(json.charAt(++i));
            } else if (c == '"') {
                names.add(name.toString());
                name = null;
            } else {
                name.append(c);
            }
        }
        return names;
    }

    private static SessionState ofMySql(Connection real) throws SQLException {
        try (Statement statement = real.createStatement();
                ResultSet rows = statement.executeQuery(MYSQL)) {
            rows.next();
            Map<String, String> settings = new HashMap<>();
            put(settings, SessionState.TIME_ZONE, rows.getString(2));
            put(settings, SessionState.USER, rows.getString(3));
            put(settings, SessionState.SQL_MODE, rows.getString(4));
            put(settings, SessionState.FOUND_ROWS, foundRows(real));
            String database = rows.getString(1);
            return new SessionState(database == null ? List.of() : List.of(database), settings);
        }
    }

    /** What the driver agreed upon with its server; null when it does not say. */
    private static @Nullable String foundRows(Connection real) {
        Connection behind = real;
        try {
            behind = real.unwrap(Connection.class);
        } catch (SQLException e) {
            // It is the driver's own.
        }
        Object capability = CAPABILITY.ask(CONTEXT.ask(behind), FOUND_ROWS);
        if (capability instanceof Boolean found) {
            return String.valueOf(found);
        }
        Object affected = VALUE.ask(PROPERTY.ask(PROPERTIES.ask(behind), "useAffectedRows"));
        return affected instanceof Boolean changed ? String.valueOf(!changed) : null;
    }

    private static SessionState ofH2(Connection real) throws SQLException {
        try (Statement statement = real.createStatement();
                ResultSet rows = statement.executeQuery(H2)) {
            rows.next();
            return new SessionState(List.of(rows.getString(1)), Map.of());
        }
    }

    private static void put(Map<String, String> settings, String name, @Nullable String value) {
        if (value != null) {
            settings.put(name, value);
        }
    }
}
