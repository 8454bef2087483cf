package io.bateleur.core.mirror;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.EdgeKind;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.RangeRead;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of the database as far as clients can know it, carried forward event by event: who is open, which versions there are, who
 * holds which row, who depends on whom. Events come in the order of their `before`.
 */
final class Evolver {
    private static final int NONE = VersionChains.NONE;
    private static final int HORIZON_EVERY = 32;

    final TransactionTable transactions;
    final VersionChains versions;
    final RowHolders holders;
    final Certifier certifier;
    /** Which commits came before which snapshots, of levels that have snapshots and no serial order. */
    private final Certifier instants;

    private final Deviations deviations;
    final ReadJudge reads;
    final ListOrders lists;
    final UnknownWrites unknown = new UnknownWrites();
    private final ValueCodes codes;
    private final KeyTable keys;
    private final InitialContents initial;
    private final Suspicions suspicions;
    private final RangeReads ranges;
    private final Garbage garbage;

    private final IntList open = new IntList();
    /** Where in {@link #open} a transaction is. */
    private int[] place = new int[64];

    // Transactions that have ended and are not judged yet, oldest first: a ring.
    private int[] ended = new int[64];
    private int endedHead;
    private int endedTail;

    private int sinceHorizon;
    private long commits;
    private long operations;
    private long now = Long.MIN_VALUE;

    Evolver(
            TransactionTable transactions,
            ValueCodes codes,
            KeyTable keys,
            InitialContents initial,
            RangeReads ranges,
            Suspicions suspicions) {
        this.transactions = transactions;
        this.codes = codes;
        this.keys = keys;
        this.initial = initial;
        this.ranges = ranges;
        this.suspicions = suspicions;
        versions = new VersionChains(transactions);
        lists = new ListOrders(transactions);
        holders = new RowHolders(transactions);
        certifier = Certifier.ofTransactions(transactions, suspicions::cycle);
        instants = Certifier.ofInstants(transactions, suspicions::snapshots);
        deviations = new Deviations(transactions, certifier, suspicions);
        reads = new ReadJudge(
                transactions, versions, codes, keys, initial, lists, certifier, instants, deviations, suspicions);
        garbage = new Garbage(transactions, versions, certifier, instants);
    }

    long commits() {
        return commits;
    }

    long operations() {
        return operations;
    }

    long now() {
        return now;
    }

    int openCount() {
        return open.size;
    }

    long horizon() {
        return garbage.horizon();
    }

    /** The open transaction that began first, or -1. */
    int oldestOpen() {
        int oldest = NONE;
        for (int i = 0; i < open.size; i++) {
            int t = open.get(i);
            if (oldest == NONE || transactions.beginBefore[t] < transactions.beginBefore[oldest]) {
                oldest = t;
            }
        }
        return oldest;
    }

    void event(byte kind, byte flag, int t, int key, long value, long before, long after) {
        if (before > now) {
            now = before;
            if (endedHead != endedTail) {
                settle(before);
            }
        }
        switch (kind) {
            case OpLog.READ, OpLog.READ_LIST -> read(t, kind, flag, key, value, before, after);
            case OpLog.WRITE, OpLog.APPEND -> write(t, kind, flag, key, value, before, after);
            case SessionRing.BEGIN -> begin(t, before, after);
            case SessionRing.STATEMENT -> anchor(t, false, before, after);
            case SessionRing.EXECUTED -> mayAnchor(t, before);
            case SessionRing.SNAPSHOT -> {
                if (!transactions.hasAnchor(t)) {
                    setAnchor(t, before, after);
                }
            }
            // Versions that it sees may be forgotten already.
            case SessionRing.ELSEWHERE -> transactions.profile[t] = Profile.nothing(transactions.profile[t].name());
            case SessionRing.RANGE -> range(t, ranges.take(key), before, after);
            case SessionRing.COMMIT -> end(t, TransactionTable.COMMITTED, before, after);
            case SessionRing.ABORT -> end(t, TransactionTable.ABORTED, before, after);
            case SessionRing.UNKNOWN -> end(t, TransactionTable.UNKNOWN, before, after);
            default -> throw new IllegalStateException("no event " + kind);
        }
    }

    /** Judges everything that is left; nothing will come any more. */
    void finish() {
        settle(Long.MAX_VALUE);
    }

    // ---- transactions

    private void begin(int t, long before, long after) {
        if (t >= place.length) {
            place = Arrays.copyOf(place, Math.max(t + 1, 2 * place.length));
        }
        place[t] = open.size;
        open.add(t);
        Profile.Snapshot snapshot = transactions.profile[t].snapshot();
        if (snapshot == Profile.Snapshot.BEGIN) {
            setAnchor(t, before, after);
        } else if (snapshot == Profile.Snapshot.BEGIN_OR_STATEMENT) {
            setAnchor(t, before, Long.MAX_VALUE); // until the first statement is answered
        }
    }

