package io.bateleur.core.solve;

/** Takes the steps of a refutation: clauses that follow, and clauses that are not needed any more (DRAT). */
public interface Proof {
    /** A clause that follows from those before it; without literals it is the end of the proof. */
    void learned(int[] literals);

    void forgotten(int[] literals);
}
