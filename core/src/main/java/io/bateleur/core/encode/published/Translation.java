package io.bateleur.core.encode.published;

import io.bateleur.core.asg.Resolution;
import io.bateleur.core.solve.Outcome;
import io.bateleur.core.solve.Problem;

/** A problem that is there as a whole before anyone solves it, and the way back from its answer. */
public interface Translation {
    /** The largest problem that is made, in edges: between one and two gigabytes once a solver has taken it up. */
    int EDGES_MAX = 10_000_000;

    Problem problem();

    Resolution resolution(Outcome.Satisfied model);

    /** Transactions that may be enough to show a refusal; none when nobody can tell. */
    int[] suspects(Outcome.Refused refused);
}
