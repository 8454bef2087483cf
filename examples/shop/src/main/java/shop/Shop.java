package shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A shop that sells from stock: read how many there are, and write how many are left. At READ COMMITTED, which is what PostgreSQL runs
 * at unless it is told otherwise, two buyers can both read 10 and both write 9: one sale is lost from the books.
 */
public final class Shop {
    private final DataSource database;
    private final String read;

    private Shop(DataSource database, String read) {
        this.database = database;
        this.read = read;
    }

    /** As it is written a thousand times a day. */
    public static Shop careless(DataSource database) {
        return new Shop(database, "SELECT stock FROM item WHERE id = ?");
    }

    /** Whoever reads in order to write says so. */
    public static Shop careful(DataSource database) {
        return new Shop(database, "SELECT stock FROM item WHERE id = ? FOR UPDATE");
    }

    public void open(int items, int stock) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.createStatement().execute("CREATE TABLE item (id INT PRIMARY KEY, stock INT NOT NULL)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO item (id, stock) VALUES (?, ?)")) {
                for (int id = 1; id <= items; id++) {
                    insert.setInt(1, id);
                    insert.setInt(2, stock);
                    insert.executeUpdate();
                }
            }
        }
    }

    /** Whether there was one left. */
    public boolean buy(int item) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            int stock = stock(connection, item);
            if (stock == 0) {
                connection.rollback();
                return false;
            }
            try (PreparedStatement update = connection.prepareStatement("UPDATE item SET stock = ? WHERE id = ?")) {
                update.setInt(1, stock - 1);
                update.setInt(2, item);
                update.executeUpdate();
            }
            connection.commit();
            return true;
        }
    }

    private int stock(Connection connection, int item) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(read)) {
            select.setInt(1, item);
            try (ResultSet rows = select.executeQuery()) {
                if (!rows.next()) {
                    throw new SQLException("there is no item " + item);
                }
                return rows.getInt(1);
            }
        }
    }
}
