package io.bateleur.core.check;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;

/** Decides whether a history satisfies a level. */
public final class Checker {
    public Checker() {}

    public Verdict check(History history, Level level, Budget budget) {
        return new Verdict.Undecided("not yet");
    }
}
