package io.bateleur.lab.run;

import io.bateleur.core.model.Value;
import io.bateleur.lab.store.Store;
import io.bateleur.lab.workload.Workload;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.CallFailedException.Fate;
import io.bateleur.recorder.KeyValueClient;
import io.bateleur.recorder.Recorder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Many sessions at once, each a thread that runs one transaction after another.
 *
 * <p>A session whose connection is lost is over; its thread goes on with another, under another name, because nothing orders what
 * the two did. Nobody waits for a database for ever: what does not answer some seconds after the end is cut off.
 */
public final class Drive {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final long LOOK_MILLIS = 20;
    private static final long RECONNECT_MILLIS = 50;

    private final Store store;
    private final Workload workload;
    private final Recorder recorder;
    private final Plan plan;
    private final BooleanSupplier stopped;
    private final Counts counts = new Counts();
    private final AtomicLong left;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<Client> clients = new CopyOnWriteArrayList<>();
    private volatile boolean over;

    /** @param stopped asked often: whether to end before the time is up */
    public Drive(Store store, Workload workload, Recorder recorder, Plan plan, BooleanSupplier stopped) {
        this.store = store;
        this.workload = workload;
        this.recorder = recorder;
        this.plan = plan;
        this.stopped = stopped;
        this.left = new AtomicLong(plan.transactions());
    }

    public Counts counts() {
        return counts;
    }

    /** Runs the transactions that fill the store, one after another. */
    public void load() throws CallFailedException, IOException {
        try (KeyValueClient client = recorder.record(store.open(), Value.of("load"))) {
            if (!store.answeredLevel().isEmpty()) { // a session that answers otherwise is refused
                recorder.about("isolation answered", Value.of(store.answeredLevel()));
            }
            for (Workload.Body body : workload.load()) {
                client.begin();
                body.run(client);
                client.commit();
            }
        }
    }

    /** Reads everything once more, when all sessions have ended: what had committed must be there. */
    public void look() throws CallFailedException {
        try (KeyValueClient client = recorder.record(store.open(), Value.of("look"))) {
            client.begin();
            client.scan(null, null, false);
            for (Value key : store.listKeys()) {
                client.readList(key, false);
            }
            client.commit();
        }
    }

    /** Drops the connections of some clients, as a network would. */
    void disconnect(SplittableRandom random) {
        for (Client client : clients) {
            if (random.nextBoolean()) {
                client.cutOff();
            }
        }
    }

    /** Returns when the time is up, all transactions are done or somebody stopped it. */
    public void run() throws CallFailedException {
        SplittableRandom seeds = new SplittableRandom(plan.seed());
        for (int s = 1; s <= plan.sessions(); s++) {
            clients.add(new Client("s" + s, seeds.split()));
        }
        clients.forEach(client -> client.connect(0)); // whoever cannot connect says so before anything runs
        long end = System.nanoTime() + plan.time().toNanos();
        clients.forEach(Thread::start);
        await(clients, () -> System.nanoTime() - end > 0 || stopped.getAsBoolean() || failure.get() != null);
        over = true;
        long lastCall = System.nanoTime() + GRACE.toNanos();
        await(clients, () -> System.nanoTime() - lastCall > 0);
        clients.forEach(Client::cutOff);
        await(clients, () -> false);
        Throwable failed = failure.get();
        if (failed instanceof RuntimeException e) {
            throw e;
        }
        if (failed instanceof Error e) {
            throw e;
        }
    }

    /** Until all clients have ended or something else has happened. */
    private static void await(List<Client> clients, BooleanSupplier enough) {
        while (clients.stream().anyMatch(Thread::isAlive) && !enough.getAsBoolean()) {
            sleep(LOOK_MILLIS);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Client extends Thread {
        private final String name;
        private final SplittableRandom random;
        private int connections;
        private volatile @Nullable KeyValueClient raw;
        private @Nullable KeyValueClient recorded;

        Client(String name, SplittableRandom random) {
            super("client-" + name);
            setDaemon(true);
            this.name = name;
            this.random = random;
        }

        /** Tries until it succeeds, the run is over or, at first, at once. */
        private boolean connect(long patienceMillis) {
            long end = System.nanoTime() + patienceMillis * 1_000_000;
            while (true) {
                try {
                    KeyValueClient client = store.open();
                    raw = client;
                    connections++;
                    String session = connections == 1 ? name : name + "." + connections;
                    recorded = recorder.record(client, Value.of(session));
                    return true;
                } catch (CallFailedException e) {
                    counts.reason(String.valueOf(e.getMessage()));
                    if (over || System.nanoTime() - end >= 0) {
                        if (patienceMillis == 0) {
                            failure.compareAndSet(null, new IllegalStateException(e.getMessage(), e));
                        }
                        return false;
                    }
                    Drive.sleep(RECONNECT_MILLIS);
                }
            }
        }

        /** From outside: a call that waits for an answer fails. */
        void cutOff() {
            KeyValueClient client = raw;
            if (isAlive() && client != null) {
                client.close();
            }
        }

        @Override
        public void run() {
            try {
                while (!over && left.getAndDecrement() > 0) {
                    transaction(workload.next(random));
                    think();
                }
                KeyValueClient client = recorded;
                if (client != null) {
                    client.close();
                }
            } catch (Throwable thrown) { // whatever it is, the run must hear of it
                failure.compareAndSet(null, thrown);
            }
        }

        private void transaction(Workload.Body body) {
            for (int attempt = 0; attempt <= plan.retries() && !over; attempt++) {
                KeyValueClient client = recorded;
                if (client == null && !connect(plan.time().toMillis())) {
                    return;
                }
                client = recorded;
                if (client == null || once(client, body)) {
                    return;
                }
            }
        }

        /** Whether it need not be tried again. */
        private boolean once(KeyValueClient client, Workload.Body body) {
            try {
                client.begin();
                if (!body.run(client) || random.nextDouble() < plan.aborts()) {
                    client.abort();
                    counts.abort();
                    return true;
                }
                client.commit();
                counts.commit();
                return true;
            } catch (CallFailedException e) {
                counts.reason(String.valueOf(e.getMessage()));
                ended(client, e);
                return e.fate() == Fate.UNKNOWN;
            }
        }

        private void ended(KeyValueClient client, CallFailedException e) {
            if (e.fate() == Fate.UNKNOWN) {
                counts.unknownEnd();
            } else {
                counts.abort();
            }
            boolean lost = e.isConnectionLost();
            if (e.fate() == Fate.GOES_ON) {
                try {
                    client.abort();
                } catch (CallFailedException again) {
                    lost |= again.isConnectionLost();
                }
            }
            if (lost) {
                counts.lostConnection();
                client.close();
                recorded = null;
            }
        }

        private void think() {
            if (!plan.pause().isZero()) {
                Drive.sleep(random.nextLong(plan.pause().toMillis() + 1));
            }
        }
    }
}
