package io.bateleur.lab.store.lmdb;

import io.bateleur.lab.store.Bounds;
import io.bateleur.lab.store.EngineSession;
import io.bateleur.lab.store.EngineTransaction;
import io.bateleur.lab.store.Table;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Env.MapFullException;
import org.lmdbjava.LmdbException;

/**
 * A session of LMDB with a thread of its own. The writer's lock belongs to the thread that took it: nobody else can give it back,
 * so that a session which another thread closes would otherwise stop all writers to come.
 */
final class LmdbSession implements EngineSession {
    private final LmdbStore store;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread made = new Thread(work, "bateleur-lmdb");
        made.setDaemon(true);
        return made;
    });

    LmdbSession(LmdbStore store) {
        this.store = store;
    }

    /** Whoever waits is interrupted only afterwards: the engine does not know of interrupts, and would go on alone. */
    private <T extends @Nullable Object> T inThread(Callable<T> call) throws Exception {
        Future<T> answer = thread.submit(call);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return answer.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public EngineTransaction begin() {
        return new ThreadBound(new LmdbTransaction(store));
    }

    @Override
    public boolean isRefusal(Exception e) {
        return e instanceof WriteRefusedException || e instanceof MapFullException;
    }

    @Override
    public boolean isFailure(Exception e) {
        return e instanceof LmdbException;
    }

    @Override
    public void end() {
        thread.shutdown();
    }

    /** A transaction whose every call is made in the session's thread. */
    private final class ThreadBound implements EngineTransaction {
        private final LmdbTransaction transaction;

        ThreadBound(LmdbTransaction transaction) {
            this.transaction = transaction;
        }

        private interface Step {
            void take() throws Exception;
        }

        private void step(Step step) throws Exception {
            inThread(() -> {
                step.take();
                return true;
            });
        }

        @Override
        public byte @Nullable [] get(Table table, byte[] key, boolean lock) throws Exception {
            return inThread(() -> transaction.get(table, key, lock));
        }

        @Override
        public void put(Table table, byte[] key, byte[] value) throws Exception {
            step(() -> transaction.put(table, key, value));
        }

        @Override
        public void delete(Table table, byte[] key) throws Exception {
            step(() -> transaction.delete(table, key));
        }

        @Override
        public void append(byte[] key, byte[] element) throws Exception {
            step(() -> transaction.append(key, element));
        }

        @Override
        public void walk(Table table, Bounds bounds, boolean lock, Visitor visitor) throws Exception {
            step(() -> transaction.walk(table, bounds, lock, visitor));
        }

        @Override
        public void commit() throws Exception {
            step(transaction::commit);
        }

        @Override
        public void rollback() throws Exception {
            step(transaction::rollback);
        }
    }
}
