package io.bateleur.core.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Locks on keys and on ranges of keys, held until their transaction ends.
 *
 * <p>A transaction that cannot have a lock waits, and is woken as soon as nothing stands in its way. When its waiting closes a
 * cycle, the youngest transaction of the cycle is doomed.
 */
final class Locks {
    private static final int NONE = -1;

    private final Store store;
    private int[] first = {};
    private int[] holders = new int[64];
    private int[] nexts = new int[64];
    private boolean[] exclusive = new boolean[64];
    private int entries;
    private int free = NONE;

    private final List<Range> ranges = new ArrayList<>();
    /** In the order in which they came. */
    private final List<Request> waiting = new ArrayList<>();
    /** The keys that each session holds, and how many they are. */
    private final int[][] keysOf;

    private final int[] keyCountOf;

    /** A range that nobody but its holder may write into. */
    private record Range(Txn holder, int low, int high) {
        boolean keepsOut(Request request) {
            return holder != request.txn && low <= request.low && request.low < high;
        }
    }

    /** What a transaction asks for: to write one key, or to read a range of one or more. */
    private record Request(Txn txn, boolean write, int low, int high) {}

    Locks(Store store) {
        this.store = store;
        this.keysOf = new int[store.txns().size()][16];
        this.keyCountOf = new int[store.txns().size()];
    }

    Outcome read(Txn t, int key) {
        return acquire(new Request(t, false, key, key + 1));
    }

    Outcome write(Txn t, int key) {
        return acquire(new Request(t, true, key, key + 1));
    }

    Outcome readRange(Txn t, int low, int high) {
        Outcome outcome = acquire(new Request(t, false, low, high));
        if (outcome == Outcome.DONE) {
            ranges.add(new Range(t, low, high));
        }
        return outcome;
    }

    /** Locks the key although somebody else holds it. */
    void forceWrite(Txn t, int key) {
        stopWaiting(t);
        hold(t, key, true);
    }

    /** Whether others have locked the key, and all of them only to read it. */
    boolean isOnlyRead(Txn t, int key) {
        boolean read = false;
        for (int e = firstEntry(key); e != NONE; e = nexts[e]) {
            if (holders[e] != t.session && exclusive[e]) {
                return false;
            }
            read |= holders[e] != t.session;
        }
        Request request = new Request(t, true, key, key + 1);
        return read && ranges.stream().noneMatch(range -> range.keepsOut(request));
    }

    /** Locks a key although others have locked it to read it. */
    void bypassReaders(Txn t, int key) {
        for (int e = firstEntry(key); e != NONE; e = nexts[e]) {
            Txn holder = store.txns().get(holders[e]);
            holder.bypassed |= holder != t;
        }
        forceWrite(t, key);
    }

    /** The other transaction that has written the key last and not yet ended, or null. */
    @Nullable
    Txn otherWriter(Txn t, int key) {
        Txn last = null;
        long order = 0;
        for (int e = firstEntry(key); e != NONE; e = nexts[e]) {
            Txn holder = store.txns().get(holders[e]);
            int write = holder == t ? -1 : holder.writes.find(key);
            if (write >= 0 && holder.writes.order(write) > order) {
                last = holder;
                order = holder.writes.order(write);
            }
        }
        return last;
    }

    /** Gives back all that the transaction holds, and wakes whom it was in the way of. */
    void release(Txn t) {
        stopWaiting(t);
        ranges.removeIf(range -> range.holder == t);
        for (int i = 0; i < keyCountOf[t.session]; i++) {
            drop(t, keysOf[t.session][i]);
        }
        keyCountOf[t.session] = 0;
        for (Request request : waiting) {
            if (!request.txn.woken && !isBlocked(request)) {
                wake(request.txn);
            }
        }
    }

    private void wake(Txn t) {
        t.woken = true;
        store.ready().add(t);
    }

    private Outcome acquire(Request request) {
        Txn t = request.txn;
        if (!isBlocked(request)) {
            stopWaiting(t);
            if (request.high == request.low + 1) {
                hold(t, request.low, request.write);
            }
            return Outcome.DONE;
        }
        startWaiting(request);
        Txn victim = deadlockVictim(t);
        while (victim != null) {
            if (victim.pinned) {
                // All of the cycle must commit, so none can wait.
                forceWrite(t, request.low);
                return Outcome.DONE;
            }
            victim.doomed = true;
            if (victim == t) {
                return Outcome.ABORTED;
            }
            if (!victim.woken) {
                wake(victim);
            }
            victim = deadlockVictim(t);
        }
        return Outcome.WAITING;
    }

