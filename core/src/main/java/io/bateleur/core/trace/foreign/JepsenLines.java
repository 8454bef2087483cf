package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.CannotExpressException;
import io.bateleur.core.trace.Fit;
import io.bateleur.core.trace.TraceFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The operation maps that a history becomes in Jepsen's formats: what {@link JepsenOps} reads, backwards.
 *
 * <p>With times, each transaction is an invocation and a completion, all of them in the order of their times; without, it is
 * a completion only. Where the ids of the transactions can be indices of such lines they are, else lines are numbered from 0.
 */
final class JepsenLines {
    /** One operation map; {@code first} says that no earlier one is about its transaction. */
    record Line(int transaction, JepsenOp.Type type, boolean first, long time, long index) {}

    static final Fit FIT = new Fit(
            Set.of(OpKind.GET, OpKind.PUT, OpKind.APPEND, OpKind.READ_LIST),
            Set.of(Ending.values()),
            Set.of(Content.Live.class, Content.Dead.class, Content.Unknown.class),
            Refusals.ANY,
            Refusals.PRESENT,
            Fit.Initial.ABSENT,
            Set.of(Fit.Extra.TIMES));

    private JepsenLines() {}

    /** The lines of a history, in the order in which they are written. */
    static List<Line> of(History history, TraceFormat format) throws CannotExpressException {
        ReadModel model = ReadModel.of(history);
        Refusals.require(history, format, (transaction, op) -> refusal(transaction, op, model));
        boolean timed = false;
        for (int t = 0; t < history.transactionCount() && !timed; t++) {
            timed = history.beginBefore(t) != History.NO_TIME;
        }
        return indexed(history, timed ? timed(history, format) : untimed(history));
    }

    private static String refusal(Transaction transaction, Operation op, ReadModel model) {
        String why = Refusals.tombstone(op) + Refusals.misreading(op, model);
        if (why.isEmpty() && op.content() instanceof Content.Dead && transaction.ending() != Ending.COMMITTED) {
            return " of " + op.key() + " that saw nothing, which only those of committed transactions can";
        }
        return why;
    }

    private static List<Line> untimed(History history) {
        List<Line> lines = new ArrayList<>();
        for (int t = 0; t < history.transactionCount(); t++) {
            lines.add(new Line(t, JepsenOp.Type.of(history.ending(t)), true, History.NO_TIME, 0));
        }
        return lines;
    }

    private static List<Line> timed(History history, TraceFormat format) throws CannotExpressException {
        List<Line> lines = new ArrayList<>();
        List<Line> last = new ArrayList<>();
        for (int t = 0; t < history.transactionCount(); t++) {
            boolean invoked = history.beginBefore(t) != History.NO_TIME;
            boolean completed = history.endAfter(t) != History.NO_TIME;
            JepsenOp.Type type = JepsenOp.Type.of(history.ending(t));
            if (!completed && (!invoked || type != JepsenOp.Type.INFO)) {
                throw new CannotExpressException(
                        format,
                        "transaction " + history.transactionId(t) + " has no end time although others have times");
            }
            if (invoked) {
                lines.add(new Line(t, JepsenOp.Type.INVOKE, true, history.beginBefore(t), 0));
            }
            if (completed) {
                lines.add(new Line(t, type, !invoked, history.endAfter(t), 0));
            } else if (readsAnything(history, t)) {
                // Only a completion can tell, and nothing says when it came.
                last.add(new Line(t, type, false, Long.MAX_VALUE, 0));
            }
        }
        lines.sort(Comparator.comparingLong(Line::time).thenComparing(Line::type));
        requireSessionOrder(history, lines, format);
        lines.addAll(last);
        return lines;
    }

    private static boolean readsAnything(History history, int transaction) {
        boolean reads = false;
        for (int op = history.firstOperation(transaction); op < history.firstOperation(transaction + 1); op++) {
            reads |= history.kind(op).isItemRead() && history.value(op) != History.UNKNOWN;
        }
        return reads;
    }

    private static void requireSessionOrder(History history, List<Line> lines, TraceFormat format)
            throws CannotExpressException {
        Map<Integer, Integer> last = new HashMap<>();
        for (Line line : lines) {
            if (line.first()) {
                int session = history.sessionOf(line.transaction());
                Integer before = last.put(session, line.transaction());
                if (before != null && before > line.transaction()) {
                    throw new CannotExpressException(
                            format, "the times of session " + history.sessionName(session) + " contradict its order");
                }
            }
        }
    }

    private static List<Line> indexed(History history, List<Line> lines) {
        List<Line> byId = numbered(history, lines, true);
        return byId.size() == lines.size() ? byId : numbered(history, lines, false);
    }

    /** The lines with their indices; fewer than there were when the ids do not fit. */
    private static List<Line> numbered(History history, List<Line> lines, boolean byId) {
        List<Line> numbered = new ArrayList<>(lines.size());
        long last = byId ? Long.MIN_VALUE : -1;
        for (Line line : lines) {
            long index = last + 1;
            if (byId && line.first()) {
                index = history.transactionId(line.transaction()) instanceof Value.Int id ? id.value() : last;
            }
            if (index <= last) {
                break;
            }
            last = index;
            numbered.add(new Line(line.transaction(), line.type(), line.first(), line.time(), index));
        }
        return numbered;
    }
}
