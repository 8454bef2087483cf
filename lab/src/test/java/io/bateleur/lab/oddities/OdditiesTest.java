package io.bateleur.lab.oddities;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.TextRenderer;
import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import io.bateleur.sql.lift.Lift;
import io.bateleur.sql.lift.Lifted;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs whose transactions come one after another, on databases where names and values are odd: none is called a violation. */
class OdditiesTest {
    private static final int SOME = 8;

    @TempDir
    Path folder;

    @Test
    void postgres() throws Exception {
        onServer("postgres", 0, SOME);
    }

    @Test
    @Tag("soak")
    void postgresForLong() throws Exception {
        onServer("postgres", from(), to());
    }

    @Test
    void mariadb() throws Exception {
        onServer("mariadb", 0, SOME);
    }

    @Test
    @Tag("soak")
    void mariadbForLong() throws Exception {
        onServer("mariadb", from(), to());
    }

    @Test
    void h2() throws Exception {
        run(OddDatabase.h2(), 0, SOME);
    }

    @Test
    @Tag("soak")
    void h2ForLong() throws Exception {
        run(OddDatabase.h2(), from(), to());
    }

    @Test
    void sqlite() throws Exception {
        run(OddDatabase.sqlite(folder), 0, SOME);
    }

    @Test
    @Tag("soak")
    void sqliteForLong() throws Exception {
        run(OddDatabase.sqlite(folder), from(), to());
    }

    private static long from() {
        return Long.getLong("bateleur.seed", 1000);
    }

    private static long to() {
        return from() + Long.getLong("bateleur.seeds", 500);
    }

    private static void onServer(String product, long from, long to) throws Exception {
        try (Server server = Servers.start(ServerSpec.parse(product), Map.of(), line -> {})) {
            run(OddDatabase.of(server), from, to);
        } catch (ServerException e) {
            Assumptions.abort("no " + product + " here: " + e.problem());
        }
    }

    private static void run(OddDatabase database, long from, long to) throws Exception {
        List<Oddity> all = Oddity.of(database.name());
        database.clear(from);
        for (Oddity each : all) {
            database.execute(each.once());
        }
        List<String> alarms = new ArrayList<>();
        double shares = 0;
        for (long seed = from; seed < to; seed++) {
            OddProgram program = new OddProgram(database, all, seed);
            History recorded = program.record();
            Lifted lifted;
            try {
                lifted = Lift.lift(recorded, Optional.empty());
            } catch (RuntimeException e) {
                throw new IllegalStateException(database.name() + ", seed " + seed + ": " + program, e);
            }
            shares += lifted.coverage().share();
            Verdict verdict = new Checker()
                    .check(
                            lifted.history(),
                            Level.of("strict-serializable").orElseThrow(),
                            Budget.unlimited().within(Duration.ofSeconds(20)));
            if (verdict instanceof Verdict.Violated violated) {
                alarms.add(database.name() + " " + seed);
                String kept = System.getProperty("bateleur.keep");
                if (kept != null) {
                    Files.write(Path.of(kept, database.name() + "-" + seed + ".jsonl"), program.trace());
                }
                System.out.println(database.name() + ", seed " + seed + ": " + program + "\n"
                        + TextRenderer.render(violated.why()));
            }
        }
        System.out.printf(
                "%s: %d programs, %.1f %% understood%n", database.name(), to - from, 100 * shares / (to - from));
        assertThat(alarms).isEmpty();
        assertThat(shares / (to - from)).isGreaterThan(0.3);
    }
}
