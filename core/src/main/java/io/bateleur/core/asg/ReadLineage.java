package io.bateleur.core.asg;

import io.bateleur.core.asg.ReadForm.Fact;
import io.bateleur.core.ints.IntList;
import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.OpKind;
import java.util.Arrays;

/** The read lineage: for each read from another transaction, the versions that it may have seen. */
final class ReadLineage {
    private final Asg asg;
    private final History history;
    private final WriteHistory writes;
    private final BadReads findings;
    private final Hints hints;
    private final ListLineage lists;

    private final IntList readKey;
    private final IntList readOperation;
    private final IntList readValue;
    private final IntList readFlags;
    private final IntList candidateStart;
    private final IntList candidate;
    private final IntList knownBefore = new IntList(8);
    private final IntList knownAfter = new IntList(8);

    /** The last own write of each key, valid where {@link #ownTransaction} is the transaction at hand. */
    private final int[] ownWrite;

    private final int[] ownTransaction;
    private KeyRanges ranges = KeyRanges.NONE;
    private boolean tombstones;
    /** By operation, how many elements of the list that it read others explain, what was there at first included. */
    private int[] listEnd = {};

    ReadLineage(Asg asg, WriteHistory writes, BadReads findings) {
        this.asg = asg;
        this.history = writes.history;
        this.writes = writes;
        this.findings = findings;
        this.hints = new Hints(asg, findings);
        this.ownWrite = new int[history.keyCount()];
        this.ownTransaction = new int[history.keyCount()];
        int expected = history.operationCount() / 2;
        this.readKey = new IntList(expected);
        this.readOperation = new IntList(expected);
        this.readValue = new IntList(expected);
        this.readFlags = new IntList(expected);
        this.candidateStart = new IntList(expected);
        this.candidate = new IntList(expected);
        this.lists = new ListLineage(this, asg, writes, findings);
    }

    void fill() {
        read();
        hints.orders(this, lists);
        asg.readKey = readKey.toArray();
        asg.readOperation = readOperation.toArray();
        asg.readValue = readValue.toArray();
        asg.readTransaction = new int[readKey.size];
        for (int t = 0; t < history.transactionCount(); t++) {
            Arrays.fill(asg.readTransaction, asg.readStart[t], asg.readStart[t + 1], t);
        }
        asg.readFlags = bytes(readFlags);
        candidateStart.add(candidate.size);
        asg.candidateStart = candidateStart.toArray();
        asg.candidate = candidate.toArray();
        asg.knownBefore = knownBefore.toArray();
        asg.knownAfter = knownAfter.toArray();
        asg.blanks = tombstones || hasUntoldVersions();
    }

    private boolean hasUntoldVersions() {
        boolean any = history.initialState() == InitialState.UNKNOWN;
        for (int k = 0; !any && k < history.keyCount(); k++) {
            any = writes.index.hasUnknownWrites(k);
        }
        return any;
    }

