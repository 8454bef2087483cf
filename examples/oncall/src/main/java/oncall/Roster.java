package oncall;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Who is on call. Of two doctors one must stay: each looks whether the other is there before going home. At REPEATABLE READ, which is
 * snapshot isolation in PostgreSQL, both can look before either goes: write skew. At SERIALIZABLE one of them is refused.
 */
public final class Roster {
    private final DataSource database;
    private final int isolation;

    /** @param isolation one of the constants of {@link Connection} */
    public Roster(DataSource database, int isolation) {
        this.database = database;
        this.isolation = isolation;
    }

    /** Two doctors for each shift, both on call. */
    public void open(int shifts) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection
                    .createStatement()
                    .execute(
                            "CREATE TABLE duty (shift INT, doctor INT, on_call BOOLEAN NOT NULL, PRIMARY KEY (shift, doctor))");
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO duty (shift, doctor, on_call) VALUES (?, ?, TRUE)")) {
                for (int shift = 1; shift <= shifts; shift++) {
                    for (int doctor = 1; doctor <= 2; doctor++) {
                        insert.setInt(1, shift);
                        insert.setInt(2, doctor);
                        insert.executeUpdate();
                    }
                }
            }
        }
    }

    /** Goes home if the other one stays. */
    public boolean goHome(int shift, int doctor) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setTransactionIsolation(isolation);
            connection.setAutoCommit(false);
            if (!isOnCall(connection, shift, 3 - doctor)) {
                connection.rollback();
                return false;
            }
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE duty SET on_call = FALSE WHERE shift = ? AND doctor = ?")) {
                update.setInt(1, shift);
                update.setInt(2, doctor);
                update.executeUpdate();
            }
            connection.commit();
            return true;
        } catch (SQLException e) {
            if ("40001".equals(e.getSQLState())) {
                return false; // somebody else was first
            }
            throw e;
        }
    }

    private static boolean isOnCall(Connection connection, int shift, int doctor) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT on_call FROM duty WHERE shift = ? AND doctor = ?")) {
            select.setInt(1, shift);
            select.setInt(2, doctor);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() && rows.getBoolean(1);
            }
        }
    }
}
