package io.bateleur.core.explain;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Finding;
import io.bateleur.core.asg.Times;
import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import io.bateleur.core.model.WriteIndex;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A part of a history that asks for less than the whole: what is violated in a part is violated in the whole.
 *
 * <ul>
 *   <li>Leaving out a transaction takes away its edges, and a possible source of others' reads: each read that could have seen
 *       it is left out too, since fewer sources would ask for more.
 *   <li>Leaving out a read takes away edges. A read that nothing explains stays only with everything that shows why: whoever
 *       wrote that value, and the writes of its own transaction.
 *   <li>A transaction's writes of a key are left out together: the one that remained would be another version. And they are
 *       only left out when nobody who is kept can have read any of them.
 *   <li>A range becomes one range for each of its keys that is kept: together they say less, and still as predicates.
 *   <li>Begins and ends keep their times, which may have been those of operations that are gone: without them a shorter
 *       transaction would be ordered before more others.
 * </ul>
 */
public final class Part {
    private final Asg asg;
    private final History history;
    private final BitSet transactions;
    private final BitSet leftOut;
    private final HistoryBuilder builder = History.builder();
    private @Nullable WriteIndex index;
    private final TreeSet<Value> keys = new TreeSet<>();

    private Part(Asg asg, BitSet transactions, BitSet leftOut) {
        this.asg = asg;
        this.history = asg.history();
        this.transactions = transactions;
        this.leftOut = leftOut;
    }

    /** The part with some transactions. */
    public static History of(Asg asg, BitSet transactions) {
        return new Part(asg, transactions, new BitSet()).make();
    }

    /** The part with some transactions, without some operations as far as that is possible. */
    public static History of(Asg asg, BitSet transactions, BitSet operations) {
        return new Part(asg, transactions, operations).make();
    }

    private History make() {
        builder.initialState(history.initialState());
        BitSet seenWrites = seenWrites();
        for (int t = transactions.nextSetBit(0); t >= 0; t = transactions.nextSetBit(t + 1)) {
            transaction(t, seenWrites);
        }
        history.initialContents().forEach((key, value) -> {
            if (keys.contains(key)) {
                builder.initial(key, value);
            }
        });
        for (Value key : keys) {
            int[] order = history.versionOrder(history.keys().find(key));
            if (order != null) {
                List<Value> kept = new ArrayList<>();
                for (int t : order) {
                    if (transactions.get(t)) {
                        kept.add(history.transactionId(t));
                    }
                }
                builder.versionOrder(key, kept);
            }
        }
        return builder.build();
    }

