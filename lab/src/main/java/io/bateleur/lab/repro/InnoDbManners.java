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

/**
 * MariaDB and MySQL. What InnoDB tells of transactions is a picture that it takes anew only when nobody looked for a tenth of a
 * second; so it is asked rarely, and only when the number of waiting statements, which is always true, says that there are some.
 */
final class InnoDbManners extends Manners {
    private static final long PICTURE_MILLIS = 130;
    private static final int DEADLOCK = 1213;

    private static final String COUNT = "SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'";
    private static final String WAITING =
            "SELECT trx_mysql_thread_id, trx_mysql_thread_id FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
    /** By which name the versions know it. */
    private static final List<String> PAIRS = List.of(
            "SELECT r.trx_mysql_thread_id, b.trx_mysql_thread_id FROM information_schema.innodb_lock_waits w"
                    + " JOIN information_schema.innodb_trx r ON r.trx_id = w.requesting_trx_id"
                    + " JOIN information_schema.innodb_trx b ON b.trx_id = w.blocking_trx_id",
            "SELECT waiting_pid, blocking_pid FROM sys.innodb_lock_waits");
    /** Locks of tables and names are no business of InnoDB's. */
    private static final String TABLES =
            "SELECT id, id FROM information_schema.processlist WHERE state LIKE 'Waiting for%lock'";

    private long picture;

    InnoDbManners(String engine) {
        super(engine, "");
    }

    @Override
    String begin() {
        return "BEGIN";
    }

    @Override
    String id(Connection connection, String session) throws SQLException {
        return text(connection, "SELECT CONNECTION_ID()");
    }

    @Override
    boolean tellsWaiting() {
        return true;
    }

    @Override
    long paceMillis() {
        return 30;
    }

    @Override
    Map<String, Set<String>> waiting(Connection monitor, Map<String, String> names) throws SQLException {
        Map<String, Set<String>> waiting = new HashMap<>();
        add(monitor, TABLES, names, waiting);
        try (Statement statement = monitor.createStatement();
                ResultSet rows = statement.executeQuery(COUNT)) {
            if (!rows.next() || rows.getLong(2) == 0) {
                return waiting;
            }
        }
        awaitPicture();
        add(monitor, WAITING, names, waiting);
        for (String pairs : waiting.isEmpty() ? List.<String>of() : PAIRS) {
            try {
                add(monitor, pairs, names, waiting);
                break;
            } catch (SQLException e) {
                continue; // this version has another name for it
            }
        }
        picture = System.nanoTime();
        return waiting;
    }

    private void awaitPicture() {
        long left = PICTURE_MILLIS - (System.nanoTime() - picture) / 1_000_000;
        if (left > 0) {
            try {
                Thread.sleep(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void add(
            Connection monitor, String pairs, Map<String, String> names, Map<String, Set<String>> waiting)
            throws SQLException {
        try (Statement statement = monitor.createStatement();
                ResultSet rows = statement.executeQuery(pairs)) {
            while (rows.next()) {
                String who = names.get(rows.getString(1));
                String whom = names.get(rows.getString(2));
                if (who != null) {
                    Set<String> blockers = waiting.computeIfAbsent(who, name -> new TreeSet<>());
                    if (whom != null && !whom.equals(who)) {
                        blockers.add(whom);
                    }
                }
            }
        }
    }

    /** A deadlock always does; MariaDB can be asked after any other error. */
    @Override
    boolean endsTransaction(Connection connection, SQLException e) {
        if (e.getErrorCode() == DEADLOCK) {
            return true;
        }
        try {
            return text(connection, "SELECT @@in_transaction").equals("0");
        } catch (SQLException unknown) {
            return false;
        }
    }
}
