package io.bateleur.core.sim;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.HistoryBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run: the store, its clients, and the clock. */
final class SimRun {
    /** Of what times say: a stream of its own, so that a run without it stays what it was. */
    private static final long TIMING = 0x7131ECA57L;

    private static final int BACKGROUND_NANOS_MAX = 600_000;

    private final SimConfig config;
    private final SimRecorder recorder;
    private final Lists lists;
    private final SimWorkload workload;
    private final Bugs bugs;
    private final @Nullable Journal journal;
    private final SimStore store;
    private final Control control;
    private final Agenda agenda;
    private final Dice backgroundDice;
    private final List<Client> clients = new ArrayList<>();
    private int begun;
    private int finished;

    SimRun(SimConfig config, @Nullable Journal journal) {
        Dice dice = new Dice(config.seed());
        this.config = config;
        this.journal = journal;
        Dice timing = new Dice(config.seed() ^ TIMING);
        long[] skews = config.timing().skews(config.sessions(), timing);
        this.recorder = new SimRecorder(config.isNamed(), config.isTimed(), skews);
        this.lists = new Lists(recorder.builder().values());
        this.workload = new SimWorkload(config, recorder.builder().values(), dice.fork());
        this.bugs = new Bugs(config.bug().orElse(null), config.bugProbability(), dice.fork());
        this.backgroundDice = dice.fork();
        this.store = SimStore.of(lists, txns(config), bugs, journal);
        this.control = control(dice.fork());
        this.agenda = new Agenda(config.sessions() + control.backgroundActors());
        for (SimTxn txn : store.txns()) {
            clients.add(new Client(this, txn, dice.fork(), timing.fork()));
        }
    }

    private static List<SimTxn> txns(SimConfig config) {
        boolean replicated = config.control() == ConcurrencyControl.PARALLEL_SNAPSHOT_ISOLATION
                || config.control() == ConcurrencyControl.CAUSAL;
        int sites = replicated ? Math.min(ReplicatedControl.SITES_MAX, config.sessions()) : 1;
        List<SimTxn> txns = new ArrayList<>();
        for (int session = 0; session < config.sessions(); session++) {
            txns.add(new SimTxn(session, sites));
        }
        return txns;
    }

    private Control control(Dice dice) {
        return switch (config.control()) {
            case SERIAL -> new SerialControl(store);
            case TWO_PHASE_LOCKING -> new LockingControl(store);
            case OPTIMISTIC -> new OptimisticControl(store);
            case SNAPSHOT_ISOLATION -> new SnapshotControl(store, false);
            case SERIALIZABLE_SNAPSHOT_ISOLATION -> new SnapshotControl(store, true);
            case PARALLEL_SNAPSHOT_ISOLATION -> new ReplicatedControl(store, true, dice);
            case CAUSAL -> new ReplicatedControl(store, false, dice);
            case READ_COMMITTED -> new CommittedControl(store, false);
            case READ_UNCOMMITTED -> new CommittedControl(store, true);
        };
    }

    SimResult result() {
        load();
        clients.forEach(Client::start);
        for (int actor = 0; actor < control.backgroundActors(); actor++) {
            scheduleBackground(actor, 0);
        }
        while (finished < config.transactions()) {
            advance();
        }
        HistoryBuilder builder = recorder.builder();
        builder.uniqueValues(config.duplicates() == 0);
        config.describe(builder);
        if (journal != null && config.givesHints()) {
            journal.hint(builder, control.hasOneClock());
        }
        return new SimResult(builder.build(), bugs.fired());
    }

    private void load() {
        if (!config.isPreloaded() || !config.mix().hasRegisters()) {
            return;
        }
        for (int key = 0; key < config.keys(); key++) {
            int value = workload.newValue();
            store.versions().load(key, value);
            recorder.initial(key, value);
        }
    }

    /** Lets happen what happens next, and then all that had waited for it. */
    private void advance() {
        long now = agenda.nextTime();
        int actor = agenda.poll();
        if (actor < config.sessions()) {
            clients.get(actor).act(now);
        } else {
            control.workInBackground(actor - config.sessions());
            scheduleBackground(actor - config.sessions(), now);
        }
        for (SimTxn woken = store.ready().poll();
                woken != null;
                woken = store.ready().poll()) {
            clients.get(woken.session).act(now);
        }
    }

    private void scheduleBackground(int actor, long now) {
        schedule(config.sessions() + actor, now + 1 + backgroundDice.below(BACKGROUND_NANOS_MAX));
    }

    // ---- for the clients

    void schedule(int actor, long time) {
        agenda.add(time, actor);
    }

    /** Whether there is another transaction to do. */
    boolean takeTransaction() {
        if (begun == config.transactions()) {
            return false;
        }
        if (++begun == config.transactions() / 2) {
            bugs.hurry();
        }
        return true;
    }

    void finishTransaction(Ending ending) {
        if (config.countsCommitted() && ending != Ending.COMMITTED) {
            begun--; // its client begins another one in its place
        } else {
            config.progress().accept(++finished);
        }
    }

    /** Takes note that an operation has taken effect. */
    void note(SimTxn t) {
        if (journal != null) {
            journal.operation(t, control.commits);
        }
    }

    SimTiming timing() {
        return config.timing();
    }

    Control control() {
        return control;
    }

    SimRecorder recorder() {
        return recorder;
    }

    SimWorkload workload() {
        return workload;
    }

    Bugs bugs() {
        return bugs;
    }

    Lists lists() {
        return lists;
    }
}
