package io.bateleur.core.part;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Asg.Fate;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * What of some transactions and operations can stay in a part.
 *
 * <ul>
 *   <li>A transaction's last write of a key takes the earlier ones with it, or one of those would be the version; so does any
 *       append, since the version holds them all. Overwritten values alone may go: no good read saw them.
 *   <li>A read stays when every version that it may have seen stays. A list also asks for all who wrote its elements: the order of
 *       versions is read off it.
 *   <li>A read that nothing explains stays bad, and for the same reason, when all stay that wrote what it saw, however they
 *       ended, and all of its transaction's own writes of the key. Of an unwritten value nobody is needed, and of a value that is
 *       not the own one nobody else. Statements may explain anything: where there are any, bad reads go.
 *   <li>A list that contradicts another one stays when the other one does.
 *   <li>Reads of transactions that did not happen say nothing and go.
 * </ul>
 */
final class Selection {
    private final Asg asg;
    private final History history;
    private final Explainers explainers;
    private final BitSet chosen;
    private final BitSet kept = new BitSet();
    private final BitSet keys = new BitSet();
    private final BitSet writtenKeys = new BitSet();
    /** By range read, the keys whose reads stay. */
    private final Map<Integer, BitSet> rangeKeys = new HashMap<>();

    Selection(Asg asg, Explainers explainers, BitSet transactions, BitSet operations) {
        this.asg = asg;
        this.history = asg.history();
        this.explainers = explainers;
        this.chosen = operations;
        int[] lastWriter = new int[history.keyCount()];
        int[] brokenFor = new int[history.keyCount()];
        Arrays.fill(lastWriter, -1);
        Arrays.fill(brokenFor, -1);
        for (int t = transactions.nextSetBit(0); t >= 0; t = transactions.nextSetBit(t + 1)) {
            chooseWrites(t, operations, lastWriter, brokenFor);
        }
        for (int t = transactions.nextSetBit(0); t >= 0; t = transactions.nextSetBit(t + 1)) {
            if (asg.fate(t) != Fate.GONE) {
                chooseReads(t, operations);
            }
        }
    }

    private void chooseWrites(int t, BitSet operations, int[] lastWriter, int[] brokenFor) {
        int first = history.firstOperation(t);
        for (int o = history.firstOperation(t + 1) - 1; o >= first; o--) {
            if (!history.kind(o).isWrite()) {
                continue;
            }
            int key = history.key(o);
            boolean isLast = lastWriter[key] != t;
            lastWriter[key] = t;
            if (!operations.get(o) && (isLast || history.kind(o) == OpKind.APPEND)) {
                brokenFor[key] = t;
            }
        }
        for (int o = first; o < history.firstOperation(t + 1); o++) {
            if (history.kind(o).isWrite() && operations.get(o) && brokenFor[history.key(o)] != t) {
                kept.set(o);
                keys.set(history.key(o));
                writtenKeys.set(history.key(o));
            }
        }
    }

