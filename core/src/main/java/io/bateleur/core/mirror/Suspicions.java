package io.bateleur.core.mirror;

/** Receives what the mechanisms found, to be argued again on its small part before anybody hears of it. */
interface Suspicions {
    /** A read that no version explains which it could have seen. */
    void read(int transaction, int operation);

    /** Two reads of one snapshot that no instant explains. */
    void snapshot(int transaction, int lowWitness, int highWitness);

    /** Two keys of one statement that no instant of it explains. */
    void statement(int transaction, int one, int other);

    /** A list that does not go on from one that was read before, nor is a beginning of it. */
    void lists(int transaction, int operation, TransactionTable.Sighting other);

    /** Snapshots and commits that would each come before the next, around a circle. */
    void snapshots(Certifier.Edge[] edges);

    /** One or two dependencies that the rule of a mechanism does not let pass. */
    void deviation(Profile.Deviation rule, Certifier.Edge[] edges);

    /** A read that does not show what its own transaction wrote before. */
    void ownWrite(int transaction, int operation);

    /** Two concurrent writers of a row that both committed, and which keys of it they wrote. */
    void update(int transaction, int key, int other, int otherKey);

    /** Two holders of one row at the same time. */
    void holders(int row, int transaction, int other);

    /** Certain dependencies that lead back to where they began: numbers of edges, the last of them by itself. */
    void cycle(Certifier.Edge[] edges);
}
