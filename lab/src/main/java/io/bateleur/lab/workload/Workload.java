package io.bateleur.lab.workload;

import io.bateleur.core.model.OpKind;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Says what the transactions of an application do. Shared by all sessions: what it keeps must bear several threads. */
public interface Workload {
    /** What a transaction does between its begin and its end. */
    @FunctionalInterface
    interface Body {
        /** Returns whether to commit; otherwise the client changes its mind and aborts. */
        boolean run(KeyValueClient client) throws CallFailedException;
    }

    /** Transactions that fill the store before anything else happens, run one after another by one session. */
    default List<Body> load() {
        return List.of();
    }

    /** The next transaction of a session, chosen with that session's own random numbers; what it does is settled when it runs. */
    Body next(SplittableRandom random);

    /** What a store must be able to do. */
    Set<OpKind> operations();
}
