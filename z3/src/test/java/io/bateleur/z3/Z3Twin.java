package io.bateleur.z3;

import com.microsoft.z3.ArithExpr;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.IntExpr;
import com.microsoft.z3.IntSort;
import com.microsoft.z3.Status;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Serializability and snapshot isolation of histories without lists, put to Z3 as their definitions have it: each transaction has a
 * moment at which it reads and one at which it writes, and each read returns what was written last before it. Shares nothing with the
 * checker but the history.
 */
final class Z3Twin implements AutoCloseable {
    /** In place of a value: nothing is there. */
    private static final int DEAD = -1;

    /** What else than the data orders transactions. */
    enum Order {
        DATA,
        SESSION,
        REAL_TIME
    }

    private record Write(int transaction, int value) {}

    private final Context z3 = new Context();
    private final com.microsoft.z3.Solver solver = z3.mkSolver();
    private final History history;
    private final IntExpr[] reads;
    private final IntExpr[] writes;
    private final BoolExpr[] happened;
    /** By key, what each transaction leaves there. */
    private final List<List<Write>> versions = new ArrayList<>();

    private final int[] initial;

    private Z3Twin(History history, boolean snapshots) {
        this.history = history;
        int count = history.transactionCount();
        reads = new IntExpr[count];
        writes = new IntExpr[count];
        happened = new BoolExpr[count];
        for (int t = 0; t < count; t++) {
            writes[t] = z3.mkIntConst("write" + t);
            reads[t] = snapshots ? z3.mkIntConst("read" + t) : writes[t];
            happened[t] = history.ending(t) == Ending.UNKNOWN
                    ? z3.mkBoolConst("happened" + t)
                    : z3.mkBool(history.ending(t) == Ending.COMMITTED);
            if (snapshots) {
                demand(before(reads[t], writes[t]));
            }
        }
        demand(z3.mkDistinct(writes));
        initial = new int[history.keyCount()];
        for (int key = 0; key < initial.length; key++) {
            Value value = history.initialContents().get(history.keys().get(key));
            initial[key] = value == null ? DEAD : history.values().find(value);
            versions.add(versions(key));
        }
    }

    static boolean isSerializable(History history, Order order) {
        try (Z3Twin twin = new Z3Twin(history, false)) {
            return twin.answer(order);
        }
    }

    static boolean isSnapshotIsolated(History history, Order order) {
        try (Z3Twin twin = new Z3Twin(history, true)) {
            twin.writersOfAKeyDoNotOverlap();
            return twin.answer(order);
        }
    }

    private boolean answer(Order order) {
        for (int t = 0; t < history.transactionCount(); t++) {
            if (history.ending(t) != Ending.ABORTED) {
                demand(z3.mkImplies(happened[t], returnsWhatWasThere(t)));
            }
        }
        ordered(order);
        Status status = solver.check();
        if (status == Status.UNKNOWN) {
            throw new IllegalStateException("Z3 does not know: " + solver.getReasonUnknown());
        }
        return status == Status.SATISFIABLE;
    }

