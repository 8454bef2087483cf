package io.bateleur.lab.store.lmdb;

import io.bateleur.lab.store.EngineSession;
import io.bateleur.lab.store.EngineStore;
import io.bateleur.lab.store.Table;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.Txn;

/** An environment of LMDB with a database of values and one of lists. */
final class LmdbStore extends EngineStore {
    private final Env<byte[]> environment;
    private final Map<Table, Dbi<byte[]>> databases = new EnumMap<>(Table.class);
    /** LMDB has a lock for its one writer too, but waits for it for ever. */
    private final Semaphore writer = new Semaphore(1, true);

    private final long lockTimeoutMillis;

    LmdbStore(Env<byte[]> environment, long lockTimeoutMillis) {
        this.environment = environment;
        this.lockTimeoutMillis = lockTimeoutMillis;
        for (Table table : Table.values()) {
            databases.put(table, environment.openDbi(table.name(), DbiFlags.MDB_CREATE));
        }
    }

    @Override
    protected EngineSession session() {
        return new LmdbSession(this);
    }

    Dbi<byte[]> of(Table table) {
        return Objects.requireNonNull(databases.get(table));
    }

    Txn<byte[]> reader() {
        return environment.txnRead();
    }

    /** Until {@link #writerEnded}, which has to be called once it has closed its transaction. */
    Txn<byte[]> writer() throws InterruptedException {
        if (!writer.tryAcquire(lockTimeoutMillis, TimeUnit.MILLISECONDS)) {
            throw new WriteRefusedException("another transaction writes, and did not end in time");
        }
        try {
            return environment.txnWrite();
        } catch (RuntimeException e) {
            writer.release();
            throw e;
        }
    }

    void writerEnded() {
        writer.release();
    }

    @Override
    protected void shut() {
        environment.close();
    }
}
