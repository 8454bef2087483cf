package io.bateleur.core.model;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What clients saw of a database: sessions of transactions of operations, and what else the trace told.
 *
 * <p>Sessions, transactions, keys and values are numbered 0, 1, 2, ...; transactions in the order in which they began in the
 * trace, operations so that those of one transaction are neighbours. Hot loops use the numbers, everyone else the views:
 *
 * <pre>{@code
 * for (Transaction t : history.transactions()) {
 *     for (Operation o : t.operations()) { ... o.kind(), o.key(), o.content() ... }
 * }
 * }</pre>
 */
public final class History {
    /** In place of a value's number: the key is not there. */
    public static final int ABSENT = -1;

    /** In place of a value's number: the trace does not tell. */
    public static final int UNKNOWN = -2;

    /** In place of the value of a range's item: not even whether the key was there. */
    public static final int UNTOLD = -3;

    /** In place of a time: the trace does not tell. */
    public static final long NO_TIME = Columns.SparseLongs.MISSING;

    /** The name in {@link #about} under which a recorder says how many events it had to leave out. */
    public static final String DROPPED = "dropped";

    private final HistoryColumns c;
    private final int[] @Nullable [] versionOrders;

    History(HistoryColumns columns) {
        this(columns, columns.versionOrders);
    }

    private History(HistoryColumns columns, int[] @Nullable [] versionOrders) {
        this.c = columns;
        this.versionOrders = versionOrders;
    }

    public static HistoryBuilder builder() {
        return new HistoryBuilder();
    }

    // ---- views

    public List<Session> sessions() {
        return view(sessionCount(), this::session);
    }

    public Session session(int number) {
        return new Session(this, number);
    }

    /** Whether there is a session of this name. */
    public boolean hasSession(Value name) {
        return c.sessionNames.find(name) >= 0;
    }

    public List<Transaction> transactions() {
        return view(transactionCount(), this::transaction);
    }

    public Transaction transaction(int number) {
        return new Transaction(this, number);
    }

    /** The transaction with this id. */
    public Optional<Transaction> transaction(Value id) {
        int number = c.ids.find(id);
        return number < 0 ? Optional.empty() : Optional.of(transaction(number));
    }

    public InitialState initialState() {
        return c.initialState;
    }

    /** The initial contents, in the order in which they were given. */
    public Map<Value, Value> initialContents() {
        Map<Value, Value> contents = new LinkedHashMap<>();
        for (int i = 0; i < c.initialKeys.length; i++) {
            contents.put(c.keys.get(c.initialKeys[i]), c.values.get(c.initialValues[i]));
        }
        return contents;
    }

    /** The keys that were not there at first although the initial state is unknown, in the order in which they were told. */
    public List<Value> initiallyAbsent() {
        return view(c.initiallyAbsent.length, i -> c.keys.get(c.initiallyAbsent[i]));
    }

    /** The rows that tables had at first, one entry per table of which the trace gives them. */
    public List<TableRows> initialRows() {
        return c.initialRows;
    }

    /** What the trace tells of itself: engine, version, settings, workload, seed and the like. */
    public Map<String, Value> about() {
        return c.about;
    }

    /** What people read in place of ids and keys. */
    public Names names() {
        Names names = c.names;
        if (names == null) {
            names = Names.of(c.ids, c.keys);
            c.names = names;
        }
        return names;
    }

    /** Hint: no two writes of a key write the same value. */
    public boolean uniqueValues() {
        return c.uniqueValues;
    }

    /** Hint: the versions of a key, by their writers, oldest first; the initial version comes before them unsaid. */
    public Optional<List<Transaction>> versionOrder(Value key) {
        int[] order = versionOrder(c.keys.find(key));
        return order == null ? Optional.empty() : Optional.of(view(order.length, i -> transaction(order[i])));
    }

    /** The keys whose version order is hinted, in their own order. */
    public List<Value> orderedKeys() {
        TreeSet<Value> keys = new TreeSet<>();
        for (int key = 0; key < versionOrders.length; key++) {
            if (versionOrders[key] != null) {
                keys.add(c.keys.get(key));
            }
        }
        return List.copyOf(keys);
    }

