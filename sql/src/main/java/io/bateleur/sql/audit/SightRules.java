package io.bateleur.sql.audit;

import io.bateleur.sql.eval.Purpose;
import org.jspecify.annotations.Nullable;

/** By which rules a transaction sees what others committed. */
enum SightRules {
    /** One snapshot, no older than the transaction; of two that change one row at the same time, one commits. */
    STRONG_SNAPSHOT,
    /** A snapshot for each statement; what it changes or locks is looked at again when others have changed it in between. */
    STATEMENT_SNAPSHOT,
    /**
     * H2 from repeatable read on: one snapshot, in which rows are looked for and keys are checked, too; what others have changed while it
     * waited is looked at again.
     */
    H2_SNAPSHOT,
    /** InnoDB: plain reads see the snapshot of the first of them, everything else what is committed now. */
    INNODB_REPEATABLE_READ,
    /** InnoDB: a snapshot for each plain read, everything else sees what is committed now. */
    INNODB_READ_COMMITTED,
    /** Plain reads may see anything; everything else sees what is committed now. */
    DIRTY_READS,
    /** Everything sees what is committed now and stays locked. */
    LOCKING,
    /** Everything sees the state at the commit: the commits are a serial order. */
    SERIAL_AT_COMMIT;

    /** Whether all plain reads of a transaction see one state. */
    boolean oneSnapshot() {
        return this == STRONG_SNAPSHOT
                || this == H2_SNAPSHOT
                || this == INNODB_REPEATABLE_READ
                || this == SERIAL_AT_COMMIT;
    }

    /** Whether what a statement reads without locking it is that of a snapshot; what InnoDB's changes read besides is locked. */
    boolean readsSnapshot(@Nullable LoggedStatement s) {
        boolean changes = this == INNODB_REPEATABLE_READ && s != null && !PlainReads.isQuery(s.tree());
        return this != LOCKING && !changes;
    }

    /** Whether changes look for rows in the snapshot of plain reads. */
    boolean changesFindInSnapshot() {
        return this == STRONG_SNAPSHOT || this == H2_SNAPSHOT || this == STATEMENT_SNAPSHOT || this == SERIAL_AT_COMMIT;
    }

    /** Whether what a statement looks for is that of a snapshot, and not what is committed now. */
    boolean looksInSnapshot(@Nullable LoggedStatement s, Purpose purpose) {
        return switch (purpose) {
            case READ -> readsSnapshot(s);
            case LOCK, CHANGE -> changesFindInSnapshot();
            case UNIQUE -> false;
            case REFERENCE -> this == STRONG_SNAPSHOT || this == H2_SNAPSHOT;
            case REFERRER -> this == H2_SNAPSHOT;
        };
    }

    /** Whether a key is taken also where only a snapshot has it. */
    boolean uniqueInSnapshotToo() {
        return this == H2_SNAPSHOT;
    }
}
