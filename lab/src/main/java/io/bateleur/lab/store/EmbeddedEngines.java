package io.bateleur.lab.store;

import java.util.List;
import java.util.Optional;

/** The embedded engines that we have adapters of. */
public final class EmbeddedEngines {
    private static final String ROCKSDB = "org.rocksdb:rocksdbjni";
    private static final String ROCKSDB_VERSION = "11.8.1";

    /**
     * Adapters by their names: their classes cannot be loaded where their engines are not. Two versions of RocksDB in one process
     * share what C++ keeps once for all libraries: the one crashes, or waits for locks that nobody holds.
     */
    private static final List<EmbeddedEngine> ALL = List.of(
            engine("rocksdb", ROCKSDB, ROCKSDB_VERSION, "rocksdb.PessimisticRocksDb", true, EmbeddedLevels.ROCKSDB),
            engine(
                    "rocksdb-optimistic",
                    ROCKSDB,
                    ROCKSDB_VERSION,
                    "rocksdb.OptimisticRocksDb",
                    true,
                    EmbeddedLevels.ROCKSDB),
            engine("je", "com.sleepycat:je", "18.3.12", "je.JeEngine", false, EmbeddedLevels.JE),
            engine(
                    "xodus",
                    "org.jetbrains.xodus:xodus-environment",
                    "2.0.1",
                    "xodus.XodusEngine",
                    false,
                    EmbeddedLevels.XODUS),
            engine("lmdb", "org.lmdbjava:lmdbjava", "0.9.3", "lmdb.LmdbEngine", false, EmbeddedLevels.LMDB));

    private EmbeddedEngines() {}

    private static EmbeddedEngine engine(
            String name, String coordinates, String version, String adapter, boolean alone, EmbeddedLevels levels) {
        String place = EmbeddedStore.class.getPackageName() + ".";
        return new EmbeddedEngine(name, coordinates, version, place + adapter, alone, levels);
    }

    public static List<EmbeddedEngine> all() {
        return ALL;
    }

    public static Optional<EmbeddedEngine> of(String name) {
        return ALL.stream().filter(engine -> engine.name().equals(name)).findFirst();
    }
}