    /** Whoever waits already keeps his place, even if he now asks for something else. */
    private void startWaiting(Request request) {
        if (request.txn.waiting) {
            waiting.replaceAll(other -> other.txn == request.txn ? request : other);
        } else {
            request.txn.waiting = true;
            waiting.add(request);
        }
    }

    private void stopWaiting(Txn t) {
        if (t.waiting) {
            t.waiting = false;
            waiting.removeIf(request -> request.txn == t);
        }
    }

    // ---- who waits for whom

    private boolean isBlocked(Request request) {
        boolean[] blocked = new boolean[1];
        forEachBlocker(request, blocker -> blocked[0] = true);
        return blocked[0];
    }

    private void forEachBlocker(Request request, Consumer<Txn> action) {
        for (int key = request.low; key < request.high; key++) {
            for (int e = firstEntry(key); e != NONE; e = nexts[e]) {
                if (holders[e] != request.txn.session && (request.write || exclusive[e])) {
                    action.accept(store.txns().get(holders[e]));
                }
            }
        }
        if (request.write) {
            for (Range range : ranges) {
                if (range.keepsOut(request)) {
                    action.accept(range.holder);
                }
            }
        }
    }

    /** The youngest transaction of a cycle of waiting through this one, or null; one that must commit only if all must. */
    private @Nullable Txn deadlockVictim(Txn t) {
        List<Txn> cycle = new ArrayList<>();
        if (!reaches(t, t, new boolean[store.txns().size()], cycle)) {
            return null;
        }
        Txn victim = t;
        for (Txn other : cycle) {
            boolean better = victim.pinned == other.pinned ? other.number > victim.number : victim.pinned;
            victim = better ? other : victim;
        }
        return victim;
    }

    private boolean reaches(Txn from, Txn goal, boolean[] visited, List<Txn> path) {
        Request request = null;
        for (Request candidate : waiting) {
            request = candidate.txn == from && !from.doomed ? candidate : request;
        }
        if (request == null) {
            return false;
        }
        List<Txn> blockers = new ArrayList<>();
        forEachBlocker(request, blockers::add);
        for (Txn blocker : blockers) {
            if (blocker == goal) {
                return true;
            }
            if (!visited[blocker.session]) {
                visited[blocker.session] = true;
                path.add(blocker);
                if (reaches(blocker, goal, visited, path)) {
                    return true;
                }
                path.remove(path.size() - 1);
            }
        }
        return false;
    }

    // ---- the table

    private int firstEntry(int key) {
        return key < first.length ? first[key] : NONE;
    }

    private void hold(Txn t, int key, boolean write) {
        if (key >= first.length) {
            int old = first.length;
            first = Arrays.copyOf(first, Math.max(key + 1, old + (old >> 1)));
            Arrays.fill(first, old, first.length, NONE);
        }
        for (int e = first[key]; e != NONE; e = nexts[e]) {
            if (holders[e] == t.session) {
                exclusive[e] |= write;
                return;
            }
        }
        int entry = allocate();
        holders[entry] = t.session;
        exclusive[entry] = write;
        nexts[entry] = first[key];
        first[key] = entry;
        int count = keyCountOf[t.session]++;
        if (count == keysOf[t.session].length) {
            keysOf[t.session] = Arrays.copyOf(keysOf[t.session], 2 * count);
        }
        keysOf[t.session][count] = key;
    }

    private void drop(Txn t, int key) {
        int before = NONE;
        int entry = first[key];
        while (holders[entry] != t.session) {
            before = entry;
            entry = nexts[entry];
        }
        if (before == NONE) {
            first[key] = nexts[entry];
        } else {
            nexts[before] = nexts[entry];
        }
        nexts[entry] = free;
        free = entry;
    }

    private int allocate() {
        if (free != NONE) {
            int entry = free;
            free = nexts[entry];
            return entry;
        }
        if (entries == holders.length) {
            holders = Arrays.copyOf(holders, 2 * entries);
            nexts = Arrays.copyOf(nexts, 2 * entries);
            exclusive = Arrays.copyOf(exclusive, 2 * entries);
        }
        return entries++;
    }
}
