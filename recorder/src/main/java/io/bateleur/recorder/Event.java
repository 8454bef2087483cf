package io.bateleur.recorder;

import io.bateleur.core.trace.nativ.EventWriter;
import java.io.IOException;

/**
 * Something that happened, on its way to the trace. It becomes a line there, which the recorder's thread writes: nothing that the line
 * tells may change after the event was handed over.
 */
public interface Event {
    void write(EventWriter out) throws IOException;
}
