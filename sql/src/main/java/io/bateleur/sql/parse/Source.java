package io.bateleur.sql.parse;

import io.bateleur.sql.tree.Name;
import org.jspecify.annotations.Nullable;

/**
 * A table that a statement names.
 *
 * @param table null where rows come from something else than a table
 * @param optional whether its columns may be null because a join found no row of it
 */
public record Source(
        @Nullable Name schema,
        @Nullable Name table,
        @Nullable Name alias,
        boolean optional) {

    /** Whether a column that is qualified by {@code name} is one of this source. */
    public boolean isCalled(Name name) {
        Name own = alias != null ? alias : table;
        return own != null && own.matches(name);
    }

    @Override
    public String toString() {
        return (schema == null ? "" : schema + ".") + table;
    }
}
