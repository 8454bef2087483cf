package io.bateleur.app.cli;

import io.bateleur.core.mirror.Verifier;
import io.bateleur.core.report.BrokenMechanism;
import io.bateleur.lab.watch.LiveStatus;

/** Whoever looks on while a database is verified. Calls come from several threads. */
interface LiveView extends AutoCloseable {
    /** Something that people should know. */
    void said(String line);

    /** The first finding of its cause; {@code said} and this must not take long. */
    void found(BrokenMechanism finding);

    /** How things stand, about once a second; {@code run} is how far a driven database is, or empty. */
    void status(LiveStatus status, String run);

    /** The end: everything is verified. */
    void summary(Verifier verifier, LiveStatus last);

    @Override
    void close();
}
