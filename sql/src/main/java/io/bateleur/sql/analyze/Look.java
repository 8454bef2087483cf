package io.bateleur.sql.analyze;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * That an instance looked at rows of a table.
 *
 * @param instruction which of its program
 * @param rows which rows this is about
 * @param visible whose writes it saw
 * @param own what it had written itself before
 * @param matches whether a row belongs to what is asked for; only rows that are there
 * @param conditions columns that decide it, with {@link TableShape#ALIVE}
 * @param outputs columns of matching rows that it used
 */
record Look(
        int instance,
        int instruction,
        String table,
        Predicate<RowKey> rows,
        BitSet visible,
        Map<RowKey, Map<String, @Nullable Object>> own,
        Predicate<Map<String, @Nullable Object>> matches,
        Set<String> conditions,
        Set<String> outputs) {

    static Map<RowKey, Map<String, @Nullable Object>> copy(Map<RowKey, Map<String, @Nullable Object>> own) {
        Map<RowKey, Map<String, @Nullable Object>> copy = new HashMap<>();
        own.forEach((key, cells) -> copy.put(key, new HashMap<>(cells)));
        return copy;
    }
}
