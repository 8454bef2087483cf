package io.bateleur.core.sim;

import org.jspecify.annotations.Nullable;

/**
 * Read committed and read uncommitted: writers, and locking reads, lock their keys until they end; other reads see at once
 * what is committed last, or even what is not yet committed.
 */
final class CommittedControl extends Control {
    private final boolean readsUncommitted;
    private final Locks locks;
    private final Ties ties;

    CommittedControl(SimStore store, boolean readsUncommitted) {
        super(store);
        this.readsUncommitted = readsUncommitted;
        this.locks = new Locks(store);
        this.ties = new Ties(store.ready());
    }

    @Override
    SimOutcome admitRead(SimTxn t, int key, boolean locking) {
        return locking ? locks.write(t, key) : SimOutcome.DONE;
    }

    @Override
    SimOutcome admitWrite(SimTxn t, int key) {
        SimTxn dirty = bugs.is(Bug.DIRTY_WRITE) ? locks.otherWriter(t, key) : null;
        if (dirty != null && isFinal(dirty, key) && (t.pinned || bugs.strikes(Bug.DIRTY_WRITE))) {
            ties.tie(t, dirty);
            locks.forceWrite(t, key);
            return SimOutcome.DONE;
        }
        return locks.write(t, key);
    }

    @Override
    int look(SimTxn t, int key) {
        return versions.newest(key);
    }

    @Override
    long base(SimTxn t, int key) {
        SimTxn dirty = bugs.isAny() ? locks.otherWriter(t, key) : null;
        if (dirty == null) {
            return super.base(t, key);
        }
        int write = dirty.writes.find(key);
        if (dirty.writes.order(write) < versions.order(versions.newest(key))) {
            return super.base(t, key);
        }
        t.value = dirty.writes.value(write);
        return dirty.writes.order(write);
    }

    @Override
    void view(SimTxn t, int key, boolean inScan) {
        SimTxn dirty = dirtyWriter(t, key);
        if (dirty == null) {
            super.view(t, key, inScan);
            noteCircle(t, versions.writer(versions.newest(key)));
            return;
        }
        t.value = dirty.writes.value(dirty.writes.find(key));
        t.reads.add(key, SimReads.UNCOMMITTED, dirty.number);
        if (!readsUncommitted) {
            ties.tie(t, dirty);
            noteCircle(t, dirty.number);
        }
    }

    /** The transaction whose uncommitted write a read of the key sees, or null. */
    private @Nullable SimTxn dirtyWriter(SimTxn t, int key) {
        if (!readsUncommitted && !bugs.is(Bug.DIRTY_READ)) {
            return null;
        }
        SimTxn dirty = locks.otherWriter(t, key);
        if (dirty == null || readsUncommitted) {
            return dirty;
        }
        boolean isLive = dirty.writes.value(dirty.writes.find(key)) >= 0;
        boolean suits = isLive && isFinal(dirty, key) && !dirty.doomed;
        return suits && bugs.strikes(Bug.DIRTY_READ) ? dirty : null;
    }

    /** Whether the transaction will not write the key again: else there would be an intermediate read, which is another bug. */
    private static boolean isFinal(SimTxn writer, int key) {
        return writer.program.nextWrite(writer.step, key) < 0;
    }

    /** The transaction has read from another one: has that one read from it? */
    private void noteCircle(SimTxn t, int writer) {
        if (bugs.is(Bug.DIRTY_READ) && ties.hasTie(writer, t)) {
            t.struck++;
        }
    }

    @Override
    boolean certifies(SimTxn t) {
        if (ties.isLost(t)) {
            return false;
        }
        if (bugs.is(Bug.DIRTY_WRITE)) {
            for (int over : ties.endedOn(t)) {
                t.struck += isAlsoUnder(t, over) ? 1 : 0;
            }
        }
        return true;
    }

    /** Whether the transaction goes over a write of the one that has gone over one of its own. */
    private boolean isAlsoUnder(SimTxn t, int over) {
        for (int i = 0; i < t.writes.size(); i++) {
            for (int v = versions.newest(t.writes.key(i)); v != Versions.NONE; v = versions.older(v)) {
                if (versions.writer(v) == over && versions.order(v) < t.writes.order(i)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    long order(SimTxn t, int write, long index) {
        return t.writes.order(write);
    }

    @Override
    void ended(SimTxn t, boolean committed) {
        ties.ended(t, committed);
        locks.release(t);
    }
}
