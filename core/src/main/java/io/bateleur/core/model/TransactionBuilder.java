package io.bateleur.core.model;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Adds the operations of one transaction, and then its end. */
public final class TransactionBuilder {
    private final HistoryBuilder history;
    private final int number;
    private int last = -1;
    private boolean ended;

    TransactionBuilder(HistoryBuilder history, int number) {
        this.history = history;
        this.number = number;
    }

    /** A read of one key that saw a value. */
    public TransactionBuilder get(Value key, Value value) {
        return operation(OpKind.GET, key, Content.live(value));
    }

    public TransactionBuilder put(Value key, Value value) {
        return operation(OpKind.PUT, key, Content.live(value));
    }

    public TransactionBuilder delete(Value key) {
        return operation(OpKind.DELETE, key, Content.absent());
    }

    public TransactionBuilder append(Value key, Value element) {
        return operation(OpKind.APPEND, key, Content.live(element));
    }

    public TransactionBuilder readList(Value key, Value list) {
        return operation(OpKind.READ_LIST, key, Content.live(list));
    }

    /** Any operation on one key. */
    public TransactionBuilder operation(OpKind kind, Value key, Content content) {
        return operation(kind, key, content, 0);
    }

    /** A read of one key that took a lock. */
    public TransactionBuilder lockingRead(OpKind kind, Value key, Content content) {
        return operation(kind, key, content, HistoryBuilder.LOCKING);
    }

    private TransactionBuilder operation(OpKind kind, Value key, Content content, int flags) {
        int dead = isTombstone(content) ? HistoryBuilder.DEAD : 0;
        last = history.operation(number, kind, history.keys().intern(key), number(content), flags | dead);
        return this;
    }

    /** A range read; a missing bound is null. */
    public TransactionBuilder range(
            OpKind kind, @Nullable Value low, @Nullable Value high, List<Item> items, int flags) {
        last = history.range(number, kind, bound(low), bound(high), flags);
        for (Item item : items) {
            boolean dead = item.content() instanceof Content.Dead;
            history.item(history.keys().intern(item.key()), number(item.content()), dead);
        }
        return this;
    }

    /** Hint: the versions that the range read just added chose from. */
    public TransactionBuilder versionSet(List<Version> versions) {
        history.versionSet();
        for (Version version : versions) {
            history.version(
                    history.keys().intern(version.key()), version.writer().orElse(null));
        }
        return this;
    }

    public TransactionBuilder sql(String statement, List<Value> parameters, Content answer) {
        last = history.sql(number, statement, parameters, number(answer));
        return this;
    }

    /** The times of what was added last: the begin, an operation, or the end. */
    public TransactionBuilder at(long before, long after) {
        if (ended) {
            history.endTimes(number, before, after);
        } else if (last < 0) {
            history.beginTimes(number, before, after);
        } else {
            history.times(last, before, after);
        }
        return this;
    }

    /** Hint: the isolation level it runs at. */
    public TransactionBuilder level(String level) {
        history.level(number, level);
        return this;
    }

    public TransactionBuilder commit() {
        return end(Ending.COMMITTED);
    }

    public TransactionBuilder abort() {
        return end(Ending.ABORTED);
    }

    public TransactionBuilder unknown() {
        return end(Ending.UNKNOWN);
    }

    public TransactionBuilder end(Ending ending) {
        history.end(number, ending);
        ended = true;
        return this;
    }

    /** Its number in the history. */
    public int number() {
        return number;
    }

    private int bound(@Nullable Value bound) {
        return bound == null ? -1 : history.values().intern(bound);
    }

    private static boolean isTombstone(Content content) {
        return content instanceof Content.Dead dead && dead.tombstone().isPresent();
    }

    private int number(Content content) {
        if (content instanceof Content.Live live) {
            return history.values().intern(live.value());
        }
        if (content instanceof Content.Dead dead) {
            Optional<Value> tombstone = dead.tombstone();
            return tombstone.isPresent() ? history.values().intern(tombstone.get()) : History.ABSENT;
        }
        return content instanceof Content.Untold ? History.UNTOLD : History.UNKNOWN;
    }
}
