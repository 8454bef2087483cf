package io.bateleur.lab.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Promise;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.report.TextRenderer;
import io.bateleur.lab.server.Server;
import io.bateleur.sql.lift.Lift;
import io.bateleur.sql.lift.Lifted;
import io.bateleur.sql.lift.Spoken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random statements of many sessions on real databases: what these keep is not called broken, and what applications break is found. */
class LiftOnServersTest {
    private static final int TRANSACTIONS = 160;

    @TempDir
    Path folder;

    private final List<String> violations = new ArrayList<>();
    private final Figures figures = new Figures();

    @Test
    void postgres() throws Exception {
        postgres(0, 3);
    }

    @Test
    @Tag("soak")
    void postgresForLong() throws Exception {
        postgres(from(), to());
    }

    @Test
    void mariadb() throws Exception {
        mariadb(0, 4);
    }

    @Test
    @Tag("soak")
    void mariadbForLong() throws Exception {
        mariadb(from(), to());
    }

    @Test
    void h2() throws Exception {
        h2(0, 5);
    }

    @Test
    @Tag("soak")
    void h2ForLong() throws Exception {
        h2(from(), to());
    }

    @Test
    void sqlite() throws Exception {
        sqlite(0, 2);
    }

    @Test
    @Tag("soak")
    void sqliteForLong() throws Exception {
        sqlite(from(), to());
    }

    private static long from() {
        return Long.getLong("bateleur.seed", 100);
    }

    private static long to() {
        return from() + Long.getLong("bateleur.seeds", 300);
    }

    private void postgres(long from, long to) throws Exception {
        try (Server server = Hosts.postgres()) {
            HostileRun.Opens opens =
                    () -> DriverManager.getConnection(server.jdbcUrl() + "?preferQueryMode=extended", server.login());
            run(opens, Tongue.POSTGRES, from, to);
        }
    }

    private void mariadb(long from, long to) throws Exception {
        try (Server server = Hosts.mariadb()) {
            run(() -> DriverManager.getConnection(server.jdbcUrl(), server.login()), Tongue.MARIADB, from, to);
        }
    }

    private void h2(long from, long to) throws Exception {
        run(Hosts.h2("hostile"), Tongue.H2, from, to);
    }

    private void sqlite(long from, long to) throws Exception {
        run(Hosts.sqlite(folder.resolve("hostile.sqlite")), Tongue.SQLITE, from, to);
    }

    private void run(HostileRun.Opens opens, Tongue tongue, long from, long to) throws Exception {
        for (long seed = from; seed < to; seed++) {
            String level = tongue.levels().get((int) (seed % tongue.levels().size()));
            HostileRun run = new HostileRun(opens, tongue, level, seed);
            Path trace = folder.resolve("hostile.jsonl");
            History recorded = run.record(trace, TRANSACTIONS);
            String name = tongue.engine() + " " + level + ", seed " + seed + ", " + run.temper;
            judge(recorded, run, tongue, level, name, trace);
        }
        System.out.println(tongue.engine() + ": " + figures);
        assertThat(violations).isEmpty();
    }

    private void judge(History recorded, HostileRun run, Tongue tongue, String words, String name, Path trace)
            throws Exception {
        Lifted lifted = Lift.lift(recorded, SqlTable.of(recorded.about()));
        figures.add(recorded, lifted.coverage());
        Level promised = Promise.of(tongue.engine(), "", words).orElseThrow().level();
        assertThat(Level.recorded(recorded)).as(name).contains(promised);
        List<String> levels = new ArrayList<>(List.of(promised.name()));
        if (tongue.is(Tongue.POSTGRES) || tongue.is(Tongue.SQLITE)) {
            levels.add(promised.equals(Level.SERIALIZABLE) ? "strict-serializable" : "strong-" + promised.name());
        }
        for (String level : levels) {
            Verdict verdict = check(lifted.history(), level);
            figures.count(level + " " + verdict.getClass().getSimpleName());
            if (verdict instanceof Verdict.Violated violated) {
                String known =
                        known(promised, tongue, words, recorded, violated.why().part());
                if (known != null) {
                    figures.count(level + " Violated, by " + known);
                } else {
                    violations.add(name + ": " + level);
                }
                keep(trace, name);
                System.out.println(name + ": " + level + "\n" + TextRenderer.render(violated.why())
                        + String.join(
                                "\n  ", Spoken.lines(recorded, violated.why().part())));
                break;
            }
        }
        if (!run.planted.equals("nothing")) {
            String forbids = run.planted.equals("write skew") ? "serializable" : "cursor-stability";
            Verdict verdict = check(Planted.alone(lifted.history()), forbids);
            boolean seen = verdict instanceof Verdict.Violated;
            figures.count(run.planted + (seen ? " found" : " missed"));
            // Triggers and definitions amid transactions leave everything out.
            assertThat(seen || run.temper.triggers() || run.temper.defines())
                    .as("%s: %s is found", name, run.planted)
                    .isTrue();
            if (!seen) {
                System.out.println(name + ": " + run.planted + " missed: " + lifted.coverage());
            }
        }
    }

    /** A weakness that is known, where what shows the violation holds it; else null. */
    private static String known(Level promised, Tongue tongue, String words, History recorded, History part) {
        if (!promised.equals(Level.SNAPSHOT_ISOLATION)) {
            return null;
        }
        boolean tables = tongue.is(Tongue.H2) && words.equals("REPEATABLE READ");
        return Reinserted.explains(recorded, part)
                ? "a row that came again"
                : tables && TableSnapshotsTest.tables(part).size() > 1 ? "a snapshot of each table" : null;
    }

    private static Verdict check(History history, String level) {
        return new Checker()
                .check(
                        history,
                        Level.of(level).orElseThrow(),
                        Budget.unlimited().within(Duration.ofSeconds(20)));
    }

    private static void keep(Path trace, String name) throws Exception {
        String folder = System.getProperty("bateleur.keep");
        if (folder != null) {
            Files.createDirectories(Path.of(folder));
            Files.copy(trace, Path.of(folder, name.replaceAll(", Temper.*", "").replaceAll("\\W+", "-") + ".jsonl"));
        }
    }
}
