package io.bateleur.bench;

import com.sun.management.OperatingSystemMXBean;
import io.bateleur.lab.server.Server;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** Clients that each run a small transaction again and again, as long as they are told to. */
final class SmallTransactions implements AutoCloseable {
    private final List<Client> clients = new ArrayList<>();

    /** How a connection is seen by its client. */
    interface Wrapping {
        Connection of(Connection connection, int session);
    }

    /** @param cpuNanos of this process: a recorder's threads too, and not the server */
    record Done(long transactions, long nanos, long cpuNanos) {
        Done plus(Done other) {
            return new Done(transactions + other.transactions, nanos + other.nanos, cpuNanos + other.cpuNanos);
        }

        double perSecond() {
            return transactions / (nanos / 1e9);
        }

        double cpuMicros() {
            return cpuNanos / 1e3 / Math.max(1, transactions);
        }
    }

    static final Done NOTHING = new Done(0, 0, 0);

    static void load(Driver driver, Server server) throws SQLException {
        try (Connection connection = connect(driver, server)) {
            Script.load(connection);
        }
    }

    SmallTransactions(Driver driver, Server server, Script script, int count, Wrapping wrapping) throws SQLException {
        for (int i = 0; i < count; i++) {
            Connection connection = wrapping.of(connect(driver, server), i);
            connection.setAutoCommit(false);
            clients.add(new Client(connection, script.prepare(connection), new SplittableRandom(i)));
        }
    }

    private static Connection connect(Driver driver, Server server) throws SQLException {
        Connection connection = driver.connect(server.jdbcUrl(), server.login());
        if (connection == null) {
            throw new SQLException("the driver does not know " + server.jdbcUrl());
        }
        return connection;
    }

    /**
     * All clients at once, for so long.
     *
     * @param last what else belongs to their work
     */
    Done run(Duration time, Runnable last) throws SQLException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        LongAdder done = new LongAdder();
        AtomicReference<SQLException> failure = new AtomicReference<>();
        long cpu = system.getProcessCpuTime();
        long start = System.nanoTime();
        List<Thread> running = new ArrayList<>();
        for (Client client : clients) {
            running.add(new Thread(() -> {
                try {
                    client.work(start + time.toNanos(), done);
                } catch (SQLException e) {
                    failure.set(e);
                }
            }));
        }
        running.forEach(Thread::start);
        for (Thread thread : running) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        last.run();
        SQLException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        return new Done(done.sum(), System.nanoTime() - start, system.getProcessCpuTime() - cpu);
    }

    @Override
    public void close() throws SQLException {
        for (Client client : clients) {
            client.connection.close();
        }
    }

    private record Client(Connection connection, Script.Transaction transaction, SplittableRandom random) {
        void work(long end, LongAdder done) throws SQLException {
            while (System.nanoTime() - end < 0) {
                transaction.run(random);
                connection.commit();
                done.increment();
            }
        }
    }
}
