package io.bateleur.lab.store.xodus;

import io.bateleur.lab.store.Bounds;
import io.bateleur.lab.store.EngineTransaction;
import io.bateleur.lab.store.Table;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import jetbrains.exodus.ArrayByteIterable;
import jetbrains.exodus.ByteIterable;
import jetbrains.exodus.env.Cursor;
import jetbrains.exodus.env.Store;
import jetbrains.exodus.env.Transaction;
import org.jspecify.annotations.Nullable;

/** A transaction of Xodus. It has no locks: whether a read is for update makes no difference. */
final class XodusTransaction implements EngineTransaction {
    private final Map<Table, Store> stores;
    private final Transaction transaction;

    XodusTransaction(Map<Table, Store> stores, Transaction transaction) {
        this.stores = stores;
        this.transaction = transaction;
    }

    private Store of(Table table) {
        return Objects.requireNonNull(stores.get(table));
    }

    /** Its array may be longer than its content. */
    private static byte[] bytes(ByteIterable iterable) {
        return Arrays.copyOf(iterable.getBytesUnsafe(), iterable.getLength());
    }

    @Override
    public byte @Nullable [] get(Table table, byte[] key, boolean lock) {
        ByteIterable value = of(table).get(transaction, new ArrayByteIterable(key));
        return value == null ? null : bytes(value);
    }

    @Override
    public void put(Table table, byte[] key, byte[] value) {
        of(table).put(transaction, new ArrayByteIterable(key), new ArrayByteIterable(value));
    }

    @Override
    public void delete(Table table, byte[] key) {
        of(table).delete(transaction, new ArrayByteIterable(key));
    }

    @Override
    public void walk(Table table, Bounds bounds, boolean lock, Visitor visitor) {
        try (Cursor cursor = of(table).openCursor(transaction)) {
            boolean there = cursor.getSearchKeyRange(new ArrayByteIterable(bounds.low())) != null;
            while (there) {
                byte[] key = bytes(cursor.getKey());
                there = bounds.reach(key) && visitor.visit(key, bytes(cursor.getValue())) && cursor.getNext();
            }
        }
    }

    @Override
    public void commit() {
        if (!transaction.commit()) {
            throw new CommitRefusedException();
        }
    }

    @Override
    public void rollback() {
        if (!transaction.isFinished()) {
            transaction.abort();
        }
    }
}
