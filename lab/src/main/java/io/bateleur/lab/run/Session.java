package io.bateleur.lab.run;

import io.bateleur.recorder.CallFailedException;

/** One client's session, recorded. One thread at a time, except that any thread may cut it off. */
public interface Session<B> extends AutoCloseable {
    void begin() throws CallFailedException;

    /** Returns whether to commit. */
    boolean run(B body) throws CallFailedException;

    void commit() throws CallFailedException;

    void abort() throws CallFailedException;

    /** From outside, as a network would: a call that waits for an answer fails. */
    void cutOff();

    @Override
    void close();
}
