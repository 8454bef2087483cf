package io.bateleur.core.asg;

import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Version;
import io.bateleur.core.model.WriteIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Reads a history into its graph: numbers the versions, and finds for each read from another transaction the versions that it
 * may have seen. Linear in the operations, the keys that ranges did not return included.
 */
public final class AsgBuilder {
    /** So many bad reads are told; that there are more does not change any verdict. */
    private static final int FINDINGS_MAX = 100;

    private static final byte HAPPENED = 0;
    private static final byte POSSIBLE = 1;
    private static final byte GONE = 2;

    private final History history;
    private final Asg asg;
    private final byte[] fates;
    private final WriteIndex index;
    final int[] transactionOf;
    private final int[] writeOfOperation;
    private final int[] initial;
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> gaps = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final BitSet badReaders = new BitSet();
    private boolean statements;
    private boolean tombstones;

    /** Deleters, and writers of values that the trace does not tell, by key: numbers of writes. */
    private int[] deleterStart = {};

    private int[] deleter = {};
    private final BitSet appendedKeys = new BitSet();
    private final BitSet putKeys = new BitSet();
    /** Keys that some version made, or may have made, live. */
    private final BitSet liveKeys = new BitSet();

    private final Ints readKey;
    private final Ints readOperation;
    private final Ints readValue;
    private final Ints readFlags;
    private final Ints candidateStart;
    private final Ints candidate;
    private final Ints knownBefore = new Ints(8);
    private final Ints knownAfter = new Ints(8);
    private final Ints companions = new Ints(8);

    /** The last own write of each key, valid where {@link #ownTransaction} is the transaction at hand. */
    private final int[] ownWrite;

    private final int[] ownTransaction;
    private KeyRanges ranges = KeyRanges.NONE;
    private boolean listsInDoubt;
    /** By operation, how many elements of the list that it read others explain, what was there at first included. */
    private int[] listEnd = {};

    private AsgBuilder(History history, OwnWrites policy, byte[] fates, WriteIndex index, int[] transactionOf) {
        this.history = history;
        this.asg = new Asg(history, policy);
        this.fates = fates;
        this.index = index;
        this.transactionOf = transactionOf;
        this.writeOfOperation = new int[history.operationCount()];
        this.initial = initialContents(history);
        this.ownWrite = new int[history.keyCount()];
        this.ownTransaction = new int[history.keyCount()];
        int expected = history.operationCount() / 2;
        this.readKey = new Ints(expected);
        this.readOperation = new Ints(expected);
        this.readValue = new Ints(expected);
        this.readFlags = new Ints(expected);
        this.candidateStart = new Ints(expected);
        this.candidate = new Ints(expected);
    }

    public static Asg build(History history, OwnWrites policy) {
        byte[] fates = new byte[history.transactionCount()];
        boolean anyUnknown = false;
        for (int t = 0; t < fates.length; t++) {
            Ending ending = history.ending(t);
            fates[t] = ending == Ending.COMMITTED ? HAPPENED : ending == Ending.ABORTED ? GONE : POSSIBLE;
            anyUnknown |= fates[t] == POSSIBLE;
        }
        int[] transactionOf = new int[history.operationCount()];
        for (int t = 0; t < fates.length; t++) {
            Arrays.fill(transactionOf, history.firstOperation(t), history.firstOperation(t + 1), t);
        }
        WriteIndex index = new WriteIndex(history);
        AsgBuilder builder = new AsgBuilder(history, policy, fates, index, transactionOf);
        Asg asg = builder.make();
        if (anyUnknown && builder.settleFates()) {
            asg = new AsgBuilder(history, policy, fates, index, transactionOf).make();
        }
        return asg;
    }

