package io.bateleur.sql.lift;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Builds the lifted history: what was no statement stays as it was. */
final class Emission implements Statements.Receiver {
    private final History recorded;
    private final Taints taints;
    private final Survey survey;
    private final Births births;
    private final InitialCells first = new InitialCells();
    /** Keys that came up, by number. */
    private final BitSet met = new BitSet();

    private final HistoryBuilder builder = History.builder();
    private final CellNumbers cells;
    private final Tally tally = new Tally();
    /** Of the statements of one transaction, in their order. */
    private final Deque<Outcome> outcomes = new ArrayDeque<>();
    /** Of the transaction at hand. */
    private int statements;

    private boolean leftOne;

    Emission(History recorded, Taints taints, Survey survey, Births births, Schema schema) {
        this.recorded = recorded;
        this.cells = new CellNumbers(builder.keys(), schema.columnCount());
        this.taints = taints;
        this.survey = survey;
        this.births = births;
        if (recorded.initialState() == InitialState.UNKNOWN) {
            recorded.initialRows().forEach(first::tell);
        }
        recorded.about().forEach(builder::about);
        builder.names(recorded.names().withTables(schema.tableNames()));
        recorded.sessions().forEach(session -> builder.session(session.name()));
        if (recorded.initialState() == InitialState.GIVEN) {
            recorded.initialContents().forEach(builder::initial);
        }
        builder.initialState(recorded.initialState());
    }

    /** @param accounts what the statements of each text do */
    Lifted lifted(Map<Integer, Account> accounts) {
        accounts.forEach(tally::describe);
        recorded.orderedKeys()
                .forEach(key -> builder.versionOrder(
                        key,
                        recorded.versionOrder(key).orElseThrow().stream()
                                .map(Transaction::id)
                                .toList()));
        return new Lifted(builder.build(), tally.coverage(text -> Statements.text(recorded, text)));
    }

    @Override
    public void statement(int operation, Outcome outcome) {
        outcomes.add(outcome);
    }

    @Override
    public void transaction(int t, List<Op> ops) {
        int number = builder.begin(recorded.sessionOf(t), recorded.transactionId(t));
        if (recorded.beginBefore(t) != History.NO_TIME) {
            builder.beginTimes(number, recorded.beginBefore(t), recorded.beginAfter(t));
        }
        statements = 0;
        leftOne = false;
        int next = 0;
        for (int o = recorded.firstOperation(t); o < recorded.firstOperation(t + 1); o++) {
            if (recorded.kind(o) != OpKind.SQL) {
                copy(number, o);
                continue;
            }
            long after = recorded.after(o);
            long read = after == History.NO_TIME ? Long.MAX_VALUE : after;
            int kept = 0;
            String tainted = null;
            for (; next < ops.size() && ops.get(next).statement() == o; next++) {
                Op op = ops.get(next);
                String why = taints.of(op.relation(), op.column(), read);
                tainted = why != null ? why : tainted;
                if (why == null) {
                    kept++;
                    emit(number, op);
                } else if (op.isWrite() && taints.since(op.relation(), op.column()) != SideEffects.ALWAYS) {
                    kept++;
                    emit(number, op);
                }
            }
            count(o, kept, tainted);
        }
        if (statements > 0) {
            tally.transaction(!leftOne);
        }
        end(t, number);
    }

    private void count(int operation, int kept, @Nullable String tainted) {
        Outcome outcome = outcomes.remove();
        if (tainted != null && outcome.share() != Outcome.Share.LEFT) {
            String why = "a column that is left out: " + tainted;
            outcome = kept == 0 ? Outcome.left(why) : Outcome.part(why);
        }
        statements++;
        leftOne |= outcome.share() == Outcome.Share.LEFT;
        tally.add(recorded.statement(operation), outcome);
    }

