package io.bateleur.lab.repro;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** H2: sessions know who blocks them. */
final class H2Manners extends Manners {
    /** As versions from 2.0 on say it, and those before. */
    private static final List<String> QUERIES = List.of(
            "SELECT SESSION_ID, BLOCKER_ID, SESSION_STATE FROM INFORMATION_SCHEMA.SESSIONS",
            "SELECT ID, BLOCKER_ID, STATE FROM INFORMATION_SCHEMA.SESSIONS");

    H2Manners() {
        super("h2", "");
    }

    @Override
    String id(Connection connection, String session) throws SQLException {
        return text(connection, "CALL SESSION_ID()");
    }

    @Override
    boolean tellsWaiting() {
        return true;
    }

    @Override
    Map<String, Set<String>> waiting(Connection monitor, Map<String, String> names) throws SQLException {
        SQLException unknown = new SQLException("this version does not tell who waits");
        for (String query : QUERIES) {
            try (Statement statement = monitor.createStatement();
                    ResultSet rows = statement.executeQuery(query)) {
                return read(rows, names);
            } catch (SQLException e) {
                unknown = e;
            }
        }
        throw unknown;
    }

    private static Map<String, Set<String>> read(ResultSet rows, Map<String, String> names) throws SQLException {
        Map<String, Set<String>> waiting = new HashMap<>();
        while (rows.next()) {
            String who = names.get(rows.getString(1));
            String blocker = rows.getString(2);
            if (who != null && (blocker != null && !blocker.equals("0") || "BLOCKED".equals(rows.getString(3)))) {
                Set<String> blockers = new TreeSet<>();
                if (blocker != null && names.containsKey(blocker)) {
                    blockers.add(String.valueOf(names.get(blocker)));
                }
                waiting.put(who, blockers);
            }
        }
        return waiting;
    }
}
