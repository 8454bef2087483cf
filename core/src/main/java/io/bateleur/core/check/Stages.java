package io.bateleur.core.check;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.encode.FirstOrder;
import io.bateleur.core.encode.Translation;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.IrBuilder;
import io.bateleur.core.model.Level;
import io.bateleur.core.pass.Passes;
import io.bateleur.core.solve.NativeSolver;
import io.bateleur.core.solve.Refinement;
import io.bateleur.core.solve.Solver;
import io.bateleur.core.solve.SolverOutcome;
import io.bateleur.core.solve.Statistics;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The way from the graph of a history to a decision about one level, with every stage as a value. Each stage is made when a decider,
 * or an observer, first asks for it. For one thread; the graph may be shared.
 */
public final class Stages {
    private final Checker checker;
    private final Asg graph;
    private final Level level;
    private final Budget budget;

    private @Nullable Ir ir;
    private @Nullable FirstOrder firstOrder;
    private @Nullable Translation problem;
    private Optional<Statistics> statistics = Optional.empty();
    private @Nullable Decision decision;
    private Decider decidedBy = Deciders.NOBODY;
    private Stages deciding = this;

    Stages(Checker checker, Asg graph, Level level, Budget budget) {
        this.checker = checker;
        this.graph = graph;
        this.level = level;
        this.budget = budget;
    }

    /** Versions, and which of them reads may have seen: the same for every level. */
    public Asg graph() {
        return graph;
    }

    public Level level() {
        return level;
    }

    Checker checker() {
        return checker;
    }

    Budget budget() {
        return budget;
    }

    /** What the level asks of the graph, with what its extension adds, and all that the passes conclude from it. */
    public Ir ir() {
        if (ir == null) {
            Ir asked = IrBuilder.build(graph, level, checker.extensionOf(level));
            ir = Passes.run(asked, checker.passes(), budget.cancelled());
        }
        return ir;
    }

    FirstOrder firstOrder() {
        if (firstOrder == null) {
            firstOrder = FirstOrder.of(ir());
        }
        return firstOrder;
    }

    /** What was left to a solver, as it is once that has decided it; nothing when none was needed. */
    public Optional<Translation> problem() {
        return Optional.ofNullable(problem);
    }

    /** What our solver did; nothing when it was not needed. */
    public Optional<Statistics> statistics() {
        return statistics;
    }

    /** The answer of the first decider in the list that has one, before it is confirmed. */
    public Decision decision() {
        for (Decider decider : checker.deciders()) {
            if (decision == null) {
                decidedBy = decider;
                decision = decider.rule().decide(this).orElse(null);
            }
        }
        return decision != null ? decision : new Decision.GaveUp("nobody in the list of deciders decides it");
    }

    /** Whose answer the {@link #decision()} is. */
    public Decider decidedBy() {
        return decidedBy;
    }

    /** These stages, or those of a stronger level that was asked first and decided this one too. */
    public Stages deciding() {
        return deciding;
    }

    Decision decisionOf(Stages stronger) {
        deciding = stronger;
        return stronger.decision();
    }

    /** The answer of the solver to what is left. */
    Decision solve(Translation left) {
        problem = left;
        Optional<Solver> other = checker.solver().map(solver -> solver.apply(left.problem()));
        if (other.isPresent()) {
            try {
                SolverOutcome outcome = new Refinement(other.get(), left.problem(), left).solve(budget.limits());
                return decision(left, outcome, Optional::empty);
            } finally {
                close(other.get());
            }
        }
        NativeSolver ours = new NativeSolver(left.problem()).with(left);
        SolverOutcome outcome = ours.solve(budget.limits());
        statistics = Optional.of(ours.statistics());
        return decision(left, outcome, ours::involved);
    }

    private Decision decision(Translation left, SolverOutcome outcome, Supplier<Optional<BitSet>> involved) {
        return outcome.match(
                model -> new Decision.Holds(left.resolution(model)),
                refused -> {
                    int[] suspects = left.suspects(refused, involved);
                    return new Decision.Refused(suspects.length > 0 ? suspects : everybody());
                },
                gaveUp -> new Decision.GaveUp(gaveUp.reason()));
    }

    private static void close(Solver solver) {
        if (solver instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception e) {
                throw new IllegalStateException("a solver could not be closed", e);
            }
        }
    }

    /** All transactions that may have happened, by their place in the order of what is known, where there is one. */
    int[] everybody() {
        IntStream inOrder = level.criterion().visibility().perKey()
                ? IntStream.range(0, graph.transactionCount()).filter(t -> graph.fate(t) != Asg.Fate.GONE)
                : IntStream.range(0, ir().points()).map(ir()::transactionAt).filter(t -> t >= 0);
        return inOrder.distinct().toArray();
    }
}
