package io.bateleur.core.trace;

import io.bateleur.core.model.History;
import java.util.List;

/** A history as it was read: with its format, and what the reader wants its user to know. */
public record Trace(History history, TraceFormat format, List<String> warnings) {
    public Trace {
        warnings = List.copyOf(warnings);
    }
}
