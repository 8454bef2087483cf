package io.bateleur.core.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What a reader wants its user to know although it could read on: what was dropped, what was assumed. */
public final class Notes {
    private final List<String> warnings = new ArrayList<>();
    private final Map<String, Place> levels = new HashMap<>();

    public void warn(String warning) {
        warnings.add(warning);
    }

    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** Where an isolation level is named: who does not know it tells its place. */
    public void level(String words, Supplier<Place> place) {
        levels.computeIfAbsent(words, first -> place.get());
    }

    /** By the words of each level, where it is named first. */
    Map<String, Place> levels() {
        return Map.copyOf(levels);
    }
}
