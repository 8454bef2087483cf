package io.bateleur.core.asg;

import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Reads of lists: the last element tells the version that was seen, and the elements before it tell the order of the versions.
 *
 * <pre>
 *   T9 reads x = [1 2 3]     T1 appended 1, T2 appended 2 and 3, T4 appended 4
 *   =>  T9 read x from T2,  T1's version of x is older than T2's,  T2's is older than T4's
 * </pre>
 */
final class ListLineage {
    private final ReadLineage lineage;
    private final Asg asg;
    private final WriteHistory writes;
    private final BadReads findings;
    private final History history;
    /** By key, the longest list read by one that happened, without the reader's own appends: value, length and reader. */
    private final int[] longest;

    private final int[] longestSize;
    private final int[] longestReader;
    private final BitSet ambiguous = new BitSet();
    /** By append, the last list in which it was seen. */
    private final int[] seenIn;

    /** By write, its place among the versions of its list, from 1; those that nobody saw come last, together. */
    private int[] places = {};

    private int round;

    /** A list that was read by a transaction that may not have happened, without its own appends. */
    private record InDoubt(int transaction, int operation, int value, int size) {}

    private final List<InDoubt> inDoubt = new ArrayList<>();

    ListLineage(ReadLineage lineage, Asg asg, WriteHistory writes, BadReads findings) {
        this.lineage = lineage;
        this.asg = asg;
        this.writes = writes;
        this.findings = findings;
        this.history = writes.history;
        int keys = writes.appendedKeys.isEmpty() && !hasListReads(history) ? 0 : history.keyCount();
        this.longest = new int[keys];
        this.longestSize = new int[keys];
        this.longestReader = new int[keys];
        Arrays.fill(longestReader, -1);
        this.seenIn = new int[keys == 0 ? 0 : history.operationCount()];
    }

    private static boolean hasListReads(History history) {
        for (int o = 0; o < history.operationCount(); o++) {
            if (history.kind(o) == OpKind.READ_LIST) {
                return true;
            }
        }
        return false;
    }

    void read(int t, int o) {
        int value = history.value(o);
        if (value == History.UNKNOWN) {
            return;
        }
        int key = history.key(o);
        if (writes.initial[key] == History.UNKNOWN) {
            if (!ambiguous.get(key)) {
                ambiguous.set(key);
                findings.gap(
                        "nothing is known about what the list " + history.keys().get(key) + " held at the start");
            }
            return;
        }
        if (writes.putKeys.get(key)) {
            findings.gap("key " + history.keys().get(key) + " is overwritten and read as a list");
            return;
        }
        boolean isList = value >= 0 && history.values().isList(value);
        if (value >= 0 && !isList && !history.isDead(o)) {
            findings.gap("transaction " + history.transactionId(t) + " reads "
                    + history.keys().get(key) + " as a list, and it is none");
            return;
        }
        int size = isList ? history.values().listSize(value) : 0;
        int own = 0;
        if (lineage.hasOwnWrite(t, key) && asg.ownWrites() != OwnWrites.EXTERNAL) {
            own = ownSuffix(t, key, value, size);
            if (own < 0 && asg.ownWrites() == OwnWrites.MUST) {
                findings.bad(Anomaly.IGNORED_OWN_WRITE, t, o, key, findings.content(value, history.isDead(o)), t);
                return;
            }
            own = Math.max(own, 0);
            if (asg.ownWrites() == OwnWrites.EITHER && isOthers(t, key, value, size - own, size)) {
                findings.gap("what " + history.transactionId(t) + " read at the end of the list "
                        + history.keys().get(key) + " may be its own or another's");
                return;
            }
        }
        external(t, o, key, value, size - own);
    }

    /** How many elements at the end are the transaction's own appends so far, or -1 when they are not all there. */
    private int ownSuffix(int t, int key, int value, int size) {
        int at = size - 1;
        int appends = 0;
        for (int w = lineage.ownWrite(key); w >= history.firstOperation(t); w--) {
            if (history.kind(w) == OpKind.APPEND && history.key(w) == key) {
                if (at < 0 || history.value(w) >= 0 && element(value, at) != history.value(w)) {
                    return -1;
                }
                at--;
                appends++;
            }
        }
        return appends;
    }

