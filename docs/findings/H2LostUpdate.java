import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Nothing but H2: threads add one to counters, reading first. At snapshot isolation no increment may be lost. */
public final class H2LostUpdate {
    private static final String URL = "jdbc:h2:mem:t;DB_CLOSE_DELAY=-1";
    private static final int THREADS = 16;
    private static final int COUNTERS = 4;

    public static void main(String[] arguments) throws Exception {
        String level = arguments.length > 0 ? arguments[0] : "SNAPSHOT";
        String write = arguments.length > 1 && arguments[1].equals("merge")
                ? "MERGE INTO tN (v, k) KEY (k) VALUES (?, ?)"
                : "UPDATE tN SET v = ? WHERE k = ?";
        int each = 3000;
        try (Connection setup = DriverManager.getConnection(URL)) {
            System.out.println(setup.getMetaData().getDatabaseProductVersion() + ", " + level + ", " + write);
            for (int k = 0; k < COUNTERS; k++) {
                setup.createStatement().execute("CREATE TABLE t" + k + " (k INT PRIMARY KEY, v INT)");
                setup.createStatement().execute("INSERT INTO t" + k + " VALUES (" + k + ", 0)");
            }
            AtomicIntegerArray committed = new AtomicIntegerArray(COUNTERS);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                SplittableRandom random = new SplittableRandom(i);
                threads.add(new Thread(() -> increments(level, write, each, random, committed)));
            }
            for (Thread thread : threads) {
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            for (int k = 0; k < COUNTERS; k++) {
                ResultSet rows = setup.createStatement().executeQuery("SELECT k, v FROM t" + k);
                rows.next();
                System.out.println("counter " + k + ": " + committed.get(k) + " committed increments, value " + rows.getInt(2)
                        + (committed.get(k) == rows.getInt(2) ? "" : "  LOST " + (committed.get(k) - rows.getInt(2))));
            }
        }
    }

    private static void increments(
            String level, String write, int count, SplittableRandom random, AtomicIntegerArray committed) {
        try (Connection connection = DriverManager.getConnection(URL)) {
            connection.createStatement().execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL " + level);
            connection.setAutoCommit(false);
            PreparedStatement[] reads = new PreparedStatement[COUNTERS];
            PreparedStatement[] updates = new PreparedStatement[COUNTERS];
            for (int t = 0; t < COUNTERS; t++) {
                reads[t] = connection.prepareStatement("SELECT v FROM t" + t + " WHERE k = ?");
                updates[t] = connection.prepareStatement(write.replace("tN", "t" + t));
            }
            for (int i = 0; i < count; i++) {
                int k = random.nextInt(COUNTERS);
                try {
                    int other = random.nextInt(COUNTERS);
                    reads[other].setInt(1, other);
                    reads[other].executeQuery().next();
                    reads[k].setInt(1, k);
                    ResultSet row = reads[k].executeQuery();
                    row.next();
                    PreparedStatement update = updates[k];
                    update.setInt(1, row.getInt(1) + 1);
                    update.setInt(2, k);
                    update.executeUpdate();
                    connection.commit();
                    committed.incrementAndGet(k);
                } catch (SQLException e) {
                    connection.rollback(); // deadlock, or the row was changed since: to be tried again by whoever likes
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
