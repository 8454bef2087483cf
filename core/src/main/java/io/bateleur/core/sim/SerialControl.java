package io.bateleur.core.sim;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** One transaction at a time: a begin waits until all who came before are through. */
final class SerialControl extends Control {
    private final Deque<SimTxn> queue = new ArrayDeque<>();
    private @Nullable SimTxn running;

    SerialControl(SimStore store) {
        super(store);
    }

    @Override
    SimOutcome begin(SimTxn t) {
        if (running == null) {
            running = t;
        }
        if (running != t) {
            queue.add(t);
            return SimOutcome.WAITING;
        }
        return super.begin(t);
    }

    @Override
    int look(SimTxn t, int key) {
        return versions.newest(key);
    }

    @Override
    boolean certifies(SimTxn t) {
        return true;
    }

    @Override
    void ended(SimTxn t, boolean committed) {
        running = queue.poll();
        if (running != null) {
            store.ready().add(running);
        }
    }
}