    /** A statement that takes the snapshot, if nothing has yet. */
    private void anchor(int t, boolean plainRead, long before, long after) {
        if (transactions.hasAnchor(t)) {
            // Where only a plain read takes the snapshot, nothing else shows that it was taken.
            if (plainRead || transactions.profile[t].snapshot() != Profile.Snapshot.FIRST_READ) {
                transactions.anchorAfter[t] = Math.min(transactions.anchorAfter[t], after);
            }
            return;
        }
        Profile profile = transactions.profile[t];
        switch (profile.snapshot()) {
            case BEGIN, BEGIN_OR_STATEMENT -> {}
            case FIRST_STATEMENT -> setAnchor(t, before, after);
            case FIRST_READ -> {
                if (plainRead) {
                    setAnchor(t, before, after);
                }
            }
        }
    }

    /** A statement that takes the snapshot, or leaves that to a later one. */
    private void mayAnchor(int t, long before) {
        Profile.Snapshot taken = transactions.profile[t].snapshot();
        boolean byStatement = taken == Profile.Snapshot.FIRST_STATEMENT || taken == Profile.Snapshot.FIRST_READ;
        if (byStatement && !transactions.hasAnchor(t)) {
            setAnchor(t, before, Long.MAX_VALUE);
        }
    }

    private void setAnchor(int t, long before, long after) {
        transactions.anchorBefore[t] = before;
        transactions.anchorAfter[t] = after;
    }

    private void read(int t, byte kind, byte flag, int key, long value, long before, long after) {
        operations++;
        anchor(t, (flag & OpLog.LOCKING) == 0, before, after);
        OpLog log = transactions.log(t);
        boolean own = log.lastWrite(key, log.size) >= 0;
        log.add(kind, own ? (byte) (flag | OpLog.OWN) : flag, key, value, before, after);
        if (after > transactions.lastRead[t]) {
            transactions.lastRead[t] = after;
        }
        Profile profile = transactions.profile[t];
        if (profile.locks() == Profile.Locks.READS
                && value != ValueCodes.UNKNOWN
                && (value != ValueCodes.ABSENT || profile.certified())) {
            // What is not there is locked only where phantoms are kept out.
            holders.hold(keys.row(key), t, false, after);
        }
    }

    private void write(int t, byte kind, byte flag, int key, long value, long before, long after) {
        operations++;
        anchor(t, false, before, after);
        OpLog log = transactions.log(t);
        int last = log.lastWrite(key, log.size);
        if (last >= 0) {
            log.flags[last] |= OpLog.OVERWRITTEN;
        }
        log.add(kind, flag, key, value, before, after);
        if (kind == OpLog.APPEND) {
            lists.append(key);
        } else if (lists.isAppended(key) || codes.isList(value) || codes.isDead(value)) {
            lists.replace(key);
        }
        if (last < 0 && transactions.profile[t].locks() != Profile.Locks.NONE) {
            holders.hold(keys.row(key), t, true, after);
        }
    }

    /** Each key of a range is read by itself: what was not returned was not there. */
    private void range(int t, RangeRead read, long before, long after) {
        byte flag = (byte) (OpLog.STARTS_RANGE | OpLog.OF_RANGE | (read.locking() ? OpLog.LOCKING : 0));
        anchor(t, !read.locking(), before, after);
        Set<Integer> told = new HashSet<>();
        Value lastTold = null;
        for (Item item : read.items()) {
            int key = keys.number(item.key());
            told.add(key);
            lastTold = item.key();
            if (!(item.content() instanceof Content.Untold)) {
                read(t, OpLog.READ, flag, key, code(item.content()), before, after);
                flag &= ~OpLog.STARTS_RANGE;
            }
        }
        boolean stopped = read.kind() == OpKind.ITERATE && read.stopped();
        if (stopped && lastTold == null) {
            return;
        }
        @Nullable Value high = stopped ? lastTold : read.high().orElse(null);
        for (int key : keys.range(read.low().orElse(null), high)) {
            if (!told.contains(key) && !lists.isAppended(key)) {
                read(t, OpLog.READ, flag, key, ValueCodes.ABSENT, before, after);
                flag &= ~OpLog.STARTS_RANGE;
            }
        }
    }

    private long code(Content content) {
        if (content instanceof Content.Live live) {
            return codes.of(live.value());
        }
        return content instanceof Content.Dead ? ValueCodes.ABSENT : ValueCodes.UNKNOWN;
    }