    private Asg make() {
        numberWrites();
        indexKeys();
        readLineage();
        hintedOrders();
        companions();
        asg.fates = fates;
        asg.initial = initial;
        asg.blanks = history.initialState() == InitialState.UNKNOWN;
        for (int k = 0; !asg.blanks && k < initial.length; k++) {
            asg.blanks = index.hasUnknownWrites(k);
        }
        asg.blanks |= tombstones;
        asg.readKey = readKey.trimmed();
        asg.readOperation = readOperation.trimmed();
        asg.readValue = readValue.trimmed();
        asg.readTransaction = new int[readKey.size];
        for (int t = 0; t < fates.length; t++) {
            Arrays.fill(asg.readTransaction, asg.readStart[t], asg.readStart[t + 1], t);
        }
        asg.readFlags = bytes(readFlags);
        candidateStart.add(candidate.size);
        asg.candidateStart = candidateStart.trimmed();
        asg.candidate = candidate.trimmed();
        asg.knownBefore = knownBefore.trimmed();
        asg.knownAfter = knownAfter.trimmed();
        asg.findings = List.copyOf(findings);
        asg.gaps = List.copyOf(gaps);
        asg.warnings = List.copyOf(warnings);
        asg.badReaders = badReaders;
        return asg;
    }

    private static byte[] bytes(Ints ints) {
        byte[] bytes = new byte[ints.size];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ints.data[i];
        }
        return bytes;
    }

    private static int[] initialContents(History history) {
        int[] initial = new int[history.keyCount()];
        Arrays.fill(initial, history.initialState() == InitialState.UNKNOWN ? History.UNKNOWN : History.ABSENT);
        history.initialContents().forEach((key, value) -> {
            int k = history.keys().find(key);
            if (k >= 0) {
                initial[k] = history.values().find(value);
            }
        });
        return initial;
    }

    // ---- the write history

    private void numberWrites() {
        int[] seenIn = new int[history.keyCount()];
        Arrays.fill(seenIn, -1);
        Arrays.fill(writeOfOperation, -1);
        int count = history.transactionCount();
        int writes = 0;
        int[] start = new int[count + 1];
        for (int t = 0; t < count; t++) {
            start[t] = writes;
            if (fates[t] == GONE) {
                continue;
            }
            for (int o = history.firstOperation(t + 1) - 1; o >= history.firstOperation(t); o--) {
                OpKind kind = history.kind(o);
                if (kind.isWrite() && seenIn[history.key(o)] != t) {
                    seenIn[history.key(o)] = t;
                    writeOfOperation[o] = writes++;
                } else if (kind == OpKind.SQL && !statements) {
                    statements = true;
                    gap("transaction " + history.transactionId(t)
                            + " has SQL statements that were not lifted to reads and writes of keys");
                }
            }
        }
        start[count] = writes;
        asg.writeStart = start;
        asg.writeKey = new int[writes];
        asg.writeOperation = new int[writes];
        asg.writeTransaction = new int[writes];
        asg.writeDead = new boolean[writes];
        for (int o = 0; o < writeOfOperation.length; o++) {
            int w = writeOfOperation[o];
            if (w < 0) {
                continue;
            }
            int key = history.key(o);
            asg.writeKey[w] = key;
            asg.writeOperation[w] = o;
            asg.writeTransaction[w] = transactionOf[o];
            asg.writeDead[w] = history.isDead(o);
            if (!asg.writeDead[w]) {
                liveKeys.set(key);
            }
            (history.kind(o) == OpKind.APPEND ? appendedKeys : putKeys).set(key);
        }
    }

    private void indexKeys() {
        int keys = history.keyCount();
        int[] start = new int[keys + 1];
        int[] deleters = new int[keys + 1];
        for (int w = 0; w < asg.writeKey.length; w++) {
            start[asg.writeKey[w] + 1]++;
            deleters[asg.writeKey[w] + 1] += asg.writeDead[w] ? 1 : 0;
        }
        for (int k = 0; k < keys; k++) {
            start[k + 1] += start[k];
            deleters[k + 1] += deleters[k];
            if (initial[k] != History.ABSENT) {
                liveKeys.set(k);
            }
        }
        asg.keyStart = start;
        asg.keyWrite = new int[asg.writeKey.length];
        deleterStart = deleters;
        deleter = new int[deleters[keys]];
        int[] next = Arrays.copyOf(start, keys);
        int[] nextDeleter = Arrays.copyOf(deleters, keys);
        for (int w = 0; w < asg.writeKey.length; w++) {
            asg.keyWrite[next[asg.writeKey[w]]++] = w;
            if (asg.writeDead[w]) {
                deleter[nextDeleter[asg.writeKey[w]]++] = w;
            }
        }
    }

    // ---- the read lineage

    private void readLineage() {
        Arrays.fill(ownTransaction, -1);
        int count = history.transactionCount();
        asg.readStart = new int[count + 1];
        ListLineage lists = new ListLineage(this);
        for (int t = 0; t < count; t++) {
            asg.readStart[t] = readKey.size;
            if (fates[t] == GONE) {
                continue;
            }
            for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
                OpKind kind = history.kind(o);
                switch (kind) {
                    case PUT, DELETE, APPEND -> {
                        ownTransaction[history.key(o)] = t;
                        ownWrite[history.key(o)] = o;
                    }
                    case GET -> get(t, o);
                    case READ_LIST -> lists.read(t, o);
                    case SCAN, ITERATE -> range(t, o);
                    case SQL -> {}
                }
            }
        }
        asg.readStart[count] = readKey.size;
        lists.finish();
        listsInDoubt = lists.isInDoubt();
        for (int key = appendedKeys.nextSetBit(0); key >= 0; key = appendedKeys.nextSetBit(key + 1)) {
            if (putKeys.get(key)) {
                gap("key " + history.keys().get(key) + " is both appended to and overwritten");
                break;
            }
        }
    }

    private void get(int t, int o) {
        int value = history.value(o);
        if (value == History.UNKNOWN) {
            return;
        }
        if (appendedKeys.get(history.key(o))) {
            gap("transaction " + history.transactionId(t) + " reads the list "
                    + history.keys().get(history.key(o)) + " as a plain value");
            return;
        }
        item(t, o, history.key(o), value, history.isDead(o), 0);
    }

    /** One key and what was seen there. */
    private void item(int t, int o, int key, int value, boolean dead, int flags) {
        if (ownTransaction[key] == t && asg.ownWrites != OwnWrites.EXTERNAL) {
            int own = ownWrite[key];
            if (explains(own, value, dead)) {
                return;
            }
            if (asg.ownWrites == OwnWrites.MUST) {
                bad(Anomaly.IGNORED_OWN_WRITE, t, o, key, content(value, dead), t);
                return;
            }
        }
        int first = candidate.size;
        if (dead) {
            deadCandidates(t, key, value);
        } else {
            liveCandidates(t, key, value);
        }
        narrow(t, o, key, first);
        if (candidate.size == first) {
            unexplained(t, o, key, value, dead);
            return;
        }
        boolean tombstone = dead && value >= 0;
        tombstones |= tombstone;
        int seen = (dead ? Asg.SAW_DEAD : 0) | (tombstone ? Asg.SAW_TOMBSTONE : 0);
        addRead(o, key, dead ? History.ABSENT : value, flags | seen, first);
    }

    /** Whether what a write left is what was seen; what the trace leaves untold may have been that. */
    private boolean explains(int write, int value, boolean dead) {
        int written = history.value(write);
        if (history.isDead(write)) {
            return dead && (value < 0 || written < 0 || written == value);
        }
        return !dead && (written == History.UNKNOWN || written == value);
    }

    void addRead(int o, int key, int value, int flags, int firstCandidate) {
        readKey.add(key);
        readOperation.add(o);
        readValue.add(value);
        readFlags.add(flags);
        candidateStart.add(firstCandidate);
    }

    private void liveCandidates(int t, int key, int value) {
        if (initial[key] == value || initial[key] == History.UNKNOWN) {
            candidate.add(Asg.INITIAL);
        }
        for (int o = index.first(key, value); o >= 0; o = index.next(o)) {
            int w = writeOfOperation[o];
            if (w >= 0 && transactionOf[o] != t && !history.isDead(o)) {
                candidate.add(w);
            }
        }
        if (index.hasUnknownWrites(key)) {
            for (int i = asg.keyStart[key]; i < asg.keyStart[key + 1]; i++) {
                int w = asg.keyWrite[i];
                if (!asg.writeDead[w]
                        && history.value(asg.writeOperation[w]) == History.UNKNOWN
                        && asg.writeTransaction[w] != t) {
                    candidate.add(w);
                }
            }
        }
    }

    /** A tombstone is matched where the trace gives one on both sides. */
    private void deadCandidates(int t, int key, int tombstone) {
        if (initial[key] == History.ABSENT && tombstone < 0 || initial[key] == History.UNKNOWN) {
            candidate.add(Asg.INITIAL);
        }
        for (int i = deleterStart[key]; i < deleterStart[key + 1]; i++) {
            int w = deleter[i];
            if (asg.writeTransaction[w] != t && explains(asg.writeOperation[w], tombstone, true)) {
                candidate.add(w);
            }
        }
    }

    /** Hint: the trace may tell the writer that a range saw for a key; a hint that cannot be is told and not believed. */
    private void narrow(int t, int o, int key, int first) {
        if (!history.kind(o).isRangeRead()) {
            return;
        }
        Optional<List<Version>> versions = new Operation(history, o).versionSet();
        if (versions.isEmpty()) {
            return;
        }
        for (Version version : versions.get()) {
            if (history.keys().find(version.key()) != key) {
                continue;
            }
            int hinted = version.writer().isEmpty()
                    ? Asg.INITIAL
                    : history.transaction(version.writer().get())
                            .map(writer -> asg.writeOf(writer.number(), key))
                            .orElse(-2);
            for (int i = first; i < candidate.size; i++) {
                if (candidate.data[i] == hinted) {
                    candidate.data[first] = hinted;
                    candidate.size = first + 1;
                    return;
                }
            }
            warnings.add("the version set of a range read by " + history.transactionId(t) + " names a writer of "
                    + history.keys().get(key) + " that what was returned contradicts; it is not believed");
            return;
        }
    }

    private void range(int t, int o) {
        if (ranges == KeyRanges.NONE) {
            ranges = new KeyRanges(history);
        }
        int items = history.liveItems(o);
        int dead = history.deadItems(o);
        ranges.start();
        for (int i = 0; i < items + dead; i++) {
            int key = history.itemKey(o, i);
            ranges.mark(key);
            int value = history.itemValue(o, i);
            if (appendedKeys.get(key)) {
                gap("transaction " + history.transactionId(t) + " reads the list "
                        + history.keys().get(key) + " through a range");
            } else if (i >= items) {
                item(t, o, key, value == History.UNKNOWN ? History.ABSENT : value, true, 0);
            } else if (value != History.UNKNOWN) {
                item(t, o, key, value, false, 0);
            }
        }
        int to = ranges.end(o);
        for (int place = ranges.begin(o); place < to; place++) {
            int key = ranges.key(place);
            // That a key is not there which nobody ever saw says nothing, unless it was the reader who had written it.
            boolean tells = liveKeys.get(key) || ownTransaction[key] == t;
            if (!ranges.isMarked(key) && tells && !appendedKeys.get(key)) {
                item(t, o, key, History.ABSENT, true, Asg.PREDICATE);
            }
        }
    }

    // ---- bad reads

    private void unexplained(int t, int o, int key, int value, boolean dead) {
        int aborted = -1;
        int overwritten = -1;
        int ownLater = -1;
        for (int w = dead ? -1 : index.first(key, value); w >= 0; w = index.next(w)) {
            int writer = transactionOf[w];
            if (writer == t) {
                ownLater = w;
            } else if (history.ending(writer) == Ending.ABORTED) {
                aborted = aborted < 0 ? w : aborted;
            } else {
                overwritten = overwritten < 0 ? w : overwritten;
            }
        }
        Content seen = content(value, dead);
        if (overwritten >= 0) {
            bad(Anomaly.G1B, t, o, key, seen, transactionOf[overwritten]);
        } else if (aborted >= 0) {
            bad(Anomaly.G1A, t, o, key, seen, transactionOf[aborted]);
        } else if (ownLater >= 0) {
            bad(Anomaly.FUTURE_READ, t, o, key, seen, t);
        } else {
            bad(Anomaly.UNWRITTEN_READ, t, o, key, seen, -1);
        }
    }

    void bad(Anomaly anomaly, int t, int o, int key, Content seen, int writer) {
        if (statements) {
            return; // a statement that was not lifted may have written anything
        }
        badReaders.set(t);
        if (fates[t] == HAPPENED && findings.size() < FINDINGS_MAX) {
            findings.add(new Finding(
                    anomaly,
                    history.transaction(t),
                    new Operation(history, o),
                    history.keys().get(key),
                    seen,
                    writer < 0 ? Optional.empty() : Optional.of(history.transaction(writer))));
        }
    }

    Content content(int value, boolean dead) {
        return value < 0 || dead
                ? Content.absent()
                : Content.live(history.values().get(value));
    }

    /** One gap is enough to be undecided; a few more help whoever mends the trace. */
    void gap(String gap) {
        if (gaps.size() < FINDINGS_MAX) {
            gaps.add(gap);
        }
    }

    // ---- what lists and hints tell of version orders

    /** The version of one write is older than that of another. */
    void known(int before, int after) {
        knownBefore.add(before);
        knownAfter.add(after);
    }

    private void hintedOrders() {
        for (int key = 0; key < history.keyCount(); key++) {
            int[] order = history.versionOrder(key);
            int last = -1;
            for (int i = 0; order != null && i < order.length; i++) {
                int write = asg.writeOf(order[i], key);
                if (write < 0) {
                    if (history.ending(order[i]) != Ending.UNKNOWN) {
                        warnings.add("the version order of " + history.keys().get(key) + " names "
                                + history.transactionId(order[i])
                                + ", which installed no version of it; that entry is not believed");
                    }
                    continue;
                }
                if (last >= 0) {
                    known(last, write);
                }
                last = write;
            }
        }
    }

    // ---- unknown endings

    /**
     * A transaction of unknown ending that no read can have seen makes no difference: leaving it out takes away edges and
     * nothing else. One that is the only explanation of a read has happened.
     *
     * @return whether what is now known of some transaction changes more than its fate, so that the graph must be made again
     */
    private boolean settleFates() {
        BitSet seen = new BitSet();
        BitSet certain = new BitSet();
        Ints work = new Ints(16);
        for (int t = 0; t < fates.length; t++) {
            if (fates[t] == HAPPENED) {
                seen.set(t);
                certain.set(t);
                work.add(t);
            }
        }
        hinted(seen, certain, work);
        spread(seen, copy(work), false);
        spread(certain, work, true);
        boolean gone = listsInDoubt;
        for (int t = 0; t < fates.length; t++) {
            if (fates[t] == POSSIBLE) {
                fates[t] = certain.get(t) ? HAPPENED : seen.get(t) ? POSSIBLE : GONE;
                gone |= fates[t] == GONE || badReaders.get(t);
            }
        }
        return gone;
    }

    private void hinted(BitSet seen, BitSet certain, Ints work) {
        for (int key = 0; key < history.keyCount(); key++) {
            int[] order = history.versionOrder(key);
            for (int i = 0; order != null && i < order.length; i++) {
                if (fates[order[i]] == POSSIBLE && !certain.get(order[i])) {
                    seen.set(order[i]);
                    certain.set(order[i]);
                    work.add(order[i]);
                }
            }
        }
    }

    private static Ints copy(Ints ints) {
        Ints copy = new Ints(ints.size);
        for (int i = 0; i < ints.size; i++) {
            copy.add(ints.data[i]);
        }
        return copy;
    }

    /** Follows reads to their only candidates, or to all of them; and lists to all who appended what was seen. */
    private void spread(BitSet reached, Ints work, boolean onlyCandidates) {
        while (work.size > 0) {
            int t = work.data[--work.size];
            listed(t, writer -> {
                if (!reached.get(writer)) {
                    reached.set(writer);
                    work.add(writer);
                }
            });
            for (int r = asg.readStart[t]; r < asg.readStart[t + 1]; r++) {
                int from = asg.candidateStart[r];
                int to = asg.candidateStart[r + 1];
                if (onlyCandidates && to - from > 1) {
                    continue;
                }
                for (int c = from; c < to; c++) {
                    int writer = asg.candidate[c] < 0 ? -1 : asg.writeTransaction[asg.candidate[c]];
                    if (writer >= 0 && !reached.get(writer)) {
                        reached.set(writer);
                        work.add(writer);
                    }
                }
            }
        }
    }

    /** Whoever appended an element of a list that a transaction read. */
    private void listed(int t, IntConsumer writers) {
        for (int o = history.firstOperation(t); !appendedKeys.isEmpty() && o < history.firstOperation(t + 1); o++) {
            // What was there at first, and what the reader itself had appended, is nobody else's.
            int end = listEnd.length == 0 ? 0 : listEnd[o];
            for (int i = end == 0 ? 0 : initialListSize(history.key(o)); i < end; i++) {
                int w = index.first(history.key(o), history.values().element(history.value(o), i));
                if (w >= 0 && index.next(w) < 0 && fates[transactionOf[w]] != GONE) {
                    writers.accept(transactionOf[w]);
                }
            }
        }
    }

    /** One who read a list happened only if everybody did whose element it shows. */
    private void companions() {
        for (int t = 0; t < fates.length; t++) {
            if (fates[t] == POSSIBLE) {
                int reader = t;
                listed(t, writer -> {
                    if (fates[writer] == POSSIBLE && writer != reader) {
                        companions.add(reader);
                        companions.add(writer);
                    }
                });
            }
        }
        asg.companions = companions.trimmed();
    }

    // ---- for the lineage of lists

    /** Notes how many elements of a list that was read others explain. */
    void sawList(int operation, int end) {
        if (listEnd.length == 0) {
            listEnd = new int[history.operationCount()];
        }
        listEnd[operation] = end;
    }

    /** How many elements were in a list at first. */
    int initialListSize(int key) {
        return initial[key] >= 0 && history.values().isList(initial[key])
                ? history.values().listSize(initial[key])
                : 0;
    }

    boolean hasHappened(int transaction) {
        return fates[transaction] == HAPPENED;
    }

    History history() {
        return history;
    }

    WriteIndex index() {
        return index;
    }

    int writeOfOperation(int operation) {
        return writeOfOperation[operation];
    }

    int initialOf(int key) {
        return initial[key];
    }

    boolean isPut(int key) {
        return putKeys.get(key);
    }

    boolean hasOwnWrite(int t, int key) {
        return ownTransaction[key] == t;
    }

    int ownWrite(int key) {
        return ownWrite[key];
    }

    int candidateCount() {
        return candidate.size;
    }

    void addCandidate(int write) {
        candidate.add(write);
    }

    BitSet appendedKeys() {
        return appendedKeys;
    }

    boolean isGone(int transaction) {
        return fates[transaction] == GONE;
    }

    Asg graph() {
        return asg;
    }
}
