package io.bateleur.core.sim;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;

/**
 * A session: issues one call after the other, each with a time before, a moment at which it takes effect, and a time after.
 *
 * <p>When the store aborts a transaction by itself, its client tries the same again a few times, as a new transaction. A call
 * that fails in the middle is followed by a rollback.
 */
final class Client {
    private static final int RETRIES_MAX = 3;
    private static final int THINK_NANOS_MIN = 1_000;
    private static final int THINK_NANOS_MAX = 50_000;
    private static final int PAUSE_NANOS_MAX = 3_000_000;
    private static final int PAUSE_RARITY = 8;
    private static final int WAY_NANOS_MIN = 10_000;
    private static final int WAY_NANOS_MAX = 100_000;

    private enum Call {
        BEGIN,
        OPERATION,
        END,
        /** Of a transaction that the store has aborted already. */
        CLEAN_UP
    }

    private final SimRun run;
    private final Control control;
    private final SimRecorder recorder;
    private final Bugs bugs;
    private final SimTxn txn;
    private final SimProgram program;
    private final Dice dice;
    private final SimTiming timing;
    private final Dice timingDice;

    private Call call = Call.BEGIN;
    private long before;
    private long seed;
    private int retries;
    /** Whether its snapshot is where it stays. */
    private boolean anchored = true;
    /** Before which step the transaction rests, or -1. */
    private int restsAt;

    Client(SimRun run, SimTxn txn, Dice dice, Dice timingDice) {
        this.timing = run.timing();
        this.timingDice = timingDice;
        this.run = run;
        this.control = run.control();
        this.recorder = run.recorder();
        this.bugs = run.bugs();
        this.txn = txn;
        this.program = txn.program;
        this.dice = dice;
    }

    /** Issues the first call of the session. */
    void start() {
        next(Call.BEGIN, 0);
    }

    /** The call that was issued reaches the store, or is tried again after it had to wait. */
    void act(long now) {
        txn.woken = false;
        txn.answerAt = now + between(WAY_NANOS_MIN, WAY_NANOS_MAX) + timing.delay(timingDice);
        switch (call) {
            case BEGIN -> begin();
            case OPERATION -> operate(txn.step);
            case END -> end();
            case CLEAN_UP -> over(Ending.ABORTED, true);
        }
    }

    /** Issues the next call, some time after the last one was answered; a new transaction only if there is one to do. */
    private void next(Call nextCall, long lastAnswer) {
        call = nextCall;
        if (call == Call.BEGIN) {
            if (!run.takeTransaction()) {
                return;
            }
            if (retries == 0) {
                seed = run.workload().newSeed();
            }
            run.workload().draw(program, seed, bugs.heat());
            restsAt = timing.rests(timingDice) ? timingDice.below(program.size() + 1) : -1;
        }
        boolean pauses = call == Call.BEGIN && dice.below(PAUSE_RARITY) == 0;
        before = lastAnswer + between(THINK_NANOS_MIN, pauses ? PAUSE_NANOS_MAX : THINK_NANOS_MAX);
        if (call != Call.BEGIN && txn.step == restsAt) {
            restsAt = -1;
            before += timing.rest(timingDice);
        }
        run.schedule(txn.session, before + between(WAY_NANOS_MIN, WAY_NANOS_MAX));
    }

    private long between(int min, int max) {
        return (long) min + dice.below(max - min);
    }

    // ---- the calls

    private void begin() {
        txn.reset(before);
        if (control.begin(txn) == SimOutcome.DONE) {
            txn.number = recorder.begin(txn.session, before, txn.answerAt);
            txn.active = true;
            anchored = !timing.lateSnapshots();
            txn.step = 0;
            next(program.size() > 0 ? Call.OPERATION : Call.END, txn.answerAt);
        }
    }

