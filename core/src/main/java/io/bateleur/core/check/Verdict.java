package io.bateleur.core.check;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.report.Explanation;

/** What a check found, with its evidence. Never a boolean. */
public sealed interface Verdict {

    /** The level holds: a resolution that was replayed. */
    record Holds(Asg asg, Resolution witness) implements Verdict {}

    /** The level does not hold: an argument that was checked again. */
    record Violated(Explanation why) implements Verdict {}

    /** Nobody can tell, or not within the limits. */
    record Undecided(String reason) implements Verdict {}

    /** The word for it on the command line and in JSON. */
    default String word() {
        return this instanceof Holds ? "holds" : this instanceof Violated ? "violated" : "undecided";
    }
}
