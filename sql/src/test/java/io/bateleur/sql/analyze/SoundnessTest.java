package io.bateleur.sql.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever the interpreters execute, the analysis has said before: on programs that nobody wrote. */
class SoundnessTest {
    private static final int EXECUTIONS = 150;

    private int programs;
    private int violated;
    private int candidates;
    private int clean;
    private int snapshot;
    private int snapshotProved;
    private int executions;

    @Test
    void whatIsExecutedWasFound() throws Exception {
        run(0, 60, 2);
        assertThat(violated).isPositive();
        assertThat(clean).isPositive();
    }

    @Tag("soak")
    @Test
    void whatIsExecutedWasFoundThousandsOfTimes() throws Exception {
        int many = Integer.getInteger("bateleur.programs", 5000);
        run(Integer.getInteger("bateleur.seed", 1000), many, Integer.getInteger("bateleur.instances", 2));
        System.out.println(
                programs + " programs, " + executions + " executions: " + violated + " violated, " + candidates
                        + " only suspected, " + clean + " without; " + snapshotProved + " of " + snapshot
                        + " proved at snapshot isolation");
        assertThat(violated).isGreaterThan(4 * candidates);
        assertThat(4 * snapshotProved).isGreaterThan(snapshot);
    }

    /** @param least how many instances there are at least; every second program has one more */
    private void run(int from, int many, int least) throws BadInputException {
        for (int seed = from; seed < from + many; seed++) {
            check(seed, least);
        }
    }

    private static LevelPlan plan(Application application, EngineLevel.Engine engine, Random random) {
        List<String> models = List.of("ec", "cc", "psi", "si");
        if (engine == EngineLevel.Engine.POSTGRES && random.nextInt(3) == 0) {
            return LevelPlan.all(
                    application,
                    ConsistencyModel.of(models.get(random.nextInt(4))).orElseThrow());
        }
        List<EngineLevel> levels = Arrays.stream(EngineLevel.values())
                .filter(level -> level.engine() == engine)
                .toList();
        LevelPlan plan = LevelPlan.all(application, levels.get(random.nextInt(levels.size())));
        if (random.nextInt(4) == 0) {
            plan = plan.with(application.programs().get(0).name(), levels.get(random.nextInt(levels.size())));
        }
        return plan;
    }

    private void check(int seed, int least) throws BadInputException {
        Random random = new Random(seed);
        EngineLevel.Engine engine = random.nextInt(3) == 0 ? EngineLevel.Engine.MARIADB : EngineLevel.Engine.POSTGRES;
        boolean mariadb = engine == EngineLevel.Engine.MARIADB;
        GeneratedApplication generated = new GeneratedApplication(seed, engine);
        String text = generated.text();
        Application application = new ApplicationReader(mariadb ? SqlDialect.MYSQL : SqlDialect.POSTGRES)
                .add("generated.sql", text)
                .read();
        LevelPlan plan = plan(application, engine, random);
        int size = least + random.nextInt(2);
        RobustnessAnalysis.Limits limits = new RobustnessAnalysis.Limits(size, 10_000, 300, false);
        LevelOutcome outcome = new RobustnessAnalysis(application, plan, limits).run();
        programs++;
        violated += outcome.verdict() == LevelOutcome.Verdict.VIOLATION ? 1 : 0;
        candidates += outcome.verdict() == LevelOutcome.Verdict.UNDECIDED ? 1 : 0;
        clean += outcome.findings().isEmpty() && outcome.candidates().isEmpty() ? 1 : 0;
        atSnapshotIsolation(application, plan, limits, outcome);
        List<Violation> all = new ArrayList<>(outcome.findings());
        all.addAll(outcome.candidates());
        for (List<InitialRow> initial : generated.initials(random)) {
            List<Instance> instances = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                TransactionProgram program = application
                        .programs()
                        .get(random.nextInt(application.programs().size()));
                EngineLevel level = plan.timed() ? plan.level(program) : EngineLevel.PG_READ_COMMITTED;
                instances.add(new Instance(program, level, GeneratedApplication.arguments(random)));
            }
            executions(seed, text, application, plan, instances, initial, all, random);
        }
    }

    private void atSnapshotIsolation(
            Application application, LevelPlan plan, RobustnessAnalysis.Limits limits, LevelOutcome outcome) {
        boolean is = plan.timed()
                ? plan.engine().values().stream().allMatch(level -> level == EngineLevel.PG_REPEATABLE_READ)
                : plan.models().values().stream().allMatch(model -> model.name().equals("si"));
        if (is) {
            snapshot++;
            boolean none = outcome.verdict() == LevelOutcome.Verdict.NONE_UP_TO;
            if (none
                    && new RobustnessAnalysis(application, plan, limits)
                                    .prove(RobustnessAnalysis.Method.ANY)
                                    .verdict()
                            == LevelOutcome.Verdict.PROVED) {
                snapshotProved++;
            }
        }
    }

    private void executions(
            int seed,
            String text,
            Application application,
            LevelPlan plan,
            List<Instance> instances,
            List<InitialRow> initial,
            List<Violation> known,
            Random random) {
        if (plan.timed()) {
            for (int n = 0; n < EXECUTIONS; n++) {
                EngineRun run = EngineDriver.atRandom(application, instances, initial, random);
                if (run != null) {
                    executions++;
                    judge(seed, text, plan, instances, initial, known, run);
                }
            }
            return;
        }
        for (List<Integer> order : ModelRun.orders(instances.size())) {
            for (List<BitSet> visible : Executor.visibilities(order)) {
                ModelRun run = new ModelRun(application, plan, instances, initial, order, visible);
                if (run.allCommitted() && run.isAllowed()) {
                    executions++;
                    judge(seed, text, plan, instances, initial, known, run.run);
                }
            }
        }
    }

    private static void judge(
            int seed,
            String text,
            LevelPlan plan,
            List<Instance> instances,
            List<InitialRow> initial,
            List<Violation> known,
            EngineRun run) {
        BitSet cycle = run.graph().smallestCycle();
        if (cycle == null) {
            return;
        }
        List<String> names = cycle.stream()
                .mapToObj(each -> instances.get(each).program().name())
                .toList();
        boolean found = known.stream().anyMatch(violation -> {
            List<String> rest = new ArrayList<>(names);
            return violation.ring().stream().allMatch(program -> rest.remove(program.name()));
        });
        assertThat(found)
                .as(() -> "seed " + seed + " at " + plan.title() + plan.engine() + "\n" + text + "\n" + names + " "
                        + instances.stream().map(Instance::arguments).toList() + "\n" + initial + "\n"
                        + String.join(
                                "\n",
                                run.steps.stream()
                                        .map(step -> step.instance() + " " + step.sql() + " " + step.answer())
                                        .toList())
                        + "\n" + run.graph().edges())
                .isTrue();
    }
}
