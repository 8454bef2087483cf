package io.bateleur.sql.schema;

import io.bateleur.sql.tree.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table that holds rows, or is put together from partitions that do.
 *
 * @param columns in their order, inherited ones included
 * @param key the primary key; null where there is none
 * @param uniques every other unique key or unique index
 * @param references foreign keys of this table
 * @param rules PostgreSQL's, which rewrite statements
 * @param unknown what nobody looked at, because an older recorder or a definition that is not understood left it open: nothing may be
 *     concluded from its absence here
 */
public record BaseTable(
        ObjectName name,
        Storage storage,
        List<TableColumn> columns,
        @Nullable UniqueKey key,
        List<UniqueKey> uniques,
        List<Reference> references,
        List<CheckRule> checks,
        List<TableTrigger> triggers,
        List<RewriteRule> rules,
        Ancestry ancestry,
        boolean rowSecurity,
        Set<Aspect> unknown)
        implements SchemaObject {

    /** How long its rows live, and where. */
    public enum Storage {
        PERMANENT,
        /** Of one session; one of the same name may hide another table from it. */
        TEMPORARY,
        /** Elsewhere: another server, a file, an engine of its own. */
        FOREIGN
    }

    /** A part of what there is to know of a table. */
    public enum Aspect {
        COLUMNS,
        /** NOT NULL, defaults, identity, generation, collations and domains of columns. */
        COLUMN_RULES,
        UNIQUES,
        REFERENCES,
        CHECKS,
        TRIGGERS,
        ANCESTRY,
        ROW_SECURITY
    }

    public BaseTable {
        columns = List.copyOf(columns);
        uniques = List.copyOf(uniques);
        references = List.copyOf(references);
        checks = List.copyOf(checks);
        triggers = List.copyOf(triggers);
        rules = List.copyOf(rules);
        unknown = Set.copyOf(unknown);
    }

    /** Whether all there is of this kind is here. */
    public boolean knows(Aspect aspect) {
        return !unknown.contains(aspect);
    }

    /** The place of a column in {@link #columns}, or -1; names of columns differ by case only where they are quoted. */
    public int column(Name wanted) {
        int found = -1;
        for (int c = 0; c < columns.size(); c++) {
            if (columns.get(c).name().equals(wanted.text())) {
                return c;
            }
            if (wanted.matches(columns.get(c).name())) {
                found = found == -1 ? c : -2;
            }
        }
        return Math.max(found, -1);
    }

    /** The place of a column by its name as it is stored, or -1. */
    public int column(String stored) {
        for (int c = 0; c < columns.size(); c++) {
            if (columns.get(c).name().equals(stored)) {
                return c;
            }
        }
        return -1;
    }

    /** The primary key and all others. */
    public List<UniqueKey> keys() {
        List<UniqueKey> keys = new ArrayList<>();
        if (key != null) {
            keys.add(key);
        }
        keys.addAll(uniques);
        return keys;
    }

    /** Whether a statement may do more, or less, than it says: triggers or rewriting rules, or nobody knows. */
    public boolean hasTriggers() {
        return !triggers.isEmpty() || !rules.isEmpty() || !knows(Aspect.TRIGGERS);
    }
}
