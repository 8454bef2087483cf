package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.SqlLevel;

/** Hears of the bench while it works. */
public interface BenchListener {
    /** A version is about to be started. */
    default void starting(String spec) {}

    /** A case is about to be run. */
    default void running(BugCase bugCase, Ground ground, SqlLevel level) {}

    /** One order of one scenario was run and recorded. */
    default void recorded(CaseRunner.Recorded run) {}

    default void done(CaseRun run) {}

    /** Asked often: whether to stop. */
    default boolean interrupted() {
        return false;
    }
}