    private List<Write> versions(int key) {
        List<Write> result = new ArrayList<>();
        for (int t = 0; t < history.transactionCount(); t++) {
            int last = -2;
            for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
                last = history.kind(o).isWrite() && history.key(o) == key ? written(o) : last;
            }
            if (last != -2 && history.ending(t) != Ending.ABORTED) {
                result.add(new Write(t, last));
            }
        }
        return result;
    }

    private int written(int operation) {
        return history.kind(operation) == OpKind.DELETE ? DEAD : history.value(operation);
    }

    private void writersOfAKeyDoNotOverlap() {
        for (List<Write> ofKey : versions) {
            for (Write one : ofKey) {
                for (Write other : ofKey) {
                    if (one.transaction < other.transaction) {
                        int a = one.transaction;
                        int b = other.transaction;
                        demand(z3.mkImplies(
                                and(happened[a], happened[b]),
                                or(before(writes[a], reads[b]), before(writes[b], reads[a]))));
                    }
                }
            }
        }
    }

    private BoolExpr returnsWhatWasThere(int t) {
        List<BoolExpr> demands = new ArrayList<>();
        int[] own = new int[history.keyCount()];
        Arrays.fill(own, -2);
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            OpKind kind = history.kind(o);
            if (kind.isWrite()) {
                own[history.key(o)] = written(o);
            } else if (kind == OpKind.GET) {
                demands.add(saw(t, history.key(o), history.isDead(o) ? DEAD : history.value(o), own));
            } else if (kind.isRangeRead()) {
                for (Map.Entry<Integer, Integer> seen : rangeContents(o).entrySet()) {
                    demands.add(saw(t, seen.getKey(), seen.getValue(), own));
                }
            } else {
                throw new IllegalArgumentException("no " + kind + " here");
            }
        }
        return and(demands.toArray(BoolExpr[]::new));
    }

    /** By key of the range, what was there, or nothing. */
    private Map<Integer, Integer> rangeContents(int o) {
        Map<Integer, Integer> seen = new HashMap<>();
        Value last = null;
        for (int i = 0; i < history.liveItems(o); i++) {
            Value key = history.keys().get(history.itemKey(o, i));
            last = last == null || key.compareTo(last) > 0 ? key : last;
            seen.put(history.itemKey(o, i), history.itemValue(o, i));
        }
        Value low = history.rangeLow(o) < 0 ? null : history.values().get(history.rangeLow(o));
        Value high = history.rangeHigh(o) < 0 ? null : history.values().get(history.rangeHigh(o));
        for (int key = 0; key < history.keyCount(); key++) {
            Value name = history.keys().get(key);
            boolean inside = (low == null || name.compareTo(low) >= 0) && (high == null || name.compareTo(high) < 0);
            boolean reached = !history.stoppedEarly(o) || last != null && name.compareTo(last) <= 0;
            if (inside && reached) {
                seen.putIfAbsent(key, DEAD);
            }
        }
        return seen;
    }

    /** What was last written before the reader looked is this. */
    private BoolExpr saw(int t, int key, int value, int[] own) {
        if (own[key] != -2) {
            return z3.mkBool(own[key] == value);
        }
        List<BoolExpr> ways = new ArrayList<>();
        if (initial[key] == value) {
            ways.add(nothingBetween(t, key, -1));
        }
        for (Write version : versions.get(key)) {
            int w = version.transaction;
            if (version.value == value && w != t) {
                ways.add(and(happened[w], before(writes[w], reads[t]), nothingBetween(t, key, w)));
            }
        }
        return or(ways.toArray(BoolExpr[]::new));
    }

    private BoolExpr nothingBetween(int reader, int key, int writer) {
        List<BoolExpr> outside = new ArrayList<>();
        for (Write version : versions.get(key)) {
            int v = version.transaction;
            if (v != writer && v != reader) {
                BoolExpr later = before(reads[reader], writes[v]);
                BoolExpr apart = writer < 0 ? later : or(later, before(writes[v], writes[writer]));
                outside.add(z3.mkImplies(happened[v], apart));
            }
        }
        return and(outside.toArray(BoolExpr[]::new));
    }

    private void ordered(Order order) {
        for (int a = 0; order != Order.DATA && a < history.transactionCount(); a++) {
            for (int b = 0; b < history.transactionCount(); b++) {
                boolean session = order == Order.SESSION && a < b && history.sessionOf(a) == history.sessionOf(b);
                boolean time = order == Order.REAL_TIME
                        && a != b
                        && history.ending(a) == Ending.COMMITTED
                        && history.endAfter(a) < history.beginBefore(b);
                if (session || time) {
                    demand(z3.mkImplies(and(happened[a], happened[b]), before(writes[a], reads[b])));
                }
            }
        }
    }

    private void demand(BoolExpr... all) {
        solver.add(all);
    }

    private BoolExpr and(BoolExpr... all) {
        return z3.mkAnd(all);
    }

    private BoolExpr or(BoolExpr... any) {
        return z3.mkOr(any);
    }

    private BoolExpr before(ArithExpr<IntSort> one, ArithExpr<IntSort> other) {
        return z3.mkLt(one, other);
    }

    @Override
    public void close() {
        z3.close();
    }
}
