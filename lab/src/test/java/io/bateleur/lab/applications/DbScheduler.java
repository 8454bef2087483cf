package io.bateleur.lab.applications;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Three schedulers of two threads on one table, and two threads that schedule, move and cancel. Every task that is left runs exactly once. */
final class DbScheduler implements Application {
    private static final int TASKS = 150;
    private static final int CLIENTS = 2;

    /** Whether schedulers lock rows and take them in one statement; else they read rows and then try to take each. */
    private final boolean locks;

    private final ConcurrentHashMap<String, AtomicInteger> done = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Boolean> cancelled = new ConcurrentHashMap<>();

    DbScheduler(boolean locks) {
        this.locks = locks;
    }

    @Override
    public String name() {
        return locks ? "db-scheduler, locking" : "db-scheduler";
    }

    @Override
    public void prepare(Connection connection, Site site) throws SQLException {
        String instant = site.isMariaDb() ? "TIMESTAMP(6)" : "TIMESTAMP WITH TIME ZONE";
        String bytes = site.isMariaDb() ? "BLOB" : "BYTEA";
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE scheduled_tasks (task_name VARCHAR(40) NOT NULL, task_instance VARCHAR(40) NOT NULL,"
                            + " task_data " + bytes + ", execution_time " + instant + " NULL, picked BOOLEAN NOT NULL,"
                            + " picked_by VARCHAR(50), last_success " + instant + " NULL, last_failure " + instant
                            + " NULL,"
                            + " consecutive_failures INT, last_heartbeat " + instant + " NULL, version BIGINT NOT NULL,"
                            + " priority SMALLINT, PRIMARY KEY (task_name, task_instance))");
            statement.execute("CREATE INDEX soon ON scheduled_tasks (execution_time)");
            statement.execute("CREATE TABLE work_done (instance VARCHAR(40) PRIMARY KEY, times INT NOT NULL)");
        }
    }

    @Override
    public void run(Site site) throws Exception {
        OneTimeTask<String> single = Tasks.oneTime("single", String.class)
                .execute((instance, context) -> done.computeIfAbsent(instance.getId(), id -> new AtomicInteger())
                        .incrementAndGet());
        List<Scheduler> schedulers = new ArrayList<>();
        try (HikariDataSource pool = site.pool(10)) {
            RecurringTask<Void> recurring = Tasks.recurring("sweep", FixedDelay.of(Duration.ofMillis(60)))
                    .execute((instance, context) -> worked(pool, "sweep"));
            for (int i = 0; i < 3; i++) {
                SchedulerBuilder builder = Scheduler.create(pool, single)
                        .startTasks(recurring)
                        .threads(2)
                        .schedulerName(new SchedulerName.Fixed("scheduler-" + i))
                        .pollingInterval(Duration.ofMillis(40))
                        .heartbeatInterval(Duration.ofSeconds(2));
                schedulers.add((locks ? builder.pollUsingLockAndFetch(0.5, 3.0) : builder).build());
            }
            schedulers.forEach(Scheduler::start);
            Threads.run(CLIENTS, client -> client(client, single, schedulers.get(client)));
            Threads.await("running all tasks", () -> done.size() + cancelled.size() >= TASKS * CLIENTS);
            schedulers.forEach(Scheduler::stop);
        }
        done.forEach((id, times) -> {
            if (times.get() != 1) {
                throw new IllegalStateException("task " + id + " ran " + times + " times");
            }
        });
    }

    private void client(int client, OneTimeTask<String> task, Scheduler scheduler) throws InterruptedException {
        Random random = new Random(client);
        for (int i = 0; i < TASKS; i++) {
            String id = client + "-" + i;
            boolean later = random.nextInt(5) == 0;
            Instant when = Instant.now().plusMillis(later ? 60_000 : random.nextInt(50));
            scheduler.schedule(task.instance(id, "data of " + id), when);
            if (later && random.nextBoolean()) {
                cancelled.put(id, true);
                scheduler.cancel(task.instance(id));
            } else if (later) {
                scheduler.reschedule(task.instance(id), Instant.now());
            }
            scheduler.getScheduledExecution(task.instance(id));
            Thread.sleep(5);
        }
    }

    private static void worked(DataSource source, String what) {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE work_done SET times = times + 1 WHERE instance = ?")) {
                update.setString(1, what);
                if (update.executeUpdate() == 0) {
                    try (PreparedStatement insert =
                            connection.prepareStatement("INSERT INTO work_done VALUES (?, 1)")) {
                        insert.setString(1, what);
                        insert.executeUpdate();
                    }
                }
            }
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
