package io.bateleur.core.check;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.ir.Extension;
import io.bateleur.core.ir.ExtensionConstraints;
import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.Order;
import io.bateleur.core.prove.Prover;
import io.bateleur.core.replay.Replay;
import io.bateleur.core.report.Argument;
import io.bateleur.core.report.Explanation;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** From a decision to a verdict with evidence: a witness is replayed, and a refusal is argued once more on a small part of the history. */
final class Confirmation {
    private static final int REASONS_MAX = 20;

    private final Checker checker;
    private final Asg graph;
    private final Level level;
    private final Budget budget;
    private final Extension extension;

    Confirmation(Checker checker, Asg graph, Level level, Budget budget) {
        this.checker = checker;
        this.graph = graph;
        this.level = level;
        this.budget = budget;
        this.extension = checker.extensionOf(level);
    }

    Verdict of(Decision decision) {
        return decision.match(
                holds -> replayed(holds.witness()),
                refused -> explain(refused.suspects()),
                gaveUp -> new Verdict.Undecided(gaveUp.reason()));
    }

    private Verdict replayed(Resolution witness) {
        int[] position = new int[2 * graph.transactionCount()];
        Arrays.fill(position, -1);
        for (int i = 0; i < witness.events().length; i++) {
            position[witness.events()[i]] = i;
        }
        Replay.flaw(graph, level, witness)
                .or(() -> ExtensionConstraints.of(extension, graph, level).flaw(position))
                .ifPresent(flaw -> {
                    throw new IllegalStateException("the witness that " + level + " holds does not: " + flaw);
                });
        return Undecidable.of(graph, level)
                .<Verdict>map(Verdict.Undecided::new)
                .orElseGet(() -> new Verdict.Holds(graph, witness));
    }

    private Verdict explain(int[] suspects) {
        Parts parts = new Parts(checker, graph, level, budget);
        History coarse = parts.smallest(suspects);
        Optional<Explanation> first = argue(coarse);
        // What is too much to argue may be little enough when nothing needless is left in it.
        History part = first.isPresent() ? coarse : parts.minimized(coarse);
        return first.or(() -> argue(part))
                .or(() -> extension == Extension.NONE ? Optional.empty() : Optional.of(reasons(part)))
                .<Verdict>map(Verdict.Violated::new)
                .orElseGet(() -> new Verdict.Undecided(
                        budget.cancelled().getAsBoolean()
                                ? "the level was refused, but the time was up before that could be confirmed"
                                : "the level was refused, but the independent check of a part of "
                                        + part.transactionCount() + " transactions could not confirm it"));
    }

    private Optional<Explanation> argue(History part) {
        return Prover.explain(AsgBuilder.build(part, graph.ownWrites()), level, budget.cancelled());
    }

    /** No argument follows the rules of extensions, so that all that can be shown is what was asked. */
    private Explanation reasons(History part) {
        List<String> reasons = ExtensionConstraints.of(extension, AsgBuilder.build(part, graph.ownWrites()), level)
                .reasons();
        String asked = reasons.isEmpty()
                ? "what it asks beyond its criterion"
                : String.join("; ", reasons.subList(0, Math.min(REASONS_MAX, reasons.size())));
        Argument argument = new Argument.Cases(
                "No order of these transactions satisfies " + level.criterion().word() + " and what " + level
                        + " asks beyond it: " + asked,
                List.of());
        return new Explanation(level, Anomaly.EXTENSION, Order.NONE, argument, part);
    }
}
