import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;

/** Nothing but H2, and one session: the largest of the keys up to 4 is 4, before and after an update of another row. */
public final class H2Descending {
    public static void main(String[] arguments) throws Exception {
        String[] levels = {"READ COMMITTED", "REPEATABLE READ", "SNAPSHOT", "SERIALIZABLE"};
        for (String level : levels) {
            try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:");
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t (k INT PRIMARY KEY, v INT)");
                statement.execute("INSERT INTO t VALUES (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)");
                statement.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL " + level);
                connection.setAutoCommit(false);
                String before = keys(statement, "LIMIT 1");
                statement.execute("UPDATE t SET v = 1 WHERE k = 2");
                System.out.println(connection.getMetaData().getDatabaseProductVersion() + ", " + level + ": " + before + ", then "
                        + keys(statement, "LIMIT 1") + "; without a limit " + keys(statement, ""));
            }
        }
    }

    private static String keys(Statement statement, String limit) throws Exception {
        StringBuilder keys = new StringBuilder();
        try (ResultSet rows = statement.executeQuery("SELECT k FROM t WHERE k <= 4 ORDER BY k DESC " + limit)) {
            while (rows.next()) {
                keys.append(rows.getInt(1)).append(' ');
            }
        }
        return keys.toString().strip();
    }
}
