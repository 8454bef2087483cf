package io.bateleur.lab.repro;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Derby: its locks know their transaction, and a transaction its user; so each session is a user of its own. */
final class DerbyManners extends Manners {
    private static final String WAITING = "SELECT t.USERNAME, h.USERNAME FROM SYSCS_DIAG.LOCK_TABLE l"
            + " JOIN SYSCS_DIAG.TRANSACTION_TABLE t ON l.XID = t.XID"
            + " LEFT JOIN (SELECT g.TABLENAME, g.LOCKNAME, g.XID, u.USERNAME FROM SYSCS_DIAG.LOCK_TABLE g"
            + " JOIN SYSCS_DIAG.TRANSACTION_TABLE u ON g.XID = u.XID WHERE g.STATE = 'GRANT') h"
            + " ON h.TABLENAME = l.TABLENAME AND h.LOCKNAME = l.LOCKNAME AND h.XID <> l.XID"
            + " WHERE l.STATE = 'WAIT'";

    DerbyManners() {
        super("derby", "");
    }

    /** Whom a session connects as. */
    static String user(String session) {
        return "CASE_" + session.toUpperCase(java.util.Locale.ROOT);
    }

    @Override
    String id(Connection connection, String session) {
        return user(session);
    }

    @Override
    boolean tellsWaiting() {
        return true;
    }

    @Override
    Map<String, Set<String>> waiting(Connection monitor, Map<String, String> names) throws SQLException {
        Map<String, Set<String>> waiting = new HashMap<>();
        try (Statement statement = monitor.createStatement();
                ResultSet rows = statement.executeQuery(WAITING)) {
            while (rows.next()) {
                String who = names.get(rows.getString(1));
                String whom = rows.getString(2) == null ? null : names.get(rows.getString(2));
                if (who != null) {
                    Set<String> blockers = waiting.computeIfAbsent(who, name -> new TreeSet<>());
                    if (whom != null) {
                        blockers.add(whom);
                    }
                }
            }
        }
        return waiting;
    }
}
