package io.bateleur.sql.analyze;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Drives the interpreter over time points: along a schedule, or along every schedule up to a number of them. */
final class EngineDriver {
    private static final int STEPS_MAX = 400;

    private final Application application;
    private final List<Instance> instances;
    private final List<InitialRow> initial;

    EngineDriver(Application application, List<Instance> instances, List<InitialRow> initial) {
        this.application = application;
        this.instances = List.copyOf(instances);
        this.initial = List.copyOf(initial);
    }

    private EngineRun fresh() {
        return new EngineRun(application, instances, initial);
    }

    /** Goes along a schedule; who waits goes on as soon as it can, and what is left at the end goes round. */
    EngineRun along(List<Integer> schedule) {
        EngineRun run = fresh();
        int[] debts = new int[instances.size()];
        for (int next : schedule) {
            if (run.isReady(next)) {
                run.step(next);
            } else if (run.actors.get(next).state == EngineRun.State.RUNNING) {
                debts[next]++;
            }
            settle(run, debts);
        }
        finish(run);
        return run;
    }

    private void settle(EngineRun run, int[] debts) {
        boolean moved = true;
        while (moved) {
            moved = false;
            int resumed = run.resumed();
            if (resumed >= 0) {
                run.step(resumed);
                moved = true;
                continue;
            }
            for (int i = 0; i < debts.length && !moved; i++) {
                if (run.isReady(i) && debts[i] > 0) {
                    debts[i]--;
                    run.step(i);
                    moved = true;
                }
            }
        }
    }

    private static void finish(EngineRun run) {
        for (int steps = 0; !run.isOver(); steps++) {
            List<Integer> ready = ready(run);
            if (ready.isEmpty() || steps > STEPS_MAX) {
                throw new Uncomputable("an execution that does not end");
            }
            // In turns, so that none of them is alone all the time.
            ready.forEach(each -> {
                if (run.isReady(each)) {
                    run.step(each);
                }
            });
        }
    }

    /** One instance after the other, in this order. */
    EngineRun serial(List<Integer> order) {
        EngineRun run = fresh();
        for (int each : order) {
            for (int steps = 0; run.actors.get(each).state == EngineRun.State.RUNNING; steps++) {
                if (!run.isReady(each) || steps > STEPS_MAX) {
                    throw new Uncomputable("a serial execution that does not end");
                }
                run.step(each);
            }
        }
        return run;
    }

    /** The first execution with a property, among so many schedules. @return null: none of them */
    @Nullable
    EngineRun search(int runs, Predicate<EngineRun> wanted) {
        @Nullable List<Integer> prefix = new ArrayList<>();
        for (int n = 0; n < runs; n++) {
            List<Integer> chosen = new ArrayList<>();
            List<List<Integer>> others = new ArrayList<>();
            EngineRun run = fresh();
            while (!run.isOver() && chosen.size() < STEPS_MAX) {
                List<Integer> ready = ready(run);
                if (ready.isEmpty()) {
                    throw new Uncomputable("an execution that does not end");
                }
                int step = chosen.size() < prefix.size() ? prefix.get(chosen.size()) : ready.get(0);
                others.add(ready);
                chosen.add(step);
                run.step(step);
            }
            if (wanted.test(run)) {
                return run;
            }
            prefix = next(chosen, others);
            if (prefix == null) {
                return null;
            }
        }
        return null;
    }

    /** One execution whose steps are chosen at random; null: it asks what the interpreter cannot compute. */
    static @Nullable EngineRun atRandom(
            Application application, List<Instance> instances, List<InitialRow> initial, Random dice) {
        EngineRun run = new EngineRun(application, instances, initial);
        try {
            for (int steps = 0; !run.isOver() && steps < STEPS_MAX; steps++) {
                List<Integer> ready = ready(run);
                if (ready.isEmpty()) {
                    throw new Uncomputable("an execution that does not end");
                }
                run.step(ready.get(dice.nextInt(ready.size())));
            }
        } catch (Uncomputable e) {
            return null;
        }
        return run;
    }

    /** Who can take the next step. A lock that came free is taken at once. */
    private static List<Integer> ready(EngineRun run) {
        int resumed = run.resumed();
        if (resumed >= 0) {
            return List.of(resumed);
        }
        List<Integer> ready = new ArrayList<>();
        for (int i = 0; i < run.actors.size(); i++) {
            if (run.isReady(i)) {
                ready.add(i);
            }
        }
        return ready;
    }

    private static @Nullable List<Integer> next(List<Integer> chosen, List<List<Integer>> choices) {
        for (int i = chosen.size() - 1; i >= 0; i--) {
            int at = choices.get(i).indexOf(chosen.get(i));
            if (at + 1 < choices.get(i).size()) {
                List<Integer> prefix = new ArrayList<>(chosen.subList(0, i));
                prefix.add(choices.get(i).get(at + 1));
                return prefix;
            }
        }
        return null;
    }
}
