package io.bateleur.core.asg;

import io.bateleur.core.model.BadRead;
import io.bateleur.core.model.History;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The abstract semantic graph of a history: its write history (which versions each transaction installs), its read lineage
 * (which of them each read may have seen) and what is known of the version order.
 *
 * <p>Transactions and keys have the history's numbers. Writes, reads and candidates are numbered 0, 1, 2, ...; those of one
 * transaction are neighbours. Everything is flat: a million transactions of eight operations are a few arrays.
 */
public final class Asg {
    /** In place of a write: the version that was there before everything. */
    public static final int INITIAL = -1;

    final History history;
    final OwnWrites ownWrites;

    /** What became of a transaction. */
    public enum Fate {
        /** It happened. */
        HAPPENED,
        /** It may have happened: its ending is unknown, and some read may have seen it. */
        POSSIBLE,
        /** It did not happen, or nobody can tell the difference: aborted, or unknown and seen by nobody. */
        GONE
    }

    byte[] fates = {};
    int[] writeStart = {};
    int[] writeKey = {};
    int[] writeOperation = {};
    int[] writeTransaction = {};
    boolean[] writeDead = {};
    int[] keyStart = {};
    int[] keyWrite = {};
    int[] readStart = {};
    int[] readKey = {};
    int[] readOperation = {};
    byte[] readFlags = {};
    int[] candidateStart = {};
    int[] candidate = {};
    int[] knownBefore = {};
    int[] knownAfter = {};
    List<BadRead> badReads = List.of();
    List<String> gaps = List.of();
    List<String> warnings = List.of();
    BitSet badReaders = new BitSet();
    int[] initial = {};
    boolean blanks;
    int[] companions = {};
    int[] readValue = {};
    int[] readTransaction = {};

    static final int PREDICATE = 1;
    static final int SAW_DEAD = 2;
    static final int SAW_TOMBSTONE = 4;

    Asg(History history, OwnWrites ownWrites) {
        this.history = history;
        this.ownWrites = ownWrites;
    }

    public History history() {
        return history;
    }

    public OwnWrites ownWrites() {
        return ownWrites;
    }

    public int transactionCount() {
        return fates.length;
    }

    public Fate fate(int transaction) {
        return fates[transaction] == 0 ? Fate.HAPPENED : fates[transaction] == 1 ? Fate.POSSIBLE : Fate.GONE;
    }

    /** Reads that no write explains and lists that contradict each other; a level that counts reads cannot hold with any. */
    public List<BadRead> badReads() {
        return badReads;
    }

    /** What the trace leaves open so that no verdict but "violated" would be safe: in words, empty for most traces. */
    public List<String> gaps() {
        return gaps;
    }

    /** Pairs of possible transactions: if the first happened, so did the second, whose element it saw in a list. */
    public int[] companions() {
        return companions.clone();
    }

    /** Hints of the trace that the trace itself contradicts, in words. They were not used. */
    public List<String> warnings() {
        return warnings;
    }

    /** Whether a transaction made a read that nothing explains: where reads count, it cannot have happened. */
    public boolean hasBadRead(int transaction) {
        return badReaders.get(transaction);
    }

    /** The value that was there before everything, or {@link History#ABSENT} or {@link History#UNKNOWN}. */
    public int initialValue(int key) {
        return initial[key];
    }

    // ---- the write history: one write for each key that a transaction that is not gone installs a version of

    public int writeCount() {
        return writeKey.length;
    }

    /** The first write of a transaction, in the order of its keys' numbers; that of the next is where this one's end. */
    public int firstWrite(int transaction) {
        return writeStart[transaction];
    }

    public int writeKey(int write) {
        return writeKey[write];
    }

    /** The last operation of its transaction that wrote the key. */
    public int writeOperation(int write) {
        return writeOperation[write];
    }

    public int writeTransaction(int write) {
        return writeTransaction[write];
    }

    /** Whether the installed version is dead: a delete. */
    public boolean isDeadWrite(int write) {
        return writeDead[write];
    }

    /** The place of a key's first write in {@link #writeOfKey}; that of the next key is where this one's end. */
    public int firstOfKey(int key) {
        return keyStart[key];
    }

    /** The writes of a key, in no order that means anything. */
    public int writeOfKey(int place) {
        return keyWrite[place];
    }

