package io.bateleur.lab.run;

import io.bateleur.core.model.Value;
import io.bateleur.lab.store.Store;
import io.bateleur.lab.workload.Workload;
import io.bateleur.recorder.CallFailedException;
import io.bateleur.recorder.CallFailedException.Fate;
import io.bateleur.recorder.Recorder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
 * the two did. Nobody waits for a database for ever: when it has answered nobody for a while the run is over, and what does not answer
 * some seconds after the end is cut off.
 */
public final class Drive {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final long LOOK_MILLIS = 20;
    private static final long RECONNECT_MILLIS = 50;

    private final Form<?> form;
    private final Plan plan;
    private final BooleanSupplier stopped;
    private final Duration grace;
    private final Counts counts = new Counts();
    private final AtomicLong left;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<Client<?>> clients = new CopyOnWriteArrayList<>();
    private final Silence silence;
    private final Alone<?> alone;
    private volatile boolean over;

    /** @param stopped asked often: whether to end before the time is up */
    public Drive(Form<?> form, Plan plan, BooleanSupplier stopped) {
        this(form, plan, stopped, GRACE);
    }

    /** @param grace how long a session may take for its last call, and once more when it was cut off */
    Drive(Form<?> form, Plan plan, BooleanSupplier stopped, Duration grace) {
        this.form = form;
        this.plan = plan;
        this.stopped = stopped;
        this.grace = grace;
        this.left = new AtomicLong(plan.transactions());
        this.silence = new Silence(plan.stuck());
        this.alone = new Alone<>(form, silence);
    }

    public Drive(Store store, Workload workload, Recorder recorder, Plan plan, BooleanSupplier stopped) {
        this(new KeyValueForm(store, workload, recorder), plan, stopped);
    }

    public Counts counts() {
        return counts;
    }

    /** When the database stopped to answer: which session waits for what, and since when, for users. */
    public Optional<String> stuck() {
        return silence.told();
    }

    /** Makes room in the database. */
    public void prepare() throws CallFailedException {
        alone.prepare();
    }

    /** Runs the transactions that fill the store, one after another. */
    public void load() throws CallFailedException {
        alone.load();
    }

    /**
     * Reads everything once more, when all sessions have ended: what had committed must be there. A database that has stopped to answer
     * is not asked.
     */
    public void look() throws CallFailedException {
        if (stuck().isEmpty()) {
            alone.look();
        }
    }

    /** While somebody keeps the database from answering, nobody is to draw conclusions from that. */
    void excuse(boolean now) {
        silence.excuse(now);
    }

    /** Drops the connections of some clients, as a network would. */
    void disconnect(SplittableRandom random) {
        for (Client<?> client : clients) {
            if (random.nextBoolean()) {
                Attended.start("cut-off", client::cutOff);
            }
        }
    }

    /** Returns when the time is up, all transactions are done or somebody stopped it. */
    public void run() throws CallFailedException {
        SplittableRandom seeds = new SplittableRandom(plan.seed());
        for (int s = 1; s <= plan.sessions(); s++) {
            clients.add(new Client<>(form, "s" + s, seeds.split()));
        }
        connect();
        long end = System.nanoTime() + plan.time().toNanos();
        clients.forEach(Thread::start);
        await(
                clients,
                () -> System.nanoTime() - end > 0
                        || stopped.getAsBoolean()
                        || failure.get() != null
                        || silence.isTooLong());
        over = true;
        long lastCall = System.nanoTime() + grace.toNanos();
        await(
                clients,
                () -> System.nanoTime() - lastCall > 0 || stuck().isPresent()); // who was silent so long stays so
        // Even to cut off a session may take for ever, when an engine has lost its way.
        clients.forEach(client -> Attended.start("cut-off", client::cutOff));
        long farewell = System.nanoTime() + grace.toNanos();
        await(clients, () -> System.nanoTime() - farewell > 0);
        clients.stream().filter(Thread::isAlive).forEach(client -> {
            counts.reason("a session did not come back, not even when it was cut off");
            silence.tell("sessions did not come back, not even when they were cut off");
        });
        Throwable failed = failure.get();
        if (failed instanceof RuntimeException e) {
            throw e;
        }
        if (failed instanceof Error e) {
            throw e;
        }
    }

    /** Whoever cannot connect says so before anything runs. */
    private void connect() throws CallFailedException {
        try {
            alone.require("connect", () -> clients.forEach(client -> client.connect(0)));
        } catch (CallFailedException e) {
            clients.forEach(client -> Attended.start("cut-off", client::sever));
            throw e;
        }
    }

    /** Until all clients have ended or something else has happened. */
    private static void await(List<Client<?>> clients, BooleanSupplier enough) {
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

    private final class Client<B> extends Thread {
        private final Form<B> form;
        private final String name;
        private final SplittableRandom random;
        private final Caller caller;
        private int connections;
        private volatile @Nullable Session<B> session;

        Client(Form<B> form, String name, SplittableRandom random) {
            super("client-" + name);
            setDaemon(true);
            this.form = form;
            this.name = name;
            this.random = random;
            this.caller = silence.caller(name);
        }

        /** Tries until it succeeds, the run is over or, at first, at once. */
        private boolean connect(long patienceMillis) {
            return caller.call(() -> "a connection", () -> tryToConnect(patienceMillis));
        }

        private boolean tryToConnect(long patienceMillis) {
            long end = System.nanoTime() + patienceMillis * 1_000_000;
            while (true) {
                try {
                    int number = connections + 1;
                    session = form.open(Value.of(number == 1 ? name : name + "." + number), caller);
                    connections = number;
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
            if (isAlive()) {
                sever();
            }
        }

        void sever() {
            Session<B> open = session;
            if (open != null) {
                open.cutOff();
            }
        }

        @Override
        public void run() {
            try {
                while (!over && left.getAndDecrement() > 0) {
                    transaction(form.next(random));
                    think();
                }
                close(session);
            } catch (Throwable thrown) { // whatever it is, the run must hear of it
                failure.compareAndSet(null, thrown);
            }
        }

        private void transaction(B body) {
            for (int attempt = 0; attempt <= plan.retries() && !over; attempt++) {
                if (session == null && !connect(plan.time().toMillis())) {
                    return;
                }
                Session<B> open = session;
                if (open == null || once(open, body)) {
                    return;
                }
            }
        }

        /** Whether it need not be tried again. */
        private boolean once(Session<B> open, B body) {
            try {
                open.begin();
                if (!open.run(body) || random.nextDouble() < plan.aborts()) {
                    open.abort();
                    counts.abort();
                    return true;
                }
                open.commit();
                counts.commit();
                return true;
            } catch (CallFailedException e) {
                counts.reason(String.valueOf(e.getMessage()));
                ended(open, e);
                return e.fate() == Fate.UNKNOWN;
            }
        }

        private void ended(Session<B> open, CallFailedException e) {
            if (e.fate() == Fate.UNKNOWN) {
                counts.unknownEnd();
            } else {
                counts.abort();
            }
            boolean lost = e.isConnectionLost();
            if (e.fate() == Fate.GOES_ON) {
                try {
                    open.abort();
                } catch (CallFailedException again) {
                    lost |= again.isConnectionLost();
                }
            }
            if (lost) {
                counts.lostConnection();
                close(open);
                session = null;
            }
        }

        private void close(@Nullable Session<B> open) {
            if (open != null) {
                caller.call(() -> "the end of the session", () -> {
                    open.close();
                    return true;
                });
            }
        }

        private void think() {
            if (!plan.pause().isZero()) {
                Drive.sleep(random.nextLong(plan.pause().toMillis() + 1));
            }
        }
    }
}
