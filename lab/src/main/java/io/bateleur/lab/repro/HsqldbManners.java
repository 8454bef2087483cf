package io.bateleur.lab.repro;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** HSQLDB: sessions count what they wait for, and name it only in some models. */
final class HsqldbManners extends Manners {
    HsqldbManners(String model) {
        super("hsqldb", model);
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
        Map<String, Set<String>> waiting = new HashMap<>();
        try (Statement statement = monitor.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT SESSION_ID, THIS_WAITING_FOR, LATCH_COUNT FROM INFORMATION_SCHEMA.SYSTEM_SESSIONS")) {
            while (rows.next()) {
                String who = names.get(rows.getString(1));
                if (who != null && rows.getLong(3) > 0) {
                    waiting.put(who, blockers(String.valueOf(rows.getString(2)), names));
                }
            }
        }
        return waiting;
    }

    private static Set<String> blockers(String ids, Map<String, String> names) {
        Set<String> blockers = new TreeSet<>();
        for (String id : ids.split(",")) {
            String name = names.get(id.strip());
            if (name != null) {
                blockers.add(name);
            }
        }
        return blockers;
    }
}
