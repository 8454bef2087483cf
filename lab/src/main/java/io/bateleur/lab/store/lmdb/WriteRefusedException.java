package io.bateleur.lab.store.lmdb;

/** A transaction that cannot become the writer. */
final class WriteRefusedException extends RuntimeException {
    WriteRefusedException(String why) {
        super(why);
    }
}
