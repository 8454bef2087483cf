package io.bateleur.core.trace.foreign;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.ints.LongList;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.ValuePool;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Place;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes a history of Jepsen's operation maps, whatever they were spelt in.
 *
 * <p>An invocation and its completion are one transaction; its operations are those of the completion. A process has one
 * transaction at a time, but hand-written files do not keep to that: there a completion belongs to the open invocation that
 * has the same operations, or else to the oldest.
 *
 * <p>Real-time order is the order of the lines. The times are their {@code :time} when that strictly increases along the
 * file, else their {@code :index} when that does, else their position; the id of a transaction is the index, or else the
 * position, of its first line. Files without invocations have no times. An {@code :info} line gives an end time too, but that
 * is only when the client gave up: what it stands for may still happen later.
 */
final class JepsenOps {
    private static final int NO_LINE = -1;
    private static final List<Ending> ENDINGS =
            Stream.of(JepsenOp.Type.values()).map(JepsenOp.Type::ending).toList();

    private final HistoryBuilder history = History.builder();
    private long position = -1;
    private long otherProcesses;
    private long otherFunctions;
    private boolean hasInvocations;

    // One entry per line that counts.
    private final LongList lineTimes = new LongList();
    private final LongList lineIndices = new LongList();
    private final LongList linePositions = new LongList();
    private boolean timesIncrease = true;
    private long lastTime = JepsenOp.NONE;
    private boolean indicesIncrease = true;
    private long lastIndex = JepsenOp.NONE;

    // One entry per transaction.
    private final IntList sessions = new IntList();
    private final IntList types = new IntList();
    private final IntList firstOps = new IntList();
    private final IntList opCounts = new IntList();
    private final IntList invocations = new IntList();
    private final IntList completions = new IntList();
    /** Whether the operations are those of the invocation, so that what was read is not known. */
    private final IntList unanswered = new IntList();

    private final OpColumns ops = new OpColumns();
    /** The transactions of each session that have not completed. */
    private final List<IntList> open = new ArrayList<>();

    ValuePool keys() {
        return history.keys();
    }

    ValuePool values() {
        return history.values();
    }

    /** Takes in an operation map that has been read completely and started at {@code place}. */
    void add(JepsenOp op, Place place) throws IOException {
        position++;
        if (!op.byClient) {
            otherProcesses++;
            return;
        }
        if (!op.isTransaction) {
            otherFunctions++;
            return;
        }
        op.requireSound();
        if (op.type == null) {
            throw new BadInputException(
                    place, "found an operation without a type, expected invoke, ok, fail or info", "");
        }
        addLine(op);
        int session = history.session(op.process);
        while (open.size() <= session) {
            open.add(new IntList());
        }
        if (op.type == JepsenOp.Type.INVOKE) {
            hasInvocations = true;
            open.get(session).add(begin(session, op));
        } else {
            complete(session, op, op.type);
        }
    }

    private void addLine(JepsenOp op) {
        lineTimes.add(op.time);
        lineIndices.add(op.index);
        linePositions.add(position);
        indicesIncrease &= op.index > lastIndex;
        lastIndex = op.index;
        timesIncrease &= op.time > lastTime;
        lastTime = op.time;
    }

    private int lastLine() {
        return linePositions.size() - 1;
    }

    private int begin(int session, JepsenOp op) {
        sessions.add(session);
        types.add(JepsenOp.Type.INVOKE.ordinal());
        firstOps.add(ops.size());
        opCounts.add(op.ops.size());
        ops.put(ops.size(), op.ops);
        invocations.add(lastLine());
        completions.add(NO_LINE);
        unanswered.add(1);
        return sessions.size - 1;
    }

    private void complete(int session, JepsenOp op, JepsenOp.Type type) {
        IntList waiting = open.get(session);
        int transaction;
        if (waiting.size == 0) {
            transaction = begin(session, op);
            invocations.set(transaction, NO_LINE);
        } else {
            transaction = waiting.remove(invocationOf(waiting, op.ops));
        }
        types.set(transaction, type.ordinal());
        completions.set(transaction, lastLine());
        if (op.hasValue) {
            answer(transaction, op.ops);
        }
    }

    /** Which of the waiting transactions has these operations; the oldest when none has. */
    private int invocationOf(IntList waiting, OpColumns completion) {
        for (int i = 0; i < waiting.size; i++) {
            if (agrees(waiting.get(i), completion)) {
                return i;
            }
        }
        return 0;
    }

    private boolean agrees(int transaction, OpColumns completion) {
        boolean agrees = opCounts.get(transaction) == completion.size();
        int first = firstOps.get(transaction);
        for (int i = 0; i < completion.size() && agrees; i++) {
            OpKind kind = completion.kind(i);
            agrees = ops.key(first + i) == completion.key(i)
                    && (kind.isWrite()
                            ? ops.kind(first + i) == kind && ops.value(first + i) == completion.value(i)
                            : ops.kind(first + i).isItemRead());
        }
        return agrees;
    }

    /** Puts the operations of the completion in place of those of the invocation. */
    private void answer(int transaction, OpColumns completion) {
        unanswered.set(transaction, 0);
        if (completion.size() > opCounts.get(transaction)) {
            firstOps.set(transaction, ops.size());
        }
        opCounts.set(transaction, completion.size());
        ops.put(firstOps.get(transaction), completion);
    }

    History build(Notes notes) {
        if (otherProcesses > 0) {
            notes.warn("left out " + otherProcesses + " operations of processes that are no clients");
        }
        if (otherFunctions > 0) {
            notes.warn("left out " + otherFunctions + " operations that are no transactions");
        }
        LongList times = timesIncrease ? lineTimes : indicesIncrease ? lineIndices : linePositions;
        LongList ids = indicesIncrease ? lineIndices : linePositions;
        ReadModel model = model();
        for (int t = 0; t < sessions.size; t++) {
            int invocation = invocations.get(t);
            int completion = completions.get(t);
            Ending ending = ENDINGS.get(types.get(t));
            history.begin(sessions.get(t), ids.get(invocation == NO_LINE ? completion : invocation));
            if (invocation != NO_LINE) {
                history.beginTimes(t, times.get(invocation), times.get(invocation));
            }
            addOperations(t, ending, model);
            history.end(t, ending);
            if (hasInvocations && completion != NO_LINE) {
                history.endTimes(t, times.get(completion), times.get(completion));
            }
        }
        return history.build();
    }

    private ReadModel model() {
        ReadModel model = new ReadModel();
        for (int t = 0; t < sessions.size; t++) {
            int first = firstOps.get(t);
            for (int i = first; i < first + opCounts.get(t); i++) {
                boolean list = ops.value(i) >= 0 && values().isList(ops.value(i));
                model.saw(ops.kind(i), list && (isAnswered(t) || ops.kind(i).isWrite()));
            }
        }
        return model;
    }

    private boolean isAnswered(int transaction) {
        return unanswered.get(transaction) == 0;
    }

    private void addOperations(int transaction, Ending ending, ReadModel model) {
        int first = firstOps.get(transaction);
        for (int i = first; i < first + opCounts.get(transaction); i++) {
            OpKind kind = ops.kind(i);
            int value = ops.value(i);
            if (kind.isItemRead()) {
                if (!isAnswered(transaction) || (value < 0 && ending != Ending.COMMITTED)) {
                    value = History.UNKNOWN;
                }
                kind = value < 0 ? model.ofNothing() : kind == OpKind.GET ? kind : model.ofList();
            }
            history.operation(transaction, kind, ops.key(i), value, 0);
        }
    }
}