    /** The write with which a transaction installs a key, or -1. */
    public int writeOf(int transaction, int key) {
        int from = writeStart[transaction];
        int to = writeStart[transaction + 1];
        int write = Arrays.binarySearch(writeKey, from, to, key);
        return Math.max(write, -1);
    }

    // ---- the read lineage: reads of other transactions' versions, by transactions that are not gone

    public int readCount() {
        return readKey.length;
    }

    /** The first read of a transaction, in the order of its operations; that of the next is where this one's end. */
    public int firstRead(int transaction) {
        return readStart[transaction];
    }

    public int readKey(int read) {
        return readKey[read];
    }

    public int readTransaction(int read) {
        return readTransaction[read];
    }

    public int readOperation(int read) {
        return readOperation[read];
    }

    /** The value that was seen, or {@link History#ABSENT}, or {@link History#UNKNOWN} where only that there was one is told. */
    public int readValue(int read) {
        return readValue[read];
    }

    /** Whether this is a key of a range that was not returned, as opposed to a get or a returned item. */
    public boolean isPredicateRead(int read) {
        return (readFlags[read] & PREDICATE) != 0;
    }

    /** Whether a dead version was seen. */
    public boolean sawDead(int read) {
        return (readFlags[read] & SAW_DEAD) != 0;
    }

    /** The place of a read's first candidate in {@link #candidate}; that of the next read is where this one's end. */
    public int firstCandidate(int read) {
        return candidateStart[read];
    }

    /** A write that the read may have seen, or {@link #INITIAL}. */
    public int candidate(int place) {
        return candidate[place];
    }

    /** Whether the trace does not tell all of what a candidate of a read holds: then all its readers must agree on it. */
    public boolean isBlank(int read, int write) {
        if (write == INITIAL) {
            return initial[readKey[read]] == History.UNKNOWN;
        }
        int value = history.value(writeOperation[write]);
        return writeDead[write] ? value < 0 && (readFlags[read] & SAW_TOMBSTONE) != 0 : value == History.UNKNOWN;
    }

    /**
     * What a read says of the content of the version that it saw: the number of a value, {@link History#UNKNOWN} for one that it
     * does not tell, {@link History#ABSENT} for a dead version, or a number below all these for one with a certain tombstone. Two
     * readers of a version {@link #agree}.
     */
    public int seenContent(int read) {
        if (!sawDead(read)) {
            return readValue[read];
        }
        return (readFlags[read] & SAW_TOMBSTONE) == 0 ? History.ABSENT : Integer.MIN_VALUE + tombstone(read);
    }

    private int tombstone(int read) {
        int operation = readOperation[read];
        if (!history.kind(operation).isRangeRead()) {
            return history.value(operation);
        }
        int item = history.liveItems(operation);
        while (history.itemKey(operation, item) != readKey[read]) {
            item++;
        }
        return history.itemValue(operation, item);
    }

    /** Whether two {@linkplain #seenContent contents} may be of one version: both live or both dead, with one value if both tell it. */
    public static boolean agree(int one, int other) {
        return one == other || isLive(one) == isLive(other) && (isUntold(one) || isUntold(other));
    }

    /** Of two {@linkplain #seenContent contents} that agree, the one that tells the value or the tombstone, if any does. */
    public static int telling(int one, int other) {
        return isUntold(one) ? other : one;
    }

    private static boolean isLive(int content) {
        return content >= 0 || content == History.UNKNOWN;
    }

    private static boolean isUntold(int content) {
        return content == History.UNKNOWN || content == History.ABSENT;
    }

    /** Whether there is any version whose content the trace does not tell. */
    public boolean hasBlanks() {
        return blanks;
    }

    /** Whether some candidate of a read is blank. */
    public boolean hasBlankCandidate(int read) {
        for (int c = candidateStart[read]; c < candidateStart[read + 1]; c++) {
            if (isBlank(read, candidate[c])) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is known which version the read saw. */
    public boolean isSettled(int read) {
        return candidateStart[read + 1] - candidateStart[read] == 1;
    }

    // ---- what is known of version orders, from lists and hints: write knownBefore(i) is older than write
    // knownAfter(i)

    public int knownCount() {
        return knownBefore.length;
    }

    public int knownBefore(int i) {
        return knownBefore[i];
    }

    public int knownAfter(int i) {
        return knownAfter[i];
    }
}
