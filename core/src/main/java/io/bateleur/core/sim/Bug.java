package io.bateleur.core.sim;

import static io.bateleur.core.sim.ConcurrencyControl.CAUSAL;
import static io.bateleur.core.sim.ConcurrencyControl.OPTIMISTIC;
import static io.bateleur.core.sim.ConcurrencyControl.PARALLEL_SNAPSHOT_ISOLATION;
import static io.bateleur.core.sim.ConcurrencyControl.READ_COMMITTED;
import static io.bateleur.core.sim.ConcurrencyControl.READ_UNCOMMITTED;
import static io.bateleur.core.sim.ConcurrencyControl.SERIALIZABLE_SNAPSHOT_ISOLATION;
import static io.bateleur.core.sim.ConcurrencyControl.SNAPSHOT_ISOLATION;
import static io.bateleur.core.sim.ConcurrencyControl.TWO_PHASE_LOCKING;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/**
 * A way for a simulated store to go wrong, named after the anomaly that it causes.
 *
 * <p>Each is meant for the store named first among its {@link #controls} and shows best in its own {@link #mix}; its
 * description says what clients then see.
 */
public enum Bug {
    /** G1c. */
    DIRTY_READ(
            "dirty-read",
            "a read sees another transaction's uncommitted write, and that one reads from it too",
            "read-committed",
            SimMix.BLINDW_RW,
            List.of(READ_COMMITTED)),
    /** G0. */
    DIRTY_WRITE(
            "dirty-write",
            "a write goes over another transaction's uncommitted write: two lists have their appends in opposite order",
            "read-uncommitted",
            SimMix.LIST_APPEND,
            List.of(READ_COMMITTED, READ_UNCOMMITTED)),
    /** G1a. */
    ABORTED_READ(
            "aborted-read",
            "a transaction that is told to be aborted leaves its writes behind, and others read them",
            "read-committed",
            SimMix.BLINDW_RW,
            Constants.ALL_BUT_UNCOMMITTED),
    /** G1b. */
    INTERMEDIATE_READ(
            "intermediate-read",
            "a read sees a value that its writer overwrote before it committed",
            "read-committed",
            SimMix.BLINDW_RW,
            Constants.ALL_BUT_UNCOMMITTED),
    /** Two transactions read the same version and both write the next. */
    LOST_UPDATE(
            "lost-update",
            "two transactions read the same version of a key and both replace it",
            "cursor-stability",
            SimMix.RMW,
            List.of(SNAPSHOT_ISOLATION, PARALLEL_SNAPSHOT_ISOLATION)),
    /** G-single: the snapshot moves forward. */
    READ_SKEW(
            "read-skew",
            "a snapshot moves on in the middle: a read sees a transaction that overwrote what an earlier read saw",
            "consistent-view",
            SimMix.RMW,
            List.of(SNAPSHOT_ISOLATION)),
    /** G-single: the snapshot holds only a part of a transaction. */
    FRACTURED_READ(
            "fractured-read",
            "a reader sees one write of a transaction and misses another",
            "read-atomic",
            SimMix.RMW,
            List.of(SNAPSHOT_ISOLATION, PARALLEL_SNAPSHOT_ISOLATION, CAUSAL)),
    /** G2-item: snapshot isolation still holds. */
    WRITE_SKEW(
            "write-skew",
            "two transactions read the same two keys and each replaces another one of them",
            "repeatable-read",
            SimMix.RMW,
            List.of(SERIALIZABLE_SNAPSHOT_ISOLATION, TWO_PHASE_LOCKING, OPTIMISTIC)),
    /** G-nonadjacent: parallel snapshot isolation still holds. */
    LONG_FORK(
            "long-fork",
            "two readers see two independent writes in opposite order",
            "prefix-consistency",
            SimMix.RMW,
            List.of(SNAPSHOT_ISOLATION)),
    /** G2 through a range. */
    PHANTOM(
            "phantom",
            "a key is inserted into a range that a transaction scanned, and yet each comes before the other",
            "serializable",
            SimMix.RANDOM_RANGE,
            List.of(SERIALIZABLE_SNAPSHOT_ISOLATION, TWO_PHASE_LOCKING)),
    /** A committed delete does nothing. */
    LOST_DELETE(
            "lost-delete",
            "a committed delete leaves the key where it was, and later transactions still see it",
            "strict-serializable",
            SimMix.ALL,
            Constants.REAL_TIME),
    /** Plain snapshot isolation still holds. */
    STALE_SNAPSHOT(
            "stale-snapshot",
            "a snapshot is older than the begin: it misses transactions that had finished",
            "strong-snapshot-isolation",
            SimMix.RMW,
            List.of(SNAPSHOT_ISOLATION)),
    /** A read of what its own transaction only then writes. */
    FUTURE_READ(
            "future-read",
            "a read sees a value that its own transaction writes only afterwards",
            "read-committed",
            SimMix.RMW,
            Constants.ANY),
    /** Internal inconsistency. */
    IGNORED_OWN_WRITE(
            "ignored-own-write",
            "a read after a write of its own transaction sees what was there before",
            "read-committed",
            SimMix.BLINDW_RW,
            Constants.ANY),
    /** Read your writes is broken; without session order the level still holds. */
    SESSION_ORDER_BROKEN(
            "session-order-broken",
            "a transaction misses what an earlier one of its own session committed",
            "strong-session-snapshot-isolation",
            SimMix.RMW,
            List.of(SNAPSHOT_ISOLATION, PARALLEL_SNAPSHOT_ISOLATION, CAUSAL)),
    /** Serializability and session order still hold. */
    REAL_TIME_ORDER_BROKEN(
            "real-time-order-broken",
            "a transaction misses one of another session that had finished before it began",
            "strict-serializable",
            SimMix.RMW,
            List.of(SERIALIZABLE_SNAPSHOT_ISOLATION)),
    /** An iteration passes over a key that is there. */
    ITERATOR_SKIPS_KEY(
            "iterator-skips-key",
            "an iteration passes over a key that has long been there",
            "strict-serializable",
            SimMix.RANDOM_BENCH,
            Constants.REAL_TIME),
    /** A scan returns a key that is gone. */
    SCAN_RETURNS_DELETED_KEY(
            "scan-returns-deleted-key",
            "a scan returns a key that was deleted before it began",
            "strict-serializable",
            SimMix.RANDOM_RANGE,
            Constants.REAL_TIME_UNVALIDATED);

