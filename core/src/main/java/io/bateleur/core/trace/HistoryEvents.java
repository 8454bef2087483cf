package io.bateleur.core.trace;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Passes a history to a listener, as if it were read. Sessions take turns in the order of their times; an event without a time comes
 * right behind the one before it, so that a history without any times comes one transaction after another.
 */
public final class HistoryEvents {
    private final History history;
    private final TraceListener listener;

    private HistoryEvents(History history, TraceListener listener) {
        this.history = history;
        this.listener = listener;
    }

    public static void pass(History history, TraceListener listener) {
        new HistoryEvents(history, listener).pass();
    }

    private void pass() {
        listener.header(new HeaderFacts(
                0,
                Optional.of(history.initialState()),
                history.uniqueValues(),
                history.about(),
                Optional.empty(),
                Optional.empty(),
                Map.of()));
        history.initialContents().forEach((key, value) -> listener.initial(key, Content.live(value)));
        history.initiallyAbsent().forEach(key -> listener.initial(key, Content.absent()));
        history.initialRows().forEach(listener::rows);
        history.sessions().forEach(session -> listener.session(session.name()));
        transactions();
        for (Value key : history.orderedKeys()) {
            List<Transaction> writers = history.versionOrder(key).orElseThrow();
            listener.versionOrder(key, writers.stream().map(Transaction::id).toList());
        }
    }

    private void transactions() {
        PriorityQueue<Turn> turns = new PriorityQueue<>(
                Comparator.<Turn>comparingLong(turn -> turn.time).thenComparingInt(turn -> turn.transaction));
        for (int session = 0; session < history.sessionCount(); session++) {
            if (history.sessionSize(session) > 0) {
                turns.add(new Turn(session));
            }
        }
        for (Turn next = turns.poll(); next != null; next = turns.poll()) {
            if (next.take()) {
                turns.add(next);
            }
        }
    }

    /** Where in its events a session is. */
    private final class Turn {
        private final int session;
        private int position;
        private int transaction;
        /** The next operation, or the first one before the transaction has begun. */
        private int operation;

        private boolean begun;
        private int number;
        /** Of the next event, or of the last one that has a time. */
        private long time = History.NO_TIME;

        Turn(int session) {
            this.session = session;
            start();
        }

        private void start() {
            transaction = history.transactionOfSession(session, position);
            operation = history.firstOperation(transaction);
            begun = false;
            advance(firstTime());
        }

        /** A begin without a time comes when the transaction does something. */
        private long firstTime() {
            long first = history.beginBefore(transaction);
            for (int o = operation; first == History.NO_TIME && o < history.firstOperation(transaction + 1); o++) {
                first = history.before(o);
            }
            return first == History.NO_TIME ? history.endBefore(transaction) : first;
        }

        private void advance(long next) {
            time = Math.max(time, next);
        }

        /** Passes the next event on; whether there are more. */
        boolean take() {
            int end = history.firstOperation(transaction + 1);
            if (!begun) {
                begun = true;
                number = begin(transaction);
            } else if (operation < end) {
                operation(number, operation++);
            } else {
                listener.end(
                        number,
                        history.ending(transaction),
                        history.commitTimestamp(transaction),
                        history.endBefore(transaction),
                        history.endAfter(transaction));
                position++;
                if (position == history.sessionSize(session)) {
                    return false;
                }
                start();
                return true;
            }
            advance(operation < end ? history.before(operation) : history.endBefore(transaction));
            return true;
        }
    }

    private int begin(int transaction) {
        return listener.begin(
                listener.session(history.sessionName(history.sessionOf(transaction))),
                history.transactionId(transaction),
                history.level(transaction),
                history.startTimestamp(transaction),
                history.beginBefore(transaction),
                history.beginAfter(transaction));
    }

    private void operation(int transaction, int operation) {
        OpKind kind = history.kind(operation);
        long before = history.before(operation);
        long after = history.after(operation);
        if (kind.isRangeRead()) {
            listener.range(transaction, range(new Operation(history, operation)), before, after);
        } else if (kind == OpKind.SQL) {
            Operation sql = new Operation(history, operation);
            listener.sql(transaction, sql.statement(), sql.parameters(), sql.content(), before, after);
        } else {
            int key = listener.key(history.keys().get(history.key(operation)));
            int value = history.value(operation);
            boolean tombstone = value >= 0 && history.isDead(operation);
            int flags =
                    (history.isLocking(operation) ? HistoryBuilder.LOCKING : 0) | (tombstone ? HistoryBuilder.DEAD : 0);
            int told = value < 0 ? value : listener.value(key, history.values().get(value));
            listener.operation(transaction, kind, key, told, flags, before, after);
        }
    }

    private static RangeRead range(Operation read) {
        return new RangeRead(
                read.kind(),
                read.low(),
                read.high(),
                read.items(),
                read.versionSet(),
                read.stoppedEarly(),
                read.isLocking());
    }
}
