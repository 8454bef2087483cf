package io.bateleur.core.trace;

import io.bateleur.core.model.History;
import java.util.List;
import java.util.Map;

/**
 * A history as it was read: with its format, and what the reader wants its user to know.
 *
 * @param levels by the words of each isolation level, where the trace names it first
 */
public record Trace(History history, TraceFormat format, List<String> warnings, Map<String, Place> levels) {
    public Trace {
        levels = Map.copyOf(levels);
        warnings = List.copyOf(warnings);
    }
}