    /** Whether another transaction appended one of these elements too. */
    private boolean isOthers(int t, int key, int value, int from, int to) {
        for (int i = from; i < to; i++) {
            for (int w = writes.index.first(key, element(value, i)); w >= 0; w = writes.index.next(w)) {
                if (writes.transactionOf[w] != t) {
                    return true;
                }
            }
        }
        return false;
    }

    private int element(int value, int at) {
        return history.values().element(value, at);
    }

    private void external(int t, int o, int key, int value, int size) {
        int begin = initialPrefix(key, value, size);
        if (begin < 0) {
            findings.bad(Anomaly.UNWRITTEN_READ, t, o, key, findings.content(value, false), -1);
            return;
        }
        int common = Math.min(size, longestSize[key]);
        int same = value == longest[key] ? common : sameElements(value, longest[key], common);
        // What the longest list shows has been looked at, but not whether the reader itself appended some of it later.
        int from = same == common && asg.writeOf(t, key) < 0 ? Math.max(begin, common) : begin;
        if (!elementsAreGood(t, o, key, value, from, size)) {
            return;
        }
        if (same < common) {
            findings.bad(Anomaly.INCOMPATIBLE_ORDER, t, o, key, findings.content(value, false), longestReader[key]);
            return;
        }
        if (!isWhole(t, o, key, value, begin, common, size)) {
            return;
        }
        if (!writes.hasHappened(t)) {
            inDoubt.add(new InDoubt(t, o, value, size));
        } else if (size > longestSize[key]) {
            longest[key] = value;
            longestSize[key] = size;
            longestReader[key] = t;
        }
        lineage.sawList(o, size);
        int first = lineage.candidateCount();
        int last = size == begin ? -1 : writes.index.first(key, element(value, size - 1));
        lineage.addCandidate(last < 0 ? Asg.INITIAL : writes.writeOfOperation[last]);
        lineage.addRead(o, key, value, size == 0 ? Asg.SAW_DEAD : 0, first);
    }

    private int sameElements(int one, int other, int size) {
        for (int i = 0; i < size; i++) {
            if (element(one, i) != element(other, i)) {
                return i;
            }
        }
        return size;
    }

    /** What one transaction appended is there as a whole and in one piece, or the list is no version that ever was. */
    private boolean isWhole(int t, int o, int key, int value, int begin, int common, int size) {
        int i = Math.max(begin, common);
        while (i < size) {
            int writer = writes.transactionOf[writes.index.first(key, element(value, i))];
            for (int w = history.firstOperation(writer); w < history.firstOperation(writer + 1); w++) {
                if (history.kind(w) != OpKind.APPEND || history.key(w) != key) {
                    continue;
                }
                if (i >= size || element(value, i) != history.value(w)) {
                    int shown = element(value, Math.min(i, size) - (i > begin ? 1 : 0));
                    findings.bad(
                            Anomaly.G1B,
                            t,
                            o,
                            key,
                            Content.live(history.values().get(shown)),
                            writer);
                    return false;
                }
                i++;
            }
        }
        int last = size == begin ? -1 : writes.index.first(key, element(value, size - 1));
        if (last >= 0 && writes.writeOfOperation[last] < 0) {
            Content seen = Content.live(history.values().get(element(value, size - 1)));
            findings.bad(Anomaly.G1B, t, o, key, seen, writes.transactionOf[last]);
            return false;
        }
        return true;
    }

    /** How many elements were there from the start, or -1 when some of those are missing. */
    private int initialPrefix(int key, int value, int size) {
        int initial = writes.initial[key];
        if (initial >= 0 && history.values().isList(initial)) {
            int length = history.values().listSize(initial);
            if (size < length) {
                return -1;
            }
            for (int i = 0; i < length; i++) {
                if (element(value, i) != element(initial, i)) {
                    return -1;
                }
            }
            return length;
        }
        return 0;
    }

