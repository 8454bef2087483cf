package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation on cells that a statement was lifted to.
 *
 * @param statement the recorded operation
 * @param value null: not known
 * @param lock how a read locks: {@code update}, {@code no key update}, {@code share} or {@code key share}; null where it does not
 */
record Op(
        Kind kind,
        Relation relation,
        int column,
        Value key,
        @Nullable Value value,
        @Nullable Scanned scanned,
        @Nullable String lock,
        int statement) {

    enum Kind {
        GET,
        GET_ABSENT,
        PUT,
        DELETE,
        SCAN
    }

    /** The range of a scan, from its key to this, and the rows it returned. */
    record Scanned(Value high, List<List<Value>> rows) {}

    boolean isWrite() {
        return kind == Kind.PUT || kind == Kind.DELETE;
    }
}
