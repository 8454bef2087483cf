package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.EngineRun.Actor;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Executes counterexamples: first as the solver has them, then with every order of their steps, up to a number. */
final class Executor {
    private final Application application;
    private final LevelPlan plan;
    private final int runs;

    /** @param runs how many executions are tried for one counterexample */
    Executor(Application application, LevelPlan plan, int runs) {
        this.application = application;
        this.plan = plan;
        this.runs = runs;
    }

    /**
     * An execution in which all commit and exactly a cycle of all instances is there, and none of fewer; null: none was found.
     *
     * @param ring how many instances are on the cycle; further ones only help
     * @param search whether to look further than the solver's own order
     */
    @Nullable
    Execution execute(Counterexample example, int ring, boolean search) {
        try {
            return plan.timed() ? timed(example, ring, search) : modelled(example, ring, search);
        } catch (Uncomputable e) {
            return null;
        }
    }

    /** Whether the first so many instances are on a cycle in their order, and none of fewer instances is there. */
    static boolean isRing(EngineRun run, int size) {
        if (!run.allCommitted()) {
            return false;
        }
        DependencyGraph graph = run.graph();
        for (int i = 0; i < size; i++) {
            if (graph.between(i, (i + 1) % size).isEmpty()) {
                return false;
            }
        }
        BitSet smallest = graph.smallestCycle();
        return smallest != null && (smallest.cardinality() == size || run.actors.size() > size);
    }

    private List<Instance> instances(Counterexample example) {
        List<Instance> instances = new ArrayList<>();
        for (int i = 0; i < example.programs().size(); i++) {
            TransactionProgram program = example.programs().get(i);
            EngineLevel level = plan.timed() ? plan.level(program) : EngineLevel.PG_READ_COMMITTED;
            instances.add(new Instance(program, level, example.arguments().get(i)));
        }
        return instances;
    }

    private @Nullable Execution timed(Counterexample example, int ring, boolean search) {
        EngineDriver driver = new EngineDriver(application, instances(example), example.initial());
        EngineRun run = driver.along(example.schedule());
        Predicate<EngineRun> wanted = each -> isRing(each, ring);
        EngineRun found = wanted.test(run) ? run : search ? driver.search(runs, wanted) : null;
        return found == null ? null : new Execution(found, List.of(), differs(driver, found));
    }

    private @Nullable Execution modelled(Counterexample example, int ring, boolean search) {
        List<Instance> instances = instances(example);
        EngineDriver driver = new EngineDriver(application, instances, example.initial());
        ModelRun first =
                new ModelRun(application, plan, instances, example.initial(), example.arbitration(), example.visible());
        if (isRing(first.run, ring) && first.isAllowed()) {
            return new Execution(first.run, example.visible(), differs(driver, first.run));
        }
        int tried = search ? 0 : runs;
        for (List<Integer> order : ModelRun.orders(example.programs().size())) {
            for (List<BitSet> visible : visibilities(order)) {
                if (++tried > runs) {
                    return null;
                }
                ModelRun run = new ModelRun(application, plan, instances, example.initial(), order, visible);
                if (isRing(run.run, ring) && run.isAllowed()) {
                    return new Execution(run.run, visible, differs(driver, run.run));
                }
            }
        }
        return null;
    }

    /** Every choice of whom each instance sees of those before it. */
    static List<List<BitSet>> visibilities(List<Integer> order) {
        int size = order.size();
        List<List<BitSet>> all = new ArrayList<>();
        int pairs = size * (size - 1) / 2;
        for (int mask = 0; mask < 1 << pairs; mask++) {
            List<BitSet> visible = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                visible.add(new BitSet());
            }
            int bit = 0;
            for (int later = 0; later < size; later++) {
                for (int earlier = 0; earlier < later; earlier++) {
                    if ((mask >> bit++ & 1) == 1) {
                        visible.get(order.get(later)).set(order.get(earlier));
                    }
                }
            }
            all.add(visible);
        }
        return all;
    }

    /** Whether no serial order gives the same results and the same rows. */
    private static boolean differs(EngineDriver driver, EngineRun run) {
        for (List<Integer> order : ModelRun.orders(run.actors.size())) {
            EngineRun serial;
            try {
                serial = driver.serial(order);
            } catch (Uncomputable e) {
                continue;
            }
            if (serial.allCommitted() && same(run, serial)) {
                return false;
            }
        }
        return true;
    }

    private static boolean same(EngineRun a, EngineRun b) {
        for (int i = 0; i < a.actors.size(); i++) {
            Actor x = a.actors.get(i);
            Actor y = b.actors.get(i);
            if (!x.run.returned.equals(y.run.returned) || !sameVariables(x, y)) {
                return false;
            }
        }
        return a.store.last().equals(b.store.last());
    }

    /** What is in variables at the end is what the program knows; its caller may be told. */
    private static boolean sameVariables(Actor x, Actor y) {
        Map<String, @Nullable Object> mine = x.run.variables;
        Map<String, @Nullable Object> theirs = y.run.variables;
        return mine.keySet().equals(theirs.keySet())
                && mine.keySet().stream().allMatch(name -> Objects.equals(mine.get(name), theirs.get(name)));
    }
}
