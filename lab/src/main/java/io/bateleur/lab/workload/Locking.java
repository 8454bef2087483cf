package io.bateleur.lab.workload;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.KeyValueClient;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Another workload, of whose reads a share lock what they read until the end of the transaction, as careful applications do where
 * their database's level does not protect them. Iterators never lock: they have no word for it.
 */
final class Locking implements Workload {
    private final Workload workload;
    private final double share;

    Locking(Workload workload, double share) {
        this.workload = workload;
        this.share = share;
    }

    /** What fills the store is alone there. */
    @Override
    public List<Body> load() {
        return workload.load();
    }

    @Override
    public Body next(SplittableRandom random) {
        Body body = workload.next(random);
        return client -> body.run(new LockingClient(client, random));
    }

    @Override
    public Set<OpKind> operations() {
        return workload.operations();
    }

    private final class LockingClient implements KeyValueClient {
        private final KeyValueClient client;
        private final SplittableRandom random;

        LockingClient(KeyValueClient client, SplittableRandom random) {
            this.client = client;
            this.random = random;
        }

        private boolean locks(boolean asked) {
            return asked || random.nextDouble() < share;
        }

        @Override
        public Content get(Value key, boolean lock) throws CallFailedException {
            return client.get(key, locks(lock));
        }

        @Override
        public Content readList(Value key, boolean lock) throws CallFailedException {
            return client.readList(key, locks(lock));
        }

        @Override
        public List<Item> scan(@Nullable Value low, @Nullable Value high, boolean lock) throws CallFailedException {
            return client.scan(low, high, locks(lock));
        }

        @Override
        public Iterated iterate(@Nullable Value low, @Nullable Value high, int most) throws CallFailedException {
            return client.iterate(low, high, most);
        }

        @Override
        public void begin() throws CallFailedException {
            client.begin();
        }

        @Override
        public void put(Value key, Value value) throws CallFailedException {
            client.put(key, value);
        }

        @Override
        public boolean delete(Value key) throws CallFailedException {
            return client.delete(key);
        }

        @Override
        public void append(Value key, Value element) throws CallFailedException {
            client.append(key, element);
        }

        @Override
        public void commit() throws CallFailedException {
            client.commit();
        }

        @Override
        public void abort() throws CallFailedException {
            client.abort();
        }

        @Override
        public @Nullable String level() {
            return client.level();
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
