package io.bateleur.lab.run;

import java.util.function.Supplier;

/** Whoever starts a run: hears of it while it goes on, and may end it. */
public interface RunListener {

    /** What the user should know, a line or a few. */
    void say(String line);

    /** Asked often: whether to stop recording. */
    boolean interrupted();

    /**
     * The sessions are at work.
     *
     * @param progress says at each look how far they are
     * @return is run when they have ended
     */
    Runnable working(Supplier<String> progress);
}
