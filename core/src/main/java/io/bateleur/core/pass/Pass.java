package io.bateleur.core.pass;

import io.bateleur.core.ir.Ir;

/** Draws conclusions: what it returns says the same as what it was given, with less left open. */
public interface Pass {
    Ir apply(Ir ir);

    default String name() {
        return getClass().getSimpleName();
    }
}
