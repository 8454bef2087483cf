package io.bateleur.core.sim;

import java.util.ArrayList;
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
    private final SimStore store;
    private final LockTable table;
    private final List<Range> ranges = new ArrayList<>();
    /** In the order in which they came. */
    private final List<Request> waiting = new ArrayList<>();

    /** A range that nobody but its holder may write into. */
    private record Range(SimTxn holder, int low, int high) {
        boolean keepsOut(Request request) {
            return holder != request.txn && low <= request.low && request.low < high;
        }
    }

    /** What a transaction asks for: to write one key, or to read a range of one or more. */
    private record Request(SimTxn txn, boolean write, int low, int high) {}

    Locks(SimStore store) {
        this.store = store;
        this.table = new LockTable(store.txns().size());
    }

    SimOutcome read(SimTxn t, int key) {
        return acquire(new Request(t, false, key, key + 1));
    }

    SimOutcome write(SimTxn t, int key) {
        return acquire(new Request(t, true, key, key + 1));
    }

    SimOutcome readRange(SimTxn t, int low, int high) {
        SimOutcome outcome = acquire(new Request(t, false, low, high));
        if (outcome == SimOutcome.DONE) {
            ranges.add(new Range(t, low, high));
        }
        return outcome;
    }

    /** Locks the key although somebody else holds it. */
    void forceWrite(SimTxn t, int key) {
        stopWaiting(t);
        table.hold(t.session, key, true);
    }

    /** Whether others have locked the key, and all of them only to read it. */
    boolean isOnlyRead(SimTxn t, int key) {
        boolean read = false;
        for (int e = table.first(key); e != LockTable.NONE; e = table.next(e)) {
            if (table.holder(e) != t.session && table.isExclusive(e)) {
                return false;
            }
            read |= table.holder(e) != t.session;
        }
        Request request = new Request(t, true, key, key + 1);
        return read && ranges.stream().noneMatch(range -> range.keepsOut(request));
    }

    /** Locks a key although others have locked it to read it. */
    void bypassReaders(SimTxn t, int key) {
        for (int e = table.first(key); e != LockTable.NONE; e = table.next(e)) {
            SimTxn holder = store.txns().get(table.holder(e));
            holder.bypassed |= holder != t;
        }
        forceWrite(t, key);
    }

    /** The other transaction that has written the key last and not yet ended, or null. */
    @Nullable
    SimTxn otherWriter(SimTxn t, int key) {
        SimTxn last = null;
        long order = 0;
        for (int e = table.first(key); e != LockTable.NONE; e = table.next(e)) {
            SimTxn holder = store.txns().get(table.holder(e));
            int write = holder == t ? -1 : holder.writes.find(key);
            if (write >= 0 && holder.writes.order(write) > order) {
                last = holder;
                order = holder.writes.order(write);
            }
        }
        return last;
    }

    /** Gives back all that the transaction holds, and wakes whom it was in the way of. */
    void release(SimTxn t) {
        stopWaiting(t);
        ranges.removeIf(range -> range.holder == t);
        table.release(t.session);
        for (Request request : waiting) {
            if (!request.txn.woken && !isBlocked(request)) {
                wake(request.txn);
            }
        }
    }

    private void wake(SimTxn t) {
        t.woken = true;
        store.ready().add(t);
    }

    private SimOutcome acquire(Request request) {
        SimTxn t = request.txn;
        if (!isBlocked(request)) {
            stopWaiting(t);
            if (request.high == request.low + 1) {
                table.hold(t.session, request.low, request.write);
            }
            return SimOutcome.DONE;
        }
        startWaiting(request);
        SimTxn victim = deadlockVictim(t);
        while (victim != null) {
            if (victim.pinned) {
                // All of the cycle must commit, so none can wait.
                forceWrite(t, request.low);
                return SimOutcome.DONE;
            }
            victim.doomed = true;
            if (victim == t) {
                return SimOutcome.ABORTED;
            }
            if (!victim.woken) {
                wake(victim);
            }
            victim = deadlockVictim(t);
        }
        return SimOutcome.WAITING;
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

    private void stopWaiting(SimTxn t) {
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

    private void forEachBlocker(Request request, Consumer<SimTxn> action) {
        for (int key = request.low; key < request.high; key++) {
            for (int e = table.first(key); e != LockTable.NONE; e = table.next(e)) {
                if (table.holder(e) != request.txn.session && (request.write || table.isExclusive(e))) {
                    action.accept(store.txns().get(table.holder(e)));
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
    private @Nullable SimTxn deadlockVictim(SimTxn t) {
        List<SimTxn> cycle = new ArrayList<>();
        if (!reaches(t, t, new boolean[store.txns().size()], cycle)) {
            return null;
        }
        SimTxn victim = t;
        for (SimTxn other : cycle) {
            boolean better = victim.pinned == other.pinned ? other.number > victim.number : victim.pinned;
            victim = better ? other : victim;
        }
        return victim;
    }

    private boolean reaches(SimTxn from, SimTxn goal, boolean[] visited, List<SimTxn> path) {
        Request request = null;
        for (Request candidate : waiting) {
            request = candidate.txn == from && !from.doomed ? candidate : request;
        }
        if (request == null) {
            return false;
        }
        List<SimTxn> blockers = new ArrayList<>();
        forEachBlocker(request, blockers::add);
        for (SimTxn blocker : blockers) {
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
}
