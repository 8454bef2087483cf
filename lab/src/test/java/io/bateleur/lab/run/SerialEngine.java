package io.bateleur.lab.run;

import io.bateleur.lab.store.Bounds;
import io.bateleur.lab.store.EngineSession;
import io.bateleur.lab.store.EngineStore;
import io.bateleur.lab.store.EngineTransaction;
import io.bateleur.lab.store.Table;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** An engine in memory that runs one transaction at a time, and has a call that never comes back. */
final class SerialEngine extends EngineStore implements EngineSession {
    /** Where it loses its way. */
    enum Trap {
        /** Nowhere. */
        NONE,
        /** The transaction stays open, and others are refused. */
        PUT,
        /** The transaction wrote something and has committed, and others see that. */
        COMMIT
    }

    private static final int LOCK_MILLIS = 5;

    private final Trap trap;
    private final int from;
    private final Semaphore turn = new Semaphore(1);
    private Map<Table, TreeMap<byte[], byte[]>> committed = empty();
    private int commits;
    private volatile boolean stuck;

    /** @param from how many transactions commit before */
    SerialEngine(Trap trap, int from, Duration patience) {
        super(patience);
        this.trap = trap;
        this.from = from;
    }

    private static Map<Table, TreeMap<byte[], byte[]>> empty() {
        Map<Table, TreeMap<byte[], byte[]>> tables = new EnumMap<>(Table.class);
        for (Table table : Table.values()) {
            tables.put(table, new TreeMap<>(Arrays::compareUnsigned));
        }
        return tables;
    }

    boolean isStuck() {
        return stuck;
    }

    private void never() {
        stuck = true;
        while (true) {
            LockSupport.park(this); // not even an interrupt ends this
        }
    }

    @Override
    protected EngineSession session() {
        return this;
    }

    @Override
    protected void shut() {
        if (stuck) {
            throw new IllegalStateException("a session is open");
        }
    }

    @Override
    public EngineTransaction begin() throws Exception {
        if (!turn.tryAcquire(LOCK_MILLIS, TimeUnit.MILLISECONDS)) {
            throw new RefusedException();
        }
        return new Transaction();
    }

    @Override
    public boolean isRefusal(Exception e) {
        return e instanceof RefusedException;
    }

    @Override
    public boolean isFailure(Exception e) {
        return false;
    }

    private static final class RefusedException extends Exception {
        RefusedException() {
            super("it is another's turn");
        }
    }

    private final class Transaction implements EngineTransaction {
        private final Map<Table, TreeMap<byte[], byte[]>> mine = empty();
        private boolean wrote;

        Transaction() {
            committed.forEach((table, rows) -> of(table).putAll(rows));
        }

        private TreeMap<byte[], byte[]> of(Table table) {
            return Objects.requireNonNull(mine.get(table));
        }

        @Override
        public byte @Nullable [] get(Table table, byte[] key, boolean lock) {
            return of(table).get(key);
        }

        @Override
        public void put(Table table, byte[] key, byte[] value) {
            if (trap == Trap.PUT && commits >= from) {
                never();
            }
            of(table).put(key, value);
            wrote = true;
        }

        @Override
        public void delete(Table table, byte[] key) {
            of(table).remove(key);
        }

        @Override
        public void walk(Table table, Bounds bounds, boolean lock, Visitor visitor) {
            for (Map.Entry<byte[], byte[]> row : of(table).tailMap(bounds.low()).entrySet()) {
                if (!bounds.reach(row.getKey()) || !visitor.visit(row.getKey(), row.getValue())) {
                    return;
                }
            }
        }

        @Override
        public void commit() {
            committed = mine;
            boolean lost = ++commits > from && trap == Trap.COMMIT && wrote && !stuck;
            stuck |= lost;
            turn.release();
            if (lost) {
                never();
            }
        }

        @Override
        public void rollback() {
            turn.release();
        }
    }
}
