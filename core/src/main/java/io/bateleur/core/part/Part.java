package io.bateleur.core.part;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Times;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import io.bateleur.core.model.Version;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Takes parts of a history that ask for less than the whole: what is violated in a part is violated in the whole.
 *
 * <p>For that, what satisfies the whole must satisfy the part when all that is left out is deleted from it:
 *
 * <ul>
 *   <li>A transaction may always be left out, and so may a read: all edges that are left were there before. But a read that could
 *       have seen something that is left out goes too, since with fewer sources it would ask for more; see {@link Selection}.
 *   <li>Of a range, reads of single keys may be left out in the same way; see {@link NarrowedRange}.
 *   <li>Session order, levels, timestamps and initial values are those of the whole, and version orders without the writers that
 *       are left out.
 *   <li>Begins and ends keep their times, which may have been those of operations that are left out: a transaction that seems
 *       shorter would come before more others.
 *   <li>Statements that were not lifted to reads and writes say nothing, and are left out.
 * </ul>
 */
public final class Part {
    private final Asg asg;
    private final History history;
    private final Explainers explainers;
    private final KeyOrder order;

    /** For several parts of one history. */
    public Part(Asg asg) {
        this.asg = asg;
        this.history = asg.history();
        this.explainers = new Explainers(asg);
        this.order = new KeyOrder(history);
    }

    /** The part with some transactions. */
    public static History of(Asg asg, BitSet transactions) {
        return new Part(asg).with(transactions);
    }

    /** The part with some transactions, and of these only some operations. */
    public static History of(Asg asg, BitSet transactions, BitSet operations) {
        return new Part(asg).with(transactions, operations);
    }

    /** The part with some transactions. */
    public History with(BitSet transactions) {
        BitSet operations = new BitSet(history.operationCount());
        operations.set(0, history.operationCount());
        return with(transactions, operations);
    }

    /** The part with some transactions, and of these only some operations. */
    public History with(BitSet transactions, BitSet operations) {
        Selection selection = new Selection(asg, explainers, transactions, operations);
        return new Copy(selection).make(transactions);
    }

    /** One part in the making. */
    private final class Copy {
        private final Selection selection;
        private final BitSet placesOfKeys;
        private final HistoryBuilder builder = History.builder();
        private final Renumbered keys = new Renumbered(history.keys(), builder.keys());
        private final Renumbered values = new Renumbered(history.values(), builder.values());

        Copy(Selection selection) {
            this.selection = selection;
            this.placesOfKeys = selection.hasRanges() ? order.places(selection.keys()) : new BitSet();
        }

        History make(BitSet transactions) {
            builder.initialState(history.initialState());
            for (int t = transactions.nextSetBit(0); t >= 0; t = transactions.nextSetBit(t + 1)) {
                transaction(t);
            }
            initialContents();
            versionOrders();
            builder.uniqueValues(history.uniqueValues());
            builder.names(history.names());
            history.about().forEach(builder::about);
            return builder.build();
        }

        private void initialContents() {
            history.initiallyAbsent().stream()
                    .filter(key -> selection.hasKey(history.keys().find(key)))
                    .forEach(builder::initiallyAbsent);
            history.initialContents().forEach((key, value) -> {
                if (selection.hasKey(history.keys().find(key))) {
                    builder.initial(key, value);
                }
            });
        }

        private void versionOrders() {
            for (Value key : history.orderedKeys()) {
                int k = history.keys().find(key);
                List<Value> writers = new ArrayList<>();
                int[] order = history.versionOrder(k);
                for (int i = 0; order != null && i < order.length; i++) {
                    if (selection.keepsVersion(order[i], k)) {
                        writers.add(history.transactionId(order[i]));
                    }
                }
                if (!writers.isEmpty()) {
                    builder.versionOrder(key, writers);
                }
            }
        }

