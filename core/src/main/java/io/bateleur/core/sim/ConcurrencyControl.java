package io.bateleur.core.sim;

import java.util.Arrays;
import java.util.Optional;

/** How a simulated store isolates transactions. The word is the one used on the command line. */
public enum ConcurrencyControl {
    /** One transaction at a time. */
    SERIAL("serial", "strict-serializable"),
    /** Strict two-phase locking with key and range locks; a deadlock aborts its youngest transaction. */
    TWO_PHASE_LOCKING("2pl", "strict-serializable"),
    /** Reads what is committed and validates all reads, ranges too, at the commit. */
    OPTIMISTIC("occ", "strict-serializable"),
    /** Reads from the snapshot that was the latest at the begin; of two concurrent writers of a key the first to commit wins. */
    SNAPSHOT_ISOLATION("si", "strong-snapshot-isolation"),
    /**
     * Snapshot isolation that aborts a transaction whose commit would complete two consecutive anti-dependencies between
     * concurrent transactions (Cahill, Roehm and Fekete 2008; here the flags are settled when transactions commit).
     */
    SERIALIZABLE_SNAPSHOT_ISOLATION("ssi", "strict-serializable"),
    /** Snapshots per site, propagated asynchronously in causal order; write conflicts are checked globally. */
    PARALLEL_SNAPSHOT_ISOLATION("psi", "parallel-snapshot-isolation"),
    /**
     * Causally consistent replicas that converge by last-writer-wins. Only lists and locking reads are checked for conflicts:
     * of two concurrent appends the last would otherwise swallow the other.
     */
    CAUSAL("causal", "causal"),
    /** Every read sees the latest committed versions; writers lock their keys until they end. */
    READ_COMMITTED("rc", "read-committed"),
    /** Reads see what is not yet committed; writers lock their keys until they end. */
    READ_UNCOMMITTED("ru", "read-uncommitted");

    private final String word;
    private final String level;

    ConcurrencyControl(String word, String level) {
        this.word = word;
        this.level = level;
    }

    /** The name of this control on the command line. */
    public String word() {
        return word;
    }

    /** The strongest isolation level that every history of this store without a bug satisfies. */
    public String level() {
        return level;
    }

    /** The control with this word, in upper or lower case. */
    public static Optional<ConcurrencyControl> of(String word) {
        return Arrays.stream(values())
                .filter(control -> control.word.equalsIgnoreCase(word))
                .findFirst();
    }
}
