package io.bateleur.core.mirror;

import io.bateleur.core.report.Title;

/** What people call what was found, and what it means for them. */
enum AnomalyName {
    ABORTED_READ("G1a", "a read of what was rolled back", "Adya 1999", "Somebody acted on data that was taken back."),
    INTERMEDIATE_READ(
            "G1b",
            "a read of a value that its writer replaced before it committed",
            "Adya 1999",
            "Somebody acted on a state that was never meant to be seen."),
    DIRTY_READ(
            "dirty-read",
            "a read of what was not committed yet",
            "Berenson et al. 1995: P1",
            "Somebody acted on data that might have been taken back."),
    STALE_READ(
            "stale-read",
            "a read of a version that had been replaced before the snapshot was taken",
            "Leopard: consistent read",
            "Somebody was shown old data although newer data had been confirmed."),
    FUTURE_READ(
            "future-read",
            "a read of what was committed after the snapshot was taken",
            "Leopard: consistent read",
            "Somebody saw a later state than the one that the rest of the transaction works on."),
    READ_SKEW(
            "read-skew",
            "one snapshot that mixes two states",
            "Berenson et al. 1995: A5A",
            "Data that belongs together was seen in states that never were together."),
    LONG_FORK(
            "long-fork",
            "snapshots that show changes in opposite orders",
            "Sovran et al. 2011: PSI",
            "Readers disagree on what happened first."),
    LIST_ORDER(
            "incompatible-order",
            "two reads of a list that show its elements in different orders",
            "Kingsbury, Alvaro 2020: incompatible order",
            "No order of the changes explains both, or one of them was lost."),
    IGNORED_OWN_WRITE(
            "internal",
            "a read that does not show what its own transaction wrote",
            "Cerone, Bernardi, Gotsman 2015: INT",
            "A transaction cannot rely on its own changes."),
    DUPLICATE_ROW(
            "duplicate-row",
            "two rows of one key in one snapshot: delete and re-insert",
            "Berenson et al. 1995",
            "Snapshot isolation is violated: the row was deleted meanwhile, and inserting it again found no conflict."),
    LOST_UPDATE(
            "lost-update",
            "two concurrent transactions replaced the same version",
            "Berenson et al. 1995: P4",
            "One of two changes is gone although both were confirmed."),
    DIRTY_WRITE(
            "dirty-write",
            "two transactions held one row at the same time",
            "Berenson et al. 1995: P0",
            "Changes of two transactions can be mixed up, and a rollback can undo the other's."),
    DANGEROUS_STRUCTURE(
            "dangerous-structure",
            "two consecutive anti-dependencies whose last transaction committed first",
            "Ports, Grittner 2012",
            "The database lets pass what it says it never does; no promise need be broken."),
    STALE_VALIDATION(
            "stale-validation",
            "a commit of a transaction that had read what was replaced meanwhile",
            "Kung, Robinson 1981",
            "The database lets pass what it says it never does; no promise need be broken."),
    TIMESTAMP_INVERSION(
            "timestamp-inversion",
            "a dependency against the order of the timestamps",
            "Bernstein, Goodman 1981",
            "The database's own timestamps contradict what its clients saw."),
    G0("G0", "a cycle of writes", "Adya 1999", "Changes of two transactions are mixed up."),
    G1C(
            "G1c",
            "transactions that read from each other in a circle",
            "Adya 1999",
            "No order of the transactions explains what they saw."),
    G_SINGLE(
            "G-single",
            "a cycle with one anti-dependency",
            "Adya 1999",
            "A transaction saw a part of another one's changes, or lost an update."),
    G2(
            "G2-item",
            "write skew: a cycle with several anti-dependencies",
            "Adya 1999",
            "Each transaction was right by itself; together they may break a rule that all of them kept.");

    private final Title title;
    private final String meaning;

    AnomalyName(String name, String words, String source, String meaning) {
        this.title = new Title(name, words, source);
        this.meaning = meaning;
    }

    Title title() {
        return title;
    }

    String meaning() {
        return meaning;
    }
}
