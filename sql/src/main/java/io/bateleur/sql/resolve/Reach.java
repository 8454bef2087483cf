package io.bateleur.sql.resolve;

import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.ObjectName;
import io.bateleur.sql.tree.Span;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What something may write: columns of tables; or anything at all, and why nobody knows better. */
public final class Reach {
    private final Map<ObjectName, BaseTable> tables = new LinkedHashMap<>();
    private final Map<ObjectName, BitSet> columns = new LinkedHashMap<>();
    private @Nullable Unresolved anything;

    /** Why it may write anything, and where that stands; null where it may not. */
    public @Nullable Unresolved anything() {
        return anything;
    }

    public boolean isNothing() {
        return anything == null && tables.isEmpty();
    }

    public List<BaseTable> tables() {
        return List.copyOf(tables.values());
    }

    /** The columns of a table that may be written, by their places. */
    public BitSet columns(BaseTable table) {
        BitSet found = columns.get(table.name());
        return found == null ? new BitSet() : (BitSet) found.clone();
    }

    void add(BaseTable table, BitSet some) {
        tables.put(table.name(), table);
        columns.computeIfAbsent(table.name(), name -> new BitSet()).or(some);
    }

    public void add(Reach other) {
        other.tables.values().forEach(table -> add(table, other.columns(table)));
        if (other.anything != null) {
            everything(other.anything.at(), other.anything.why());
        }
    }

    public void everything(Span at, String why) {
        if (anything == null) {
            anything = new Unresolved(at, why);
        }
    }

    static BitSet all(BaseTable table) {
        BitSet all = new BitSet();
        all.set(0, table.columns().size());
        return all;
    }

    /** For people: {@code item(stock), sale}. */
    @Override
    public String toString() {
        if (anything != null) {
            return "anything";
        }
        List<String> words = new ArrayList<>();
        for (BaseTable table : tables.values()) {
            BitSet some = columns(table);
            String names = String.join(
                    ", ",
                    some.stream().mapToObj(c -> table.columns().get(c).name()).toList());
            words.add(
                    some.cardinality() == table.columns().size()
                            ? table.name().name()
                            : table.name().name() + "(" + names + ")");
        }
        return String.join(", ", words);
    }
}
