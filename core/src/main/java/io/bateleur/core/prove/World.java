package io.bateleur.core.prove;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Asg.Fate;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.Assumption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A history under assumptions: what it says of itself once they are taken to be true, without any reasoning about order.
 *
 * <p>A transaction of unknown ending has happened here once a read can only have seen it. Whether one happened that nobody is
 * known to have seen is never asked: that it did not is always the easier way to satisfy a level.
 */
final class World {
    /** In place of a write: it is open which version a read saw. */
    static final int OPEN = -2;

    /** In place of a write: there is no such version. */
    static final int NONE = -3;

    private final Asg asg;
    private final Rules rules;
    private final List<Assumption> assumptions;
    private final BitSet happened = new BitSet();
    private final int[][] candidates;
    private final BitSet[] knownNewer;
    private final List<int[]> assumedOrders = new ArrayList<>();

    World(Asg asg, Rules rules) {
        this(asg, rules, List.of(), closure(asg));
    }

    private World(Asg asg, Rules rules, List<Assumption> assumptions, BitSet[] knownNewer) {
        this.asg = asg;
        this.rules = rules;
        this.assumptions = assumptions;
        this.knownNewer = knownNewer;
        this.candidates = new int[asg.readCount()][];
        for (int t = 0; t < asg.transactionCount(); t++) {
            happened.set(t, asg.fate(t) == Fate.HAPPENED);
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                candidates[r] = possible(r);
            }
        }
        assumptions.forEach(this::apply);
        settle();
    }

    World with(Assumption assumption) {
        List<Assumption> more = new ArrayList<>(assumptions);
        more.add(assumption);
        return new World(asg, rules, more, knownNewer);
    }

    Asg asg() {
        return asg;
    }

    Rules rules() {
        return rules;
    }

    List<Assumption> assumptions() {
        return assumptions;
    }

    boolean happened(int transaction) {
        return happened.get(transaction);
    }

    /** The versions that a read may have seen: writes, or {@link Asg#INITIAL}. */
    int[] candidates(int read) {
        return candidates[read];
    }

    /** The version that a read saw, {@link Asg#INITIAL}, or {@link #OPEN}. */
    int source(int read) {
        return candidates[read].length == 1 ? candidates[read][0] : OPEN;
    }

    /** The transaction whose version a read saw, or -1: the initial one, or open. */
    int sourceTransaction(int read) {
        int source = source(read);
        return source < 0 ? -1 : asg.writeTransaction(source);
    }

    /** Whether lists or hints of the trace tell that one version is older than another. */
    boolean isKnownOlder(int write, int than) {
        return write == Asg.INITIAL || knownNewer[write].get(than);
    }

    boolean isAssumedOlder(int write, int than) {
        return assumedOrders.stream().anyMatch(order -> order[0] == write && order[1] == than);
    }

    /** A read of a transaction that happened, and which no version is left to explain. */
    Optional<Integer> unexplainedRead() {
        for (int t = happened.nextSetBit(0); t >= 0; t = happened.nextSetBit(t + 1)) {
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                if (candidates[r].length == 0 && (rules.countReads(t) || rules.perKey())) {
                    return Optional.of(r);
                }
            }
        }
        return Optional.empty();
    }

    /** The read that an operation made of a key, or -1. */
    int readOf(int transaction, int operation, Value key) {
        for (int r = asg.firstRead(transaction); r < asg.firstRead(transaction + 1); r++) {
            if (asg.readOperation(r) == operation
                    && asg.history().keys().get(asg.readKey(r)).equals(key)) {
                return r;
            }
        }
        return -1;
    }

    /** The version that an assumption speaks of, {@link Asg#INITIAL}, or {@link #NONE}. */
    int versionOf(Assumption.Saw saw) {
        if (saw.writer().isEmpty()) {
            return Asg.INITIAL;
        }
        int write = writeOf(saw.writer().get().number(), saw.key());
        return write < 0 ? NONE : write;
    }

    /** The write with which a transaction installs a key, or -1. */
    int writeOf(int transaction, Value key) {
        int number = asg.history().keys().find(key);
        return number < 0 ? -1 : asg.writeOf(transaction, number);
    }

    // ---- how it is worked out

    private int[] possible(int read) {
        return Arrays.stream(asgCandidates(read))
                .filter(w -> w == Asg.INITIAL || mayHaveHappened(asg.writeTransaction(w)))
                .toArray();
    }

    private int[] asgCandidates(int read) {
        int first = asg.firstCandidate(read);
        int[] all = new int[asg.firstCandidate(read + 1) - first];
        for (int i = 0; i < all.length; i++) {
            all[i] = asg.candidate(first + i);
        }
        return all;
    }

    private boolean mayHaveHappened(int t) {
        return asg.fate(t) == Fate.HAPPENED
                || asg.fate(t) == Fate.POSSIBLE && !(rules.countReads(t) && asg.hasBadRead(t));
    }

    private void apply(Assumption assumption) {
        if (assumption instanceof Assumption.Saw saw) {
            int read = readOf(saw.reader().number(), saw.read().number(), saw.key());
            int seen = versionOf(saw);
            candidates[read] =
                    Arrays.stream(candidates[read]).filter(w -> w == seen).toArray();
        } else if (assumption instanceof Assumption.WroteFirst order) {
            int first = writeOf(order.first().number(), order.key());
            int second = writeOf(order.second().number(), order.key());
            assumedOrders.add(new int[] {first, second});
        }
    }

    /** Who was seen has happened; and a version whose content the trace does not tell has one content for all its readers. */
    private void settle() {
        boolean changed = true;
        while (changed) {
            changed = false;
            Map<Long, Integer> contents = new HashMap<>();
            for (int t = happened.nextSetBit(0); t >= 0; t = happened.nextSetBit(t + 1)) {
                for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                    int writer = sourceTransaction(r);
                    if (writer >= 0 && !happened.get(writer)) {
                        happened.set(writer);
                        changed = true;
                    }
                    if (source(r) != OPEN && isUntold(source(r), r)) {
                        contents.merge(version(source(r), asg.readKey(r)), asg.seenContent(r), World::telling);
                    }
                }
            }
            changed |= dropDisagreeing(contents);
        }
    }

    private boolean dropDisagreeing(Map<Long, Integer> contents) {
        boolean changed = false;
        for (int t = happened.nextSetBit(0); t >= 0; t = happened.nextSetBit(t + 1)) {
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                int read = r;
                int[] left = Arrays.stream(candidates[r])
                        .filter(w -> !isUntold(w, read)
                                || agrees(contents.get(version(w, asg.readKey(read))), asg.seenContent(read)))
                        .toArray();
                changed |= left.length < candidates[r].length;
                candidates[r] = left;
            }
        }
        return changed;
    }

    private static boolean agrees(@Nullable Integer content, int value) {
        return content == null || Asg.agree(content, value);
    }

    /** Of what two readers of a version say, what leaves less open; where they contradict each other, the first. */
    private static int telling(int one, int other) {
        return Asg.agree(one, other) ? Asg.telling(one, other) : one;
    }

    /** Whether the content of a version is known from its readers only, of which this is one. */
    private boolean isUntold(int write, int read) {
        History history = asg.history();
        int reader = asg.readTransaction(read);
        int key = asg.readKey(read);
        boolean isList = history.kind(asg.readOperation(read)) == OpKind.READ_LIST;
        boolean demands = rules.countReads(reader) || rules.perKey();
        // A list may end with the reader's own appends: then it is not what the version held.
        if (!demands || isList && asg.writeOf(reader, key) >= 0) {
            return false;
        }
        return write == Asg.INITIAL ? asg.initialValue(key) == History.UNKNOWN : !isList && asg.isBlank(read, write);
    }

    private static long version(int write, int key) {
        return ((long) key << 32) | (write & 0xffffffffL);
    }

    private static BitSet[] closure(Asg asg) {
        BitSet[] newer = new BitSet[asg.writeCount()];
        Arrays.setAll(newer, w -> new BitSet());
        for (int i = 0; i < asg.knownCount(); i++) {
            newer[asg.knownBefore(i)].set(asg.knownAfter(i));
        }
        for (int middle = 0; middle < newer.length; middle++) {
            for (BitSet row : newer) {
                if (row.get(middle)) {
                    row.or(newer[middle]);
                }
            }
        }
        return newer;
    }
}
