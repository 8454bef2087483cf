package io.bateleur.core.mirror;

import java.util.Locale;
import java.util.Set;

/**
 * Which mechanisms a database uses at one isolation level: what may be claimed of its transactions, as data.
 *
 * @param name system and level, such as {@code postgres/repeatable-read}
 * @param reads what plain reads see
 * @param snapshot where a transaction takes its snapshot, if it has one
 * @param locks which operations hold an exclusive or shared lock on their row until the end
 * @param firstUpdaterWins whether of two concurrent writers of a row at most one commits
 * @param certified whether committed transactions are equal to a serial order of them
 * @param deviation the mechanism by which they are made so, whose own rule is watched too
 * @param time between which operations the clients' times order what happened
 * @param scans whether all rows of one range read are seen at one instant, where that is not the transaction's
 * @param exemptions what is not claimed
 * @param source the page of its makers that says so
 */
public record Profile(
        String name,
        Reads reads,
        Snapshot snapshot,
        Locks locks,
        boolean firstUpdaterWins,
        boolean certified,
        Deviation deviation,
        RealTime time,
        Scans scans,
        Set<Exemption> exemptions,
        String source) {

    /** What a plain read sees. */
    public enum Reads {
        /** Nothing is claimed. */
        ANY,
        /** What was committed at an instant of the statement. */
        STATEMENT,
        /** What was committed at an instant of the transaction. */
        TRANSACTION
    }

    /** Where a transaction takes its snapshot. */
    public enum Snapshot {
        BEGIN,
        /** The first statement, which may be a write. */
        FIRST_STATEMENT,
        /** The first read that takes no lock. */
        FIRST_READ,
        /** Somewhere between the begin and the first statement's answer. */
        BEGIN_OR_STATEMENT
    }

    /** Who holds the row until the end of the transaction. */
    public enum Locks {
        NONE,
        /** Writers, alone. */
        WRITES,
        /** Readers share, writers hold it alone. */
        READS
    }

    /** What is watched beside what was promised. */
    public enum Deviation {
        NONE,
        /** Two consecutive anti-dependencies of which the last transaction committed first. */
        DANGEROUS_STRUCTURE,
        /** A read of what was replaced before the reader committed. */
        OPTIMISTIC_VALIDATION,
        /** A dependency against the order of commit timestamps. */
        TIMESTAMP_ORDER,
        /** A read of another version than the newest before the start timestamp, or two writers across each other's. */
        PERCOLATOR
    }

    /** Between which operations time is valid. */
    public enum RealTime {
        NONE,
        KEY,
        GLOBAL
    }

    /** When the rows of one range read are looked at. */
    public enum Scans {
        /** Each by itself. */
        ROWS,
        /** All at one instant of the statement. */
        INSTANT
    }

    /** What is not claimed of a level, because its makers do not promise it or the trace does not show it. */
    public enum Exemption {
        /** Reads of rows that the transaction itself wrote. */
        OWN_ROWS,
        /** Reads that found nothing: a delete or update that found nothing reads what is current. */
        ABSENT,
        /** Range reads. */
        RANGES
    }

    /** Of a system or level that nobody knows: nothing is claimed. */
    static Profile nothing(String name) {
        return new Profile(
                name,
                Reads.ANY,
                Snapshot.BEGIN_OR_STATEMENT,
                Locks.NONE,
                false,
                false,
                Deviation.NONE,
                RealTime.NONE,
                Scans.ROWS,
                Set.of(),
                "");
    }

    /** Whether the order of snapshots and commits is followed by itself: a serial order has it in it. */
    boolean ordersSnapshots() {
        return reads == Reads.TRANSACTION && time == RealTime.GLOBAL && !certified;
    }

    /** Whether a list loses none of what is appended to it. */
    boolean keepsAppends() {
        return locks != Locks.NONE || firstUpdaterWins || certified;
    }

    /** Whether anything at all is claimed. */
    public boolean claims() {
        return reads != Reads.ANY || locks != Locks.NONE || firstUpdaterWins || certified;
    }

    public String system() {
        return name.substring(0, name.indexOf('/'));
    }

    public String level() {
        return name.substring(name.indexOf('/') + 1);
    }

    /**
     * Whether a read that found nothing may have passed over a row that was there: one that locks waits for its row, and where a
     * statement reads at an instant passes over it when it was deleted and inserted again meanwhile.
     */
    boolean mayPassOver(boolean locking) {
        return exempts(Exemption.ABSENT) || locking && reads == Reads.STATEMENT;
    }

    boolean exempts(Exemption exemption) {
        return exemptions.contains(exemption);
    }

    /** The mechanisms in a few words. */
    public String mechanisms() {
        StringBuilder words = new StringBuilder();
        if (reads != Reads.ANY) {
            words.append("consistent read (")
                    .append(reads == Reads.STATEMENT ? "statement" : "transaction, " + word(snapshot))
                    .append(')');
        }
        add(words, locks != Locks.NONE, locks == Locks.READS ? "mutual exclusion (reads too)" : "mutual exclusion");
        add(words, firstUpdaterWins, "first updater wins");
        add(words, certified, "serialization certifier");
        return words.isEmpty() ? "none" : words.toString();
    }

    private static void add(StringBuilder words, boolean there, String word) {
        if (there) {
            words.append(words.isEmpty() ? "" : ", ").append(word);
        }
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
