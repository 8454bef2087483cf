package io.bateleur.lab.applications;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.Traces;
import io.bateleur.examine.Allowance;
import io.bateleur.examine.Examination;
import io.bateleur.examine.Inquiry;
import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import io.bateleur.recorder.jdbc.BateleurDriver;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real applications under the recorder, each on a real server: nearly all that they say is understood, and the level they ran at holds. */
@Tag("soak")
class ApplicationsTest {
    private static final double UNDERSTOOD = 0.9;

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "db-scheduler,postgres",
        "db-scheduler,mariadb",
        "locking,postgres",
        "Quartz,postgres",
        "Quartz,mariadb",
        "Hibernate,postgres",
        "Hibernate,mariadb"
    })
    void keepsItsLevel(String name, String product) throws Exception {
        Application application = application(name);
        long start = System.nanoTime();
        Path file = record(application, product);
        double seconds = (System.nanoTime() - start) / 1e9;
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        Trace trace = Traces.read(file);
        FileReport report =
                Examination.of(name, trace, Inquiry.of(List.of(), Allowance.of(Duration.ofSeconds(120), "the test")));
        double checked = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / 1e9;
        FileReport.Covered covered = report.covered().orElseThrow();
        LevelReport level = report.levels().get(0);
        double share = (double) (covered.whole() + covered.inPart()) / covered.statements();
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %d | %d | %.1f %% | %s %s | %.0f | %.1f |%n",
                application.name(),
                version(trace),
                trace.history().transactionCount(),
                covered.statements(),
                100 * share,
                level.level(),
                level.status().word(),
                seconds,
                checked);
        assertThat(level.status())
                .as(level.reason() + level.why() + level.said())
                .isEqualTo(LevelReport.Status.HOLDS);
        assertThat(share).as(covered.reasons().toString()).isGreaterThan(UNDERSTOOD);
    }

    private static String version(Trace trace) {
        return trace.history().about().get("engine") + " "
                + trace.history().about().get("version");
    }

    private static Application application(String name) {
        return switch (name) {
            case "db-scheduler" -> new DbScheduler(false);
            case "locking" -> new DbScheduler(true);
            case "Quartz" -> new QuartzNodes();
            default -> new HibernateShop();
        };
    }

    private Path record(Application application, String product) throws Exception {
        String kept = System.getProperty("bateleur.keep");
        Path file = (kept == null ? folder : Files.createDirectories(Path.of(kept)))
                .resolve(application.name().replace(", ", "-") + "-" + product + ".jsonl");
        try (Server server = Servers.start(ServerSpec.parse(product), Map.of(), line -> {})) {
            Site site = new Site(server, file);
            try (Connection connection = site.bare()) {
                application.prepare(connection, site);
            }
            application.run(site);
        } catch (ServerException e) {
            Assumptions.abort("no " + product + " here: " + e.problem());
        }
        BateleurDriver.traces().get(file.toAbsolutePath().normalize()).close();
        return file;
    }
}
