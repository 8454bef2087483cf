package io.bateleur.lab.store;

/** A session of an embedded engine, and what the engine's failures mean. */
public interface EngineSession {
    EngineTransaction begin() throws Exception;

    /** Whether the engine refused to go on with the transaction, which then certainly did not commit. */
    boolean isRefusal(Exception e);

    /** Whether it is the engine that failed, and not our use of it. */
    boolean isFailure(Exception e);

    /** Called once, when no transaction is open. */
    default void end() {}
}
