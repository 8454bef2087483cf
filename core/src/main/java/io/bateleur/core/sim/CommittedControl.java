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

    CommittedControl(Store store, boolean readsUncommitted) {
        super(store);
        this.readsUncommitted = readsUncommitted;
        this.locks = new Locks(store);
        this.ties = new Ties(store.ready());
    }

    @Override
    Outcome admitRead(Txn t, int key, boolean locking) {
        return locking ? locks.write(t, key) : Outcome.DONE;
    }

    @Override
    Outcome admitWrite(Txn t, int key) {
        Txn dirty = bugs.is(Bug.DIRTY_WRITE) ? locks.otherWriter(t, key) : null;
        if (dirty != null && isFinal(dirty, key) && (t.pinned || bugs.strikes(Bug.DIRTY_WRITE))) {
            ties.tie(t, dirty);
            locks.forceWrite(t, key);
            return Outcome.DONE;
        }
        return locks.write(t, key);
    }

    @Override
    int look(Txn t, int key) {
        return versions.newest(key);
    }

    @Override
    long base(Txn t, int key) {
        Txn dirty = bugs.isAny() ? locks.otherWriter(t, key) : null;
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
    void view(Txn t, int key, boolean inScan) {
        Txn dirty = dirtyWriter(t, key);
        if (dirty == null) {
            super.view(t, key, inScan);
            noteCircle(t, versions.writer(versions.newest(key)));
            return;
        }
        t.value = dirty.writes.value(dirty.writes.find(key));
        t.reads.add(key, Reads.UNCOMMITTED, dirty.number);
        if (!readsUncommitted) {
            ties.tie(t, dirty);
            noteCircle(t, dirty.number);
        }
    }

    /** The transaction whose uncommitted write a read of the key sees, or null. */
    private @Nullable Txn dirtyWriter(Txn t, int key) {
        if (!readsUncommitted && !bugs.is(Bug.DIRTY_READ)) {
            return null;
        }
        Txn dirty = locks.otherWriter(t, key);
        if (dirty == null || readsUncommitted) {
            return dirty;
        }
        boolean isLive = dirty.writes.value(dirty.writes.find(key)) >= 0;
        boolean suits = isLive && isFinal(dirty, key) && !dirty.doomed;
        return suits && bugs.strikes(Bug.DIRTY_READ) ? dirty : null;
    }

    /** Whether the transaction will not write the key again: else there would be an intermediate read, which is another bug. */
    private static boolean isFinal(Txn writer, int key) {
        return writer.program.nextWrite(writer.step, key) < 0;
    }

    /** The transaction has read from another one: has that one read from it? */
    private void noteCircle(Txn t, int writer) {
        if (bugs.is(Bug.DIRTY_READ) && ties.hasTie(writer, t)) {
            t.struck++;
        }
    }

    @Override
    boolean certifies(Txn t) {
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
    private boolean isAlsoUnder(Txn t, int over) {
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
    long order(Txn t, int write, long index) {
        return t.writes.order(write);
    }

    @Override
    void ended(Txn t, boolean committed) {
        ties.ended(t, committed);
        locks.release(t);
    }
}
