package io.bateleur.core.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects a history, in any interleaving of its transactions, and then builds it.
 *
 * <p>People write {@code builder.begin("s1", "T1").get(x, zero).put(y, one).commit()}; readers and generators that handle
 * millions of operations use the calls that take numbers of {@link #keys} and {@link #values} and make no objects. What does
 * not make a history, such as an operation after a commit, is refused with a {@link HistoryException}.
 */
public final class HistoryBuilder {
    /** Flag of a read that took a lock. */
    public static final int LOCKING = HistoryColumns.LOCKING;

    /** Flag of an operation whose value is the tombstone of a dead version. */
    public static final int DEAD = HistoryColumns.DEAD;

    /** Flag of an iteration that stopped early. */
    public static final int STOPPED = HistoryColumns.STOPPED;

    private static final byte OPEN = -1;

    private final ValuePool keys = ValuePool.dense();
    private final ValuePool values = ValuePool.withElements();
    private final ValuePool ids = ValuePool.dense();
    private final ValuePool sessionNames = ValuePool.dense();

    private final Columns.Ints sessions = new Columns.Ints();
    private final Columns.Bytes endings = new Columns.Bytes();
    private final Columns.SparseLongs beginBefore = new Columns.SparseLongs();
    private final Columns.SparseLongs beginAfter = new Columns.SparseLongs();
    private final Columns.SparseLongs endBefore = new Columns.SparseLongs();
    private final Columns.SparseLongs endAfter = new Columns.SparseLongs();
    private final Columns.SparseLongs startPhysical = new Columns.SparseLongs();
    private final Columns.SparseLongs startLogical = new Columns.SparseLongs();
    private final Columns.SparseLongs commitPhysical = new Columns.SparseLongs();
    private final Columns.SparseLongs commitLogical = new Columns.SparseLongs();
    private final Columns.SparseLongs levels = new Columns.SparseLongs();
    private final List<String> levelNames = new ArrayList<>();

    private final Columns.Ints opTransactions = new Columns.Ints();
    private final Columns.Bytes opKinds = new Columns.Bytes();
    private final Columns.Ints opKeys = new Columns.Ints();
    private final Columns.Ints opValues = new Columns.Ints();
    private final Columns.SparseLongs before = new Columns.SparseLongs();
    private final Columns.SparseLongs after = new Columns.SparseLongs();
    private final Columns.Ints extra = new Columns.Ints();
    /** By transaction, its last statement, where that has no answer yet. */
    private final Map<Integer, Integer> unanswered = new HashMap<>();

    /** Where in {@link #extra} a writer is still named by the number of its id among the values. */
    private final Columns.Ints unresolvedWriters = new Columns.Ints();

    private InitialState initialState = InitialState.ABSENT;
    private final Map<Integer, Integer> initial = new LinkedHashMap<>();
    private final Set<Integer> initiallyAbsent = new LinkedHashSet<>();
    private boolean uniqueValues;
    private @Nullable Names names;
    private final Map<Integer, List<Value>> versionOrders = new LinkedHashMap<>();
    private final Map<String, Value> about = new LinkedHashMap<>();
    private final Map<String, List<TableRows>> initialRows = new LinkedHashMap<>();

    HistoryBuilder() {}

    public ValuePool keys() {
        return keys;
    }

    public ValuePool values() {
        return values;
    }

    // ---- transactions

    /** Begins a transaction. */
    public TransactionBuilder begin(String session, String id) {
        return begin(Value.of(session), Value.of(id));
    }

    /** Begins a transaction. */
    public TransactionBuilder begin(Value session, Value id) {
        return new TransactionBuilder(this, begin(session(session), id));
    }

    /** Adds to a transaction that has begun. */
    public TransactionBuilder transaction(int number) {
        return new TransactionBuilder(this, number);
    }

    /** The number of a session, new if it was not here yet. */
    public int session(Value name) {
        return sessionNames.intern(name);
    }

    /** The number of a session named by an integer, new if it was not here yet. */
    public int session(long name) {
        return sessionNames.intern(name);
    }

    /** Begins a transaction and gives its number. */
    public int begin(int session, Value id) {
        int known = ids.size();
        return begun(session, ids.intern(id), known);
    }

    /** Begins a transaction whose id is an integer and gives its number. */
    public int begin(int session, long id) {
        int known = ids.size();
        return begun(session, ids.intern(id), known);
    }

    private int begun(int session, int number, int known) {
        if (number < known) {
            throw new HistoryException("transaction " + ids.get(number) + " begins a second time"
                    + (sessions.data[number] == session
                            ? ""
                            : ", in session " + sessionNames.get(session) + "; it began in session "
                                    + sessionNames.get(sessions.data[number])));
        }
        sessions.add(session);
        endings.add(OPEN);
        return number;
    }

    /** The number of the transaction with this id, or -1. */
    public int find(Value id) {
        return ids.find(id);
    }

    /** The number of the transaction with this id, or -1. */
    public int find(long id) {
        return ids.find(id);
    }

    /** The number of the transaction whose id is this UTF-8 text, or -1. */
    public int findUtf8(byte[] bytes, int from, int to) {
        return ids.findUtf8(bytes, from, to);
    }

    public int transactionCount() {
        return sessions.size;
    }

    public int operationCount() {
        return opKinds.size;
    }

    public Value transactionId(int transaction) {
        return ids.get(transaction);
    }

    public boolean isOpen(int transaction) {
        return endings.data[transaction] == OPEN;
    }

    public void beginTimes(int transaction, long timeBefore, long timeAfter) {
        requireOrder(timeBefore, timeAfter);
        beginBefore.set(transaction, timeBefore);
        beginAfter.set(transaction, timeAfter);
    }

    public void end(int transaction, Ending ending) {
        requireOpen(transaction, "ends a second time");
        endings.data[transaction] = (byte) ending.ordinal();
    }

    public void endTimes(int transaction, long timeBefore, long timeAfter) {
        requireOrder(timeBefore, timeAfter);
        endBefore.set(transaction, timeBefore);
        endAfter.set(transaction, timeAfter);
    }

    public void startTimestamp(int transaction, Timestamp timestamp) {
        startPhysical.set(transaction, timestamp.physical());
        startLogical.set(transaction, timestamp.logical());
    }

    public void commitTimestamp(int transaction, Timestamp timestamp) {
        commitPhysical.set(transaction, timestamp.physical());
        commitLogical.set(transaction, timestamp.logical());
    }

    public void level(int transaction, String level) {
        int number = levelNames.indexOf(level);
        if (number < 0) {
            number = levelNames.size();
            levelNames.add(level);
        }
        levels.set(transaction, number);
    }

    // ---- operations

    /**
     * Adds an operation on one key.
     *
     * @param value a number of {@link #values}, {@link History#ABSENT} or {@link History#UNKNOWN}
     * @param flags any of {@link #LOCKING} and {@link #DEAD}
     * @return the operation, to give its times
     */
    public int operation(int transaction, OpKind kind, int key, int value, int flags) {
        if (kind.isRangeRead() || kind == OpKind.SQL) {
            throw new IllegalArgumentException(kind + " has a call of its own");
        }
        return add(transaction, kind, key, value, flags);
    }

    /** Adds a range read; bounds are numbers of {@link #values} or -1. Items follow by {@link #item}, dead ones last. */
    public int range(int transaction, OpKind kind, int low, int high, int flags) {
        if (!kind.isRangeRead()) {
            throw new IllegalArgumentException(kind + " reads no range");
        }
        int operation = add(transaction, kind, extra.size, History.UNKNOWN, flags);
        extra.add(low);
        extra.add(high);
        extra.add(0);
        extra.add(0);
        extra.add(-1);
        return operation;
    }

    /** Adds an item to the range read that was added last. */
    public void item(int key, int value, boolean dead) {
        int base = rangeBase();
        if (extra.data[base + 4] >= 0) {
            throw new HistoryException("an item comes after the version set");
        }
        if (!dead && extra.data[base + 3] > 0) {
            throw new HistoryException("a live item comes after a dead one");
        }
        extra.data[base + (dead ? 3 : 2)]++;
        extra.add(key);
        extra.add(value);
    }

    /** Says that the range read that was added last has a version set, to which {@link #version} adds. */
    public void versionSet() {
        extra.data[rangeBase() + 4] = 0;
    }

    /** Adds a version to the version set of the range read that was added last; no writer means the initial version. */
    public void version(int key, @Nullable Value writer) {
        extra.data[rangeBase() + 4]++;
        extra.add(key);
        if (writer == null) {
            extra.add(-1);
        } else {
            unresolvedWriters.add(extra.size);
            extra.add(values.intern(writer));
        }
    }

    /** Adds a statement; {@code answer} is a number of {@link #values}, {@link History#ABSENT} or {@link History#UNKNOWN}. */
    public int sql(int transaction, String statement, List<Value> parameters, int answer) {
        int operation = add(transaction, OpKind.SQL, extra.size, answer, 0);
        if (answer == History.UNKNOWN) {
            unanswered.put(transaction, operation);
        } else {
            unanswered.remove(transaction);
        }
        extra.add(values.intern(Value.of(statement)));
        extra.add(values.intern(Value.list(parameters)));
        return operation;
    }

    /**
     * Gives the answer of a transaction's last statement, which was told before it was sent.
     *
     * @return the operation, to give its times
     */
    public int answer(int transaction, int answer) {
        if (endings.data[transaction] != OPEN) {
            requireOpen(transaction, "is answered");
        }
        Integer last = unanswered.remove(transaction);
        if (last == null) {
            throw new HistoryException("transaction " + ids.get(transaction) + " is answered and has asked nothing");
        }
        opValues.data[last] = answer;
        return last;
    }

    public void times(int operation, long timeBefore, long timeAfter) {
        requireOrder(timeBefore, timeAfter);
        before.set(operation, timeBefore);
        after.set(operation, timeAfter);
    }

    private int add(int transaction, OpKind kind, int key, int value, int flags) {
        if (endings.data[transaction] != OPEN) {
            requireOpen(transaction, "has another operation");
        }
        opTransactions.add(transaction);
        opKinds.add((byte) (kind.ordinal() | flags));
        opKeys.add(key);
        opValues.add(value);
        return opKinds.size - 1;
    }

    private int rangeBase() {
        int last = opKinds.size - 1;
        if (last < 0
                || !OpKind.of(opKinds.data[last] & HistoryColumns.KIND_MASK).isRangeRead()) {
            throw new IllegalStateException("the last operation is no range read");
        }
        return opKeys.data[last];
    }

    // ---- the rest

    public HistoryBuilder initialState(InitialState state) {
        if (state != InitialState.GIVEN && !initial.isEmpty()) {
            throw new HistoryException("initial values are given, and then the initial state is said to be " + state);
        }
        initialState = state;
        return this;
    }

    /** Says what a key held before the first transaction. Where the initial state is unknown, it stays so for the other keys. */
    public HistoryBuilder initial(Value key, Value value) {
        if (initialState != InitialState.UNKNOWN) {
            initialState = InitialState.GIVEN;
        }
        initial.put(keys.intern(key), values.intern(value));
        return this;
    }

    /** Says that a key was not there before the first transaction: something new only where the initial state is unknown. */
    public HistoryBuilder initiallyAbsent(Value key) {
        if (initialState == InitialState.UNKNOWN) {
            initiallyAbsent.add(keys.intern(key));
        }
        return this;
    }

    /** Hint: no two writes of a key write the same value. */
    public HistoryBuilder uniqueValues(boolean unique) {
        uniqueValues = unique;
        return this;
    }

    /** Hint: the writers of a key's versions, oldest first. */
    public HistoryBuilder versionOrder(Value key, List<Value> writers) {
        versionOrders.put(keys.intern(key), List.copyOf(writers));
        return this;
    }

    /** Adds rows that a table had before the first transaction. */
    public HistoryBuilder initialRows(TableRows piece) {
        List<TableRows> pieces = initialRows.computeIfAbsent(piece.table(), table -> new ArrayList<>());
        if (!pieces.isEmpty()) {
            pieces.get(pieces.size() - 1).requireNext(piece);
        }
        pieces.add(piece);
        return this;
    }

    /** What people read in place of ids and keys, for a history that was made from another one. */
    public HistoryBuilder names(Names others) {
        names = others;
        return this;
    }

    /** What the trace tells of itself. */
    public HistoryBuilder about(String name, Value value) {
        about.put(name, value);
        return this;
    }

    /** The number of the last transaction that has not ended, or -1; for readers that meet the end of their file. */
    public int[] openTransactions() {
        Columns.Ints open = new Columns.Ints();
        for (int t = 0; t < sessions.size; t++) {
            if (endings.data[t] == OPEN) {
                open.add(t);
            }
        }
        return open.trimmed();
    }

    /** Builds the history. Transactions that have not ended are UNKNOWN. The builder is spent. */
    public History build() {
        HistoryColumns c = new HistoryColumns(keys, values, ids, sessionNames);
        resolveWriters();
        c.versionOrders = resolvedOrders();
        int[] transactionOf = opTransactions.data;
        c.firstOperation = offsets(transactionOf, opKinds.size, sessions.size);
        int[] place = places(transactionOf, c.firstOperation);
        opTransactions.data = new int[0];
        c.opKinds = moved(opKinds, place);
        c.opKeys = moved(opKeys, place);
        c.opValues = moved(opValues, place);
        c.before = moved(before, opKinds.size, place);
        c.after = moved(after, opKinds.size, place);
        c.extra = extra.trimmed();
        transactions(c);
        c.initialState = initialState;
        c.initialKeys = initial.keySet().stream().mapToInt(i -> i).toArray();
        c.initialValues = initial.values().stream().mapToInt(i -> i).toArray();
        c.initiallyAbsent = initiallyAbsent.stream().mapToInt(i -> i).toArray();
        c.uniqueValues = uniqueValues;
        c.initialRows = initialRows.values().stream().map(TableRows::joined).toList();
        c.names = names;
        c.about = java.util.Collections.unmodifiableMap(about);
        for (ValuePool pool : List.of(keys, values, ids, sessionNames)) {
            pool.trim();
        }
        return new History(c);
    }

    private void transactions(HistoryColumns c) {
        int count = sessions.size;
        c.sessions = sessions.trimmed();
        c.endings = Arrays.copyOf(endings.data, count);
        for (int t = 0; t < count; t++) {
            if (c.endings[t] == OPEN) {
                c.endings[t] = (byte) Ending.UNKNOWN.ordinal();
            }
        }
        c.sessionFirst = offsets(c.sessions, count, sessionNames.size());
        c.sessionTransactions = new int[count];
        int[] next = c.sessionFirst.clone();
        for (int t = 0; t < count; t++) {
            c.sessionTransactions[next[c.sessions[t]]++] = t;
        }
        c.beginBefore = beginBefore.trimmed(count);
        c.beginAfter = beginAfter.trimmed(count);
        c.endBefore = endBefore.trimmed(count);
        c.endAfter = endAfter.trimmed(count);
        c.startPhysical = startPhysical.trimmed(count);
        c.startLogical = startLogical.trimmed(count);
        c.commitPhysical = commitPhysical.trimmed(count);
        c.commitLogical = commitLogical.trimmed(count);
        c.levels = levels.trimmed(count);
        c.levelNames = List.copyOf(levelNames);
    }

    private void resolveWriters() {
        for (int i = 0; i < unresolvedWriters.size; i++) {
            int at = unresolvedWriters.data[i];
            extra.data[at] = resolved(values.get(extra.data[at]), "a version set");
        }
    }

    private int[] @Nullable [] resolvedOrders() {
        int[] @Nullable [] orders = new int[versionOrders.isEmpty() ? 0 : keys.size()][];
        versionOrders.forEach((key, writers) -> orders[key] = writers.stream()
                .mapToInt(writer -> resolved(writer, "the version order of " + keys.get(key)))
                .toArray());
        return orders;
    }

    private int resolved(Value writer, String where) {
        int transaction = ids.find(writer);
        if (transaction < 0) {
            throw new HistoryException(where + " names transaction " + writer + ", which is not in the history");
        }
        return transaction;
    }

    private void requireOpen(int transaction, String what) {
        byte ending = endings.data[transaction];
        if (ending != OPEN) {
            throw new HistoryException("transaction " + ids.get(transaction) + " " + what + " after it ended ("
                    + HistoryColumns.ENDINGS.get(ending) + ")");
        }
    }

    /** Refuses times that no call can have. */
    public static void requireOrder(long timeBefore, long timeAfter) {
        if (timeBefore > timeAfter || timeBefore == History.NO_TIME) {
            throw new HistoryException("the answer came at " + timeAfter + ", before the call at " + timeBefore);
        }
    }

    /** Where each owner's entries start when they are put together, and after the last one their number. */
    private static int[] offsets(int[] ownerOf, int entries, int owners) {
        int[] first = new int[owners + 1];
        for (int i = 0; i < entries; i++) {
            first[ownerOf[i] + 1]++;
        }
        for (int i = 0; i < owners; i++) {
            first[i + 1] += first[i];
        }
        return first;
    }

    /** The new place of each operation, or an empty array when all are in place already. */
    private int[] places(int[] transactionOf, int[] first) {
        int size = opKinds.size;
        boolean inPlace = true;
        for (int i = 1; i < size && inPlace; i++) {
            inPlace = transactionOf[i - 1] <= transactionOf[i];
        }
        if (inPlace) {
            return new int[0];
        }
        int[] next = Arrays.copyOf(first, first.length - 1);
        // The column of owners is not needed any more, so it becomes the column of places.
        for (int i = 0; i < size; i++) {
            transactionOf[i] = next[transactionOf[i]]++;
        }
        return transactionOf;
    }

    private static byte[] moved(Columns.Bytes column, int[] place) {
        byte[] from = column.data;
        column.data = new byte[0];
        if (place.length == 0) {
            return Arrays.copyOf(from, column.size);
        }
        byte[] result = new byte[column.size];
        for (int i = 0; i < column.size; i++) {
            result[place[i]] = from[i];
        }
        return result;
    }

    private static int[] moved(Columns.Ints column, int[] place) {
        int[] from = column.data;
        column.data = new int[0];
        if (place.length == 0) {
            return Arrays.copyOf(from, column.size);
        }
        int[] result = new int[column.size];
        for (int i = 0; i < column.size; i++) {
            result[place[i]] = from[i];
        }
        return result;
    }

    private static long[] moved(Columns.SparseLongs column, int size, int[] place) {
        long[] from = column.trimmed(size);
        column.data = new long[0];
        if (place.length == 0 || from.length == 0) {
            return from;
        }
        long[] result = new long[size];
        for (int i = 0; i < size; i++) {
            result[place[i]] = from[i];
        }
        return result;
    }
}
