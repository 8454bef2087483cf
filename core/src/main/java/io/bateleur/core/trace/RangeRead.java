package io.bateleur.core.trace;

import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.model.Version;
import java.util.List;
import java.util.Optional;

/**
 * A read of a range of keys.
 *
 * @param kind a scan or an iteration
 * @param low inclusive
 * @param high exclusive
 * @param items what was returned, dead items last
 * @param versionSet hint: which version of each key of the range it chose from
 * @param stopped whether an iteration ended early
 * @param locking whether it took locks
 */
public record RangeRead(
        OpKind kind,
        Optional<Value> low,
        Optional<Value> high,
        List<Item> items,
        Optional<List<Version>> versionSet,
        boolean stopped,
        boolean locking) {
    public RangeRead {
        items = List.copyOf(items);
        versionSet = versionSet.map(List::copyOf);
    }
}
