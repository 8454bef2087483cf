package io.bateleur.core.sim;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import org.jspecify.annotations.Nullable;

/**
 * A concurrency control: executes the calls of sessions on a store.
 *
 * <p>Writes are kept with their transaction until it commits. What a transaction reads, when it must wait and whether it may
 * commit is what the kinds of control differ in; each says it in {@link #look}, {@link #admitRead}, {@link #admitWrite},
 * {@link #admitRange} and {@link #certifies}.
 */
abstract class Control {
    /** How many commits a version stays after the last transaction that could see it, when a bug may bring it back. */
    private static final long RETENTION = 1000;

    private static final int HORIZON_INTERVAL = 64;

    final SimStore store;
    final Versions versions;
    final Bugs bugs;
    private final @Nullable SimFaults faults;
    private final long[] horizon;
    private int untilHorizon;
    private long stamps;

    /** How many transactions with effects have committed. */
    long commits;

    Control(SimStore store) {
        this.store = store;
        this.versions = store.versions();
        this.bugs = store.bugs();
        this.faults = bugs.isAny() ? new SimFaults(store) : null;
        this.horizon = new long[store.txns().get(0).seen.length];
    }

    // ---- the calls

    SimOutcome begin(SimTxn t) {
        startAt(t, commits);
        return SimOutcome.DONE;
    }

    /** Takes the snapshot once more, at the first operation, where there is one. */
    void anchor(SimTxn t) {}

    final void startAt(SimTxn t, long snapshot) {
        t.seen[0] = snapshot;
        t.start = snapshot;
    }

    /** Reads a key into {@link SimTxn#value}. */
    final SimOutcome read(SimTxn t, int key, boolean locking) {
        SimOutcome admitted = settled(t, t.doomed ? SimOutcome.ABORTED : admitRead(t, key, locking));
        if (admitted != SimOutcome.DONE) {
            return admitted;
        }
        if (locking) {
            t.lock(key);
        }
        int own = t.writes.find(key);
        if (own < 0 || (faults != null && faults.ignoresOwn(t, own, look(t, key)))) {
            view(t, key, false);
        } else {
            t.value = t.writes.value(own);
        }
        return SimOutcome.DONE;
    }

    /** Reads a range into {@link SimTxn#items}; stops when it has as many as the limit. */
    final SimOutcome range(SimTxn t, OpKind kind, int low, int high, int limit) {
        SimOutcome admitted = settled(t, t.doomed ? SimOutcome.ABORTED : admitRange(t, low, high));
        if (admitted != SimOutcome.DONE) {
            return admitted;
        }
        t.items.clear();
        int key = low;
        for (; key < high && t.items.size() < limit; key++) {
            item(t, key, kind == OpKind.SCAN);
        }
        t.items.stopped(key < high);
        t.ranges.add(low, key, commits);
        if (faults != null && kind == OpKind.ITERATE) {
            faults.skipKey(t, this);
        }
        return SimOutcome.DONE;
    }

    private void item(SimTxn t, int key, boolean inScan) {
        int own = t.writes.find(key);
        if (own >= 0) {
            t.value = t.writes.value(own);
        } else {
            view(t, key, inScan);
            if (t.value == History.ABSENT) {
                t.reads.removeLast();
            }
        }
        if (t.value != History.ABSENT) {
            t.items.add(key, t.value);
        }
    }

    /** Writes a key; an absent value deletes it. */
    final SimOutcome put(SimTxn t, int key, int value) {
        SimOutcome admitted = settled(t, t.doomed ? SimOutcome.ABORTED : admitWrite(t, key));
        if (admitted == SimOutcome.DONE) {
            long read = t.reads.versionOf(key);
            t.writes.put(key, value, read < 0 ? Writes.BLIND : read, ++stamps);
        }
        return admitted;
    }

    final SimOutcome append(SimTxn t, int key, int element) {
        SimOutcome admitted = settled(t, t.doomed ? SimOutcome.ABORTED : admitWrite(t, key));
        if (admitted == SimOutcome.DONE) {
            int own = t.writes.find(key);
            long base = own >= 0 ? t.writes.base(own) : base(t, key);
            int list = own >= 0 ? t.writes.value(own) : t.value;
            t.writes.put(key, store.lists().append(list, element), base, ++stamps);
            t.writes.markAppend(key);
        }
        return admitted;
    }

