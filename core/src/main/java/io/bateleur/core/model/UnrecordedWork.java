package io.bateleur.core.model;

import java.util.List;
import java.util.Optional;

/**
 * Something that a session may do, or did, without the trace showing it. Traces tell of it as a statement with the text {@link #TEXT};
 * docs/trace-format.md says how.
 *
 * @param way which way it went past the recorder
 * @param statement what is known of it in SQL, such as a COPY statement; empty: from here on the session may write anything
 */
public record UnrecordedWork(String way, String statement) {
    public static final String TEXT = "UNRECORDED WORK";

    /** As the parameters of its statement. */
    public List<Value> toValues() {
        return List.of(Value.of(way), Value.of(statement));
    }

    public static Optional<UnrecordedWork> of(List<Value> parameters) {
        return parameters.size() == 2
                        && parameters.get(0) instanceof Value.Text way
                        && parameters.get(1) instanceof Value.Text statement
                ? Optional.of(new UnrecordedWork(way.value(), statement.value()))
                : Optional.empty();
    }
}
