package io.bateleur.bench;

import io.bateleur.lab.workload.Settings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The statements of blindw-rw on PostgreSQL with nothing around them: the yardstick of {@link RunBench}. */
final class BareLoop {
    private static final int TABLES = 3;

    private BareLoop() {}

    static void run(
            Connection connection,
            SplittableRandom random,
            Settings settings,
            AtomicLong values,
            long end,
            LongAdder commits) {
        PreparedStatement[] gets = new PreparedStatement[TABLES];
        PreparedStatement[] puts = new PreparedStatement[TABLES];
        try (connection) {
            for (int t = 0; t < TABLES; t++) {
                gets[t] = connection.prepareStatement("SELECT v FROM bateleur_kv" + t + " WHERE k = ?");
                puts[t] = connection.prepareStatement("INSERT INTO bateleur_kv" + t
                        + " (k, v) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v");
            }
            while (System.nanoTime() - end < 0) {
                try {
                    transaction(gets, puts, random, settings, values);
                    connection.commit();
                    commits.increment();
                } catch (SQLException e) {
                    connection.rollback(); // a deadlock
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void transaction(
            PreparedStatement[] gets,
            PreparedStatement[] puts,
            SplittableRandom random,
            Settings settings,
            AtomicLong values)
            throws SQLException {
        for (int i = 0; i < settings.operations(); i++) {
            int key = random.nextInt(settings.keys());
            if (random.nextBoolean()) {
                gets[key % TABLES].setLong(1, key);
                try (ResultSet rows = gets[key % TABLES].executeQuery()) {
                    if (rows.next()) {
                        rows.getLong(1);
                    }
                }
            } else {
                puts[key % TABLES].setLong(1, key);
                puts[key % TABLES].setLong(2, values.incrementAndGet());
                puts[key % TABLES].executeUpdate();
            }
        }
    }
}
