package io.bateleur.core.check;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.encode.Encoding;
import io.bateleur.core.encode.FirstOrder;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.IrBuilder;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.pass.Passes;
import io.bateleur.core.solve.NativeSolver;
import io.bateleur.core.solve.Outcome;
import java.util.Optional;

/** Decides whether a history satisfies a level. */
public final class Checker {
    public Checker() {}

    /** For experiments. */
    public String quick(History history, Level level, Budget budget) {
        long t0 = System.nanoTime();
        Asg asg = AsgBuilder.build(history, OwnWrites.MUST);
        long t1 = System.nanoTime();
        Ir ir = IrBuilder.build(asg, level);
        long t2 = System.nanoTime();
        Ir known = Passes.run(ir, Passes.STANDARD);
        long t3 = System.nanoTime();
        String times = " asg " + (t1 - t0) / 1000000 + " ir " + (t2 - t1) / 1000000 + " pass " + (t3 - t2) / 1000000
                + " edges " + ir.edges().size() + "->" + known.edges().size() + " points " + ir.points() + " chains "
                + ir.chains().count();
        if (known.isContradictory()) {
            return "violated" + times + " cone " + known.contradiction().length;
        }
        Optional<Resolution> first = FirstOrder.resolution(known);
        long t4 = System.nanoTime();
        times += " first " + (t4 - t3) / 1000000;
        if (first.isPresent()) {
            return "holds" + times;
        }
        Encoding encoding = Encoding.of(known).orElseThrow();
        long t5 = System.nanoTime();
        NativeSolver solver = new NativeSolver(encoding.problem()).with(encoding);
        Outcome outcome = solver.solve(budget.limits());
        long t6 = System.nanoTime();
        times += " encode " + (t5 - t4) / 1000000 + " solve " + (t6 - t5) / 1000000 + " " + encoding.problem() + " "
                + solver.statistics();
        return outcome.match(s -> "holds", r -> "violated", g -> "undecided") + times;
    }

    public Verdict check(History history, Level level, Budget budget) {
        return new Verdict.Undecided("not yet");
    }
}