    /** Whether any operation or transaction has client-side times. */
    public boolean hasTimes() {
        return hasOperationTimes() || hasTransactionTimes();
    }

    public boolean hasOperationTimes() {
        return c.before.length > 0;
    }

    /** Whether any transaction tells when it began or ended. */
    public boolean hasTransactionTimes() {
        return c.beginBefore.length + c.endBefore.length > 0;
    }

    /** Whether any transaction has a timestamp of the database. */
    public boolean hasTimestamps() {
        return c.startPhysical.length + c.commitPhysical.length > 0;
    }

    /** Whether any transaction tells its isolation level. */
    public boolean hasLevels() {
        return !c.levelNames.isEmpty();
    }

    /** The isolation levels that transactions tell, in their own words, each once. */
    public List<String> levelWords() {
        return c.levelNames;
    }

    // ---- numbers, for hot loops

    public ValuePool keys() {
        return c.keys;
    }

    public ValuePool values() {
        return c.values;
    }

    public int sessionCount() {
        return c.sessionNames.size();
    }

    public int transactionCount() {
        return c.endings.length;
    }

    public int operationCount() {
        return c.opKinds.length;
    }

    public int keyCount() {
        return c.keys.size();
    }

    public Value sessionName(int session) {
        return c.sessionNames.get(session);
    }

    public int sessionSize(int session) {
        return c.sessionFirst[session + 1] - c.sessionFirst[session];
    }

    public int transactionOfSession(int session, int position) {
        java.util.Objects.checkIndex(position, sessionSize(session));
        return c.sessionTransactions[c.sessionFirst[session] + position];
    }

    public Value transactionId(int transaction) {
        return c.ids.get(transaction);
    }

    public int sessionOf(int transaction) {
        return c.sessions[transaction];
    }

    public Ending ending(int transaction) {
        return HistoryColumns.ENDINGS.get(c.endings[transaction]);
    }

    public boolean isCommitted(int transaction) {
        return c.endings[transaction] == 0;
    }

    /** The number of the first operation; that of the next transaction is where this one's operations end. */
    public int firstOperation(int transaction) {
        return c.firstOperation[transaction];
    }

    public OpKind kind(int operation) {
        return OpKind.of(c.opKinds[operation] & HistoryColumns.KIND_MASK);
    }

    /** The key of an operation on one key. */
    public int key(int operation) {
        return c.opKeys[operation];
    }

    /** The value written or read, a tombstone when {@link #isDead}, or {@link #ABSENT} or {@link #UNKNOWN}. */
    public int value(int operation) {
        return c.opValues[operation];
    }

    public boolean isLocking(int operation) {
        return (c.opKinds[operation] & HistoryColumns.LOCKING) != 0;
    }

    /** Whether the content is dead: absent, with or without a tombstone. */
    public boolean isDead(int operation) {
        return c.opValues[operation] == ABSENT || (c.opKinds[operation] & HistoryColumns.DEAD) != 0;
    }

    public boolean stoppedEarly(int operation) {
        return (c.opKinds[operation] & HistoryColumns.STOPPED) != 0;
    }

    /** The lower bound of a range as a number of {@link #values}, or -1. */
    public int rangeLow(int operation) {
        return c.extra[c.opKeys[operation]];
    }

    /** The upper bound of a range as a number of {@link #values}, or -1. */
    public int rangeHigh(int operation) {
        return c.extra[c.opKeys[operation] + 1];
    }

    public int liveItems(int operation) {
        return c.extra[c.opKeys[operation] + 2];
    }

    public int deadItems(int operation) {
        return c.extra[c.opKeys[operation] + 3];
    }

    /** The key of an item of a range; live items come first. */
    public int itemKey(int operation, int item) {
        return c.extra[c.opKeys[operation] + HistoryColumns.RANGE_HEAD + 2 * item];
    }

