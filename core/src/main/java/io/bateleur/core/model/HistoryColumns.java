package io.bateleur.core.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a history. An operation on one key takes nine bytes (kind and flags, key, value); what a range read or a
 * statement has beyond that lies in {@link #extra}, where its key column points:
 *
 * <pre>
 *   range      low, high, live items, dead items, versions or -1, (key, value)*, (key, tombstone)*, (key, writer)*
 *   statement  text, parameters
 * </pre>
 *
 * Columns that a trace has nothing for are empty.
 */
final class HistoryColumns {
    static final int KIND_MASK = 0x0F;
    static final int LOCKING = 0x10;
    static final int DEAD = 0x20;
    static final int STOPPED = 0x40;
    static final int RANGE_HEAD = 5;
    static final List<Ending> ENDINGS = List.of(Ending.values());

    final ValuePool keys;
    final ValuePool values;
    final ValuePool ids;
    final ValuePool sessionNames;

    int[] sessionFirst = {};
    int[] sessionTransactions = {};

    int[] sessions = {};
    byte[] endings = {};
    int[] firstOperation = {};
    long[] beginBefore = {};
    long[] beginAfter = {};
    long[] endBefore = {};
    long[] endAfter = {};
    long[] startPhysical = {};
    long[] startLogical = {};
    long[] commitPhysical = {};
    long[] commitLogical = {};
    long[] levels = {};
    List<String> levelNames = List.of();

    byte[] opKinds = {};
    int[] opKeys = {};
    int[] opValues = {};
    long[] before = {};
    long[] after = {};
    int[] extra = {};

    InitialState initialState = InitialState.ABSENT;
    int[] initialKeys = {};
    int[] initialValues = {};
    int[] initiallyAbsent = {};
    boolean uniqueValues;
    /** Made when somebody first asks. */
    @Nullable
    Names names;

    int[] @Nullable [] versionOrders = new int[0][];
    Map<String, Value> about = Map.of();
    List<TableRows> initialRows = List.of();

    HistoryColumns(ValuePool keys, ValuePool values, ValuePool ids, ValuePool sessionNames) {
        this.keys = keys;
        this.values = values;
        this.ids = ids;
        this.sessionNames = sessionNames;
    }
}
