package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Duties;

/** A witness laid out for replaying: who did what when, and what everyone is held to. */
record Execution(Asg asg, Duties duties, Timeline timeline, Lineage lineage, VersionOrder versions) {

    /** The transaction whose version a read saw, or a negative number. */
    int source(int read) {
        int write = lineage.seen(read);
        return write < 0 ? write : asg.writeTransaction(write);
    }

    /** The place of the version that a read saw among those of its key. */
    int rankSeen(int read) {
        return versions.rank(lineage.seen(read));
    }

    String name(int transaction) {
        return asg.history().transaction(transaction).name();
    }

    String keyName(int key) {
        return asg.history().names().key(asg.history().keys().get(key));
    }

    /** Such as "T2 read x from T1". */
    String reading(int transaction, int read) {
        int source = source(read);
        return name(transaction) + " read " + keyName(asg.readKey(read)) + " from "
                + (source < 0 ? "the initial state" : name(source));
    }

    /** Such as "T2 read x from T1 and misses the later version of T3", for a version that it should not have missed. */
    String missing(int transaction, int read, int place) {
        return reading(transaction, read) + " and misses the later version of "
                + name(asg.writeTransaction(versions.at(place)));
    }
}
