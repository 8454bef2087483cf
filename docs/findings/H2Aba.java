import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Updates a row that another transaction changed and changed back since the snapshot. */
public class H2Aba {
    public static void main(String[] args) throws SQLException {
        String level = args.length == 0 ? "SERIALIZABLE" : args[0];
        String url = "jdbc:h2:mem:aba;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=1000";
        try (Connection a = DriverManager.getConnection(url);
                Connection b = DriverManager.getConnection(url);
                Statement first = a.createStatement();
                Statement second = b.createStatement()) {
            first.execute("CREATE TABLE t (k INT PRIMARY KEY, v INT)");
            first.execute("INSERT INTO t VALUES (1, 1), (2, 100)");
            for (Statement each : new Statement[] {first, second}) {
                each.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL " + level);
                each.getConnection().setAutoCommit(false);
            }
            System.out.println("a reads     " + rows(first));
            second.execute("UPDATE t SET v = 205 WHERE k = 1");
            second.execute("UPDATE t SET v = 200 WHERE k = 2");
            second.execute("UPDATE t SET v = 1 WHERE k = 1");
            b.commit();
            System.out.println("b commits   " + rows(second));
            first.execute("UPDATE t SET v = 204 WHERE k = 1");
            a.commit();
            System.out.println("a commits   " + rows(first));
        } catch (SQLException e) {
            System.out.println("refused: " + e.getSQLState());
        }
    }

    private static String rows(Statement statement) throws SQLException {
        StringBuilder rows = new StringBuilder();
        try (ResultSet all = statement.executeQuery("SELECT k, v FROM t ORDER BY k")) {
            while (all.next()) {
                rows.append("(").append(all.getInt(1)).append(", ").append(all.getInt(2)).append(") ");
            }
        }
        return rows.toString();
    }
}
