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
    private final Store store;
    private final LockTable table;
    private final List<Range> ranges = new ArrayList<>();
    /** In the order in which they came. */
    private final List<Request> waiting = new ArrayList<>();

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
        this.table = new LockTable(store.txns().size());
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
        table.hold(t.session, key, true);
    }

    /** Whether others have locked the key, and all of them only to read it. */
    boolean isOnlyRead(Txn t, int key) {
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
    void bypassReaders(Txn t, int key) {
        for (int e = table.first(key); e != LockTable.NONE; e = table.next(e)) {
            Txn holder = store.txns().get(table.holder(e));
            holder.bypassed |= holder != t;
        }
        forceWrite(t, key);
    }

    /** The other transaction that has written the key last and not yet ended, or null. */
    @Nullable
    Txn otherWriter(Txn t, int key) {
        Txn last = null;
        long order = 0;
        for (int e = table.first(key); e != LockTable.NONE; e = table.next(e)) {
            Txn holder = store.txns().get(table.holder(e));
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
        table.release(t.session);
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
                table.hold(t.session, request.low, request.write);
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
}
