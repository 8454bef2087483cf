package io.bateleur.lab.store.rocksdb;

import io.bateleur.lab.store.EmbeddedStore;
import io.bateleur.lab.store.EngineSettings;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.store.Store;
import java.nio.file.Path;
import java.util.Map;
import org.rocksdb.OptimisticTransactionDB;

/** RocksDB's OptimisticTransactionDB: a commit finds out whether its keys were written since they were first touched. */
public final class OptimisticRocksDb implements EmbeddedStore {

    @Override
    public Store open(Path directory, Isolation level, Map<String, String> settings) {
        RocksLibrary.load(directory);
        Columns columns = new Columns(new EngineSettings(settings));
        OptimisticTransactionDB database = columns.open(OptimisticTransactionDB::open, directory);
        return new RocksStore(columns, level, () -> database.beginTransaction(columns.writes()));
    }
}
