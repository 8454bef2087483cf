package io.bateleur.core.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a session's statements mean beyond their texts: where names are looked up, and the settings that change what values become. Traces
 * tell of it as a statement with the text {@link #TEXT}; docs/trace-format.md says how.
 *
 * @param path the schemas in which names are looked up, first the one that comes first; null where nobody knows
 * @param settings others by their names, such as {@link #USER}
 */
public record SessionState(@Nullable List<String> path, Map<String, String> settings) {
    /** The text of the statement that tells the state of its session from there on. */
    public static final String TEXT = "SESSION STATE";

    /** The name of the entry of {@link History#about} with the state of sessions that tell none. */
    public static final String ABOUT = "session";

    public static final String USER = "user";
    public static final String TIME_ZONE = "time zone";
    public static final String SQL_MODE = "sql_mode";
    /** Whether counts of updates are those of rows that were found, {@code true}, or of rows that changed, {@code false}. */
    public static final String FOUND_ROWS = "found rows";

    public static final SessionState UNKNOWN = new SessionState(null, Map.of());

    private static final String PATH = "path";

    public SessionState {
        path = path == null ? null : List.copyOf(path);
        settings = Map.copyOf(settings);
    }

    public Optional<String> setting(String name) {
        return Optional.ofNullable(settings.get(name));
    }

    /** As the parameters of its statement: pairs of a name and a value. */
    public List<Value> toValues() {
        List<Value> pairs = new ArrayList<>();
        if (path != null) {
            pairs.add(Value.list(
                    Value.of(PATH), Value.list(path.stream().map(Value::of).toList())));
        }
        settings.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> pairs.add(Value.list(Value.of(each.getKey()), Value.of(each.getValue()))));
        return pairs;
    }

    /** From the parameters of its statement; what it tells in other words is left out. */
    public static SessionState of(List<Value> pairs) {
        List<String> path = null;
        Map<String, String> settings = new LinkedHashMap<>();
        for (Value each : pairs) {
            if (each instanceof Value.Elements pair
                    && pair.value().size() == 2
                    && pair.value().get(0) instanceof Value.Text name) {
                Value value = pair.value().get(1);
                if (name.value().equals(PATH) && value instanceof Value.Elements schemas) {
                    path = schemas.value().stream()
                            .filter(Value.Text.class::isInstance)
                            .map(schema -> ((Value.Text) schema).value())
                            .toList();
                } else if (value instanceof Value.Text text) {
                    settings.put(name.value(), text.value());
                }
            }
        }
        return new SessionState(path, settings);
    }

    /** The state of sessions that tell none; unknown where the trace does not say. */
    public static SessionState of(Map<String, Value> about) {
        return about.get(ABOUT) instanceof Value.Elements pairs ? of(pairs.value()) : UNKNOWN;
    }
}