    public int itemValue(int operation, int item) {
        return c.extra[c.opKeys[operation] + HistoryColumns.RANGE_HEAD + 2 * item + 1];
    }

    public int statement(int operation) {
        return c.extra[c.opKeys[operation]];
    }

    public int parameters(int operation) {
        return c.extra[c.opKeys[operation] + 1];
    }

    public long before(int operation) {
        return at(c.before, operation);
    }

    public long after(int operation) {
        return at(c.after, operation);
    }

    public long beginBefore(int transaction) {
        return at(c.beginBefore, transaction);
    }

    public long beginAfter(int transaction) {
        return at(c.beginAfter, transaction);
    }

    public long endBefore(int transaction) {
        return at(c.endBefore, transaction);
    }

    public long endAfter(int transaction) {
        return at(c.endAfter, transaction);
    }

    public @Nullable Timestamp startTimestamp(int transaction) {
        return timestamp(c.startPhysical, c.startLogical, transaction);
    }

    public @Nullable Timestamp commitTimestamp(int transaction) {
        return timestamp(c.commitPhysical, c.commitLogical, transaction);
    }

    public @Nullable String level(int transaction) {
        long level = at(c.levels, transaction);
        return level == NO_TIME ? null : c.levelNames.get((int) level);
    }

    /** Hint: the writers of a key's versions, oldest first, or null. */
    public int @Nullable [] versionOrder(int key) {
        return key < 0 || key >= versionOrders.length ? null : versionOrders[key];
    }

    /** The same history with other hints on version orders: by key, the writers, oldest first, or null. */
    public History withVersionOrders(int[] @Nullable [] orders) {
        return new History(c, orders.clone());
    }

    @Nullable
    List<Version> versionSet(int operation) {
        int base = c.opKeys[operation];
        int count = c.extra[base + 4];
        if (count < 0) {
            return null;
        }
        int at = base + HistoryColumns.RANGE_HEAD + 2 * (liveItems(operation) + deadItems(operation));
        List<Version> versions = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int writer = c.extra[at + 2 * i + 1];
            Optional<Value> id = writer < 0 ? Optional.empty() : Optional.of(c.ids.get(writer));
            versions.add(new Version(c.keys.get(c.extra[at + 2 * i]), id));
        }
        return versions;
    }

    Content content(int value, boolean dead) {
        if (value == UNKNOWN) {
            return Content.unknown();
        }
        if (value == UNTOLD) {
            return Content.untold();
        }
        if (value == ABSENT) {
            return Content.absent();
        }
        return dead ? Content.tombstone(c.values.get(value)) : Content.live(c.values.get(value));
    }

    HistoryColumns columns() {
        return c;
    }

    /** Equal when they say the same in the same order, however their values happen to be numbered. */
    @Override
    public boolean equals(Object other) {
        return other instanceof History that
                && (this == that || new HistoryComparison(this, that).firstDifference() == null);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * transactionCount() + operationCount()) + keyCount();
    }

    /** Where this history first differs from another, in words, or empty when they are equal. */
    public Optional<String> differenceFrom(History other) {
        return Optional.ofNullable(new HistoryComparison(this, other).firstDifference());
    }

    @Override
    public String toString() {
        return "History[%d sessions, %d transactions, %d operations, %d keys]"
                .formatted(sessionCount(), transactionCount(), operationCount(), keyCount());
    }

    private static long at(long[] column, int index) {
        return column.length == 0 ? NO_TIME : column[index];
    }

    private static @Nullable Timestamp timestamp(long[] physical, long[] logical, int index) {
        long time = at(physical, index);
        return time == NO_TIME ? null : new Timestamp(time, logical[index]);
    }

    private static <T> List<T> view(int size, java.util.function.IntFunction<T> element) {
        return new AbstractList<>() {
            @Override
            public T get(int index) {
                return element.apply(java.util.Objects.checkIndex(index, size));
            }

            @Override
            public int size() {
                return size;
            }
        };
    }
}
