package io.bateleur.lab.store.rocksdb;

import io.bateleur.lab.store.EmbeddedStore;
import io.bateleur.lab.store.EngineSettings;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.store.Store;
import java.nio.file.Path;
import java.util.Map;
import org.rocksdb.TransactionDB;
import org.rocksdb.TransactionDBOptions;
import org.rocksdb.TransactionOptions;

/** RocksDB's TransactionDB: a write locks its key until the end of the transaction. */
public final class PessimisticRocksDb implements EmbeddedStore {

    @Override
    public Store open(Path directory, Isolation level, Map<String, String> settings) {
        EngineSettings engine = new EngineSettings(settings);
        RocksLibrary.load(directory);
        Columns columns = new Columns(engine);
        TransactionDBOptions options = columns.closeLater(new TransactionDBOptions());
        TransactionOptions transaction =
                columns.closeLater(new TransactionOptions().setLockTimeout(engine.lockTimeoutMillis()));
        transaction.setDeadlockDetect(true);
        TransactionDB database = columns.open(
                (choices, path, descriptors, handles) ->
                        TransactionDB.open(choices, options, path, descriptors, handles),
                directory);
        return new RocksStore(columns, level, () -> database.beginTransaction(columns.writes(), transaction));
    }
}
