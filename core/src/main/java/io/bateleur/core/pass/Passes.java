package io.bateleur.core.pass;

import io.bateleur.core.ir.Ir;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The schedule of passes. */
public final class Passes {
    public static final List<Pass> STANDARD = List.of(new Saturation(), new Visible(), new Acyclic());

    private Passes() {}

    public static Ir run(Ir ir, List<Pass> passes, BooleanSupplier cancelled) {
        for (Pass pass : passes) {
            ir = cancelled.getAsBoolean() ? ir : pass.apply(ir, cancelled);
        }
        return ir;
    }
}
