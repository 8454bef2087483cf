package io.bateleur.sql.analyze;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A row that is there at the start. */
public record InitialRow(String table, Map<String, @Nullable Object> values) {
    public InitialRow {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
}