    private void chooseReads(int t, BitSet operations) {
        int r = asg.firstRead(t);
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            int from = r;
            while (r < asg.firstRead(t + 1) && asg.readOperation(r) == o) {
                r++;
            }
            OpKind kind = history.kind(o);
            if (!operations.get(o)) {
                continue;
            }
            if (kind.isRangeRead()) {
                chooseKeys(t, o, from, r);
            } else if (kind.isItemRead() && staysItem(t, o, from, r)) {
                kept.set(o);
                keys.set(history.key(o));
            }
        }
    }

    private boolean staysItem(int t, int o, int from, int to) {
        if (history.kind(o) == OpKind.READ_LIST) {
            return staysList(t, o, from < to);
        }
        return from < to
                ? staysSource(from)
                : history.value(o) != History.UNKNOWN && staysBad(t, o, history.key(o), history.value(o));
    }

    private void chooseKeys(int t, int o, int from, int to) {
        BitSet stay = new BitSet();
        BitSet judged = new BitSet();
        for (int r = from; r < to; r++) {
            judged.set(asg.readKey(r));
            if (staysSource(r) && !saysNothing(r)) {
                stay.set(asg.readKey(r));
            }
        }
        for (int i = 0; i < history.liveItems(o); i++) {
            int key = history.itemKey(o, i);
            if (!judged.get(key)
                    && history.itemValue(o, i) != History.UNTOLD
                    && staysBad(t, o, key, history.itemValue(o, i))) {
                stay.set(key);
            }
        }
        for (int key : explainers.badKeys(o)) {
            if (!judged.get(key) && staysBad(t, o, key, History.ABSENT) && !isReturned(o, key)) {
                stay.set(key);
            }
        }
        if (!stay.isEmpty()) {
            kept.set(o);
            rangeKeys.put(o, stay);
            keys.or(stay);
        }
    }

    private boolean isReturned(int o, int key) {
        for (int i = 0; i < history.liveItems(o); i++) {
            if (history.itemKey(o, i) == key) {
                return true;
            }
        }
        return false;
    }

    /** Whether a read of a range's key can only have been of a known initial version that nobody overwrites. */
    private boolean saysNothing(int r) {
        return !writtenKeys.get(asg.readKey(r)) && asg.initialValue(asg.readKey(r)) != History.UNKNOWN;
    }

    private boolean staysSource(int r) {
        for (int c = asg.firstCandidate(r); c < asg.firstCandidate(r + 1); c++) {
            int write = asg.candidate(c);
            if (write >= 0 && !kept.get(asg.writeOperation(write))) {
                return false;
            }
        }
        return true;
    }

    /** A read that is not in the graph: it is bad, or of an own write, or the graph could make nothing of it. */
    private boolean staysBad(int t, int o, int key, int value) {
        return !explainers.isAppended(key)
                && !explainers.hasStatements()
                && staysWhole(t, key)
                && stayOfStatement(t, o, key)
                && (mustBeOwn(t, o, key) || explainers.allWriters(key, value, this::staysWithItsOthers));
    }

    /** Whether the other reads of the key by the same statement stay: two rows of one key are wrong together. */
    private boolean stayOfStatement(int t, int o, int key) {
        for (int other = history.firstOperation(t); other < history.firstOperation(t + 1); other++) {
            boolean same = history.kind(other) == OpKind.GET
                    && history.key(other) == key
                    && history.before(o) != History.NO_TIME
                    && history.before(other) == history.before(o)
                    && history.after(other) == history.after(o);
            if (same && !chosen.get(other)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a read comes after a write of the key by its own transaction, and has to see that one whatever others wrote. */
    private boolean mustBeOwn(int t, int o, int key) {
        if (asg.ownWrites() != OwnWrites.MUST) {
            return false;
        }
        for (int w = history.firstOperation(t); w < o; w++) {
            if (history.kind(w).isWrite() && history.key(w) == key) {
                return true;
            }
        }
        return false;
    }

    private boolean staysList(int t, int o, boolean good) {
        int key = history.key(o);
        int value = history.value(o);
        boolean isList = value >= 0 && history.values().isList(value);
        boolean readable = value != History.UNKNOWN
                && (isList || history.isDead(o))
                && asg.initialValue(key) != History.UNKNOWN
                && !explainers.isOverwritten(key)
                && !explainers.hasUnknownWrites(key)
                && (good || explainers.badKeys(o).contains(key) && !explainers.hasStatements());
        if (!readable || !staysWhole(t, key)) {
            return false;
        }
        for (int i = 0; isList && i < history.values().listSize(value); i++) {
            if (!explainers.allWriters(key, history.values().element(value, i), this::staysWithItsOthers)) {
                return false;
            }
        }
        int other = explainers.contradictedReader(o);
        return other < 0 || stayLists(other, key, o);
    }

    /** Whether the good reads of a list by a transaction stay, of those that come before an operation that contradicts one. */
    private boolean stayLists(int reader, int key, int before) {
        return explainers.readsOf(reader, key).stream()
                .map(asg::readOperation)
                .allMatch(o -> o > before || kept.get(o));
    }

    private boolean staysWithItsOthers(int write) {
        return kept.get(write) && staysWhole(explainers.transactionOf(write), history.key(write));
    }

    /** Whether all writes of a key by a transaction stay. */
    private boolean staysWhole(int t, int key) {
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            if (history.kind(o).isWrite() && history.key(o) == key && !kept.get(o)) {
                return false;
            }
        }
        return true;
    }

    /** Whether an operation stays, of a range at least some of its keys. */
    boolean keeps(int operation) {
        return kept.get(operation);
    }

    boolean hasRanges() {
        return !rangeKeys.isEmpty();
    }

    /** The keys of a range whose reads stay. */
    BitSet keysOf(int range) {
        return rangeKeys.getOrDefault(range, new BitSet());
    }

    /** Whether the version that a transaction installs of a key stays. */
    boolean keepsVersion(int transaction, int key) {
        int write = asg.writeOf(transaction, key);
        return write >= 0 && kept.get(asg.writeOperation(write));
    }

    /** Whether a key is in the part. */
    boolean hasKey(int key) {
        return keys.get(key);
    }

    /** The keys that are in the part. */
    BitSet keys() {
        return keys;
    }
}
