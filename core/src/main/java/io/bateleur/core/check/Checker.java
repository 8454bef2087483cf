package io.bateleur.core.check;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.encode.published.AlternativeEncoding;
import io.bateleur.core.ir.Extension;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.core.pass.Pass;
import io.bateleur.core.prove.Prover;
import io.bateleur.core.replay.Replay;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.Solver;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a history satisfies a level.
 *
 * <p>trace → history → graph of versions and reads → what the level asks of it → passes → solver → verdict → explanation. A witness
 * is replayed, and a refusal is argued once more on a small part of the history, by code that shares nothing with the engine,
 * before either is returned.
 */
public final class Checker {
    private final OwnWrites ownWrites;
    private final Engine engine;
    private @Nullable Asg last;

    public Checker() {
        this(OwnWrites.MUST, Engine.standard());
    }

    private Checker(OwnWrites ownWrites, Engine engine) {
        this.ownWrites = ownWrites;
        this.engine = engine;
    }

    /** What reads return after their own transaction's writes. */
    public Checker with(OwnWrites policy) {
        return new Checker(policy, engine);
    }

    /** With other passes, to see what each is good for. */
    public Checker with(List<Pass> passes) {
        return new Checker(ownWrites, new Engine(passes, engine.solver(), engine.extensions(), engine.alternative()));
    }

    /** With another solver, as a second opinion. */
    public Checker with(Function<Problem, Solver> solver) {
        return new Checker(
                ownWrites, new Engine(engine.passes(), Optional.of(solver), engine.extensions(), engine.alternative()));
    }

    /** With levels of the user's own. */
    public Checker with(Extensions extensions) {
        return new Checker(ownWrites, new Engine(engine.passes(), engine.solver(), extensions, engine.alternative()));
    }

    /**
     * With the encoding of another checker, and without our passes, which would leave it little to do: for comparison, and as
     * another second opinion. What it does not support stays undecided, and says so.
     */
    public Checker with(AlternativeEncoding encoding) {
        return new Checker(
                ownWrites, new Engine(List.of(), engine.solver(), engine.extensions(), Optional.of(encoding)));
    }

    public Verdict check(History history, Level level, Budget budget) {
        Optional<Extension> extension = engine.extensions().of(level);
        Asg asg = graphOf(extension.map(e -> e.rewrite(history)).orElse(history));
        Optional<String> unknown = Poverty.unknownLevels(asg.history(), level);
        if (unknown.isPresent()) {
            return new Verdict.Undecided(unknown.get());
        }
        Optional<String> poor = Poverty.of(asg, level);
        Decision decision = Poverty.hasBadRead(asg, level)
                ? new Decision.Refused(Poverty.badReaders(asg, level))
                : poor.isPresent() && !asg.gaps().isEmpty()
                        ? new Decision.GaveUp(poor.get())
                        : decide(asg, level, budget);
        if (decision instanceof Decision.Holds holds) {
            Replay.flaw(asg, level, holds.witness()).ifPresent(flaw -> {
                throw new IllegalStateException("the witness that " + level + " holds does not: " + flaw);
            });
            extension
                    .flatMap(e -> AdditionsReplay.flaw(e, asg, level, holds.witness()))
                    .ifPresent(flaw -> {
                        throw new IllegalStateException("the witness that " + level + " holds does not: " + flaw);
                    });
            return poor.<Verdict>map(Verdict.Undecided::new).orElseGet(() -> new Verdict.Holds(asg, holds.witness()));
        }
        if (decision instanceof Decision.GaveUp gaveUp) {
            return new Verdict.Undecided(gaveUp.reason());
        }
        return explain(asg, level, ((Decision.Refused) decision).suspects(), budget);
    }

    /** Hints of a trace that the trace itself contradicts, in words: no verdict rests on them. */
    public List<String> warnings(History history) {
        return graphOf(history).warnings();
    }

    /** Several levels of one history share its graph. */
    private Asg graphOf(History history) {
        Asg known = last;
        if (known == null || !known.history().equals(history)) {
            Asg told = AsgBuilder.build(history, ownWrites);
            known = engine.alternative()
                    .map(encoding -> encoding.trusting(told))
                    .orElse(told);
            last = known;
        }
        return known;
    }

    /**
     * Without session order there are few chains to lean on. But histories of correct databases nearly always satisfy a level
     * with session order too, and what shows that they do not nearly always shows it without: the stronger question comes first.
     */
    private Decision decide(Asg asg, Level level, Budget budget) {
        boolean unordered = engine.extensions().of(level).isEmpty()
                && level.order() == Order.NONE
                && !level.criterion().sessions()
                && !level.criterion().visibility().perKey()
                && !level.mixed();
        if (unordered) {
            Decision stronger = engine.decide(asg, Level.of(level.criterion(), Order.SESSION), budget);
            if (stronger instanceof Decision.Holds) {
                return stronger;
            }
            boolean local = stronger instanceof Decision.Refused refused
                    && refused.suspects().length < asg.transactionCount()
                    && new Parts(this, asg, level, budget).isRefused(refused.suspects());
            if (local) {
                return stronger;
            }
        }
        return engine.decide(asg, level, budget);
    }

    /** Whether a part of a history is refused, without explaining it. */
    boolean refuses(History part, Level level, Budget budget) {
        return suspects(part, level, budget).isPresent();
    }

    /** Whom the refusal of a part of a history is about; nothing when it is not refused. */
    Optional<int[]> suspects(History part, Level level, Budget budget) {
        Asg asg = AsgBuilder.build(part, ownWrites);
        if (Poverty.hasBadRead(asg, level)) {
            return Optional.of(Poverty.badReaders(asg, level));
        }
        return asg.gaps().isEmpty() && engine.decide(asg, level, budget) instanceof Decision.Refused refused
                ? Optional.of(refused.suspects())
                : Optional.empty();
    }

    private Verdict explain(Asg asg, Level level, int[] suspects, Budget budget) {
        Parts parts = new Parts(this, asg, level, budget);
        History coarse = parts.smallest(suspects);
        Optional<Explanation> first = Prover.explain(AsgBuilder.build(coarse, ownWrites), level, budget.cancelled());
        // What is too much to argue may be little enough when nothing needless is left in it.
        History part = first.isPresent() ? coarse : parts.minimized(coarse);
        Optional<Explanation> why = first.isPresent()
                ? first
                : Prover.explain(AsgBuilder.build(part, ownWrites), level, budget.cancelled());
        if (why.isEmpty() && engine.extensions().of(level).isPresent()) {
            return new Verdict.Violated(AdditionsReplay.explain(
                    engine.extensions().of(level).get(), AsgBuilder.build(part, ownWrites), level));
        }
        return why.<Verdict>map(Verdict.Violated::new)
                .orElseGet(() -> new Verdict.Undecided(
                        budget.cancelled().getAsBoolean()
                                ? "the level was refused, but the time was up before that could be confirmed"
                                : "the level was refused, but the independent check of a part of "
                                        + part.transactionCount() + " transactions could not confirm it"));
    }
}
