package io.bateleur.lab.store.je;

import com.sleepycat.je.Cursor;
import com.sleepycat.je.Database;
import com.sleepycat.je.DatabaseEntry;
import com.sleepycat.je.LockMode;
import com.sleepycat.je.OperationStatus;
import com.sleepycat.je.Transaction;
import io.bateleur.lab.store.Bounds;
import io.bateleur.lab.store.EngineTransaction;
import io.bateleur.lab.store.Table;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A transaction of JE, whose configuration says how it and its cursors lock. */
final class JeTransaction implements EngineTransaction {
    private final Map<Table, Database> databases;
    private final Transaction transaction;

    JeTransaction(Map<Table, Database> databases, Transaction transaction) {
        this.databases = databases;
        this.transaction = transaction;
    }

    private Database of(Table table) {
        return Objects.requireNonNull(databases.get(table));
    }

    private static LockMode mode(boolean lock) {
        return lock ? LockMode.RMW : LockMode.DEFAULT;
    }

    @Override
    public byte @Nullable [] get(Table table, byte[] key, boolean lock) {
        DatabaseEntry value = new DatabaseEntry();
        OperationStatus status = of(table).get(transaction, new DatabaseEntry(key), value, mode(lock));
        return status == OperationStatus.SUCCESS && value.getSize() > 0 ? value.getData() : null;
    }

    @Override
    public void put(Table table, byte[] key, byte[] value) {
        of(table).put(transaction, new DatabaseEntry(key), new DatabaseEntry(value));
    }

    /**
     * Where there is no record, JE has nothing to lock, and somebody else may put one there that this transaction then sees in
     * spite of its delete. A record that it put there itself makes the delete a write like any other; it is empty, so that whoever
     * reads what is not committed can tell.
     */
    @Override
    public void delete(Table table, byte[] key) {
        OperationStatus status = of(table).delete(transaction, new DatabaseEntry(key));
        if (status == OperationStatus.NOTFOUND) {
            put(table, key, new byte[0]);
            of(table).delete(transaction, new DatabaseEntry(key));
        }
    }

    @Override
    public void walk(Table table, Bounds bounds, boolean lock, Visitor visitor) {
        DatabaseEntry key = new DatabaseEntry(bounds.low());
        DatabaseEntry value = new DatabaseEntry();
        try (Cursor cursor = of(table).openCursor(transaction, null)) {
            OperationStatus status = cursor.getSearchKeyRange(key, value, mode(lock));
            while (status == OperationStatus.SUCCESS
                    && bounds.reach(key.getData())
                    && (value.getSize() == 0 || visitor.visit(key.getData(), value.getData()))) {
                status = cursor.getNext(key, value, mode(lock));
            }
        }
    }

    @Override
    public void commit() {
        transaction.commit();
    }

    @Override
    public void rollback() {
        transaction.abort();
    }
}
