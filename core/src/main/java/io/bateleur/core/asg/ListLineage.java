package io.bateleur.core.asg;

import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Reads of lists: the last element tells the version that was seen, and the elements before it tell the order of the versions.
 *
 * <pre>
 *   T9 reads x = [1 2 3]     T1 appended 1, T2 appended 2 and 3, T4 appended 4
 *   =>  T9 read x from T2,  T1's version of x is older than T2's,  T2's is older than T4's
 * </pre>
 */
final class ListLineage {
    private final AsgBuilder builder;
    private final History history;
    /** By key, the longest list that was read, without the reader's own appends: value, length, reader and operation. */
    private final int[] longest;

    private final int[] longestSize;
    private final int[] longestReader;
    private final BitSet ambiguous = new BitSet();

    ListLineage(AsgBuilder builder) {
        this.builder = builder;
        this.history = builder.history();
        int keys = builder.appendedKeys().isEmpty() && !hasListReads(history) ? 0 : history.keyCount();
        this.longest = new int[keys];
        this.longestSize = new int[keys];
        this.longestReader = new int[keys];
        Arrays.fill(longestReader, -1);
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
        if (builder.initialOf(key) == History.UNKNOWN) {
            if (!ambiguous.get(key)) {
                ambiguous.set(key);
                builder.gap(
                        "nothing is known about what the list " + history.keys().get(key) + " held at the start");
            }
            return;
        }
        boolean isList = value >= 0 && history.values().isList(value);
        if (value >= 0 && !isList && !history.isDead(o)) {
            builder.gap("transaction " + history.transactionId(t) + " reads "
                    + history.keys().get(key) + " as a list, and it is none");
            return;
        }
        int size = isList ? history.values().listSize(value) : 0;
        int own = 0;
        if (builder.hasOwnWrite(t, key) && builder.graph().ownWrites() != OwnWrites.EXTERNAL) {
            own = ownSuffix(t, key, value, size);
            if (own < 0 && builder.graph().ownWrites() == OwnWrites.MUST) {
                builder.bad(Anomaly.IGNORED_OWN_WRITE, t, o, key, builder.content(value, history.isDead(o)), t);
                return;
            }
            own = Math.max(own, 0);
        }
        external(t, o, key, value, size - own);
    }

