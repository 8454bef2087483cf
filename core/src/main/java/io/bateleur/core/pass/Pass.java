package io.bateleur.core.pass;

import io.bateleur.core.ir.Ir;
import java.util.function.BooleanSupplier;

/** Draws conclusions: what it returns says the same as what it was given, with less left open. */
public interface Pass {
    /**
     * Draws all that this pass can.
     *
     * @param cancelled asked now and then; once it says yes, the pass may return with less drawn than there is to draw
     */
    Ir apply(Ir ir, BooleanSupplier cancelled);

    default String name() {
        return getClass().getSimpleName();
    }
}
