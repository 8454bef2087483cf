package io.bateleur.core.check;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgDump;
import io.bateleur.core.encode.Translation;
import io.bateleur.core.ir.IrDump;
import io.bateleur.core.model.Level;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SmtLib;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes what the checker makes of a history on its way to a verdict, for people who want to see why. The forms are described in
 * docs/dumps.md.
 */
public final class Dump {
    /** How far to go. */
    public enum Stage {
        /** The graph of versions and reads, the same for every level. */
        ASG,
        /** What the level asks of it, with all that the passes conclude. */
        IR,
        /** What is left to a solver, with all that had to be instantiated until it was decided. */
        PROBLEM
    }

    private final Stages stages;
    private final Appendable out;

    private Dump(Stages stages, Appendable out) {
        this.stages = stages;
        this.out = out;
    }

    /**
     * Writes one stage as text. The checker goes its usual way, but leaves out those who only save the solver work: so there is a
     * problem to see.
     *
     * @param budget where it is spent, the problem is shown as far as it had grown
     */
    public static void write(Checker checker, Asg graph, Level level, Stage stage, Budget budget, Appendable out)
            throws IOException {
        Checker thorough = checker.without(Deciders.SESSION_ORDER_FIRST).without(Deciders.FIRST_ORDER);
        Dump dump = new Dump(thorough.stages(graph, level, budget), out);
        switch (stage) {
            case ASG -> AsgDump.write(dump.stages.graph(), out);
            case IR -> dump.ir();
            case PROBLEM -> dump.problem();
        }
    }

    private void ir() throws IOException {
        if (stages.level().criterion().visibility().perKey()) {
            out.append("ir: none, ").append(stages.level().name()).append(" judges each key apart\n");
        } else {
            IrDump.write(stages.ir(), out);
        }
    }

    private void problem() throws IOException {
        Decision decision = stages.decision();
        Optional<Translation> left = stages.problem();
        comment("problem: " + left.map(each -> size(each.problem())).orElseGet(this::none));
        comment("answer: "
                + decision.<String>match(holds -> "sat", refused -> "unsat", gaveUp -> "unknown, " + gaveUp.reason()));
        List<String> legend = new ArrayList<>();
        left.ifPresent(each -> each.legend(legend::add));
        for (String line : legend) {
            comment(line);
        }
        if (left.isPresent()) {
            SmtLib.write(left.get().problem(), out);
        } else if (decision instanceof Decision.Refused) {
            Problem nothing = new Problem(); // any solver refuses this too
            nothing.clause();
            SmtLib.write(nothing, out);
        }
    }

    private String none() {
        return "none, " + stages.level() + " is decided by " + stages.decidedBy();
    }

    private String size(Problem problem) {
        return "%s, %d variables, %d clauses, %d nodes, %d edges"
                .formatted(
                        stages.level().name(),
                        problem.variableCount(),
                        problem.clauseCount(),
                        problem.nodeCount(),
                        problem.edgeCount());
    }

    private void comment(String text) throws IOException {
        out.append("; ").append(text).append('\n');
    }
}
