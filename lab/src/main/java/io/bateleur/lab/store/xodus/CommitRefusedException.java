package io.bateleur.lab.store.xodus;

/** Xodus tells by a result that it did not commit. */
final class CommitRefusedException extends RuntimeException {
    CommitRefusedException() {
        super("somebody else committed since the transaction's snapshot");
    }
}
