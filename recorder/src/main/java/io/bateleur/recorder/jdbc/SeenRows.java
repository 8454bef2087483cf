package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a result that the application has come to. A call keeps these, and nothing of the driver's: a connection that is lost with
 * a result half read must not be kept by the transaction that waits for the rest. Guarded by its session.
 */
final class SeenRows implements Call.Growing {
    private final boolean keys;
    /** By their place where the application may go back, else in the order in which they came. */
    final @Nullable Map<Integer, List<Value>> placed;

    /** Mostly there is one, for which no list is needed that can grow. */
    private List<List<Value>> seen = List.of();

    List<String> labels = List.of();

    /** About how many bytes they have. */
    long weight;

    boolean complete;
    /** Whether there were more than are recorded. */
    boolean left;

    SeenRows(boolean keys, boolean forwardOnly) {
        this.keys = keys;
        this.placed = forwardOnly ? null : new TreeMap<>();
    }

    /** A row that came after the others. */
    void add(List<Value> row) {
        if (seen.isEmpty()) {
            seen = List.of(row);
            return;
        }
        if (seen.size() == 1) {
            seen = new ArrayList<>(seen);
        }
        seen.add(row);
    }

    int size() {
        return placed == null ? seen.size() : placed.size();
    }

    /** Some of the keys, where there are so many in all; none otherwise, because nobody can tell whose they are. */
    SqlResult slice(int from, int to, long total) {
        boolean known = placed == null && complete && !left && seen.size() == total;
        return new SqlResult.Keys(labels, known ? seen.subList(from, to) : List.of());
    }

    @Override
    public long weight() {
        return weight;
    }

    @Override
    public SqlResult result() {
        List<List<Value>> all = placed == null ? seen : List.copyOf(placed.values());
        return keys ? new SqlResult.Keys(labels, all) : new SqlResult.Rows(labels, all, complete && !left);
    }
}
