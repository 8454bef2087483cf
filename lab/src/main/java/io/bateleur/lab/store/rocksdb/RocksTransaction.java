package io.bateleur.lab.store.rocksdb;

import io.bateleur.lab.store.Bounds;
import io.bateleur.lab.store.EmbeddedLevels;
import io.bateleur.lab.store.EngineTransaction;
import io.bateleur.lab.store.Isolation;
import io.bateleur.lab.store.Table;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Transaction;

/** A transaction of RocksDB, whose writes wait in a batch that its own reads look through. */
final class RocksTransaction implements EngineTransaction {
    private final Columns columns;
    private final Transaction transaction;
    private final ReadOptions reads = new ReadOptions();
    private final boolean readsForUpdate;

    RocksTransaction(Columns columns, Transaction transaction, Isolation level) {
        this.columns = columns;
        this.transaction = transaction;
        readsForUpdate = level.sql().equals(EmbeddedLevels.ROCKSDB_GET_FOR_UPDATE);
        if (level.sql().equals(EmbeddedLevels.ROCKSDB_SNAPSHOT)) {
            // The first makes writes conflict with any since; only the second makes reads see no others.
            transaction.setSnapshot();
            reads.setSnapshot(transaction.getSnapshot());
        }
    }

    @Override
    public byte @Nullable [] get(Table table, byte[] key, boolean lock) throws RocksDBException {
        return lock || readsForUpdate
                ? transaction.getForUpdate(reads, columns.of(table), key, true)
                : transaction.get(reads, columns.of(table), key);
    }

    @Override
    public void put(Table table, byte[] key, byte[] value) throws RocksDBException {
        transaction.put(columns.of(table), key, value);
    }

    @Override
    public void delete(Table table, byte[] key) throws RocksDBException {
        transaction.delete(columns.of(table), key);
    }

    @Override
    public void append(byte[] key, byte[] element) throws RocksDBException {
        transaction.merge(columns.of(Table.LISTS), key, element);
    }

    @Override
    public void walk(Table table, Bounds bounds, boolean lock, Visitor visitor) throws RocksDBException {
        try (RocksIterator iterator = transaction.getIterator(reads, columns.of(table))) {
            boolean more = true;
            for (iterator.seek(bounds.low()); more && iterator.isValid() && bounds.reach(iterator.key()); ) {
                byte[] key = iterator.key();
                // An iterator locks nothing, and what it shows may be gone or changed when the lock is there.
                byte[] value = lock || readsForUpdate ? get(table, key, true) : iterator.value();
                more = value == null || visitor.visit(key, value);
                if (more) {
                    iterator.next();
                }
            }
            iterator.status();
        }
    }

    @Override
    public void commit() throws RocksDBException {
        transaction.commit();
        close();
    }

    @Override
    public void rollback() throws RocksDBException {
        try {
            transaction.rollback();
        } finally {
            close();
        }
    }

    private void close() {
        reads.close();
        transaction.close();
    }
}
