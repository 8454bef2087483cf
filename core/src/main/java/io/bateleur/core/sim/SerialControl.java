package io.bateleur.core.sim;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** One transaction at a time: a begin waits until all who came before are through. */
final class SerialControl extends Control {
    private final Deque<Txn> queue = new ArrayDeque<>();
    private @Nullable Txn running;

    SerialControl(Store store) {
        super(store);
    }

    @Override
    Outcome begin(Txn t) {
        if (running == null) {
            running = t;
        }
        if (running != t) {
            queue.add(t);
            return Outcome.WAITING;
        }
        return super.begin(t);
    }

    @Override
    int look(Txn t, int key) {
        return versions.newest(key);
    }

    @Override
    boolean certifies(Txn t) {
        return true;
    }

    @Override
    void ended(Txn t, boolean committed) {
        running = queue.poll();
        if (running != null) {
            store.ready().add(running);
        }
    }
}