    private void end(int t, byte how, long before, long after) {
        int last = open.removeLast();
        if (last != t) {
            open.set(place[t], last);
            place[last] = place[t];
        }
        transactions.state[t] = how;
        transactions.endBefore[t] = before;
        transactions.endAfter[t] = how == TransactionTable.UNKNOWN ? Long.MAX_VALUE : after;
        transactions.committedBy[t] = transactions.endAfter[t];
        holders.end(
                t,
                how == TransactionTable.COMMITTED ? before : lastSuccess(t),
                (row, a, b) -> suspicions.holders(row, a, b));
        transactions.settles[t] = lastAnswer(t, before);
        if (endedTail - endedHead == ended.length) {
            growEnded();
        }
        ended[endedTail++ & (ended.length - 1)] = t;
        if (how == TransactionTable.COMMITTED) {
            commits++;
            if (++sinceHorizon >= HORIZON_EVERY) {
                sinceHorizon = 0;
                garbage.advance(now, open, ended, endedHead, endedTail);
            }
            if (transactions.profile[t].certified()) {
                certifier.add(t);
            } else if (transactions.profile[t].ordersSnapshots() && transactions.log(t).writes > 0) {
                instants.add(Certifier.commit(t));
            }
        }
        if (how != TransactionTable.ABORTED) {
            install(t, before, transactions.endAfter[t], how == TransactionTable.UNKNOWN);
        }
    }

    /** Until when a transaction that did not commit surely had its locks: when it sent a read that was answered. */
    private long lastSuccess(int t) {
        OpLog log = transactions.log(t);
        for (int i = log.size - 1; i >= 0; i--) {
            if (!OpLog.isWrite(log.kinds[i]) && log.values[i] != ValueCodes.UNKNOWN) {
                return log.before[i];
            }
        }
        return Long.MIN_VALUE;
    }

    /** From then on nothing that a read may have seen can still come. */
    private long lastAnswer(int t, long before) {
        long last = Math.max(before, transactions.lastRead[t]);
        boolean taken = transactions.hasAnchor(t) && transactions.anchorAfter[t] != Long.MAX_VALUE;
        return taken ? Math.max(last, transactions.anchorAfter[t]) : last;
    }

    private void growEnded() {
        int[] larger = new int[2 * ended.length];
        for (int i = endedHead; i != endedTail; i++) {
            larger[i & (larger.length - 1)] = ended[i & (ended.length - 1)];
        }
        ended = larger;
    }

    private void install(int t, long low, long high, boolean maybe) {
        OpLog log = transactions.log(t);
        boolean locked = transactions.profile[t].locks() != Profile.Locks.NONE;
        for (int i = 0; i < log.size; i++) {
            if (!OpLog.isWrite(log.kinds[i])) {
                continue;
            }
            int key = log.keys[i];
            if (codes.isDead(log.values[i])) {
                garbage.deleted(key, high);
            }
            if ((log.flags[i] & OpLog.OVERWRITTEN) != 0) {
                continue;
            }
            int newest = versions.newest(key, initial.of(key));
            int first = firstWrite(log, key, i);
            int v = versions.add(key, t, log.values[i], low, high, log.before[first], log.after[first]);
            versions.maybe[v] = maybe;
            if (!maybe) {
                dependOnOlder(t, key, v, newest, locked);
                garbage.trim(v);
            }
        }
    }

    /** The row is held from the first write of the key on. */
    private static int firstWrite(OpLog log, int key, int last) {
        for (int i = 0; i < last; i++) {
            if (log.keys[i] == key && OpLog.isWrite(log.kinds[i])) {
                return i;
            }
        }
        return last;
    }

    private void dependOnOlder(int t, int key, int v, int newest, boolean locked) {
        boolean node = certifier.has(t);
        boolean deviates = transactions.profile[t].deviation() != Profile.Deviation.NONE;
        for (int older = newest; older != NONE; older = versions.older[older]) {
            if (!versions.isBefore(older, v, locked)) {
                continue;
            }
            if (locked && versions.high[older] > versions.writeAfter[v] && !versions.maybe[older]) {
                versions.high[older] = Math.max(versions.low[older], versions.writeAfter[v]);
            }
            if (node || deviates) {
                if (versions.writer[older] >= 0) {
                    certifier.connect(versions.writer[older], t, EdgeKind.WW, key, 0, 0, 0, VersionChains.INITIAL);
                    if (deviates && Deviations.looksAtAll(transactions.profile[t].deviation())) {
                        deviations.dependency(new Certifier.Edge(
                                versions.writer[older], t, EdgeKind.WW, key, 0, 0, 0, VersionChains.INITIAL));
                    }
                }
                for (int r = versions.readers[older]; r != NONE; r = versions.nextReader[r]) {
                    certifier.connect(
                            versions.reader[r],
                            t,
                            EdgeKind.RW,
                            key,
                            versions.readValue[r],
                            versions.readBefore[r],
                            versions.readAfter[r],
                            versions.writer[older]);
                    if (deviates) {
                        deviations.dependency(new Certifier.Edge(
                                versions.reader[r],
                                t,
                                EdgeKind.RW,
                                key,
                                versions.readValue[r],
                                versions.readBefore[r],
                                versions.readAfter[r],
                                versions.writer[older]));
                    }
                }
            }
        }
    }

