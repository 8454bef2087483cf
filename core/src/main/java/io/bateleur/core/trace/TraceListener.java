package io.bateleur.core.trace;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Receives the events of a trace, one call per event, in the order of the trace; docs/trace-format.md says what each means. Calls come
 * from one thread. What does not fit what came before is refused with a {@link io.bateleur.core.model.HistoryException}, to which the
 * reader adds the place.
 *
 * <p>Millions of events pass through here, so sessions, transactions, keys and values are numbers, and it is the listener that
 * gives them: {@link #session}, {@link #key}, {@link #value} and their like are asked first, then one call has the whole event. The
 * number of a key or value is used in the next event only, so that a listener with bounded memory may give the same number to
 * another one afterwards. The calls with primitives are for speed: whoever needs none implements those with a {@link Value}.
 *
 * <p>Times are those of the client's clock, before the call and after the answer, or {@link History#NO_TIME} twice.
 */
public interface TraceListener {
    /** In place of a transaction's number: it has not begun. */
    int NOT_BEGUN = -1;

    /** In place of a transaction's number: because of a {@link #gap}, its events must not be used. */
    int LEFT_OUT = -2;

    // ---- what the trace says of itself

    /** The header; once more for each later part of a trace in several parts. */
    void header(HeaderFacts header);

    /** Something that the recorder learnt later; the last of a name counts. */
    void about(String name, Value value);

    /** What a key held before the first transaction: a value, or nothing. */
    void initial(Value key, Content content);

    /** Rows that a table had before the first transaction. */
    default void rows(TableRows rows) {}

    /** Hint: the transactions that wrote a key's versions, oldest first. */
    void versionOrder(Value key, List<Value> writers);

    // ---- numbers

    /** The number of a session. It may have no transaction. */
    int session(Value name);

    default int session(long name) {
        return session(Value.of(name));
    }

    /** The number of a transaction that has begun, or {@link #NOT_BEGUN}, or {@link #LEFT_OUT}. */
    int transaction(Value id);

    default int transaction(long id) {
        return transaction(Value.of(id));
    }

    /** The number of the transaction whose id is this UTF-8 text. */
    default int transactionUtf8(byte[] bytes, int from, int to) {
        return transaction(text(bytes, from, to));
    }

    int key(Value key);

    default int key(long key) {
        return key(Value.of(key));
    }

    default int keyUtf8(byte[] bytes, int from, int to) {
        return key(text(bytes, from, to));
    }

    /** The number, not negative, of a value that an operation on a key reads or writes. */
    int value(int key, Value value);

    default int value(int key, long value) {
        return value(key, Value.of(value));
    }

    default int valueUtf8(int key, byte[] bytes, int from, int to) {
        return value(key, text(bytes, from, to));
    }

    /** The same for a list of integers, the first {@code count} of an array that will be used again. */
    default int list(int key, long[] elements, int count) {
        List<Value> list = new ArrayList<>(count);
        Arrays.stream(elements, 0, count).mapToObj(Value::of).forEach(list::add);
        return value(key, Value.list(list));
    }

    private static Value text(byte[] bytes, int from, int to) {
        return Value.of(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    }

    // ---- transactions

    /**
     * A transaction begins.
     *
     * @param level the isolation level that it runs at, in the words of the trace
     * @param snapshot the timestamp of its snapshot
     * @return its number
     */
    int begin(int session, Value id, @Nullable String level, @Nullable Timestamp snapshot, long before, long after);

    default int begin(int session, long id, long before, long after) {
        return begin(session, Value.of(id), null, null, before, after);
    }

    /**
     * A read or write of one key, or of a whole list.
     *
     * @param value a number of {@link #value}, {@link History#ABSENT} or {@link History#UNKNOWN}
     * @param flags any of {@link HistoryBuilder#LOCKING} and {@link HistoryBuilder#DEAD}
     */
    void operation(int transaction, OpKind kind, int key, int value, int flags, long before, long after);

    void range(int transaction, RangeRead read, long before, long after);

    /** A statement; its answer is unknown where none came, or where {@link #answer} will tell it. */
    void sql(int transaction, String statement, List<Value> parameters, Content answer, long before, long after);

    /** The answer and the times of the last statement of a transaction, which was written before it was sent. */
    void answer(int transaction, Value answer, long before, long after);

    /** @param commit its commit timestamp */
    void end(int transaction, Ending ending, @Nullable Timestamp commit, long before, long after);

    // ---- the rest

    /**
     * No event that follows in this run of a recorder has a time before this one; answers of statements that were written before they
     * were sent are no exception, because their statement came before.
     */
    default void punctuation(long before) {}

    /**
     * The snapshot of a transaction was not taken where its level takes it.
     *
     * @param atBegin whether it was taken in this call, which began the transaction; otherwise it is that of another transaction, taken
     *     at any time before this call ended
     */
    default void snapshot(int transaction, boolean atBegin, long before, long after) {}

    /** Keys that come from here on are cells of tables: lists of table, column and primary key, of which several are one row. */
    default void cells() {}

    /** A statement was executed that read or wrote nothing that is known: it may have taken the snapshot of its transaction. */
    default void executed(int transaction, long before, long after) {}

    /**
     * From this time on, something unknown may have written keys: those that are lists which begin with these parts, such as a table and a
     * column; all keys where there are none.
     */
    default void unknownWrites(List<Value> parts, long since) {}

    /** The read that comes next locked in this mode: {@code update}, {@code no key update}, {@code share} or {@code key share}. */
    default void lockMode(String mode) {}

    /** The event that comes next has these fields too, which the reader does not know: JSON text by name. */
    default void unknownFields(Map<String, String> fields) {}

    /** An event that the reader does not know: its word and its whole line, a JSON object. */
    default void unknownEvent(String word, String json) {}

    /** So many events are missing here. What transactions did that began before is not known any more. */
    void gap(long events);

    /** The trace breaks off in the middle of an event: what would have followed is not known. */
    default void brokenOff() {}

    /** The trace has ended. The ids of the transactions that have not: they are UNKNOWN, and the reader says so. */
    default List<Value> unfinished() {
        return List.of();
    }
}
