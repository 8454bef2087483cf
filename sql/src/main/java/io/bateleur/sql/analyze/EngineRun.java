package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Instruction.RowLock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Executes instances at the levels of engines, an instruction at a time: the interpreter over time points.
 *
 * <p>It knows snapshots, row locks that are held to the end, the check of first committer wins, and nothing of storage. Whoever calls
 * chooses who takes the next step.
 */
final class EngineRun {
    /** What an instance is doing. */
    enum State {
        RUNNING,
        COMMITTED,
        ABORTED
    }

    /** An instance on its way. */
    static final class Actor {
        final Instance instance;
        final ProgramRun run;
        final Map<RowKey, Map<String, @Nullable Object>> own = new TreeMap<>();
        final List<Look> looks = new ArrayList<>();
        /** Keys that it inserted again while their deleted row remains in its snapshot. */
        final Set<RowKey> twins = new HashSet<>();
        /** Of the instruction that waits, until it is done. */
        Instruction.@Nullable OnTables pending;

        @Nullable
        BitSet snapshot;

        /** Those that are in its way, while it waits. */
        BitSet waitsFor = new BitSet();

        /** The row that it waits for, if it is a row, and how it wants to lock it. */
        @Nullable
        RowKey waitsAt;

        RowLock waitsWith = RowLock.NONE;
        /** Of a scan of InnoDB that is under way. */
        InnoDbScan.@Nullable Progress progress;

        /** When the statement that is under way began to wait: locks are given in this order. */
        int waitsSince = -1;

        State state = State.RUNNING;
        String why = "";
        int begun = -1;
        int ended = -1;

        Actor(Instance instance) {
            this.instance = instance;
            this.run = new ProgramRun(instance.program(), instance.arguments());
        }

        EngineLevel level() {
            return instance.level();
        }
    }

    /** One step, as it went. @param instruction null: the commit @param answer rows returned, or how many were changed */
    record StepTaken(
            int instance,
            Instruction.@Nullable OnTables instruction,
            boolean waited,
            String sql,
            String answer,
            @Nullable List<List<String>> rows) {}

    final Application application;
    final VersionStore store;
    final List<Actor> actors = new ArrayList<>();
    final Map<RowKey, Map<Integer, RowLock>> locks = new HashMap<>();
    /** Who committed, in order. */
    final List<Integer> committed = new ArrayList<>();

    final List<StepTaken> steps = new ArrayList<>();
    final GapLocks gaps = new GapLocks();
    private final StatementExecution statements = new StatementExecution(this);
    /** What the instance that runs alone sees, whatever is committed. */
    private @Nullable BitSet isolated;

    private int clock;
    /** Since which step it depends on chance what happens, such as who of several wakes up first; -1: it does not. */
    int raced = -1;

    EngineRun(Application application, List<Instance> instances, List<InitialRow> initial) {
        this.application = application;
        this.store = new VersionStore(application, initial);
        instances.forEach(each -> actors.add(new Actor(each)));
    }

    /** Runs an instance from its beginning to its end on a snapshot that is given, as if there were nobody else. */
    void alone(int i) {
        Actor actor = actors.get(i);
        isolated = actor.snapshot;
        while (actor.state == State.RUNNING) {
            step(i);
        }
        isolated = null;
        locks.clear();
    }

    BitSet visibleNow() {
        if (isolated != null) {
            return isolated;
        }
        BitSet all = new BitSet();
        committed.forEach(all::set);
        return all;
    }

    /** Whether it can take a step now. */
    boolean isReady(int i) {
        Actor actor = actors.get(i);
        return actor.state == State.RUNNING
                && actor.waitsFor.stream()
                        .noneMatch(each -> actors.get(each).state == State.RUNNING && stillInTheWay(actor, each));
    }

    /** A lock may be released before the end of its holder, and whoever waits before it may get it. */
    private boolean stillInTheWay(Actor actor, int other) {
        RowKey key = actor.waitsAt;
        return key == null
                || blockers(actors.indexOf(actor), key, actor.waitsWith).get(other);
    }

    /** Who waited longest of those that need not wait any more; they go on before anybody else does. @return -1: nobody */
    int resumed() {
        int first = -1;
        List<@Nullable RowKey> wanted = new ArrayList<>();
        for (int i = 0; i < actors.size(); i++) {
            Actor actor = actors.get(i);
            boolean waits = isReady(i) && !actor.waitsFor.isEmpty();
            boolean queued = actor.level().writesReadNewest() && wanted.contains(actor.waitsAt);
            if (waits && (actor.waitsAt == null || !queued)) {
                wanted.add(actor.waitsAt);
            }
            if (waits && (first < 0 || actor.waitsSince < actors.get(first).waitsSince)) {
                first = i;
            }
        }
        if (wanted.size() > 1 && raced < 0) {
            raced = steps.size();
        }
        return first;
    }