    private void operate(int step) {
        OpKind kind = program.kind(step);
        if (kind.isWrite() && kind != OpKind.DELETE && !program.hasValue(step)) {
            program.value(step, run.workload().newValue());
        }
        if (!anchored) {
            anchored = true;
            control.anchor(txn);
        }
        SimOutcome outcome = execute(kind, step);
        if (outcome == SimOutcome.WAITING) {
            return;
        }
        record(kind, step, outcome == SimOutcome.DONE);
        run.note(txn);
        txn.step++;
        if (outcome == SimOutcome.ABORTED) {
            next(Call.CLEAN_UP, txn.answerAt);
        } else {
            next(txn.step < program.size() ? Call.OPERATION : Call.END, txn.answerAt);
        }
    }

    private SimOutcome execute(OpKind kind, int step) {
        int key = program.key(step);
        return switch (kind) {
            case GET, READ_LIST -> control.read(txn, key, program.isLocking(step));
            case PUT -> control.put(txn, key, program.value(step));
            case DELETE -> control.put(txn, key, History.ABSENT);
            case APPEND -> control.append(txn, key, program.value(step));
            case SCAN, ITERATE -> control.range(txn, kind, key, program.high(step), program.limit(step));
            case SQL -> throw new IllegalStateException("the simulated store has no SQL");
        };
    }

    /** A read that failed has no answer; of a range read that failed there is nothing to write down. */
    private void record(OpKind kind, int step, boolean done) {
        int key = program.key(step);
        if (kind.isRangeRead()) {
            if (done) {
                recorder.range(txn, kind, key, program.high(step), before);
            }
        } else if (kind.isWrite()) {
            int value = kind == OpKind.DELETE ? History.ABSENT : program.value(step);
            recorder.operation(txn, kind, key, value, false, before);
        } else {
            int answer = done ? answer(kind, step) : History.UNKNOWN;
            recorder.operation(txn, kind, key, answer, program.isLocking(step), before);
        }
    }

    /** What a read has returned: by a bug that which its own transaction is going to write. */
    private int answer(OpKind kind, int step) {
        int key = program.key(step);
        int write = bugs.is(Bug.FUTURE_READ) && txn.writes.find(key) < 0 ? program.nextWrite(step, key) : -1;
        if (write < 0 || program.kind(write) == OpKind.DELETE || !bugs.strikes(Bug.FUTURE_READ)) {
            return txn.value;
        }
        if (!program.hasValue(write)) {
            program.value(write, run.workload().newValue());
        }
        txn.struck++;
        int value = program.value(write);
        return kind == OpKind.GET ? value : run.lists().append(txn.value, value);
    }

    private void end() {
        SimProgram.End how = program.end();
        if (txn.pinned && how == SimProgram.End.ROLLBACK) {
            how = SimProgram.End.COMMIT;
        } else if (txn.pinned && how == SimProgram.End.LOST) {
            how = SimProgram.End.COMMIT_UNHEARD;
        }
        boolean told = how == SimProgram.End.COMMIT || how == SimProgram.End.ROLLBACK;
        txn.ghost = told && txn.writes.size() > 0 && !txn.doomed && bugs.strikes(Bug.ABORTED_READ);
        boolean commits = how == SimProgram.End.COMMIT || how == SimProgram.End.COMMIT_UNHEARD || txn.ghost;
        boolean committed = commits && control.commit(txn) == SimOutcome.DONE;
        if (!commits) {
            control.abort(txn);
        }
        if (!told) {
            over(Ending.UNKNOWN, false);
        } else if (committed && !txn.ghost) {
            bugs.committed(txn);
            over(Ending.COMMITTED, false);
        } else {
            over(Ending.ABORTED, how == SimProgram.End.COMMIT);
        }
    }

    private void over(Ending ending, boolean retry) {
        recorder.end(txn, ending, before);
        run.finishTransaction(ending);
        retries = retry && retries < RETRIES_MAX ? retries + 1 : 0;
        next(Call.BEGIN, txn.answerAt);
    }
}