    /** Whether each element from a place on was appended once, by a transaction that did not abort, before it was read. */
    private boolean elementsAreGood(int t, int o, int key, int value, int from, int size) {
        boolean good = true;
        int abortedBefore = -1;
        for (int i = from; i < size; i++) {
            int element = element(value, i);
            int w = writes.index.first(key, element);
            if (w < 0 && writes.index.hasUnknownWrites(key)) {
                findings.gap("an append to " + history.keys().get(key) + " does not tell its element");
                return false;
            }
            if (w >= 0 && writes.index.next(w) >= 0) {
                if (!ambiguous.get(key)) {
                    ambiguous.set(key);
                    findings.gap("the element " + history.values().get(element) + " was appended to "
                            + history.keys().get(key) + " more than once");
                }
                return false;
            }
            int writer = w < 0 ? -1 : writes.transactionOf[w];
            Anomaly anomaly = null;
            if (w < 0) {
                anomaly = Anomaly.UNWRITTEN_READ;
            } else if (history.ending(writer) == Ending.ABORTED) {
                anomaly = Anomaly.G1A;
                abortedBefore = writer;
            } else if (writer == t) {
                anomaly = Anomaly.FUTURE_READ;
            } else if (abortedBefore >= 0) {
                anomaly = Anomaly.DIRTY_UPDATE;
                writer = abortedBefore;
                abortedBefore = -1;
            }
            if (anomaly != null) {
                findings.bad(anomaly, t, o, key, Content.live(history.values().get(element)), writer);
                good = false;
            }
        }
        return good && noneTwice(t, o, key, value, from, size);
    }

    private boolean noneTwice(int t, int o, int key, int value, int from, int size) {
        round++;
        for (int i = writes.initialListSize(key); i < size && from < size; i++) {
            int w = writes.index.first(key, element(value, i));
            if (w >= 0 && seenIn[w] == round) {
                Content seen = Content.live(history.values().get(element(value, i)));
                findings.bad(Anomaly.DUPLICATE_ELEMENTS, t, o, key, seen, -1);
                return false;
            }
            if (w >= 0) {
                seenIn[w] = round;
            }
        }
        return true;
    }

    /** Whether some list was read by a transaction that may not have happened. */
    boolean isInDoubt() {
        return !inDoubt.isEmpty();
    }

    /** What a transaction that may not have happened read must agree with what others read, and proves nothing beyond it. */
    private void judgeDoubtful() {
        for (InDoubt read : inDoubt) {
            int key = history.key(read.operation);
            int common = Math.min(read.size, longestSize[key]);
            if (sameElements(read.value, longest[key], common) < common) {
                Content seen = findings.content(read.value, false);
                findings.bad(
                        Anomaly.INCOMPATIBLE_ORDER, read.transaction, read.operation, key, seen, longestReader[key]);
            } else if (read.size > longestSize[key]) {
                findings.gap("transaction " + history.transactionId(read.transaction)
                        + ", which may not have happened, read more of the list "
                        + history.keys().get(key) + " than those that have");
            }
        }
    }

    /** The longest list gives the version order; what nobody saw came after it, or it would have been there. */
    void finish() {
        judgeDoubtful();
        places = new int[longest.length == 0 ? 0 : asg.writeCount()];
        int[] observedIn = new int[longest.length == 0 ? 0 : history.transactionCount()];
        Arrays.fill(observedIn, -1);
        for (int key = 0; key < longest.length; key++) {
            int last = -1;
            for (int i = Math.max(0, initialPrefix(key, longest[key], longestSize[key])); i < longestSize[key]; i++) {
                int w = writes.index.first(key, element(longest[key], i));
                if (w < 0) {
                    continue;
                }
                int write = asg.writeOf(writes.transactionOf[w], key);
                if (write >= 0 && write != last) {
                    if (last >= 0) {
                        lineage.known(last, write);
                    }
                    observedIn[writes.transactionOf[w]] = key;
                    places[write] = i + 1;
                    last = write;
                }
            }
            for (int i = asg.keyStart[key]; last >= 0 && i < asg.keyStart[key + 1]; i++) {
                if (observedIn[asg.writeTransaction[asg.keyWrite[i]]] != key) {
                    lineage.known(last, asg.keyWrite[i]);
                    places[asg.keyWrite[i]] = Integer.MAX_VALUE;
                }
            }
        }
    }

    /** Versions of a list are in the order of their places; 0 where lists tell nothing. */
    int placeOf(int write) {
        return places.length == 0 ? 0 : places[write];
    }
}
