package io.bateleur.core.model;

import java.util.AbstractList;
import java.util.List;
import java.util.Optional;

/** One transaction of a history. */
public record Transaction(History history, int number) {

    public Value id() {
        return history.transactionId(number);
    }

    /** What people read in place of the id. */
    public String name() {
        return history.names().transaction(id());
    }

    public Session session() {
        return history.session(history.sessionOf(number));
    }

    public Ending ending() {
        return history.ending(number);
    }

    /** The operations in the order in which they were issued. */
    public List<Operation> operations() {
        int first = history.firstOperation(number);
        int size = history.firstOperation(number + 1) - first;
        return new AbstractList<>() {
            @Override
            public Operation get(int index) {
                return new Operation(history, first + java.util.Objects.checkIndex(index, size));
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    /** When it was begun, where the trace tells. */
    public Optional<Interval> begin() {
        return Operation.interval(history.beginBefore(number), history.beginAfter(number));
    }

    /** When its commit or abort was called and answered, where the trace tells. */
    public Optional<Interval> end() {
        return Operation.interval(history.endBefore(number), history.endAfter(number));
    }

    /** Hint: the isolation level it ran at, by the name the trace gave. */
    public Optional<String> level() {
        return Optional.ofNullable(history.level(number));
    }

    /** Hint: the timestamp of its snapshot, by the database's own clock. */
    public Optional<Timestamp> startTimestamp() {
        return Optional.ofNullable(history.startTimestamp(number));
    }

    /** Hint: its commit timestamp, by the database's own clock. */
    public Optional<Timestamp> commitTimestamp() {
        return Optional.ofNullable(history.commitTimestamp(number));
    }

    @Override
    public String toString() {
        return id().toString();
    }
}
