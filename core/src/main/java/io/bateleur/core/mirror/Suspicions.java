package io.bateleur.core.mirror;

/** Receives what the mechanisms found, to be argued again on its small part before anybody hears of it. */
interface Suspicions {
    /** A read that no version explains which it could have seen. */
    void read(int transaction, int operation);

    /** Two reads of one snapshot that no instant explains. */
    void snapshot(int transaction, int lowWitness, int highWitness);

    /** A read that does not show what its own transaction wrote before. */
    void ownWrite(int transaction, int operation);

    /** Two concurrent writers of a key that both committed. */
    void update(int transaction, int other, int key);

    /** Two holders of one row at the same time. */
    void holders(int row, int transaction, int other);

    /** Certain dependencies that lead back to where they began: numbers of edges, the last of them by itself. */
    void cycle(Certifier.Edge[] edges);
}
