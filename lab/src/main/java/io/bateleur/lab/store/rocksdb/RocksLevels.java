package io.bateleur.lab.store.rocksdb;

import io.bateleur.lab.store.Isolation;
import java.util.List;

/** What RocksDB offers, with locks and without. It has no names for it, only ways to read. */
final class RocksLevels {
    static final String READ_COMMITTED = "READ COMMITTED";
    static final String GET_FOR_UPDATE = "REPEATABLE READ";
    static final String SNAPSHOT = "SNAPSHOT";

    private static final String HEADER = "RocksDB, utilities/transaction.h, ";

    private RocksLevels() {}

    /**
     * Plain reads see what is committed; nobody watches over what was read. With GetForUpdate nobody else writes a key that was
     * read, be it there or not, until the end; but an iterator locks no gaps, so that keys may appear in a range: this is
     * repeatable read and not serializable. With SetSnapshot reads see one snapshot, and a write conflicts with any since.
     */
    static List<Isolation> all() {
        return List.of(
                Isolation.of(READ_COMMITTED, "read-committed", HEADER + "Get: the current version of the key"),
                Isolation.of(GET_FOR_UPDATE, "repeatable-read", HEADER + "GetForUpdate"),
                Isolation.of(
                        SNAPSHOT, "snapshot-isolation", HEADER + "SetSnapshot, and Get with read_options.snapshot"));
    }
}
