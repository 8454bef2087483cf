package io.bateleur.core.model;

import java.util.AbstractList;
import java.util.List;
import java.util.Optional;

/**
 * One operation of a transaction. Which of the questions make sense depends on its {@link #kind}; a question that does not
 * make sense is refused.
 */
public record Operation(History history, int number) {

    public OpKind kind() {
        return history.kind(number);
    }

    /** The key of an operation on one key. */
    public Value key() {
        require(!kind().isRangeRead() && kind() != OpKind.SQL, "key");
        return history.keys().get(history.key(number));
    }

    /** What was written (put, delete, append), read (get, read-list), or answered (sql). */
    public Content content() {
        require(!kind().isRangeRead(), "single content");
        return history.content(history.value(number), history.isDead(number));
    }

    /** Whether the read took a lock, as in {@code SELECT ... FOR UPDATE}. */
    public boolean isLocking() {
        return history.isLocking(number);
    }

    /** The lower bound of a range, inclusive; empty when it has none. */
    public Optional<Value> low() {
        return bound(history.rangeLow(number));
    }

    /** The upper bound of a range, exclusive; empty when it has none. */
    public Optional<Value> high() {
        return bound(history.rangeHigh(number));
    }

    /** Whether an iteration stopped before it had seen its whole range. */
    public boolean stoppedEarly() {
        return history.stoppedEarly(number);
    }

    /** The items that a range read returned, in the order of the answer, and after them the dead ones it was told of. */
    public List<Item> items() {
        require(kind().isRangeRead(), "items");
        return new AbstractList<>() {
            @Override
            public Item get(int index) {
                boolean dead = index >= history.liveItems(number);
                Value key = history.keys().get(history.itemKey(number, index));
                return new Item(key, history.content(history.itemValue(number, index), dead));
            }

            @Override
            public int size() {
                return history.liveItems(number) + history.deadItems(number);
            }
        };
    }

    /** Hint: the version of each key of the range that the read chose from, dead ones included. */
    public Optional<List<Version>> versionSet() {
        return Optional.ofNullable(kind().isRangeRead() ? history.versionSet(number) : null);
    }

    /** The text of a statement. */
    public String statement() {
        require(kind() == OpKind.SQL, "statement");
        return ((Value.Text) history.values().get(history.statement(number))).value();
    }

    /** The parameters of a statement. */
    public List<Value> parameters() {
        require(kind() == OpKind.SQL, "parameters");
        return ((Value.Elements) history.values().get(history.parameters(number))).value();
    }

    /** When it was called and answered, where the trace tells. */
    public Optional<Interval> times() {
        return interval(history.before(number), history.after(number));
    }

    static Optional<Interval> interval(long before, long after) {
        return before == History.NO_TIME ? Optional.empty() : Optional.of(new Interval(before, after));
    }

    private Optional<Value> bound(int value) {
        require(kind().isRangeRead(), "bounds");
        return value < 0 ? Optional.empty() : Optional.of(history.values().get(value));
    }

    private void require(boolean sensible, String what) {
        if (!sensible) {
            throw new IllegalStateException("a " + kind().word() + " has no " + what);
        }
    }
}
