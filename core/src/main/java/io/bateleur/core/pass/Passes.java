package io.bateleur.core.pass;

import io.bateleur.core.ir.Ir;
import java.util.List;

/** The schedule of passes. */
public final class Passes {
    public static final List<Pass> STANDARD = List.of(new Saturation(), new Visible(), new Acyclic());

    private Passes() {}

    public static Ir run(Ir ir, List<Pass> passes) {
        for (Pass pass : passes) {
            ir = pass.apply(ir);
        }
        return ir;
    }
}
