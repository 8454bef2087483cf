package io.bateleur.core.trace;

import java.util.ArrayList;
import java.util.List;

/** What a reader wants its user to know although it could read on: what was dropped, what was assumed. */
public final class Notes {
    private final List<String> warnings = new ArrayList<>();

    public void warn(String warning) {
        warnings.add(warning);
    }

    public List<String> warnings() {
        return List.copyOf(warnings);
    }
}
