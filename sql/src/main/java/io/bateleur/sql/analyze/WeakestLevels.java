package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.LevelOutcome.Verdict;
import io.bateleur.sql.analyze.RobustnessAnalysis.Limits;
import io.bateleur.sql.analyze.RobustnessAnalysis.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The weakest levels at which an application has no violation. */
public final class WeakestLevels {
    /** Each model with those that are directly stronger; whoever fulfils one of them fulfils it. */
    private static final Map<String, List<String>> STRONGER = new LinkedHashMap<>();

    static {
        STRONGER.put("ec", List.of("cc"));
        STRONGER.put("cc", List.of("pc", "psi"));
        STRONGER.put("pc", List.of("si"));
        STRONGER.put("psi", List.of("si"));
        STRONGER.put("si", List.of("ser"));
        STRONGER.put("ser", List.of());
    }

    private final Application application;
    private final Limits limits;

    /**
     * Models of which none that is weaker will do.
     *
     * @param proved for any number of instances, with how
     * @param bounded where nothing was found up to so many instances; the proved ones count here as well
     */
    public record Models(Map<String, String> proved, List<String> bounded) {}

    /** The level of each program; none of them alone can go lower. */
    public record Allocation(EngineLevel.Engine engine, Map<String, EngineLevel> levels) {}

    public WeakestLevels(Application application, Limits limits) {
        this.application = application;
        this.limits = limits;
    }

    /** All minimal consistency models. */
    public Models models() {
        Map<String, LevelOutcome> outcomes = new LinkedHashMap<>();
        for (String name : STRONGER.keySet()) {
            ConsistencyModel model = ConsistencyModel.of(name).orElseThrow();
            outcomes.put(
                    name,
                    new RobustnessAnalysis(application, LevelPlan.all(application, model), limits).prove(Method.ANY));
        }
        Map<String, String> proved = new LinkedHashMap<>();
        List<String> minimal = minimal(outcomes, List.of(Verdict.PROVED));
        outcomes.forEach((each, outcome) -> {
            if (minimal.contains(each)) {
                proved.put(title(each), outcome.proof());
            }
        });
        return new Models(
                proved,
                minimal(outcomes, List.of(Verdict.PROVED, Verdict.NONE_UP_TO)).stream()
                        .map(WeakestLevels::title)
                        .toList());
    }

    private static String title(String model) {
        return ConsistencyModel.of(model).orElseThrow().title();
    }

    private static List<String> minimal(Map<String, LevelOutcome> outcomes, List<Verdict> safe) {
        List<String> all = new ArrayList<>();
        outcomes.forEach((each, outcome) -> {
            if (safe.contains(outcome.verdict())) {
                all.add(each);
            }
        });
        return all.stream()
                .filter(each -> all.stream().noneMatch(weaker -> isWeaker(weaker, each)))
                .toList();
    }

    private static boolean isWeaker(String a, String b) {
        return STRONGER.getOrDefault(a, List.of()).stream().anyMatch(next -> next.equals(b) || isWeaker(next, b));
    }

    /**
     * The lowest level of each program at an engine. All programs at one level are tried first, because with locking reads a lower
     * level can be the safe one; then everything is serializable, and each program is lowered as far as it goes.
     */
    public Optional<Allocation> allocation(EngineLevel.Engine engine, boolean snapshotIsolation) {
        List<EngineLevel> levels = EngineLevel.of(engine, snapshotIsolation);
        LevelPlan plan = LevelPlan.all(application, levels.get(levels.size() - 1));
        LevelPlan lowest = LevelPlan.all(application, levels.get(0));
        if (isSafe(lowest)) {
            return Optional.of(new Allocation(engine, lowest.engine()));
        }
        if (!isSafe(plan)) {
            return Optional.empty();
        }
        boolean lowered = true;
        while (lowered) {
            lowered = false;
            for (TransactionProgram program : application.programs()) {
                EngineLevel now = plan.level(program);
                for (EngineLevel level : levels.subList(0, levels.indexOf(now))) {
                    LevelPlan lower = plan.with(program.name(), level);
                    if (isSafe(lower)) {
                        plan = lower;
                        lowered = usesLocks();
                        break;
                    }
                }
            }
        }
        return Optional.of(new Allocation(engine, plan.engine()));
    }

    private boolean isSafe(LevelPlan plan) {
        return new RobustnessAnalysis(application, plan, limits).isSafe();
    }

    private boolean usesLocks() {
        List<Instruction> all = new ArrayList<>();
        application.programs().forEach(program -> all.addAll(program.instructions()));
        return all.stream()
                .anyMatch(each -> each instanceof Instruction.Read read && read.lock() != Instruction.RowLock.NONE);
    }
}