        private void transaction(int t) {
            int copy =
                    builder.begin(builder.session(history.sessionName(history.sessionOf(t))), history.transactionId(t));
            Timestamp start = history.startTimestamp(t);
            if (start != null) {
                builder.startTimestamp(copy, start);
            }
            Timestamp commit = history.commitTimestamp(t);
            if (commit != null) {
                builder.commitTimestamp(copy, commit);
            }
            String level = history.level(t);
            if (level != null) {
                builder.level(copy, level);
            }
            int kept = 0;
            for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
                kept += operation(copy, o) ? 1 : 0;
            }
            builder.end(copy, history.ending(t));
            times(t, copy, kept == history.firstOperation(t + 1) - history.firstOperation(t));
        }

        private void times(int t, int copy, boolean isWhole) {
            long begin = isWhole ? history.beginBefore(t) : Times.begin(history, t);
            if (begin != History.NO_TIME) {
                builder.beginTimes(copy, begin, Math.max(begin, history.beginAfter(t)));
            }
            if (history.endAfter(t) != History.NO_TIME) {
                builder.endTimes(copy, history.endBefore(t), history.endAfter(t));
            } else if (!isWhole && Times.end(history, t) != History.NO_TIME) {
                builder.endTimes(copy, Times.end(history, t), Times.end(history, t));
            }
        }

        private boolean operation(int copy, int o) {
            OpKind kind = history.kind(o);
            if (!selection.keeps(o)) {
                return false;
            }
            if (kind.isRangeRead()) {
                return range(copy, o);
            }
            int dead = history.isDead(o) && history.value(o) >= 0 ? HistoryBuilder.DEAD : 0;
            int made = builder.operation(copy, kind, key(history.key(o)), value(history.value(o)), dead | locking(o));
            operationTimes(o, made);
            return true;
        }

        private boolean range(int copy, int o) {
            NarrowedRange range = NarrowedRange.of(history, o, selection, order, placesOfKeys);
            int made = builder.range(copy, history.kind(o), bound(range.low()), bound(range.high()), locking(o));
            liveItems(o, range);
            for (int i = history.liveItems(o); i < history.liveItems(o) + history.deadItems(o); i++) {
                if (range.told().get(history.itemKey(o, i))) {
                    builder.item(key(history.itemKey(o, i)), value(history.itemValue(o, i)), true);
                }
            }
            versionSet(o, range.told());
            operationTimes(o, made);
            return true;
        }

        /** In the order of their keys: what is told, and between that what is not. */
        private void liveItems(int o, NarrowedRange range) {
            Map<Value, Integer> values = new TreeMap<>();
            for (int i = 0; i < history.liveItems(o); i++) {
                if (range.told().get(history.itemKey(o, i))) {
                    values.put(history.keys().get(history.itemKey(o, i)), value(history.itemValue(o, i)));
                }
            }
            range.untold().stream().forEach(key -> values.put(history.keys().get(key), History.UNTOLD));
            values.forEach((key, value) -> builder.item(builder.keys().intern(key), value, false));
        }

        private void versionSet(int o, BitSet told) {
            List<Version> versions = new Operation(history, o).versionSet().orElse(List.of());
            boolean any = false;
            for (Version version : versions) {
                int key = history.keys().find(version.key());
                Value writer = version.writer().orElse(null);
                boolean kept = writer == null
                        || selection.keepsVersion(
                                history.transaction(writer).orElseThrow().number(), key);
                if (key >= 0 && told.get(key) && kept) {
                    if (!any) {
                        builder.versionSet();
                        any = true;
                    }
                    builder.version(key(key), writer);
                }
            }
        }

        private void operationTimes(int o, int made) {
            if (history.before(o) != History.NO_TIME) {
                builder.times(made, history.before(o), history.after(o));
            }
        }

        private int locking(int o) {
            return history.isLocking(o) ? HistoryBuilder.LOCKING : 0;
        }

        private int key(int key) {
            return keys.of(key);
        }

        private int value(int value) {
            return value < 0 ? value : values.of(value);
        }

        private int bound(@Nullable Value bound) {
            return bound == null ? -1 : builder.values().intern(bound);
        }
    }
}
