package io.bateleur.lab.repro;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** PostgreSQL, asked as its own isolation tests ask it. */
final class PostgresManners extends Manners {
    private static final String FAILED = "25P02";
    private static final String NO_FUNCTION = "42883";

    PostgresManners(String engine) {
        super(engine, "");
    }

    @Override
    String begin() {
        return "BEGIN";
    }

    @Override
    String id(Connection connection, String session) throws SQLException {
        return text(connection, "SELECT pg_backend_pid()");
    }

    @Override
    boolean tellsWaiting() {
        return true;
    }

    @Override
    Map<String, Set<String>> waiting(Connection monitor, Map<String, String> names) throws SQLException {
        Map<String, Set<String>> waiting = new HashMap<>();
        String all = names.keySet().stream().collect(Collectors.joining(",", "{", "}"));
        for (Map.Entry<String, String> each : names.entrySet()) {
            int pid = Integer.parseInt(each.getKey());
            Set<String> blockers = blockers(monitor, pid, names);
            if (!blockers.isEmpty() || isBlocked(monitor, pid, all)) {
                waiting.put(each.getValue(), blockers);
            }
        }
        return waiting;
    }

    /** Also knows waits for a safe snapshot. PostgreSQL 9.6 has no such function. */
    private static boolean isBlocked(Connection monitor, int pid, String all) throws SQLException {
        try (PreparedStatement query =
                monitor.prepareStatement("SELECT pg_isolation_test_session_is_blocked(?, ?::int[])")) {
            query.setInt(1, pid);
            query.setString(2, all);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() && rows.getBoolean(1);
            }
        } catch (SQLException e) {
            if (NO_FUNCTION.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    private static Set<String> blockers(Connection monitor, int pid, Map<String, String> names) throws SQLException {
        Set<String> blockers = new TreeSet<>();
        try (PreparedStatement query = monitor.prepareStatement("SELECT pg_blocking_pids(?)")) {
            query.setInt(1, pid);
            try (ResultSet rows = query.executeQuery()) {
                Array pids = rows.next() ? rows.getArray(1) : null;
                for (Object each : pids == null ? new Object[0] : (Object[]) pids.getArray()) {
                    String name = names.get(String.valueOf(each));
                    if (name != null) {
                        blockers.add(name);
                    }
                }
            }
        }
        return blockers;
    }

    /** After an error everything but a rollback is refused, and a commit is taken for one. */
    @Override
    boolean isDoomed(Connection connection) {
        try {
            text(connection, "SELECT 1");
            return false;
        } catch (SQLException e) {
            return FAILED.equals(e.getSQLState());
        }
    }
}