    private final String word;
    private final String description;
    private final String breaks;
    private final SimMix mix;
    private final List<ConcurrencyControl> controls;

    Bug(String word, String description, String breaks, SimMix mix, List<ConcurrencyControl> controls) {
        this.word = word;
        this.description = description;
        this.breaks = breaks;
        this.mix = mix;
        this.controls = controls;
    }

    /** The name of this bug on the command line. */
    public String word() {
        return word;
    }

    /** What clients see of it, in one line. */
    public String description() {
        return description;
    }

    /** A level that a history with this anomaly violates, and a weak one: stronger ones are violated with it. */
    public String breaks() {
        return breaks;
    }

    /** The workload in which it shows best. */
    public SimMix mix() {
        return mix;
    }

    /** The stores that can have it, the one it is meant for first. */
    public List<ConcurrencyControl> controls() {
        return controls;
    }

    /** The bug with this word, in upper or lower case. */
    public static Optional<Bug> of(String word) {
        return Arrays.stream(values())
                .filter(bug -> bug.word.equalsIgnoreCase(word))
                .findFirst();
    }

    /** Groups of stores, the default one first. */
    private static final class Constants {
        static final List<ConcurrencyControl> ANY = first(READ_COMMITTED, EnumSet.allOf(ConcurrencyControl.class));
        static final List<ConcurrencyControl> ALL_BUT_UNCOMMITTED =
                first(READ_COMMITTED, EnumSet.complementOf(EnumSet.of(READ_UNCOMMITTED)));
        /** Stores where a transaction sees all that had finished before it began. */
        static final List<ConcurrencyControl> REAL_TIME = first(
                SERIALIZABLE_SNAPSHOT_ISOLATION,
                EnumSet.complementOf(EnumSet.of(PARALLEL_SNAPSHOT_ISOLATION, CAUSAL, READ_UNCOMMITTED)));

        /** Those of them that do not look at their reads again when they commit. */
        static final List<ConcurrencyControl> REAL_TIME_UNVALIDATED =
                REAL_TIME.stream().filter(control -> control != OPTIMISTIC).toList();

        private static List<ConcurrencyControl> first(ConcurrencyControl first, EnumSet<ConcurrencyControl> all) {
            List<ConcurrencyControl> controls = new ArrayList<>(all);
            controls.remove(first);
            controls.add(0, first);
            return List.copyOf(controls);
        }
    }
}