    private void end(int t, int number) {
        Timestamp start = recorded.startTimestamp(t);
        Timestamp commit = recorded.commitTimestamp(t);
        String level = recorded.level(t);
        if (start != null) {
            builder.startTimestamp(number, start);
        }
        if (commit != null) {
            builder.commitTimestamp(number, commit);
        }
        if (level != null) {
            builder.level(number, level);
        }
        builder.end(number, recorded.ending(t));
        if (recorded.endBefore(t) != History.NO_TIME) {
            builder.endTimes(number, recorded.endBefore(t), recorded.endAfter(t));
        }
    }

    private void emit(int transaction, Op op) {
        if (op.isWrite() && !survey.isRead(op.relation(), op.column())) {
            return;
        }
        int flags = op.lock() != null ? HistoryBuilder.LOCKING : 0;
        Op.Scanned scanned = op.scanned();
        int operation;
        if (scanned != null) {
            int low = builder.values().intern(op.key());
            int high = builder.values().intern(scanned.high());
            operation = builder.range(transaction, OpKind.SCAN, low, high, flags);
            for (List<Value> row : scanned.rows()) {
                int key = meet(op.relation(), op.column(), op.relation().cell(op.column(), row));
                builder.item(key, builder.values().intern(row.get(0)), false);
            }
        } else {
            int key = meet(op.relation(), op.column(), op.key());
            OpKind kind = op.kind() == Op.Kind.PUT ? OpKind.PUT : op.isWrite() ? OpKind.DELETE : OpKind.GET;
            boolean dead = op.kind() == Op.Kind.DELETE || op.kind() == Op.Kind.GET_ABSENT;
            int value = dead
                    ? History.ABSENT
                    : op.value() == null ? History.UNKNOWN : builder.values().intern(op.value());
            operation = builder.operation(transaction, kind, key, value, flags);
        }
        times(operation, op.statement());
    }

    /** The number of a cell. When it first comes up: was there anything at first? */
    private int meet(Relation relation, int column, Value cell) {
        int key = cells.of(relation, column, cell);
        if (!met.get(key)) {
            met.set(key);
            List<Value> parts = ((Value.Elements) cell).value();
            List<Value> row = parts.subList(2, parts.size());
            Content held = first.of(relation, column, parts.get(0), row);
            if (held instanceof Content.Live live) {
                builder.initial(cell, live.value());
            } else if (held instanceof Content.Dead || births.isInitiallyAbsent(relation, row)) {
                builder.initiallyAbsent(cell);
            }
        }
        return key;
    }

    private void times(int operation, int from) {
        if (recorded.before(from) != History.NO_TIME) {
            builder.times(operation, recorded.before(from), recorded.after(from));
        }
    }

    private void copy(int transaction, int from) {
        Operation old = new Operation(recorded, from);
        int flags = old.isLocking() ? HistoryBuilder.LOCKING : 0;
        int operation;
        if (!old.kind().isRangeRead()) {
            int dead = recorded.value(from) >= 0 && recorded.isDead(from) ? HistoryBuilder.DEAD : 0;
            int value = number(old.content());
            operation =
                    builder.operation(transaction, old.kind(), builder.keys().intern(old.key()), value, flags | dead);
        } else {
            int stopped = old.stoppedEarly() ? HistoryBuilder.STOPPED : 0;
            operation = builder.range(
                    transaction,
                    old.kind(),
                    old.low().map(builder.values()::intern).orElse(-1),
                    old.high().map(builder.values()::intern).orElse(-1),
                    flags | stopped);
            for (Item item : old.items()) {
                boolean dead = item.content() instanceof Content.Dead;
                builder.item(builder.keys().intern(item.key()), number(item.content()), dead);
            }
            old.versionSet().ifPresent(versions -> {
                builder.versionSet();
                versions.forEach(version -> builder.version(
                        builder.keys().intern(version.key()), version.writer().orElse(null)));
            });
        }
        times(operation, from);
    }

    private int number(Content content) {
        if (content instanceof Content.Live live) {
            return builder.values().intern(live.value());
        }
        if (content instanceof Content.Dead dead) {
            return dead.tombstone().map(builder.values()::intern).orElse(History.ABSENT);
        }
        return content instanceof Content.Untold ? History.UNTOLD : History.UNKNOWN;
    }
}