    // ---- what has ended

    private void settle(long time) {
        while (endedHead != endedTail) {
            int t = ended[endedHead & (ended.length - 1)];
            if (transactions.settles[t] >= time) {
                return;
            }
            endedHead++;
            forgetUnknown(t);
            reads.judge(t);
            if (transactions.state[t] == TransactionTable.COMMITTED && transactions.profile[t].firstUpdaterWins()) {
                firstUpdaterWins(t);
            }
            garbage.settled(t);
        }
    }

    /** What was read that something unknown may have written by then tells nothing. */
    private void forgetUnknown(int t) {
        if (unknown.isEmpty()) {
            return;
        }
        OpLog log = transactions.log(t);
        for (int i = 0; i < log.size; i++) {
            if (!OpLog.isWrite(log.kinds[i]) && unknown.reach(keys.key(log.keys[i]), log.after[i])) {
                log.values[i] = ValueCodes.UNKNOWN;
            }
        }
    }

    private void firstUpdaterWins(int t) {
        if (!transactions.hasAnchor(t) || transactions.profile[t].time() != Profile.RealTime.GLOBAL) {
            return;
        }
        OpLog log = transactions.log(t);
        for (int i = 0; i < log.size; i++) {
            if (!OpLog.isWrite(log.kinds[i]) || (log.flags[i] & OpLog.OVERWRITTEN) != 0) {
                continue;
            }
            int key = log.keys[i];
            long deleted = Long.MIN_VALUE;
            for (int c = 0; c < keys.cellCount(key); c++) {
                deleted = Math.max(deleted, garbage.lastDelete(keys.cell(key, c)));
            }
            for (int c = 0; c < keys.cellCount(key); c++) {
                concurrentWriters(t, key, keys.cell(key, c), deleted);
            }
        }
    }

    /** @param cell of the row of a key that a transaction wrote */
    private void concurrentWriters(int t, int key, int cell, long deleted) {
        for (int v = versions.head(cell); v != NONE; v = versions.older[v]) {
            if (versions.high[v] < transactions.low[t]) {
                continue; // before the snapshot
            }
            int other = versions.writer[v];
            if (other >= 0
                    && other != t
                    && transactions.state[other] == TransactionTable.COMMITTED
                    && transactions.profile[other].firstUpdaterWins()
                    && transactions.high[t] < transactions.endBefore[other]
                    && transactions.high[other] < transactions.endBefore[t]
                    && !unknown.reach(
                            keys.key(cell), Math.max(transactions.endBefore[t], transactions.endBefore[other]))
                    && deleted < Math.min(transactions.low[t], transactions.low[other])) {
                suspicions.update(t, key, other, cell);
            }
        }
    }

    /** Who wrote this to a key, whatever became of it, or -1: only for the name of a finding. */
    int writerOf(int key, long value, int except) {
        for (int i = 0; i < open.size; i++) {
            if (open.get(i) != except && wrote(open.get(i), key, value)) {
                return open.get(i);
            }
        }
        for (int i = endedHead; i != endedTail; i++) {
            int t = ended[i & (ended.length - 1)];
            if (t != except && wrote(t, key, value)) {
                return t;
            }
        }
        return garbage.writerOf(key, value, except);
    }

    private boolean wrote(int t, int key, long value) {
        return Garbage.wrote(transactions.log[t], key, value);
    }

    boolean isOverwritten(int t, int key, long value) {
        OpLog log = transactions.log[t];
        for (int i = 0; log != null && i < log.size; i++) {
            if (OpLog.isWrite(log.kinds[i]) && log.keys[i] == key && log.values[i] == value) {
                return (log.flags[i] & OpLog.OVERWRITTEN) != 0;
            }
        }
        return false;
    }

    void mark() {
        for (int i = 0; i < open.size; i++) {
            markLog(open.get(i));
        }
        for (int i = endedHead; i != endedTail; i++) {
            markLog(ended[i & (ended.length - 1)]);
        }
        garbage.mark(codes);
        versions.mark(codes);
        certifier.mark(codes);
        instants.mark(codes);
        lists.mark(codes);
        initial.mark(codes);
    }

    private void markLog(int t) {
        OpLog log = transactions.log[t];
        for (int i = 0; log != null && i < log.size; i++) {
            codes.mark(log.values[i]);
        }
    }
}
