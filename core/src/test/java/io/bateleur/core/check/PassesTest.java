package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Extension;
import io.bateleur.core.ir.ExtensionConstraints;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.IrBuilder;
import io.bateleur.core.ir.IrDump;
import io.bateleur.core.model.Criterion.Visibility;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.pass.CheckedPasses;
import io.bateleur.core.pass.IrModels;
import io.bateleur.core.pass.Pass;
import io.bateleur.core.pass.Passes;
import io.bateleur.core.trace.nativ.Mini;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Passes on random small histories: what they draw is true in every model of the IR that they were given, and the engine decides as
 * the models say, with passes and without.
 */
class PassesTest {
    private static final int HISTORIES = Integer.getInteger("bateleur.passes.histories", 60);

    private static final List<Level> LEVELS = levels();

    private static List<Level> levels() {
        List<Level> levels = new ArrayList<>();
        for (Level level : Level.all()) {
            if (!level.criterion().visibility().perKey() && !level.name().startsWith("axiomatic")) {
                levels.add(level);
            }
        }
        levels.add(Level.SERIALIZABLE.asRecorded());
        return List.copyOf(levels);
    }

    @TestFactory
    Stream<DynamicTest> whatPassesDrawIsTrueInEveryModel() {
        return Shape.all().stream()
                .map(shape -> DynamicTest.dynamicTest(shape.name(), () -> {
                    for (long seed = 0; seed < HISTORIES; seed++) {
                        History history = SmallHistories.random(seed, shape);
                        Asg asg = AsgBuilder.build(history, OwnWrites.MUST);
                        for (Level level : LEVELS) {
                            try {
                                compare(asg, level, Optional.empty());
                            } catch (RuntimeException | AssertionError e) {
                                String replay = "shape %s, seed %d, level %s%n%s";
                                throw new AssertionError(replay.formatted(shape, seed, level, Mini.print(history)), e);
                            }
                        }
                    }
                }));
    }

    /** The same with levels to which an extension adds edges, milestones and superpositions at random. */
    @TestFactory
    Stream<DynamicTest> whatPassesDrawIsTrueWithExtensions() {
        return Shape.all().stream()
                .map(shape -> DynamicTest.dynamicTest(shape.name(), () -> {
                    for (long seed = 0; seed < HISTORIES / 3; seed++) {
                        History history = SmallHistories.random(seed, shape);
                        Asg asg = AsgBuilder.build(history, OwnWrites.MUST);
                        for (Level level : LEVELS) {
                            RandomExtension extension = new RandomExtension(level, seed);
                            try {
                                compare(asg, extension.levels().get(0), Optional.of(extension));
                            } catch (RuntimeException | AssertionError e) {
                                String replay = "shape %s, seed %d, level %s and more%n%s";
                                throw new AssertionError(replay.formatted(shape, seed, level, Mini.print(history)), e);
                            }
                        }
                    }
                }));
    }

    /** Asks for a few orders that have no meaning. */
    private record RandomExtension(Level level, long seed) implements Extension {
        @Override
        public List<Level> levels() {
            return List.of(new Level("random", level.criterion(), level.order(), level.mixed()));
        }

        @Override
        public void add(Asg asg, Level asked, ExtensionConstraints constraints) {
            Random random = new Random(seed);
            ExtensionConstraints.Point milestone = constraints.milestone();
            for (int i = 0; i < 2; i++) {
                constraints.edge(commit(random, asg, constraints), milestone, "before the milestone");
                constraints.edge(milestone, start(random, asg, constraints), "after the milestone");
            }
            constraints.edge(commit(random, asg, constraints), start(random, asg, constraints), "asked for");
            List<ExtensionConstraints.Option> options = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                options.add(constraints
                        .option()
                        .edge(start(random, asg, constraints), commit(random, asg, constraints), "one")
                        .edge(commit(random, asg, constraints), start(random, asg, constraints), "two"));
            }
            List<ExtensionConstraints.Possibility> either = constraints.superposition(options.subList(0, 2));
            List<ExtensionConstraints.Possibility> other = constraints.superposition(options.subList(1, 3));
            constraints.expression(List.of(either.get(0)), List.of(other.get(1)));
        }

        private static ExtensionConstraints.Point start(Random random, Asg asg, ExtensionConstraints constraints) {
            return constraints.start(random.nextInt(asg.transactionCount()));
        }

        private static ExtensionConstraints.Point commit(Random random, Asg asg, ExtensionConstraints constraints) {
            return constraints.commit(random.nextInt(asg.transactionCount()));
        }
    }

    private static void compare(Asg asg, Level level, Optional<Extension> extension) {
        if (!asg.gaps().isEmpty()
                || Undecidable.badReaders(asg, level).isPresent()
                || isMixedWithCausality(asg, level)) {
            return;
        }
        Ir base = extension.map(each -> IrBuilder.build(asg, level, each)).orElseGet(() -> IrBuilder.build(asg, level));
        if (base.isContradictory()) {
            return;
        }
        Ir after = CheckedPasses.run(base, Passes.STANDARD);
        boolean[] holds = new boolean[1];
        IrModels.forEach(base, (happened, sources, reach) -> {
            holds[0] = true;
            assertThat(after.isContradictory()).as("contradiction").isFalse();
            edgesAreIn(reach, after);
            sourcesAre(sources, after);
            return true;
        });
        Extensions extensions = extension.map(Extensions::of).orElseGet(Extensions::none);
        for (List<Pass> passes : List.of(Passes.STANDARD, List.<Pass>of())) {
            Checker checker = new Checker().with(extensions).with(passes).without(Deciders.SESSION_ORDER_FIRST);
            Decision decision = checker.stages(asg, level, Budget.unlimited()).decision();
            assertThat(decision instanceof Decision.Holds)
                    .as("%s with %d passes", decision, passes.size())
                    .isEqualTo(holds[0]);
        }
    }

    private static boolean isMixedWithCausality(Asg asg, Level level) {
        for (int t = 0; level.mixed() && t < asg.transactionCount(); t++) {
            Visibility visibility = level.of(asg.history(), t).criterion().visibility();
            if (visibility == Visibility.CAUSES || visibility.perKey()) {
                return true;
            }
        }
        return false;
    }

    private static void edgesAreIn(long[] reach, Ir after) {
        EdgeList edges = after.edges();
        for (int p = 0; p < after.points(); p++) {
            for (int e = edges.first(p); e >= 0; e = edges.next(e)) {
                if ((reach[p] >>> edges.to(e) & 1) == 0) {
                    throw new AssertionError("not so in some model: " + IrDump.point(after, p) + " -> "
                            + IrDump.point(after, edges.to(e)) + " " + IrDump.reason(edges.reason(e)));
                }
            }
        }
    }

    private static void sourcesAre(int[] sources, Ir after) {
        Asg asg = after.asg();
        for (int r = 0; r < sources.length; r++) {
            if (sources[r] == Ir.OPEN) {
                continue; // it does not count, or its reader did not happen
            }
            if (after.source(r) != Ir.OPEN && after.source(r) != sources[r]) {
                throw new AssertionError("r" + r + " is settled on " + after.source(r) + ", but may be " + sources[r]);
            }
            for (int c = asg.firstCandidate(r); c < asg.firstCandidate(r + 1); c++) {
                if (asg.candidate(c) == sources[r] && !after.isPossible(c)) {
                    throw new AssertionError("r" + r + " may be " + sources[r] + ", which was excluded");
                }
            }
        }
    }
}
