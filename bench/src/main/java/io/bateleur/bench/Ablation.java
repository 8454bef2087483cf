package io.bateleur.bench;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimMix;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What each part of the checker is good for: the same questions without it. In this process and warm, from the graph of versions and
 * reads to an answer; reading, replaying the witness and explaining are not part of it.
 */
final class Ablation {
    private static final int LIMIT_SECONDS = 60;
    private static final Duration WARM_UP = Duration.ofSeconds(3);

    private final Cases cases;
    private final Scale scale;
    private final int runs;
    private final PrintStream err;
    private final Table table;

    Ablation(Cases cases, Scale scale, int runs, PrintStream out, PrintStream err) {
        this.cases = cases;
        this.scale = scale;
        this.runs = runs;
        this.err = err;
        this.table = new Table(
                out,
                "history",
                "level",
                "without",
                "seconds",
                "answer",
                "known edges",
                "variables",
                "decisions",
                "conflicts");
    }

    void print() {
        for (String level : List.of(Cases.SERIALIZABLE, Cases.SNAPSHOT_ISOLATION)) {
            recipes(level)
                    .forEach(
                            (what, recipe) -> rows(what, recipe, Level.of(level).orElseThrow()));
        }
    }

    private Map<String, Recipe> recipes(String level) {
        Map<String, Recipe> recipes = new LinkedHashMap<>();
        recipes.put("small", cases.recipe(level, 10_000, 2_000));
        recipes.put("middle", cases.recipe(level, 100_000, 10_000));
        // One transaction at a time: with so many sessions on so few keys other stores abort nearly all.
        recipes.put(
                "dense, 400 sessions, 20 % reads",
                Recipe.of(ConcurrencyControl.SERIAL, scale.transactions(5_000), scale.keys(200))
                        .sessions(400)
                        .mix(SimMix.BLINDW_WM));
        recipes.put(SimMix.RANDOM_BENCH.word(), cases.recipe(level, 2_000, 400).mix(SimMix.RANDOM_BENCH));
        return recipes;
    }

    private void rows(String shape, Recipe recipe, Level level) {
        String what = shape + ", " + Table.number(recipe.transactions());
        err.println("making " + what);
        History history = recipe.history();
        Asg graph = new Checker().graph(history);
        warmUp(graph, level);
        checker(what, history, level);
        for (Knobs knobs : Knobs.all()) {
            Timed<Course> timed = timed(() -> course(knobs, graph, level));
            row(what, level, knobs.without(), timed);
        }
    }

    /** As often as it takes for Java to translate what is called often: the first row would pay for the others. */
    private static void warmUp(Asg graph, Level level) {
        long start = System.nanoTime();
        do {
            course(Knobs.all().get(0), graph, level);
        } while (System.nanoTime() - start < WARM_UP.toNanos());
    }

    /** The checker as it is, and all of it. */
    private void checker(String what, History history, Level level) {
        Timed<Course> timed = timed(() -> {
            return Course.unknown(new Checker().check(history, level, budget()).word());
        });
        row(what, level, "nothing; the whole checker", timed);
    }

    private static Course course(Knobs knobs, Asg graph, Level level) {
        return Course.of(knobs.checker().stages(graph, level, budget()));
    }

    private static Budget budget() {
        return Budget.unlimited().within(Duration.ofSeconds(LIMIT_SECONDS));
    }

    private record Timed<T>(Runs runs, T last) {}

    private Timed<Course> timed(Supplier<Course> work) {
        double[] seconds = new double[runs];
        for (int run = 0; ; run++) {
            long start = System.nanoTime();
            Course course = course(work);
            seconds[run] = (System.nanoTime() - start) / 1e9;
            boolean decided =
                    course.answer().equals(Answer.HOLDS) || course.answer().equals(Answer.VIOLATED);
            if (!decided) {
                return new Timed<>(new Runs(seconds[run]), course); // what took too long once is not repeated
            }
            if (run == runs - 1) {
                return new Timed<>(new Runs(seconds), course);
            }
        }
    }

    private static Course course(Supplier<Course> work) {
        try {
            return work.get();
        } catch (OutOfMemoryError e) {
            return Course.unknown("out of memory");
        }
    }

    private void row(String what, Level level, String without, Timed<Course> timed) {
        Course course = timed.last();
        boolean undecided = course.answer().equals(Answer.UNDECIDED);
        String seconds = undecided
                ? "over " + LIMIT_SECONDS
                : "%.3f".formatted(timed.runs().median());
        err.println(what + ", " + level + ", without " + without + ": " + seconds + ", " + course.answer());
        table.row(
                what,
                level,
                without,
                seconds,
                course.answer(),
                Table.optional(course.edges()),
                Table.optional(course.variables()),
                Table.optional(course.decisions()),
                Table.optional(course.conflicts()));
    }
}