    /** Takes a step of an instance: an instruction, its wait, or its end. */
    void step(int i) {
        Actor actor = actors.get(i);
        actor.waitsFor = new BitSet();
        clock++;
        Instruction.OnTables instruction = actor.pending;
        boolean resumed = instruction != null;
        if (instruction == null) {
            instruction = actor.run.next();
            if (instruction == null) {
                end(i, actor);
                return;
            }
            actor.pending = instruction;
            if (actor.begun < 0) {
                actor.begun = clock;
            }
        }
        if (isolated == null
                && (!resumed && actor.level().snapshotPerStatement() || takesSnapshot(actor, instruction))) {
            actor.snapshot = visibleNow();
        }
        String sql = new SqlText(actor.run, actor.level().engine()).of(instruction);
        int looks = actor.looks.size();
        Map<RowKey, Map<String, @Nullable Object>> own = Look.copy(actor.own);
        try {
            statements.rows = null;
            String answer = statements.execute(i, actor, instruction);
            actor.pending = null;
            actor.progress = null;
            actor.waitsSince = -1;
            actor.waitsAt = null;
            steps.add(new StepTaken(i, instruction, false, sql, answer, statements.rows));
        } catch (MustWait wait) {
            actor.looks.subList(looks, actor.looks.size()).clear();
            actor.own.clear();
            actor.own.putAll(own);
            actor.waitsFor = wait.holders;
            actor.waitsAt = wait.key;
            actor.waitsWith = wait.mode;
            actor.waitsSince = actor.waitsSince < 0 ? clock : actor.waitsSince;
            steps.add(new StepTaken(i, instruction, true, sql, "waits", null));
            if (closesCircle(i)) {
                abort(i, "deadlock", sql);
            }
        } catch (MustAbort abort) {
            abort(i, abort.why, sql);
        }
    }

    /** The first statement fixes the snapshot; in InnoDB the first plain read does. */
    private static boolean takesSnapshot(Actor actor, Instruction.OnTables instruction) {
        boolean plain = instruction instanceof Instruction.Read read && read.lock() == RowLock.NONE;
        return actor.snapshot == null
                && (!actor.level().writesReadNewest() || plain && !actor.level().readsLock());
    }

    private boolean closesCircle(int start) {
        BitSet reached = (BitSet) actors.get(start).waitsFor.clone();
        for (int n = 0; n < actors.size(); n++) {
            for (int each : reached.stream().toArray()) {
                if (actors.get(each).state == State.RUNNING) {
                    reached.or(actors.get(each).waitsFor);
                }
            }
        }
        return reached.get(start);
    }

    private void end(int i, Actor actor) {
        if (actor.run.aborted()) {
            abort(i, "abort", "ROLLBACK");
            return;
        }
        if (actor.level().tracksDependencies() && Dangerous.structure(this, i)) {
            abort(i, "serialization failure", "COMMIT");
            return;
        }
        actor.state = State.COMMITTED;
        actor.ended = clock;
        committed.add(i);
        store.commit(i, actor.own);
        release(i);
        steps.add(new StepTaken(i, null, false, "COMMIT", "commits", null));
    }

    private void abort(int i, String why, String sql) {
        Actor actor = actors.get(i);
        actor.state = State.ABORTED;
        actor.why = why;
        actor.ended = clock;
        actor.own.clear();
        release(i);
        steps.add(new StepTaken(i, actor.pending, false, sql, "fails: " + why, null));
    }

    private void release(int i) {
        locks.values().forEach(holders -> holders.remove(i));
        gaps.release(i);
        actors.get(i).waitsFor = new BitSet();
        actors.get(i).waitsAt = null;
    }

    /** Locks a row, or waits for whoever is in the way. @return whether it had no lock of it before */
    boolean lock(int i, RowKey key, RowLock mode) {
        BitSet blockers = blockers(i, key, mode);
        if (!blockers.isEmpty()) {
            throw new MustWait(blockers, key, mode);
        }
        Map<Integer, RowLock> holders = locks.computeIfAbsent(key, any -> new LinkedHashMap<>());
        boolean fresh = !holders.containsKey(i);
        holders.merge(i, mode, (a, b) -> a.compareTo(b) >= 0 ? a : b);
        return fresh;
    }

    void unlock(int i, RowKey key) {
        locks.getOrDefault(key, new HashMap<>()).remove(i);
    }

    /** Who holds a lock of a row that conflicts with one; InnoDB lets those who wait already go before. */
    BitSet blockers(int i, RowKey key, RowLock mode) {
        BitSet blockers = new BitSet();
        locks.getOrDefault(key, Map.of()).forEach((holder, held) -> {
            if (holder != i && mode.conflicts(held)) {
                blockers.set(holder);
            }
        });
        Actor actor = actors.get(i);
        for (int j = 0; j < actors.size() && actor.level().writesReadNewest(); j++) {
            Actor other = actors.get(j);
            boolean before = j != i
                    && other.state == State.RUNNING
                    && key.equals(other.waitsAt)
                    && (actor.waitsSince < 0 || other.waitsSince < actor.waitsSince);
            if (before && mode.conflicts(other.waitsWith)) {
                blockers.set(j);
            }
        }
        return blockers;
    }

    boolean allCommitted() {
        return actors.stream().allMatch(actor -> actor.state == State.COMMITTED);
    }

    boolean isOver() {
        return actors.stream().noneMatch(actor -> actor.state == State.RUNNING);
    }

    /** The dependencies between those that committed. */
    DependencyGraph graph() {
        List<Look> looks = new ArrayList<>();
        actors.stream().filter(actor -> actor.state == State.COMMITTED).forEach(actor -> looks.addAll(actor.looks));
        return new DependencyGraph(application, store, looks, actors.size());
    }

    /** A lock is in the way. */
    static final class MustWait extends RuntimeException {
        private static final long serialVersionUID = 1;
        final BitSet holders;

        @Nullable
        final RowKey key;

        final RowLock mode;

        MustWait(BitSet holders, @Nullable RowKey key, RowLock mode) {
            super("", null, false, false);
            this.holders = holders;
            this.key = key;
            this.mode = mode;
        }

        /** For the end of others, whatever they hold. */
        MustWait(BitSet holders) {
            this(holders, null, RowLock.NONE);
        }
    }

    /** The database refuses. */
    static final class MustAbort extends RuntimeException {
        private static final long serialVersionUID = 1;
        final String why;

        MustAbort(String why) {
            super(why, null, false, false);
            this.why = why;
        }
    }
}