    final SimOutcome commit(SimTxn t) {
        if (t.doomed || !certifies(t)) {
            return settled(t, SimOutcome.ABORTED);
        }
        long index = t.hasEffects() ? nextIndex(t) : 0;
        if (index > 0) {
            install(t, index);
        }
        t.past = Math.max(t.past, t.seen[0]);
        t.floor = Math.max(t.floor, t.past);
        if (store.journal() != null) {
            store.journal().committed(t, index, commits);
        }
        t.active = false;
        ended(t, true);
        return SimOutcome.DONE;
    }

    final void abort(SimTxn t) {
        t.active = false;
        ended(t, false);
    }

    private SimOutcome settled(SimTxn t, SimOutcome outcome) {
        if (outcome == SimOutcome.ABORTED) {
            abort(t);
        }
        return outcome;
    }

    // ---- what differs

    /** Whether the key may be read now. */
    SimOutcome admitRead(SimTxn t, int key, boolean locking) {
        return SimOutcome.DONE;
    }

    SimOutcome admitRange(SimTxn t, int low, int high) {
        return SimOutcome.DONE;
    }

    SimOutcome admitWrite(SimTxn t, int key) {
        return SimOutcome.DONE;
    }

    /** The committed version of a key that the transaction sees. */
    abstract int look(SimTxn t, int key);

    /** Whether the transaction may commit. */
    abstract boolean certifies(SimTxn t);

    /** Puts what a list holds before the transaction's first append into {@link SimTxn#value} and gives its version. */
    long base(SimTxn t, int key) {
        int version = look(t, key);
        t.value = versions.value(version);
        return versions.order(version);
    }

    /** Reads a key that the transaction has not written. */
    void view(SimTxn t, int key, boolean inScan) {
        int version = look(t, key);
        if (faults != null) {
            version = faults.seen(t, key, version, inScan, commits);
        }
        t.value = faults == null ? versions.value(version) : faults.answer(t, version);
        t.reads.add(key, versions.order(version), versions.writer(version));
    }

    /** The place of a transaction's write among the versions of its key. */
    long order(SimTxn t, int write, long index) {
        return index;
    }

    /** The number of the transaction's commit at its site. */
    long nextIndex(SimTxn t) {
        t.floor = ++commits;
        return commits;
    }

    /** The transaction is over: let others go on. */
    void ended(SimTxn t, boolean committed) {}

    /** Whether transactions start and commit at points of one clock: the count of commits. */
    boolean hasOneClock() {
        return false;
    }

    /** How many actors work in the background. */
    int backgroundActors() {
        return 0;
    }

    /** Lets an actor of the background do its next piece of work. */
    void workInBackground(int actor) {}

    /** Lowers the horizon to what the store itself still needs besides its active transactions. */
    void limitHorizon(long[] limit) {
        limit[0] = commits;
    }

    // ---- installing

    private void install(SimTxn t, long index) {
        if (--untilHorizon < 0) {
            moveHorizon();
        }
        for (int i = 0; i < t.writes.size(); i++) {
            if (faults != null && faults.losesDelete(t, i)) {
                continue;
            }
            long order = order(t, i, index);
            int version = versions.install(t, i, order, index);
            if (t.ghost) {
                versions.markGhost(version);
            }
            if (store.journal() != null) {
                store.journal().installed(t, i, order, index);
            }
            versions.prune(t.writes.key(i), horizon);
        }
    }

    /** A horizon that is too old does no harm, so it is found only now and then. */
    private void moveHorizon() {
        untilHorizon = Math.max(HORIZON_INTERVAL, store.txns().size());
        limitHorizon(horizon);
        for (SimTxn t : store.txns()) {
            for (int site = 0; t.active && site < horizon.length; site++) {
                horizon[site] = Math.min(horizon[site], t.seen[site]);
            }
        }
        for (int site = 0; bugs.isAny() && site < horizon.length; site++) {
            horizon[site] = Math.max(0, horizon[site] - RETENTION);
        }
    }

    /** How many commits every active transaction sees, less some that a bug may want back. */
    final long oldestSeen() {
        return horizon[0];
    }
}
