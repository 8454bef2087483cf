package io.bateleur.lab.run;

import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A workload on a database, recorded: all that {@link Drive} needs to know of either.
 *
 * @param <B> what a transaction does between its begin and its end
 */
public interface Form<B> extends AutoCloseable {
    /** Makes room in the database, and nothing else: whatever an earlier run left there is gone. */
    void prepare() throws CallFailedException;

    /**
     * Another session of the database, which the trace knows by this name.
     *
     * @param caller knows the session's calls while they wait for an answer
     */
    Session<B> open(Value name, Caller caller) throws CallFailedException;

    /** Transactions that fill the database before anything else happens. */
    List<B> load();

    /** The next transaction of a session. */
    B next(SplittableRandom random);

    /** A transaction that reads everything. */
    B look();

    @Override
    void close();
}
