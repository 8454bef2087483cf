package io.bateleur.core.pass;

import io.bateleur.core.ir.Ir;
import java.util.List;

/** The schedule of passes. */
public final class Passes {
    /** At most so many numbers in clocks: 1.6 GB. */
    private static final long CLOCK_LIMIT = 400_000_000L;

    public static final List<Pass> STANDARD = List.of(new Saturation(CLOCK_LIMIT));

    private Passes() {}

    public static Ir run(Ir ir, List<Pass> passes) {
        for (Pass pass : passes) {
            ir = pass.apply(ir);
        }
        return ir;
    }
}