    /** Operations that wrote what some kept read may have seen, or what shows that it is wrong. */
    private BitSet seenWrites() {
        BitSet seen = new BitSet();
        if (leftOut.isEmpty()) {
            return seen;
        }
        for (int t = transactions.nextSetBit(0); t >= 0; t = transactions.nextSetBit(t + 1)) {
            int r = asg.firstRead(t);
            for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
                int first = r;
                while (r < asg.firstRead(t + 1) && asg.readOperation(r) == o) {
                    r++;
                }
                if (!leftOut.get(o)) {
                    see(seen, t, o, first, r);
                }
            }
        }
        return seen;
    }

    private void see(BitSet seen, int t, int o, int firstRead, int endOfReads) {
        for (int c = asg.firstCandidate(firstRead); c < asg.firstCandidate(endOfReads); c++) {
            if (asg.candidate(c) >= 0) {
                seen.set(asg.writeOperation(asg.candidate(c)));
            }
        }
        switch (history.kind(o)) {
            case GET -> {
                seeOwn(seen, t, history.key(o));
                if (firstRead == endOfReads) {
                    seeAll(seen, history.key(o), history.value(o));
                }
            }
            case READ_LIST -> {
                seeOwn(seen, t, history.key(o));
                for (int i = 0; i < listSize(o); i++) {
                    seeAll(seen, history.key(o), history.values().element(history.value(o), i));
                }
            }
            case SCAN, ITERATE -> {
                for (Finding finding : badItems(o)) {
                    int key = history.keys().find(finding.key());
                    seeOwn(seen, t, key);
                    seeAll(seen, key, valueOf(finding));
                }
            }
            case PUT, DELETE, APPEND, SQL -> {}
        }
    }

    private void seeOwn(BitSet seen, int t, int key) {
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            if (history.kind(o).isWrite() && history.key(o) == key) {
                seen.set(o);
            }
        }
    }

    private void seeAll(BitSet seen, int key, int value) {
        for (int w = index().first(key, value); w >= 0; w = index().next(w)) {
            seen.set(w);
        }
    }

    private void transaction(int t, BitSet seenWrites) {
        int session = builder.session(history.sessionName(history.sessionOf(t)));
        int copy = builder.begin(session, history.transactionId(t));
        long begin = Times.begin(history, t);
        if (begin != History.NO_TIME) {
            builder.beginTimes(copy, begin, Math.max(begin, history.beginAfter(t)));
        }
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
        int r = asg.firstRead(t);
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            int first = r;
            while (r < asg.firstRead(t + 1) && asg.readOperation(r) == o) {
                r++;
            }
            boolean dropped = history.kind(o).isWrite() ? isLeftOut(t, history.key(o), seenWrites) : leftOut.get(o);
            if (!dropped) {
                operation(copy, t, o, first, r);
            }
        }
        builder.end(copy, history.ending(t));
        long end = Times.end(history, t);
        if (end != History.NO_TIME) {
            builder.endTimes(copy, Math.min(end, Math.max(begin, history.endBefore(t))), end);
        }
    }

    /** Whether the last write of a key is to be left out, and no write of it was seen. */
    private boolean isLeftOut(int t, int key, BitSet seenWrites) {
        boolean leftOutLast = false;
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            if (history.kind(o).isWrite() && history.key(o) == key) {
                if (seenWrites.get(o)) {
                    return false;
                }
                leftOutLast = leftOut.get(o);
            }
        }
        return leftOutLast;
    }

    private void operation(int copy, int t, int o, int firstRead, int endOfReads) {
        OpKind kind = history.kind(o);
        if (kind.isRangeRead()) {
            range(copy, o, firstRead, endOfReads);
            return;
        }
        if (kind == OpKind.SQL) {
            return;
        }
        for (int r = firstRead; r < endOfReads; r++) {
            if (!isWhole(r)) {
                return;
            }
        }
        if (kind == OpKind.READ_LIST && !isWholeList(o)) {
            return;
        }
        boolean unexplained = kind == OpKind.GET && firstRead == endOfReads && !history.isDead(o);
        if (unexplained && !hasOwnWriteBefore(t, o) && !areKept(history.key(o), history.value(o))) {
            return;
        }
        Value key = history.keys().get(history.key(o));
        keys.add(key);
        int value = history.value(o);
        int flags = (history.isLocking(o) ? HistoryBuilder.LOCKING : 0)
                | (history.isDead(o) && value >= 0 ? HistoryBuilder.DEAD : 0);
        int made = builder.operation(
                copy,
                kind,
                builder.keys().intern(key),
                value < 0 ? value : builder.values().intern(history.values().get(value)),
                flags);
        times(o, made);
    }

    private void times(int o, int made) {
        if (history.before(o) != History.NO_TIME) {
            builder.times(made, history.before(o), history.after(o));
        }
    }

    /** Whether all transactions that a read may have seen are kept. */
    private boolean isWhole(int r) {
        for (int c = asg.firstCandidate(r); c < asg.firstCandidate(r + 1); c++) {
            int write = asg.candidate(c);
            if (write >= 0 && !transactions.get(asg.writeTransaction(write))) {
                return false;
            }
        }
        return true;
    }

    private boolean isWholeList(int o) {
        for (int i = 0; i < listSize(o); i++) {
            if (!areKept(history.key(o), history.values().element(history.value(o), i))) {
                return false;
            }
        }
        return true;
    }

    private int listSize(int o) {
        int value = history.value(o);
        return value >= 0 && history.values().isList(value) ? history.values().listSize(value) : 0;
    }

    /** Whether all transactions that wrote this value are kept. */
    private boolean areKept(int key, int value) {
        for (int w = index().first(key, value); w >= 0; w = index().next(w)) {
            if (!transactions.get(transactionOf(w))) {
                return false;
            }
        }
        return true;
    }

    private boolean hasOwnWriteBefore(int t, int read) {
        for (int o = history.firstOperation(t); o < read; o++) {
            if (history.kind(o).isWrite() && history.key(o) == history.key(read)) {
                return true;
            }
        }
        return false;
    }

    private WriteIndex index() {
        WriteIndex made = index == null ? new WriteIndex(history) : index;
        index = made;
        return made;
    }

    private int transactionOf(int operation) {
        int low = 0;
        int high = history.transactionCount() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (history.firstOperation(middle) <= operation) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private void range(int copy, int o, int firstRead, int endOfReads) {
        badItems(o).forEach(finding -> badItem(copy, o, finding));
        for (int r = firstRead; r < endOfReads; r++) {
            if (!isWhole(r) || !isOfInterest(asg.readKey(r))) {
                continue;
            }
            Value key = history.keys().get(asg.readKey(r));
            keys.add(key);
            int low = builder.values().intern(key);
            int high = builder.values().intern(justAfter(key));
            int made = builder.range(copy, OpKind.SCAN, low, high, 0);
            if (!asg.sawDead(r)) {
                builder.item(
                        builder.keys().intern(key),
                        builder.values().intern(history.values().get(asg.readValue(r))),
                        false);
            }
            times(o, made);
        }
    }

    /** What a range returned and nothing explains. */
    private List<Finding> badItems(int o) {
        return asg.findings().stream()
                .filter(finding -> finding.read().number() == o)
                .toList();
    }

    /** It stays as it was seen. */
    private void badItem(int copy, int o, Finding finding) {
        boolean ignoresOwn = finding.anomaly() == Anomaly.IGNORED_OWN_WRITE;
        if (!ignoresOwn && !areKept(history.keys().find(finding.key()), valueOf(finding))) {
            return;
        }
        keys.add(finding.key());
        int low = builder.values().intern(finding.key());
        int high = builder.values().intern(justAfter(finding.key()));
        int made = builder.range(copy, OpKind.SCAN, low, high, 0);
        if (finding.seen() instanceof Content.Live live) {
            builder.item(builder.keys().intern(finding.key()), builder.values().intern(live.value()), false);
        }
        times(o, made);
    }

    private int valueOf(Finding finding) {
        return finding.seen() instanceof Content.Live live ? history.values().find(live.value()) : History.ABSENT;
    }

    /** A key that nobody in the part writes tells nothing. */
    private boolean isOfInterest(int key) {
        for (int i = asg.firstOfKey(key); i < asg.firstOfKey(key + 1); i++) {
            if (transactions.get(asg.writeTransaction(asg.writeOfKey(i)))) {
                return true;
            }
        }
        return false;
    }

    /** A bound that only this key of all keys of the history is below. */
    private Value justAfter(Value key) {
        Value next = null;
        for (int k = 0; k < history.keyCount(); k++) {
            Value other = history.keys().get(k);
            if (other.compareTo(key) > 0 && (next == null || other.compareTo(next) < 0)) {
                next = other;
            }
        }
        if (next != null) {
            return next;
        }
        return key instanceof Value.Int number
                ? Value.of(number.value() + 1)
                : Value.of(key instanceof Value.Text text ? text.value() + "\u0001" : key + "~");
    }
}
