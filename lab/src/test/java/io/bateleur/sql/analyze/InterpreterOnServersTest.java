package io.bateleur.sql.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.lab.server.Server;
import io.bateleur.lab.server.ServerException;
import io.bateleur.lab.server.ServerSpec;
import io.bateleur.lab.server.Servers;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The interpreter of engines' levels answers, waits and fails as the engines do, step by step. */
class InterpreterOnServersTest {
    private static final int INSTANCES = 3;
    private static final int TRIED = 200;

    private int runs;
    private int stopped;
    private final List<String> differences = new ArrayList<>();

    @Test
    void postgres() throws Exception {
        generated("postgres", 0, 6, 8);
    }

    @Test
    void mariadb() throws Exception {
        generated("mariadb:11.4.5", 0, 6, 6);
    }

    @Test
    @Tag("soak")
    void postgresForLong() throws Exception {
        generated("postgres", Long.getLong("bateleur.seed", 0), Integer.getInteger("bateleur.programs", 200), 40);
    }

    @Test
    @Tag("soak")
    void mariadbForLong() throws Exception {
        generated("mariadb:11.4.5", Long.getLong("bateleur.seed", 0), Integer.getInteger("bateleur.programs", 60), 12);
    }

    private static Server start(String spec) {
        Map<String, String> settings = spec.startsWith("postgres")
                ? Map.of("deadlock_timeout", "20ms", "fsync", "off", "autovacuum", "off")
                : Map.of("innodb_lock_wait_timeout", "20", "innodb_flush_log_at_trx_commit", "0");
        try {
            return Servers.start(ServerSpec.parse(spec), settings, line -> {});
        } catch (ServerException e) {
            return Assumptions.abort("no " + spec + " here: " + e.problem());
        }
    }

    private void generated(String spec, long from, int programs, int interleavings) throws Exception {
        EngineLevel.Engine engine =
                spec.startsWith("postgres") ? EngineLevel.Engine.POSTGRES : EngineLevel.Engine.MARIADB;
        Assumptions.assumeTrue(spec.matches(System.getProperty("bateleur.engine", ".*")));
        try (Server server = start(spec);
                StepwiseServer stepwise = new StepwiseServer(server, INSTANCES)) {
            for (long seed = from; seed < from + programs; seed++) {
                program(stepwise, engine, seed, interleavings);
                stopped = stepwise.stopped;
                if (differences.size() > Integer.getInteger("bateleur.differences", 5)) {
                    break;
                }
            }
        }
        System.out.println(runs + " interleavings on " + spec + ", " + stopped + " of them not compared to their end");
        assertThat(differences).isEmpty();
        assertThat(runs).isPositive();
    }

    private void program(StepwiseServer server, EngineLevel.Engine engine, long seed, int interleavings)
            throws Exception {
        GeneratedApplication generated = new GeneratedApplication(seed, engine);
        String text = generated.text();
        SqlDialect dialect = engine == EngineLevel.Engine.POSTGRES ? SqlDialect.POSTGRES : SqlDialect.MYSQL;
        Application application =
                new ApplicationReader(dialect).add("generated.sql", text).read();
        server.define(application);
        Random dice = new Random(seed);
        for (EngineLevel level : EngineLevel.values()) {
            if (level.engine() == engine && selected(level)) {
                level(server, application, generated, level, dice, interleavings, seed + "\n" + text);
            }
        }
    }

    private static boolean selected(EngineLevel level) {
        return level.name().matches(System.getProperty("bateleur.level", ".*"));
    }

    private void level(
            StepwiseServer server,
            Application application,
            GeneratedApplication generated,
            EngineLevel level,
            Random dice,
            int interleavings,
            String what)
            throws Exception {
        List<Interleaved> all = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int n = 0; n < TRIED; n++) {
            List<InitialRow> initial = generated.initials(dice).get(0);
            List<Instance> instances = new ArrayList<>();
            for (int i = 0; i < 2 + n % 2; i++) {
                List<TransactionProgram> programs = application.programs();
                instances.add(new Instance(
                        programs.get(dice.nextInt(programs.size())), level, GeneratedApplication.arguments(dice)));
            }
            EngineRun run = EngineDriver.atRandom(application, instances, initial, dice);
            if (run != null && seen.add(run.steps + " " + initial)) {
                all.add(new Interleaved(run, initial));
            }
        }
        all.sort(Comparator.comparing(each -> !each.run().graph().isCyclic()));
        for (Interleaved each : all.subList(0, Math.min(interleavings, all.size()))) {
            runs++;
            String difference = server.play(each.run(), each.initial());
            if (!difference.isEmpty()) {
                differences.add(difference + "\n" + level + " " + what + each.initial() + "\n" + told(each.run()));
                System.out.println(differences.get(differences.size() - 1) + "\n");
            }
        }
    }

    private record Interleaved(EngineRun run, List<InitialRow> initial) {}

    private static String told(EngineRun run) {
        StringBuilder text = new StringBuilder();
        run.steps.forEach(step -> text.append(step.instance())
                .append(" ")
                .append(step.sql())
                .append(": ")
                .append(step.answer())
                .append("\n"));
        return text.toString();
    }
}
