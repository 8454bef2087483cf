package io.bateleur.core.trace.foreign;

import io.bateleur.core.ints.IntList;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.HistoryException;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.JsonInput;
import io.bateleur.core.trace.Place;
import io.bateleur.core.trace.ZeroInitial;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Makes a history of TimeKiller's transactions. Their operations wait until the end of the file: a read of nothing reads a
 * list or a register, and only the others tell which.
 */
final class TimeKillerReader {
    private final HistoryBuilder history = History.builder();
    private final OpColumns ops = new OpColumns();
    private final IntList opCounts = new IntList();
    private final ReadModel model = new ReadModel();
    private final ZeroInitial zeros = new ZeroInitial();

    private @Nullable Value tid;
    private @Nullable Value sid;
    private @Nullable Timestamp start;
    private @Nullable Timestamp commit;

    void readTransaction(JsonInput in) throws IOException {
        Place place = in.place();
        int firstOp = ops.size();
        boolean hasOps = false;
        tid = null;
        sid = null;
        start = null;
        commit = null;
        in.beginObject("a transaction");
        while (in.nextField()) {
            switch (in.field()) {
                case "tid" -> tid = in.value();
                case "sid" -> sid = in.value();
                case "sts" -> start = readTimestamp(in);
                case "cts" -> commit = readTimestamp(in);
                case "ops" -> {
                    hasOps = true;
                    in.beginArray("the operations");
                    while (in.nextElement()) {
                        readOperation(in);
                    }
                }
                default -> in.skip();
            }
        }
        if (tid == null || sid == null || !hasOps) {
            String missing = tid == null ? "tid" : sid == null ? "sid" : "ops";
            throw new BadInputException(place, "found a transaction without \"" + missing + "\"", "");
        }
        try {
            begin(tid, sid);
        } catch (HistoryException e) {
            throw JsonInput.located(e, place);
        }
        opCounts.add(ops.size() - firstOp);
    }

    private void begin(Value id, Value session) {
        int transaction = history.begin(history.session(session), id);
        if (start != null) {
            history.startTimestamp(transaction, start);
        }
        if (commit != null) {
            history.commitTimestamp(transaction, commit);
        }
    }

    private static @Nullable Timestamp readTimestamp(JsonInput in) throws IOException {
        if (in.isNull()) {
            return null;
        }
        Place place = in.place();
        boolean hasPhysical = false;
        long physical = 0;
        long logical = 0;
        in.beginObject("a timestamp");
        while (in.nextField()) {
            switch (in.field()) {
                case "p" -> {
                    physical = readLong(in);
                    hasPhysical = true;
                }
                case "l" -> logical = readLong(in);
                default -> in.skip();
            }
        }
        if (!hasPhysical) {
            throw new BadInputException(place, "found a timestamp without \"p\"", "");
        }
        return new Timestamp(physical, logical);
    }

    /** An integer, which may stand in quotes. */
    private static long readLong(JsonInput in) throws IOException {
        if (!in.isText()) {
            return in.integer();
        }
        try {
            return Long.parseLong(in.text());
        } catch (NumberFormatException e) {
            throw in.expected("an integer of 64 bits");
        }
    }

    private void readOperation(JsonInput in) throws IOException {
        Place place = in.place();
        OpKind kind = null;
        int key = -1;
        int value = History.ABSENT;
        boolean list = false;
        in.beginObject("an operation");
        while (in.nextField()) {
            switch (in.field()) {
                case "t" -> kind = readKind(in);
                case "k" -> key = in.intern(history.keys());
                case "v" -> {
                    list = in.isArray();
                    value = in.isNull() ? History.ABSENT : in.intern(history.values());
                }
                default -> in.skip();
            }
        }
        if (kind == null || key < 0) {
            throw new BadInputException(place, "found an operation without \"" + (kind == null ? "t" : "k") + "\"", "");
        }
        if (value < 0 && kind.isWrite()) {
            throw new BadInputException(place, "found a write without \"v\", expected the value that is written", "");
        }
        if (list && kind == OpKind.GET) {
            kind = OpKind.READ_LIST;
        }
        noteZero(kind, key, value);
        model.saw(kind, list);
        ops.add(kind, key, value);
    }

    private static OpKind readKind(JsonInput in) throws IOException {
        return switch (in.text()) {
            case "r" -> OpKind.GET;
            case "w" -> OpKind.PUT;
            case "a" -> OpKind.APPEND;
            default -> throw in.expected("\"r\", \"w\" or \"a\"");
        };
    }

    private void noteZero(OpKind kind, int key, int value) {
        if (value >= 0 && history.values().isInteger(value) && history.values().integer(value) == 0) {
            if (kind == OpKind.PUT) {
                zeros.wroteZero(key);
            } else if (kind == OpKind.GET) {
                zeros.readZero(key);
            }
        }
    }

    History build() {
        int op = 0;
        for (int t = 0; t < opCounts.size; t++) {
            for (int end = op + opCounts.get(t); op < end; op++) {
                OpKind kind = ops.kind(op);
                if (kind.isItemRead()) {
                    kind = ops.value(op) < 0 ? model.ofNothing() : kind == OpKind.READ_LIST ? model.ofList() : kind;
                }
                history.operation(t, kind, ops.key(op), ops.value(op), 0);
            }
            history.end(t, Ending.COMMITTED);
        }
        zeros.give(history);
        return history.build();
    }
}
