package io.bateleur.sql.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever the interpreters execute, the analysis has said before: on programs that nobody wrote. */
class SoundnessTest {
    private static final int EXECUTIONS = 250;

    private int programs;
    private int violated;
    private int candidates;
    private int clean;

    @Test
    void whatIsExecutedWasFound() throws Exception {
        run(0, 60);
        assertThat(violated).isPositive();
        assertThat(clean).isPositive();
    }

    @Tag("soak")
    @Test
    void whatIsExecutedWasFoundThousandsOfTimes() throws Exception {
        int many = Integer.getInteger("bateleur.programs", 5000);
        run(1000, many);
        System.out.println(programs + " programs: " + violated + " violated, " + candidates + " only suspected, "
                + clean + " without");
        assertThat(violated).isGreaterThan(4 * candidates);
    }

    private void run(int from, int many) throws BadInputException {
        for (int seed = from; seed < from + many; seed++) {
            check(seed);
        }
    }

    private static LevelPlan plan(Application application, Random random) {
        List<String> models = List.of("ec", "cc", "psi", "si");
        if (random.nextInt(3) == 0) {
            return LevelPlan.all(
                    application,
                    ConsistencyModel.of(models.get(random.nextInt(4))).orElseThrow());
        }
        EngineLevel[] levels = EngineLevel.values();
        LevelPlan plan = LevelPlan.all(application, levels[random.nextInt(3)]);
        if (random.nextInt(4) == 0) {
            plan = plan.with(application.programs().get(0).name(), levels[random.nextInt(3)]);
        }
        return plan;
    }

    private void check(int seed) throws BadInputException {
        String text = new GeneratedApplication(seed).text();
        Application application = new ApplicationReader(SqlDialect.POSTGRES)
                .add("generated.sql", text)
                .read();
        Random random = new Random(seed);
        LevelPlan plan = plan(application, random);
        int size = 2 + random.nextInt(2);
        LevelOutcome outcome = new RobustnessAnalysis(
                        application, plan, new RobustnessAnalysis.Limits(size, 10_000, 300, false))
                .run();
        programs++;
        violated += outcome.verdict() == LevelOutcome.Verdict.VIOLATION ? 1 : 0;
        candidates += outcome.verdict() == LevelOutcome.Verdict.UNDECIDED ? 1 : 0;
        clean += outcome.findings().isEmpty() && outcome.candidates().isEmpty() ? 1 : 0;
        List<Violation> all = new ArrayList<>(outcome.findings());
        all.addAll(outcome.candidates());
        for (List<InitialRow> initial : GeneratedApplication.initials(random, application)) {
            List<Instance> instances = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                TransactionProgram program = application
                        .programs()
                        .get(random.nextInt(application.programs().size()));
                EngineLevel level = plan.timed() ? plan.level(program) : EngineLevel.PG_READ_COMMITTED;
                Map<String, @Nullable Object> arguments = new HashMap<>();
                arguments.put("p", (long) random.nextInt(2));
                arguments.put("q", (long) random.nextInt(2));
                instances.add(new Instance(program, level, arguments));
            }
            executions(seed, text, application, plan, instances, initial, all);
        }
    }

    private static void executions(
            int seed,
            String text,
            Application application,
            LevelPlan plan,
            List<Instance> instances,
            List<InitialRow> initial,
            List<Violation> known) {
        if (plan.timed()) {
            new EngineDriver(application, instances, initial).search(EXECUTIONS, run -> {
                judge(seed, text, plan, instances, initial, known, run);
                return false;
            });
            return;
        }
        for (List<Integer> order : ModelRun.orders(instances.size())) {
            for (List<BitSet> visible : Executor.visibilities(order)) {
                ModelRun run = new ModelRun(application, plan, instances, initial, order, visible);
                if (run.allCommitted() && run.isAllowed()) {
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
