package io.bateleur.core.pass;

import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.IrChecker;
import java.util.List;

/** Runs passes with the checker of IRs between them: what each returns is well-formed, and says no less than what it was given. */
public final class CheckedPasses {
    private CheckedPasses() {}

    public static Ir run(Ir ir, List<Pass> passes) {
        IrChecker.check(ir);
        Ir before = ir;
        for (Pass pass : passes) {
            int edges = before.edges().size();
            int settled = before.settledReads();
            Ir after = pass.apply(before, () -> false);
            if (before.edges().size() != edges || before.settledReads() != settled) {
                throw new IllegalStateException("pass " + pass.name() + " changed what it was given");
            }
            IrChecker.check(before, after, pass.name());
            before = after;
        }
        return before;
    }
}
