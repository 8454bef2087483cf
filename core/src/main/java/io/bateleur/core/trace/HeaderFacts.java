package io.bateleur.core.trace;

import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the header of a trace says.
 *
 * @param version of Bateleur's own format; 0 for the formats of other tools
 * @param initial what the keys held before the first transaction; nothing when the header does not say
 * @param uniqueValues hint: no two writes of one key write the same value
 * @param about what the trace tells of itself
 * @param run which run of a recorder wrote it: ids of transactions and punctuations are the run's own
 * @param clock the clock of its times
 * @param unknown fields that the reader does not know: JSON text by name
 */
public record HeaderFacts(
        int version,
        Optional<InitialState> initial,
        boolean uniqueValues,
        Map<String, Value> about,
        Optional<String> run,
        Optional<TraceClock> clock,
        Map<String, String> unknown) {
    public HeaderFacts {
        about = Collections.unmodifiableMap(new LinkedHashMap<>(about));
        unknown = Collections.unmodifiableMap(new LinkedHashMap<>(unknown));
    }
}
