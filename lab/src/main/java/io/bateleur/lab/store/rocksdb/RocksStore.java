package io.bateleur.lab.store.rocksdb;

import io.bateleur.lab.store.EngineSession;
import io.bateleur.lab.store.EngineStore;
import io.bateleur.lab.store.EngineTransaction;
import io.bateleur.lab.store.Isolation;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status.Code;
import org.rocksdb.Transaction;

/** A RocksDB that is open; its sessions have nothing of their own. */
final class RocksStore extends EngineStore implements EngineSession {
    /**
     * A conflict or a deadlock, a memory too short to tell whether there was a conflict, a lock that did not come in time. After
     * the last a transaction could go on; we roll it back, as one does to try again.
     */
    private static final Set<Code> REFUSALS =
            EnumSet.of(Code.Busy, Code.TryAgain, Code.TimedOut, Code.Expired, Code.Aborted);

    private final Columns columns;
    private final Isolation level;
    private final Supplier<Transaction> transactions;

    RocksStore(Columns columns, Isolation level, Supplier<Transaction> transactions) {
        this.columns = columns;
        this.level = level;
        this.transactions = transactions;
    }

    @Override
    protected EngineSession session() {
        return this;
    }

    @Override
    public EngineTransaction begin() {
        return new RocksTransaction(columns, transactions.get(), level);
    }

    @Override
    public boolean isRefusal(Exception e) {
        return e instanceof RocksDBException failure
                && failure.getStatus() != null
                && REFUSALS.contains(failure.getStatus().getCode());
    }

    @Override
    public boolean isFailure(Exception e) {
        return e instanceof RocksDBException;
    }

    @Override
    protected void shut() {
        columns.close();
    }
}
