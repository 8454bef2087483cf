package io.bateleur.lab.store;

import java.util.List;

/**
 * What the embedded engines offer, and what their makers promise. It stands here and not in the adapters, because those cannot be
 * loaded where their engines are not.
 *
 * @param usual the level that sessions have when nobody asks for one
 * @param all from the weakest to the strongest
 */
public record EmbeddedLevels(String usual, List<Isolation> all) {
    /** RocksDB has no names for it, only ways to read. */
    public static final String ROCKSDB_GET_FOR_UPDATE = "REPEATABLE READ";

    public static final String ROCKSDB_SNAPSHOT = "SNAPSHOT";

    private static final String ROCKSDB_HEADER = "RocksDB, utilities/transaction.h, ";
    private static final String JE_GUIDE = "Berkeley DB JE, Getting Started with Transaction Processing, Isolation";

    /**
     * Plain reads see what is committed; nobody watches over what was read. With GetForUpdate nobody else writes a key that was
     * read, be it there or not, until the end; but an iterator locks no gaps, so that keys may appear in a range: this is
     * repeatable read and not serializable. With SetSnapshot reads see one snapshot, and a write conflicts with any since.
     */
    static final EmbeddedLevels ROCKSDB = new EmbeddedLevels(
            "read-committed",
            List.of(
                    Isolation.of(
                            "READ COMMITTED", "read-committed", ROCKSDB_HEADER + "Get: the current version of the key"),
                    Isolation.of(ROCKSDB_GET_FOR_UPDATE, "repeatable-read", ROCKSDB_HEADER + "GetForUpdate"),
                    Isolation.of(
                            ROCKSDB_SNAPSHOT,
                            "snapshot-isolation",
                            ROCKSDB_HEADER + "SetSnapshot, and Get with read_options.snapshot")));

    /**
     * JE's repeatable read locks the records that were read. It documents that a search which found nothing may find something
     * later; for us a get that finds nothing reads an item too, so that what it promises for all gets is no more than read
     * committed.
     */
    static final EmbeddedLevels JE = new EmbeddedLevels(
            "repeatable-read",
            List.of(
                    Isolation.of("READ UNCOMMITTED", "read-uncommitted", JE_GUIDE),
                    Isolation.of("READ COMMITTED", "read-committed", JE_GUIDE),
                    Isolation.of(
                            "REPEATABLE READ",
                            "read-committed",
                            JE_GUIDE + ": repeatable for records that exist, phantoms where there was none"),
                    Isolation.of("SERIALIZABLE", "serializable", JE_GUIDE)));

    /**
     * Xodus's documentation knows this one level and says that it has no serializable. What it does is more: a commit is refused
     * when anybody committed since its snapshot, whatever either wrote.
     */
    static final EmbeddedLevels XODUS = new EmbeddedLevels(
            "snapshot",
            List.of(Isolation.of("SNAPSHOT", "snapshot-isolation", "Xodus wiki, Home, Snapshot Isolation")));

    static final EmbeddedLevels LMDB = new EmbeddedLevels(
            "serializable",
            List.of(Isolation.of(
                    "SERIALIZABLE",
                    "serializable",
                    "lmdb.h, Introduction: writes are fully serialized, readers see snapshots")));
}
