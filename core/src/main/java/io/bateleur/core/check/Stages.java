package io.bateleur.core.check;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.AsgDump;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.encode.Encoding;
import io.bateleur.core.encode.FirstOrder;
import io.bateleur.core.encode.Guarantees;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.IrBuilder;
import io.bateleur.core.ir.IrDump;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.pass.Passes;
import io.bateleur.core.solve.LazyCheck;
import io.bateleur.core.solve.NativeSolver;
import io.bateleur.core.solve.Outcome;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SmtLib;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Shows what the checker makes of a history on its way to a verdict, for people who want to see why. The forms are described in
 * docs/dumps.md.
 */
public final class Stages {
    /** How far to go. */
    public enum Stage {
        /** The graph of versions and reads, the same for every level. */
        ASG,
        /** What the level asks of it, with all that the passes draw. */
        IR,
        /** What is left to a solver, with all that had to be instantiated until it was decided. */
        PROBLEM
    }

    private final Asg asg;
    private final Level level;
    private final Budget budget;
    private final Appendable out;

    private Stages(Asg asg, Level level, Budget budget, Appendable out) {
        this.asg = asg;
        this.level = level;
        this.budget = budget;
        this.out = out;
    }

    /** Writes one stage as text. */
    public static void dump(History history, OwnWrites ownWrites, Level level, Stage stage, Appendable out)
            throws IOException {
        dump(history, ownWrites, level, stage, Budget.unlimited(), out);
    }

    /**
     * Writes one stage as text.
     *
     * @param budget for the last stage: where it is spent, the problem is shown as far as it had grown
     */
    public static void dump(
            History history, OwnWrites ownWrites, Level level, Stage stage, Budget budget, Appendable out)
            throws IOException {
        Asg asg = AsgBuilder.build(history, ownWrites);
        Stages stages = new Stages(asg, level, budget, out);
        switch (stage) {
            case ASG -> AsgDump.write(asg, out);
            case IR -> stages.ir();
            case PROBLEM -> stages.problem();
        }
    }

    private boolean isPerKey() {
        return level.criterion().visibility().perKey();
    }

    private void ir() throws IOException {
        if (isPerKey()) {
            out.append("ir: none, ").append(level.name()).append(" judges each key apart\n");
        } else {
            IrDump.write(Passes.run(IrBuilder.build(asg, level), Passes.STANDARD, budget.cancelled()), out);
        }
    }

    private void problem() throws IOException {
        if (isPerKey()) {
            Guarantees encoding = Guarantees.of(asg, level.criterion().visibility(), () -> false)
                    .orElseThrow();
            String answer = solve(encoding.problem(), (candidate, problem) -> {});
            header(encoding.problem(), answer);
            for (int w = 0; w < asg.writeCount(); w++) {
                comment("n" + encoding.nodeOf(w) + " " + AsgDump.version(w));
            }
            meanings(encoding.meanings());
            SmtLib.write(encoding.problem(), out);
            return;
        }
        if (Poverty.hasBadRead(asg, level)) {
            refused("a read that nothing explains refuses");
            return;
        }
        Ir ir = Passes.run(IrBuilder.build(asg, level), Passes.STANDARD, budget.cancelled());
        Optional<Encoding> encoding = ir.isContradictory() ? Optional.empty() : Encoding.of(FirstOrder.of(ir));
        if (encoding.isEmpty()) {
            refused("the passes refuse");
        } else {
            problem(ir, encoding.get());
        }
    }

    /** Any solver refuses this too. */
    private void refused(String why) throws IOException {
        comment("problem: none, " + why + " " + level.name());
        comment("answer: unsat");
        Problem nothing = new Problem();
        nothing.clause();
        SmtLib.write(nothing, out);
    }

    private void problem(Ir ir, Encoding encoding) throws IOException {
        String answer = solve(encoding.problem(), encoding);
        header(encoding.problem(), answer);
        for (int p = 0; p < ir.points(); p++) {
            comment("n" + encoding.nodeOf(p) + " " + IrDump.point(ir, p));
        }
        meanings(encoding.meanings());
        SmtLib.write(encoding.problem(), out);
    }

    private String solve(Problem problem, LazyCheck check) {
        Outcome outcome = new NativeSolver(problem).with(check).solve(budget.limits());
        return outcome.match(satisfied -> "sat", refused -> "unsat", gaveUp -> "unknown, " + gaveUp.reason());
    }

    private void header(Problem problem, String answer) throws IOException {
        comment("problem: %s, %d variables, %d clauses, %d nodes, %d edges"
                .formatted(
                        level.name(),
                        problem.variableCount(),
                        problem.clauseCount(),
                        problem.nodeCount(),
                        problem.edgeCount()));
        comment("answer: " + answer);
    }

    private void meanings(SortedMap<Integer, String> meanings) throws IOException {
        for (Map.Entry<Integer, String> each : meanings.entrySet()) {
            comment("x" + each.getKey() + " " + each.getValue());
        }
    }

    private void comment(String text) throws IOException {
        out.append("; ").append(text).append('\n');
    }
}
