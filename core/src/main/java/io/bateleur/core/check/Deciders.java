package io.bateleur.core.check;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.encode.Guarantees;
import io.bateleur.core.encode.LazyEncoding;
import io.bateleur.core.encode.Translation;
import io.bateleur.core.encode.published.AlternativeEncoding;
import io.bateleur.core.ir.Extension;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.core.pass.Passes;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Everybody who may decide. The list is the schedule: what one cannot decide the next one is asked. */
public final class Deciders {
    /** The trace names levels whose meaning is unknown, so nobody knows what is asked. */
    static final Decider UNKNOWN_LEVELS = new Decider("a level that nobody knows", stages -> Undecidable.unknownLevels(
                    stages.graph().history(), stages.level())
            .map(Decision.GaveUp::new));

    /** A read of somebody whose level counts reads saw what no version explains, however versions are ordered. */
    static final Decider UNEXPLAINED_READ =
            new Decider("a read that nothing explains", stages -> Undecidable.badReaders(stages.graph(), stages.level())
                    .map(Decision.Refused::new));

    /** The trace does not tell something that any verdict needs. */
    static final Decider GAPS = new Decider(
            "a gap in the trace",
            stages -> stages.graph().gaps().stream().findFirst().map(Decision.GaveUp::new));

    /**
     * Without session order there are few chains to lean on. But histories of correct databases nearly always satisfy a level with
     * session order too, and what shows that they do not nearly always shows it without: the stronger question comes first.
     */
    public static final Decider SESSION_ORDER_FIRST =
            new Decider("asking with session order first", Deciders::withSessionOrder);

    /** Session guarantees only order the versions of each key. */
    static final Decider EACH_KEY = new Decider(
            "a solver, key by key",
            stages -> stages.level().criterion().visibility().perKey()
                    ? translated(
                            stages,
                            Guarantees.of(
                                    stages.graph(),
                                    stages.level().criterion().visibility(),
                                    stages.budget().cancelled()),
                            "the time is up")
                    : Optional.empty());

    /** What is known contradicts itself. */
    static final Decider PASSES = new Decider(
            "the passes",
            stages -> stages.ir().isContradictory()
                    ? Optional.of(new Decision.Refused(stages.ir().contradiction()))
                    : Optional.empty());

    /** The passes may have stopped early, and whoever comes next relies on them. */
    static final Decider TIME = new Decider("the time", stages -> isCancelled(stages));

    /** Most histories satisfy their level in the first order that comes to mind. */
    public static final Decider FIRST_ORDER = new Decider("the first order", stages -> stages.firstOrder()
            .resolution(stages.checker().passes().containsAll(Passes.STANDARD))
            .map(Decision.Holds::new));

    /** All the rest is a problem for a solver, unless the known edges have a cycle. */
    static final Decider SOLVER = new Decider(
            "a solver",
            stages -> Optional.of(LazyEncoding.of(stages.firstOrder())
                    .map(stages::solve)
                    .orElseGet(() -> new Decision.Refused(stages.everybody()))));

    static final Decider NOBODY = new Decider("nobody", stages -> Optional.empty());

    public static final List<Decider> STANDARD = List.of(
            UNKNOWN_LEVELS, UNEXPLAINED_READ, GAPS, SESSION_ORDER_FIRST, EACH_KEY, PASSES, TIME, FIRST_ORDER, SOLVER);

    private Deciders() {}

    /** With the encoding of another checker in place of ours. */
    static List<Decider> with(AlternativeEncoding encoding) {
        return List.of(
                UNKNOWN_LEVELS,
                UNEXPLAINED_READ,
                GAPS,
                SESSION_ORDER_FIRST,
                new Decider("the encoding " + encoding.word(), stages -> encoding.unsupported(
                                stages.graph(), stages.level())
                        .map(Decision.GaveUp::new)),
                PASSES,
                new Decider(
                        "a solver, by the encoding " + encoding.word(),
                        stages -> translated(
                                stages,
                                encoding.encode(stages.ir(), stages.budget().cancelled()),
                                "the history is too large for the encoding " + encoding.word())));
    }

    private static Optional<Decision> translated(Stages stages, Optional<? extends Translation> left, String reason) {
        return left.<Decision>map(stages::solve)
                .or(() -> isCancelled(stages))
                .or(() -> Optional.of(new Decision.GaveUp(reason)));
    }

    private static Optional<Decision> isCancelled(Stages stages) {
        BooleanSupplier cancelled = stages.budget().cancelled();
        return cancelled.getAsBoolean() ? Optional.of(new Decision.GaveUp("the time is up")) : Optional.empty();
    }

    private static Optional<Decision> withSessionOrder(Stages stages) {
        Level level = stages.level();
        boolean unordered = level.order() == Order.NONE
                && !level.criterion().sessions()
                && !level.criterion().visibility().perKey()
                && !level.mixed()
                && stages.checker().extensionOf(level) == Extension.NONE;
        if (!unordered) {
            return Optional.empty();
        }
        Asg graph = stages.graph();
        Stages stronger =
                new Stages(stages.checker(), graph, Level.of(level.criterion(), Order.SESSION), stages.budget());
        Decision decision = stronger.decision();
        boolean local = decision instanceof Decision.Refused refused
                && refused.suspects().length < graph.transactionCount()
                && new Parts(stages.checker(), graph, level, stages.budget()).isRefused(refused.suspects());
        return decision instanceof Decision.Holds || local
                ? Optional.of(stages.decisionOf(stronger))
                : Optional.empty();
    }
}
