package io.bateleur.core.check;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.encode.published.AlternativeEncoding;
import io.bateleur.core.ir.Extension;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.pass.Pass;
import io.bateleur.core.pass.Passes;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.Solver;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Decides whether a history satisfies a level.
 *
 * <p>history → graph of versions and reads → what the level asks of it → passes → problem → decision → verdict with evidence. It
 * remembers nothing, so threads may share it; who asks for several levels of a history makes its {@link #graph} once.
 */
public final class Checker {
    private final OwnWrites ownWrites;
    private final UnaryOperator<Asg> believed;
    private final Extensions extensions;
    private final List<Pass> passes;
    private final List<Decider> deciders;
    private final Optional<Function<Problem, Solver>> solver;

    public Checker() {
        this(
                OwnWrites.MUST,
                UnaryOperator.identity(),
                Extensions.none(),
                Passes.STANDARD,
                Deciders.STANDARD,
                Optional.empty());
    }

    private Checker(
            OwnWrites ownWrites,
            UnaryOperator<Asg> believed,
            Extensions extensions,
            List<Pass> passes,
            List<Decider> deciders,
            Optional<Function<Problem, Solver>> solver) {
        this.ownWrites = ownWrites;
        this.believed = believed;
        this.extensions = extensions;
        this.passes = passes;
        this.deciders = deciders;
        this.solver = solver;
    }

    public Verdict check(History history, Level level, Budget budget) {
        return decided(graph(extensionOf(level).rewrite(history)), level, budget);
    }

    /** The same of a history whose {@link #graph} is there already. */
    public Verdict check(Asg graph, Level level, Budget budget) {
        return decided(judged(graph, level), level, budget);
    }

    private Verdict decided(Asg graph, Level level, Budget budget) {
        Decision decision = new Stages(this, graph, level, budget).decision();
        return new Confirmation(this, graph, level, budget).of(decision);
    }

    /** The way to the decision, to look at: what {@link #check(Asg, Level, Budget)} goes too, before the evidence. */
    public Stages stages(Asg graph, Level level, Budget budget) {
        return new Stages(this, judged(graph, level), level, budget);
    }

    /** The graph of a history, which all levels share. */
    public Asg graph(History history) {
        return believed.apply(AsgBuilder.build(history, ownWrites));
    }

    /** Some extensions judge another history than the recorded one. */
    private Asg judged(Asg graph, Level level) {
        History rewritten = extensionOf(level).rewrite(graph.history());
        return rewritten.equals(graph.history()) ? graph : graph(rewritten);
    }

    /** Whom the refusal of a part of a history is about; nothing when it is not refused. */
    Optional<int[]> suspects(History part, Level level, Budget budget) {
        Checker direct = without(Deciders.SESSION_ORDER_FIRST);
        Stages stages = new Stages(direct, AsgBuilder.build(part, ownWrites), level, budget);
        return stages.decision() instanceof Decision.Refused refused
                ? Optional.of(refused.suspects())
                : Optional.empty();
    }

    /** What reads return after their own transaction's writes. */
    public Checker with(OwnWrites policy) {
        return new Checker(policy, believed, extensions, passes, deciders, solver);
    }

    /** With other passes, to see what each is good for. */
    public Checker with(List<Pass> others) {
        return new Checker(ownWrites, believed, extensions, others, deciders, solver);
    }

    /** Without one who only saves others work, to see what that is good for. */
    public Checker without(Decider decider) {
        List<Decider> others =
                deciders.stream().filter(each -> !each.equals(decider)).toList();
        return new Checker(ownWrites, believed, extensions, passes, others, solver);
    }

    /** With another solver, as a second opinion. */
    public Checker with(Function<Problem, Solver> other) {
        return new Checker(ownWrites, believed, extensions, passes, deciders, Optional.of(other));
    }

    /** With levels of the user's own. */
    public Checker with(Extensions more) {
        return new Checker(ownWrites, believed, more, passes, deciders, solver);
    }

    /**
     * With the encoding of another checker, and without our passes, which would leave it little to do: for comparison, and as
     * another second opinion. What it does not support stays undecided, and says so.
     */
    public Checker with(AlternativeEncoding encoding) {
        return new Checker(ownWrites, encoding::trusting, extensions, List.of(), Deciders.with(encoding), solver);
    }

    public OwnWrites ownWrites() {
        return ownWrites;
    }

    Extension extensionOf(Level level) {
        return extensions.of(level);
    }

    List<Pass> passes() {
        return passes;
    }

    List<Decider> deciders() {
        return deciders;
    }

    Optional<Function<Problem, Solver>> solver() {
        return solver;
    }
}
