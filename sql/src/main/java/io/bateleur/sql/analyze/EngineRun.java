package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Instruction.RowLock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        /** Of the instruction that waits, until it is done. */
        Instruction.@Nullable OnTables pending;

        @Nullable
        BitSet snapshot;

        int waitsFor = -1;
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
    final GapLocks gaps = new GapLocks(this);
    private final StatementExecution statements = new StatementExecution(this);
    /** What the instance that runs alone sees, whatever is committed. */
    private @Nullable BitSet isolated;

    private int clock;

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
                && (actor.waitsFor < 0 || actors.get(actor.waitsFor).state != State.RUNNING);
    }

    /** Takes a step of an instance: an instruction, its wait, or its end. */
    void step(int i) {
        Actor actor = actors.get(i);
        actor.waitsFor = -1;
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
        String sql = new SqlText(actor.run).of(instruction);
        try {
            statements.rows = null;
            String answer = statements.execute(i, actor, instruction);
            actor.pending = null;
            steps.add(new StepTaken(i, instruction, false, sql, answer, statements.rows));
        } catch (MustWait wait) {
            actor.waitsFor = wait.holder;
            steps.add(new StepTaken(i, instruction, true, sql, "waits", null));
            if (closesCircle(i)) {
                abort(i, "deadlock");
            }
        } catch (MustAbort abort) {
            abort(i, abort.why);
        }
    }

    /** The first statement fixes the snapshot; in InnoDB the first plain read does. */
    private static boolean takesSnapshot(Actor actor, Instruction.OnTables instruction) {
        boolean plain = instruction instanceof Instruction.Read read && read.lock() == RowLock.NONE;
        return actor.snapshot == null
                && (!actor.level().writesReadNewest() || plain && !actor.level().readsLock());
    }

    private boolean closesCircle(int start) {
        int at = start;
        for (int n = 0; n <= actors.size(); n++) {
            Actor actor = actors.get(at);
            if (actor.waitsFor < 0 || actor.state != State.RUNNING) {
                return false;
            }
            at = actor.waitsFor;
            if (at == start) {
                return true;
            }
        }
        return false;
    }

    private void end(int i, Actor actor) {
        if (actor.run.aborted()) {
            abort(i, "abort");
            return;
        }
        if (actor.level().tracksDependencies() && Dangerous.structure(this, i)) {
            abort(i, "serialization failure");
            return;
        }
        actor.state = State.COMMITTED;
        actor.ended = clock;
        committed.add(i);
        store.commit(i, actor.own);
        release(i);
        steps.add(new StepTaken(i, null, false, "COMMIT", "commits", null));
    }

    private void abort(int i, String why) {
        Actor actor = actors.get(i);
        actor.state = State.ABORTED;
        actor.why = why;
        actor.ended = clock;
        actor.own.clear();
        release(i);
        steps.add(new StepTaken(i, actor.pending, false, "", "fails: " + why, null));
    }

    private void release(int i) {
        locks.values().forEach(holders -> holders.remove(i));
    }

    /** Locks a row, or waits for whoever holds a lock that is in the way. */
    void lock(int i, RowKey key, RowLock mode) {
        Map<Integer, RowLock> holders = locks.computeIfAbsent(key, any -> new LinkedHashMap<>());
        for (Map.Entry<Integer, RowLock> each : holders.entrySet()) {
            if (each.getKey() != i && mode.conflicts(each.getValue())) {
                throw new MustWait(each.getKey());
            }
        }
        holders.merge(i, mode, (a, b) -> a.compareTo(b) >= 0 ? a : b);
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
        final int holder;

        MustWait(int holder) {
            super("", null, false, false);
            this.holder = holder;
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
