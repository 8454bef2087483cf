package io.bateleur.sql.schema;

import java.util.List;

/**
 * A foreign key.
 *
 * @param name of the constraint; empty where it is not known
 * @param columns of the table that it belongs to; empty where they are not known
 * @param key columns of the other table; empty: its primary key
 * @param deferral when it is checked
 */
public record Reference(
        String name,
        List<String> columns,
        ObjectName table,
        List<String> key,
        Action onDelete,
        Action onUpdate,
        Deferral deferral) {

    /** What happens to rows when those that they refer to go, or get another key. */
    public enum Action {
        NO_ACTION,
        RESTRICT,
        CASCADE,
        SET_NULL,
        SET_DEFAULT,
        /** It changes rows in some way. */
        UNKNOWN;

        public boolean writes() {
            return this != NO_ACTION && this != RESTRICT;
        }
    }

    public Reference {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }

    /** Whether it may be checked at the commit only. */
    public boolean deferrable() {
        return deferral != Deferral.NEVER;
    }

    /** Whether changes of the other table change this one. */
    public boolean writes() {
        return onDelete.writes() || onUpdate.writes();
    }
}