    private static byte[] bytes(IntList ints) {
        byte[] bytes = new byte[ints.size];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ints.data[i];
        }
        return bytes;
    }

    private void read() {
        Arrays.fill(ownTransaction, -1);
        int count = history.transactionCount();
        asg.readStart = new int[count + 1];
        for (int t = 0; t < count; t++) {
            asg.readStart[t] = readKey.size;
            if (writes.isGone(t)) {
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
        for (int key = writes.appendedKeys.nextSetBit(0); key >= 0; key = writes.appendedKeys.nextSetBit(key + 1)) {
            if (writes.putKeys.get(key)) {
                findings.gap("key " + history.keys().get(key) + " is both appended to and overwritten");
                break;
            }
        }
    }

    private void get(int t, int o) {
        ReadForm form = ReadForm.ofGet(history, o);
        if (form.tellsNothing()) {
            return;
        }
        if (writes.appendedKeys.get(history.key(o))) {
            findings.gap("transaction " + history.transactionId(t) + " reads the list "
                    + history.keys().get(history.key(o)) + " as a plain value");
            return;
        }
        item(t, o, history.key(o), form, history.value(o));
    }

    /** Whether the same statement, which has times of its own, also shows what its transaction wrote there. */
    private boolean seesBoth(int t, int o, int key, int own) {
        for (int other = own + 1; other < history.firstOperation(t + 1); other++) {
            boolean same = other != o
                    && history.kind(other) == OpKind.GET
                    && history.key(other) == key
                    && history.before(o) != History.NO_TIME
                    && history.before(other) == history.before(o)
                    && history.after(other) == history.after(o);
            if (same && history.value(other) >= 0 && writes.explains(own, history.value(other), false)) {
                return true;
            }
        }
        return false;
    }

    /** One key and what was seen there. */
    private void item(int t, int o, int key, ReadForm form, int told) {
        boolean dead = form.tells(Fact.ABSENCE);
        int value = form.tells(Fact.VALUE) ? told : dead ? History.ABSENT : History.UNKNOWN;
        if (ownTransaction[key] == t && asg.ownWrites != OwnWrites.EXTERNAL) {
            int own = ownWrite[key];
            if (writes.explains(own, value, dead)) {
                return;
            }
            if (asg.ownWrites == OwnWrites.MUST) {
                Anomaly name = seesBoth(t, o, key, own) ? Anomaly.DUPLICATE_ROW : Anomaly.IGNORED_OWN_WRITE;
                findings.bad(name, t, o, key, findings.content(value, dead), t);
                return;
            }
        }
        int first = candidate.size;
        if (dead) {
            deadCandidates(t, key, value);
        } else if (value == History.UNKNOWN) {
            presentCandidates(t, key);
        } else {
            liveCandidates(t, key, value);
        }
        if (history.kind(o).isRangeRead()) {
            hints.narrow(t, key, candidate, first);
        }
        if (candidate.size == first) {
            findings.unexplained(t, o, key, value, dead);
            return;
        }
        boolean tombstone = dead && value >= 0;
        tombstones |= tombstone;
        int predicate = form == ReadForm.UNRETURNED ? Asg.PREDICATE : 0;
        int seen = (dead ? Asg.SAW_DEAD : 0) | (tombstone ? Asg.SAW_TOMBSTONE : 0);
        addRead(o, key, dead ? History.ABSENT : value, predicate | seen, first);
    }

    void addRead(int o, int key, int value, int flags, int firstCandidate) {
        readKey.add(key);
        readOperation.add(o);
        readValue.add(value);
        readFlags.add(flags);
        candidateStart.add(firstCandidate);
    }

    private void liveCandidates(int t, int key, int value) {
        if (writes.initial[key] == value || writes.initial[key] == History.UNKNOWN) {
            candidate.add(Asg.INITIAL);
        }
        for (int o = writes.index.first(key, value); o >= 0; o = writes.index.next(o)) {
            int w = writes.writeOfOperation[o];
            if (w >= 0 && writes.transactionOf[o] != t && !history.isDead(o)) {
                candidate.add(w);
            }
        }
        if (writes.index.hasUnknownWrites(key)) {
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

    /** Any live version. */
    private void presentCandidates(int t, int key) {
        if (writes.initial[key] != History.ABSENT) {
            candidate.add(Asg.INITIAL);
        }
        for (int i = asg.keyStart[key]; i < asg.keyStart[key + 1]; i++) {
            int w = asg.keyWrite[i];
            if (!asg.writeDead[w] && asg.writeTransaction[w] != t) {
                candidate.add(w);
            }
        }
    }

    /** Whether a key was live all the time, so that its being returned tells nothing of the version that was seen. */
    private boolean anyVersionFits(int t, int key) {
        return writes.isAlwaysLive(key) && ownTransaction[key] != t && !hints.names(key);
    }

    /** A tombstone is matched where the trace gives one on both sides. */
    private void deadCandidates(int t, int key, int tombstone) {
        if (writes.initial[key] == History.ABSENT && tombstone < 0 || writes.initial[key] == History.UNKNOWN) {
            candidate.add(Asg.INITIAL);
        }
        for (int i = writes.deleterStart[key]; i < writes.deleterStart[key + 1]; i++) {
            int w = writes.deleter[i];
            if (asg.writeTransaction[w] != t && writes.explains(asg.writeOperation[w], tombstone, true)) {
                candidate.add(w);
            }
        }
    }

    private void range(int t, int o) {
        if (ranges == KeyRanges.NONE) {
            ranges = new KeyRanges(history);
        }
        int items = history.liveItems(o);
        int dead = history.deadItems(o);
        ranges.start();
        hints.range(o);
        for (int i = 0; i < items + dead; i++) {
            int key = history.itemKey(o, i);
            ranges.mark(key);
            ReadForm form = ReadForm.ofItem(history, o, i);
            if (form.tellsNothing() || form == ReadForm.RETURNED && anyVersionFits(t, key)) {
                continue;
            }
            if (writes.appendedKeys.get(key)) {
                findings.gap("transaction " + history.transactionId(t) + " reads the list "
                        + history.keys().get(key) + " through a range");
            } else {
                item(t, o, key, form, history.itemValue(o, i));
            }
        }
        int to = ranges.end(o);
        for (int place = ranges.begin(o); place < to; place++) {
            int key = ranges.key(place);
            // That a key is not there which nobody ever saw says nothing, unless it was the reader who had written it.
            boolean tells = writes.liveKeys.get(key) || ownTransaction[key] == t;
            if (!ranges.isMarked(key) && tells && !writes.appendedKeys.get(key)) {
                item(t, o, key, ReadForm.UNRETURNED, History.ABSENT);
            }
        }
    }

    // ---- what lists tell

    /** The version of one write is older than that of another. */
    void known(int before, int after) {
        knownBefore.add(before);
        knownAfter.add(after);
    }

    /** Notes how many elements of a list that was read others explain. */
    void sawList(int operation, int end) {
        if (listEnd.length == 0) {
            listEnd = new int[history.operationCount()];
        }
        listEnd[operation] = end;
    }

    /** How many elements of the list that an operation read others explain. */
    int listEnd(int operation) {
        return listEnd.length == 0 ? 0 : listEnd[operation];
    }

    /** Whether some list was read by a transaction that may not have happened. */
    boolean hasListsInDoubt() {
        return lists.isInDoubt();
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
}
