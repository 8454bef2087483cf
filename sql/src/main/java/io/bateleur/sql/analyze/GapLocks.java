package io.bateleur.sql.analyze;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Places of indexes at which nobody else can insert, as InnoDB locks the gaps between the records that it scans. */
final class GapLocks {
    /** @param from the last record before the gap, null: there is none @param to the first behind it */
    private record Held(
            int holder,
            InnoDbIndex index,
            @Nullable RowKey from,
            @Nullable RowKey to) {}

    private final Map<Held, Boolean> held = new LinkedHashMap<>();

    void lock(int i, InnoDbIndex index, @Nullable RowKey from, @Nullable RowKey to) {
        held.put(new Held(i, index, from, to), true);
    }

    void release(int i) {
        held.keySet().removeIf(each -> each.holder() == i);
    }

    /** Entries of a row appear in the indexes of a table; those of these columns, or all. */
    void check(int i, TableShape shape, Map<String, @Nullable Object> row, @Nullable Set<String> columns) {
        BitSet holders = new BitSet();
        for (Held each : held.keySet()) {
            boolean concerned = each.holder() != i
                    && each.index().table().equals(shape.name())
                    && (columns == null || each.index().columns().stream().anyMatch(columns::contains));
            if (concerned) {
                RowKey entry = each.index().entry(shape, row);
                boolean after = each.from() == null || entry.compareTo(each.from()) > 0;
                if (after && (each.to() == null || entry.compareTo(each.to()) < 0)) {
                    holders.set(each.holder());
                }
            }
        }
        if (!holders.isEmpty()) {
            throw new EngineRun.MustWait(holders);
        }
    }
}