    /** How many elements at the end are the transaction's own appends so far, or -1 when they are not all there. */
    private int ownSuffix(int t, int key, int value, int size) {
        int at = size - 1;
        int appends = 0;
        for (int w = builder.ownWrite(key); w >= history.firstOperation(t); w--) {
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

    private int element(int value, int at) {
        return history.values().element(value, at);
    }

    private void external(int t, int o, int key, int value, int size) {
        int begin = initialPrefix(key, value, size);
        if (begin < 0) {
            builder.bad(Anomaly.UNWRITTEN_READ, t, o, key, builder.content(value, false), -1);
            return;
        }
        boolean good = elementsAreGood(t, o, key, value, begin, size)
                && appendsAreWhole(t, o, key, value, begin, size)
                && agrees(t, o, key, value, size);
        if (!good) {
            return;
        }
        int first = builder.candidateCount();
        int last = size == begin ? -1 : builder.index().first(key, element(value, size - 1));
        builder.addCandidate(last < 0 ? Asg.INITIAL : builder.writeOfOperation(last));
        builder.addRead(o, key, value, size == 0 ? Asg.SAW_DEAD : 0, first);
    }

    /** How many elements were there from the start, or -1 when some of those are missing. */
    private int initialPrefix(int key, int value, int size) {
        int initial = builder.initialOf(key);
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

    private boolean elementsAreGood(int t, int o, int key, int value, int begin, int size) {
        boolean good = true;
        int abortedBefore = -1;
        for (int i = begin; i < size; i++) {
            int element = element(value, i);
            int w = builder.index().first(key, element);
            Content seen = Content.live(history.values().get(element));
            if (w < 0 && !builder.index().hasUnknownWrites(key)) {
                builder.bad(Anomaly.UNWRITTEN_READ, t, o, key, seen, -1);
                good = false;
            } else if (w < 0) {
                builder.gap("an append to " + history.keys().get(key) + " does not tell its element");
                return false;
            } else if (builder.index().next(w) >= 0) {
                if (!ambiguous.get(key)) {
                    ambiguous.set(key);
                    builder.gap("the element " + history.values().get(element) + " was appended to "
                            + history.keys().get(key) + " more than once");
                }
                return false;
            } else if (history.ending(builder.transactionOf[w]) == Ending.ABORTED) {
                builder.bad(Anomaly.G1A, t, o, key, seen, builder.transactionOf[w]);
                abortedBefore = builder.transactionOf[w];
                good = false;
            } else if (builder.transactionOf[w] == t) {
                builder.bad(Anomaly.FUTURE_READ, t, o, key, seen, t);
                good = false;
            } else if (abortedBefore >= 0) {
                builder.bad(Anomaly.DIRTY_UPDATE, t, o, key, seen, abortedBefore);
                abortedBefore = -1;
            }
        }
        return good && noneTwice(t, o, key, value, begin, size);
    }

    /** What one transaction appended is there as a whole and in one piece, or the list is no version that ever was. */
    private boolean appendsAreWhole(int t, int o, int key, int value, int begin, int size) {
        int i = begin;
        while (i < size) {
            int writer = builder.transactionOf[builder.index().first(key, element(value, i))];
            for (int w = history.firstOperation(writer); w < history.firstOperation(writer + 1); w++) {
                if (history.kind(w) != OpKind.APPEND || history.key(w) != key) {
                    continue;
                }
                if (i >= size || element(value, i) != history.value(w)) {
                    int shown = element(value, Math.min(i, size) - (i > begin ? 1 : 0));
                    builder.bad(
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
        return true;
    }

    private boolean noneTwice(int t, int o, int key, int value, int begin, int size) {
        int[] sorted = new int[size - begin];
        for (int i = begin; i < size; i++) {
            sorted[i - begin] = element(value, i);
        }
        Arrays.sort(sorted);
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] == sorted[i - 1]) {
                builder.bad(
                        Anomaly.DUPLICATE_ELEMENTS,
                        t,
                        o,
                        key,
                        Content.live(history.values().get(sorted[i])),
                        -1);
                return false;
            }
        }
        return true;
    }

    /** Of two reads of a list one must begin with the other. */
    private boolean agrees(int t, int o, int key, int value, int size) {
        int common = Math.min(size, longestSize[key]);
        for (int i = 0; i < common; i++) {
            if (element(value, i) != element(longest[key], i)) {
                builder.bad(Anomaly.INCOMPATIBLE_ORDER, t, o, key, builder.content(value, false), longestReader[key]);
                return false;
            }
        }
        if (size > longestSize[key]) {
            longest[key] = value;
            longestSize[key] = size;
            longestReader[key] = t;
        }
        return true;
    }

    /** The longest list gives the version order; what nobody saw came after it, or it would have been there. */
    void finish() {
        int[] observedIn = new int[longest.length == 0 ? 0 : history.transactionCount()];
        Arrays.fill(observedIn, -1);
        for (int key = 0; key < longest.length; key++) {
            int last = -1;
            for (int i = 0; i < longestSize[key]; i++) {
                int w = builder.index().first(key, element(longest[key], i));
                if (w < 0) {
                    continue;
                }
                int write = builder.graph().writeOf(builder.transactionOf[w], key);
                if (write >= 0 && write != last) {
                    if (last >= 0) {
                        builder.known(last, write);
                    }
                    observedIn[builder.transactionOf[w]] = key;
                    last = write;
                }
            }
            Asg asg = builder.graph();
            for (int i = asg.keyStart[key]; last >= 0 && i < asg.keyStart[key + 1]; i++) {
                if (observedIn[asg.writeTransaction[asg.keyWrite[i]]] != key) {
                    builder.known(last, asg.keyWrite[i]);
                }
            }
        }
    }
}
