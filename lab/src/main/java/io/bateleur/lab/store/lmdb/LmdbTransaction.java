package io.bateleur.lab.store.lmdb;

import io.bateleur.lab.store.Bounds;
import io.bateleur.lab.store.EngineTransaction;
import io.bateleur.lab.store.Table;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;
import org.lmdbjava.GetOp;
import org.lmdbjava.Txn;

/**
 * A transaction of LMDB, which has those that read and those that write. Ours begins as the former with its first read, so that
 * there is concurrency to look at, and becomes the latter with its first write or locking read. If somebody else has committed in
 * between, what it read is history, and it is refused.
 */
final class LmdbTransaction implements EngineTransaction {
    private final LmdbStore store;
    private @Nullable Txn<byte[]> open;
    private boolean writes;

    LmdbTransaction(LmdbStore store) {
        this.store = store;
    }

    private Txn<byte[]> reading() {
        if (open == null) {
            open = store.reader();
        }
        return open;
    }

    private Txn<byte[]> writing() throws InterruptedException {
        if (writes && open != null) {
            return open;
        }
        Txn<byte[]> reader = open;
        // A writer's number is one more than that of the newest commit, which is the number of its readers.
        long next = reader == null ? -1 : reader.getId() + 1;
        open = null;
        if (reader != null) {
            reader.close();
        }
        Txn<byte[]> writer = store.writer();
        open = writer;
        writes = true;
        if (reader != null && writer.getId() != next) {
            throw new WriteRefusedException("somebody else committed since the transaction first read");
        }
        return writer;
    }

    @Override
    public byte @Nullable [] get(Table table, byte[] key, boolean lock) throws InterruptedException {
        return store.of(table).get(lock ? writing() : reading(), key);
    }

    @Override
    public void put(Table table, byte[] key, byte[] value) throws InterruptedException {
        store.of(table).put(writing(), key, value);
    }

    @Override
    public void delete(Table table, byte[] key) throws InterruptedException {
        store.of(table).delete(writing(), key);
    }

    @Override
    public void walk(Table table, Bounds bounds, boolean lock, Visitor visitor) throws InterruptedException {
        try (Cursor<byte[]> cursor = store.of(table).openCursor(lock ? writing() : reading())) {
            boolean there = cursor.get(bounds.low(), GetOp.MDB_SET_RANGE);
            while (there) {
                byte[] key = cursor.key();
                there = bounds.reach(key) && visitor.visit(key, cursor.val()) && cursor.next();
            }
        }
    }

    @Override
    public void commit() {
        if (open != null) {
            open.commit();
        }
        rollback();
    }

    /** After a commit too: to close is what gives the native transaction back, and it aborts what has not ended. */
    @Override
    public void rollback() {
        Txn<byte[]> ended = open;
        open = null;
        try {
            if (ended != null) {
                ended.close();
            }
        } finally {
            if (writes) {
                writes = false;
                store.writerEnded();
            }
        }
    }
}
