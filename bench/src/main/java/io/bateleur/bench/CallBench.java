package io.bateleur.bench;

import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.Patience;
import io.bateleur.recorder.Recorder;
import io.bateleur.recorder.StreamSink;
import io.bateleur.recorder.TraceHeader;
import io.bateleur.recorder.jdbc.JdbcOptions;
import io.bateleur.recorder.jdbc.JdbcRecording;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** What the recorder itself adds to a call: the same calls of a database inside this program, bare and recorded, call by call. */
public final class CallBench {
    private static final int CALLS = 200_000;
    /** The last counts: with three, what was compiled for another driver before was sometimes still being compiled anew. */
    private static final int ROUNDS = 12;

    private static final List<String> KINDS =
            List.of("set a parameter", "update", "query", "next", "get a cell", "commit");

    private final PrintStream out;

    public CallBench(PrintStream out) {
        this.out = out;
    }

    /** @param h2 a driver whose calls take no more than some microseconds */
    public void run(Driver h2) throws SQLException, IOException {
        long[][] bare = new long[KINDS.size()][CALLS];
        long[][] recorded = new long[KINDS.size()][CALLS];
        TraceHeader header = new TraceHeader(InitialState.UNKNOWN, false, Map.of());
        try (Recorder recorder =
                new Recorder(new StreamSink(OutputStream.nullOutputStream()), header, Patience.forEver())) {
            JdbcRecording recording = new JdbcRecording(recorder, JdbcOptions.standard());
            try (Connection one = connect(h2, "one");
                    Connection two = recording.connection(connect(h2, "two"), Value.of(1))) {
                for (int round = 0; round < ROUNDS; round++) {
                    measure(one, bare);
                    measure(two, recorded);
                }
            }
        }
        Table table = new Table(out, "call", "bare, ns", "recorded, ns", "added by the recorder, ns");
        for (int kind = 0; kind < KINDS.size(); kind++) {
            long without = median(bare[kind]);
            long with = median(recorded[kind]);
            table.row(KINDS.get(kind), without, with, with - without);
        }
    }

    private static Connection connect(Driver driver, String name) throws SQLException {
        Connection connection = driver.connect("jdbc:h2:mem:" + name, new Properties());
        if (connection == null) {
            throw new SQLException("no driver of H2");
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account (id INT PRIMARY KEY, balance BIGINT NOT NULL)");
            statement.execute("INSERT INTO account SELECT x, 0 FROM system_range(1, 1000)");
        }
        return connection;
    }

    private static long median(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void measure(Connection connection, long[][] nanos) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement update = connection.prepareStatement("UPDATE account SET balance = ? WHERE id = ?");
                PreparedStatement select = connection.prepareStatement("SELECT balance FROM account WHERE id = ?")) {
            for (int i = 0; i < CALLS; i++) {
                int id = 1 + i % 1000;
                update.setInt(2, id);
                long start = System.nanoTime();
                update.setLong(1, i);
                long set = System.nanoTime();
                update.executeUpdate();
                long updated = System.nanoTime();
                select.setInt(1, id);
                long ready = System.nanoTime();
                try (ResultSet rows = select.executeQuery()) {
                    long queried = System.nanoTime();
                    rows.next();
                    long moved = System.nanoTime();
                    rows.getLong(1);
                    long got = System.nanoTime();
                    nanos[2][i] = queried - ready;
                    nanos[3][i] = moved - queried;
                    nanos[4][i] = got - moved;
                }
                long before = System.nanoTime();
                connection.commit();
                nanos[5][i] = System.nanoTime() - before;
                nanos[0][i] = set - start;
                nanos[1][i] = updated - set;
            }
        }
    }
}
