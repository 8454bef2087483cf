package io.bateleur.lab.watch;

import io.bateleur.core.mirror.Verifier;
import io.bateleur.recorder.TraceReceiver;
import java.io.Closeable;
import java.io.IOException;

/** Verifies what several recorders send, together, while it comes; each run is read by a thread of its own. */
public interface OngoingVerification extends TraceReceiver.Runs, Closeable {
    /** How things stand. */
    LiveStatus status();

    /** Everything has come that will: verifies what is left. All runs must have been read. */
    Verifier finish() throws IOException;

    @Override
    void close();
}
