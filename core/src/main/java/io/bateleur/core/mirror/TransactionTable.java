package io.bateleur.core.mirror;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The transactions that are still needed, in columns. A number is used again once nothing refers to it. */
final class TransactionTable {
    static final byte BEGUN = 0;
    static final byte COMMITTED = 1;
    static final byte ABORTED = 2;
    static final byte UNKNOWN = 3;

    private static final int SPARE_LOGS_MAX = 1 << 12;

    int[] session = new int[64];
    byte[] state = new byte[64];
    private int[] refs = new int[64];
    Profile[] profile = new Profile[64];

    @Nullable
    Value[] id = new Value[64];

    @Nullable
    OpLog[] log = new OpLog[64];

    long[] beginBefore = new long[64];
    long[] beginAfter = new long[64];
    long[] endBefore = new long[64];
    long[] endAfter = new long[64];
    /** When it had committed at the latest: when its client was answered, or somebody saw what it wrote. */
    long[] committedBy = new long[64];
    /** The read by which that is known, when it is not the answer. */
    @Nullable
    Sighting[] sighting = new Sighting[64];

    /** A read of what a transaction wrote. */
    record Sighting(int reader, int key, long seen, long before, long after) {}

    /** When the snapshot was taken, as recorded, or {@link History#NO_TIME}. */
    long[] anchorBefore = new long[64];

    long[] anchorAfter = new long[64];
    /** The same, narrowed by what was read. */
    long[] low = new long[64];

    long[] high = new long[64];
    /** The read by which {@link #high} is what it is, or -1. */
    int[] highWitness = new int[64];
    /** When the last of its reads was answered. */
    long[] lastRead = new long[64];
    /** The database's own times, where the trace has them. */
    @Nullable
    Timestamp[] startStamp = new Timestamp[64];

    @Nullable
    Timestamp[] commitStamp = new Timestamp[64];
    /** When its reads can be judged. */
    long[] settles = new long[64];
    /** Whether something that came before was received too late. */
    boolean[] late = new boolean[64];

    private int top;
    private int live;
    private final IntList free = new IntList();
    private final List<OpLog> spare = new ArrayList<>();

    int size() {
        return live;
    }

    int begin(int ofSession, Value name, Profile at, long before, long after) {
        int t = free.size == 0 ? grown() : free.removeLast();
        live++;
        session[t] = ofSession;
        state[t] = BEGUN;
        refs[t] = 1;
        profile[t] = at;
        id[t] = name;
        log[t] = spare.isEmpty() ? new OpLog() : spare.remove(spare.size() - 1);
        beginBefore[t] = before;
        beginAfter[t] = after;
        endBefore[t] = endAfter[t] = anchorBefore[t] = anchorAfter[t] = History.NO_TIME;
        low[t] = Long.MIN_VALUE;
        high[t] = Long.MAX_VALUE;
        highWitness[t] = -1;
        lastRead[t] = Long.MIN_VALUE;
        startStamp[t] = null;
        commitStamp[t] = null;
        settles[t] = Long.MAX_VALUE;
        committedBy[t] = Long.MAX_VALUE;
        late[t] = false;
        return t;
    }

    private int grown() {
        if (top == session.length) {
            int room = 2 * top;
            session = Arrays.copyOf(session, room);
            state = Arrays.copyOf(state, room);
            refs = Arrays.copyOf(refs, room);
            profile = Arrays.copyOf(profile, room);
            id = Arrays.copyOf(id, room);
            log = Arrays.copyOf(log, room);
            beginBefore = Arrays.copyOf(beginBefore, room);
            beginAfter = Arrays.copyOf(beginAfter, room);
            endBefore = Arrays.copyOf(endBefore, room);
            endAfter = Arrays.copyOf(endAfter, room);
            committedBy = Arrays.copyOf(committedBy, room);
            sighting = Arrays.copyOf(sighting, room);
            anchorBefore = Arrays.copyOf(anchorBefore, room);
            anchorAfter = Arrays.copyOf(anchorAfter, room);
            low = Arrays.copyOf(low, room);
            high = Arrays.copyOf(high, room);
            highWitness = Arrays.copyOf(highWitness, room);
            lastRead = Arrays.copyOf(lastRead, room);
            startStamp = Arrays.copyOf(startStamp, room);
            commitStamp = Arrays.copyOf(commitStamp, room);
            settles = Arrays.copyOf(settles, room);
            late = Arrays.copyOf(late, room);
        }
        return top++;
    }

    boolean hasAnchor(int t) {
        return anchorBefore[t] != History.NO_TIME;
    }

    OpLog log(int t) {
        OpLog ops = log[t];
        if (ops == null) {
            throw new IllegalStateException("the operations of a transaction are gone");
        }
        return ops;
    }

    Value id(int t) {
        Value name = id[t];
        if (name == null) {
            throw new IllegalStateException("no transaction " + t);
        }
        return name;
    }

    void keep(int t) {
        refs[t]++;
    }

    void release(int t) {
        if (--refs[t] == 0) {
            forgetOperations(t);
            id[t] = null;
            free.add(t);
            live--;
        }
    }

    /** Somebody saw what it wrote before its client was answered, or where its client never was. */
    void sighted(int t, long by, Sighting read) {
        Sighting earlier = sighting[t];
        committedBy[t] = by;
        sighting[t] = read;
        keep(read.reader);
        if (earlier != null) {
            release(earlier.reader);
        }
    }

    /** Nothing will ask for what it did in detail any more. */
    void forgetOperations(int t) {
        Sighting read = sighting[t];
        if (read != null) {
            sighting[t] = null;
            release(read.reader);
        }
        OpLog ops = log[t];
        if (ops != null && spare.size() < SPARE_LOGS_MAX && ops.keys.length <= 64) {
            ops.clear();
            spare.add(ops);
        }
        log[t] = null;
    }
}
