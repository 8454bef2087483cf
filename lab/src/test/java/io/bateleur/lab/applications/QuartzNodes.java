package io.bateleur.lab.applications;

import static org.quartz.JobBuilder.newJob;
import static org.quartz.SimpleScheduleBuilder.simpleSchedule;
import static org.quartz.TriggerBuilder.newTrigger;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.JobKey;
import org.quartz.PersistJobDataAfterExecution;
import org.quartz.Scheduler;
import org.quartz.Trigger;
import org.quartz.TriggerKey;
import org.quartz.impl.SchedulerRepository;
import org.quartz.impl.StdSchedulerFactory;

/** Three clustered nodes of two threads, and two threads that schedule, pause, resume and delete jobs. */
final class QuartzNodes implements Application {
    private static final String CLUSTER = "cluster";
    private static final int JOBS = 40;
    private static final int REPEATS = 2;
    private static final AtomicInteger RUNS = new AtomicInteger();

    /** Counts, in its own data, how often it ran. */
    @DisallowConcurrentExecution
    @PersistJobDataAfterExecution
    public static final class Counting implements Job {
        @Override
        public void execute(JobExecutionContext context) {
            int times = context.getJobDetail().getJobDataMap().getInt("times") + 1;
            context.getJobDetail().getJobDataMap().put("times", times);
            RUNS.incrementAndGet();
        }
    }

    /** Several at once. */
    public static final class Plain implements Job {
        @Override
        public void execute(JobExecutionContext context) {
            RUNS.incrementAndGet();
        }
    }

    @Override
    public String name() {
        return "Quartz";
    }

    /** Its own scripts, statement by statement. */
    @Override
    public void prepare(Connection connection, Site site) throws Exception {
        String script = "tables_" + (site.isMariaDb() ? "mysql_innodb" : "postgres") + ".sql";
        String text;
        try (InputStream in = Scheduler.class.getResourceAsStream("/org/quartz/impl/jdbcjobstore/" + script)) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        try (Statement statement = connection.createStatement()) {
            for (String each : text.replaceAll("(?m)^\\s*(#|--).*$", "").split(";")) {
                if (!each.isBlank() && !each.strip().equalsIgnoreCase("COMMIT")) {
                    statement.execute(each);
                }
            }
        }
    }

    @Override
    public void run(Site site) throws Exception {
        RUNS.set(0);
        List<Scheduler> nodes = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                nodes.add(node(site, i));
            }
            for (Scheduler each : nodes) {
                each.start();
            }
            AtomicInteger deleted = new AtomicInteger();
            Threads.run(2, client -> client(client, nodes.get(client), deleted));
            int expected = (JOBS * 2 - deleted.get()) * (REPEATS + 1);
            Threads.await("running all jobs", () -> RUNS.get() >= expected);
        } finally {
            for (Scheduler each : nodes) {
                each.shutdown(true);
            }
        }
        try (Connection connection = site.bare();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT count(*) FROM QRTZ_FIRED_TRIGGERS")) {
            rows.next();
            if (rows.getInt(1) > 0) {
                throw new IllegalStateException("fired triggers are left: " + rows.getInt(1));
            }
        }
    }

    private void client(int client, Scheduler scheduler, AtomicInteger deleted) throws Exception {
        Random random = new Random(client);
        for (int i = 0; i < JOBS; i++) {
            String name = client + "-" + i;
            boolean counts = random.nextBoolean();
            JobDetail job = newJob(counts ? Counting.class : Plain.class)
                    .withIdentity(name, "jobs")
                    .usingJobData("times", 0)
                    .build();
            boolean later = random.nextInt(6) == 0;
            Trigger trigger = newTrigger()
                    .withIdentity(name, "triggers")
                    .startAt(new java.util.Date(System.currentTimeMillis() + (later ? 60_000 : 20)))
                    .withSchedule(simpleSchedule()
                            .withIntervalInMilliseconds(80)
                            .withRepeatCount(REPEATS)
                            .withMisfireHandlingInstructionNowWithExistingCount())
                    .build();
            scheduler.scheduleJob(job, trigger);
            if (later) {
                deleted.incrementAndGet();
                scheduler.deleteJob(JobKey.jobKey(name, "jobs"));
            } else if (random.nextInt(4) == 0) {
                scheduler.pauseTrigger(TriggerKey.triggerKey(name, "triggers"));
                scheduler.resumeTrigger(TriggerKey.triggerKey(name, "triggers"));
            }
            scheduler.checkExists(JobKey.jobKey(name, "jobs"));
            scheduler.getTriggersOfJob(JobKey.jobKey(name, "jobs"));
        }
    }

    private static Scheduler node(Site site, int number) throws Exception {
        String store = "org.quartz.jobStore.";
        String source = "org.quartz.dataSource.app" + number + ".";
        Properties settings = new Properties();
        settings.setProperty("org.quartz.scheduler.instanceName", CLUSTER);
        settings.setProperty("org.quartz.scheduler.instanceId", "node-" + number);
        settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        settings.setProperty("org.quartz.scheduler.idleWaitTime", "1000");
        settings.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        settings.setProperty("org.quartz.threadPool.threadCount", "2");
        settings.setProperty(store + "class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
        String delegate = site.isMariaDb() ? "StdJDBCDelegate" : "PostgreSQLDelegate";
        settings.setProperty(store + "driverDelegateClass", "org.quartz.impl.jdbcjobstore." + delegate);
        settings.setProperty(store + "dataSource", "app" + number);
        settings.setProperty(store + "tablePrefix", "QRTZ_");
        settings.setProperty(store + "isClustered", "true");
        settings.setProperty(store + "clusterCheckinInterval", "500");
        settings.setProperty(store + "misfireThreshold", "2000");
        settings.setProperty(source + "provider", "hikaricp");
        settings.setProperty(source + "driver", "io.bateleur.recorder.jdbc.BateleurDriver");
        settings.setProperty(source + "URL", site.url());
        settings.setProperty(source + "user", site.user());
        settings.setProperty(source + "password", site.password());
        settings.setProperty(source + "maxConnections", "5");
        Scheduler node = new StdSchedulerFactory(settings).getScheduler();
        SchedulerRepository.getInstance()
                .remove(CLUSTER); // which would give the same node to whoever asks for this name
        return node;
    }
}
