import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Nothing but HSQLDB, and four sessions at SERIALIZABLE: three of them deadlock, and none is ever told. See hsqldb-hang.md. */
public final class HsqldbHang {
    private static final int PATIENCE_SECONDS = 10;

    /** How HSQLDB controls transactions: locks, which is its default, mvlocks or mvcc. */
    private static String control = "locks";

    /** A session whose statement may have to wait. */
    private static final class Client {
        private final String name;
        private final Connection connection;
        private volatile String outcome = "";
        private Thread waiting = new Thread();

        Client(String name) throws SQLException {
            this.name = name;
            connection = connect();
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        }

        void read(String table) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.executeQuery("SELECT v FROM " + table).next();
            }
        }

        /** Returns when the statement waits in the engine. */
        void writeAndWait(String table) throws InterruptedException {
            waiting = new Thread(() -> write(table), name);
            waiting.setDaemon(true);
            waiting.start();
            while (waiting.getState() != Thread.State.WAITING && outcome.isEmpty()) {
                Thread.sleep(1);
            }
            System.out.println(name + " updates " + table + ": " + (outcome.isEmpty() ? "waits" : outcome));
        }

        private void write(String table) {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE " + table + " SET v = v + 1");
                connection.commit();
                outcome = "committed";
            } catch (SQLException e) {
                outcome = e.getSQLState() + " " + e.getMessage(); // HSQLDB has rolled back
            }
        }
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:hsqldb:mem:hang;hsqldb.tx=" + control, "SA", "");
    }

    public static void main(String[] arguments) throws Exception {
        control = arguments.length > 0 ? arguments[0] : control;
        try (Connection setup = connect();
                Statement statement = setup.createStatement()) {
            System.out.println("HSQLDB " + setup.getMetaData().getDatabaseProductVersion() + ", " + control);
            for (String table : List.of("X", "Y", "Z")) {
                statement.execute("CREATE TABLE " + table + " (k INT PRIMARY KEY, v INT)");
                statement.execute("INSERT INTO " + table + " VALUES (1, 0)");
            }
        }
        schedule();
    }

    private static void schedule() throws Exception {
        Client s = new Client("S");
        Client a = new Client("A");
        Client b = new Client("B");
        Client c = new Client("C");
        s.read("X");
        s.read("Y");
        a.read("Z");
        a.writeAndWait("X"); // for S, which has read X
        b.read("X"); // from now on A waits for B too, and HSQLDB does not note it
        b.writeAndWait("Y"); // for S, which has read Y
        c.read("Y"); // from now on B waits for C too, and HSQLDB does not note it
        c.writeAndWait("Z"); // for A, which has read Z: the cycle A, B, C is closed
        s.connection.commit(); // here HSQLDB finds out for whom A and B wait now, and could see the cycle
        System.out.println("S commits");
        System.exit(hang(List.of(a, b, c)) ? 1 : 0); // the engine cannot end these sessions
    }

    private static boolean hang(List<Client> clients) throws InterruptedException {
        List<Client> stuck = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        for (Client each : clients) {
            each.waiting.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
            System.out.println(each.name + ": " + (each.outcome.isEmpty() ? "still waits" : each.outcome));
            if (each.outcome.isEmpty()) {
                stuck.add(each);
            }
        }
        System.out.println(
                stuck.isEmpty()
                        ? "no hang: every session was answered"
                        : "HANG: " + stuck.size() + " sessions wait for each other " + PATIENCE_SECONDS + " s after S has ended");
        return !stuck.isEmpty();
    }
}
