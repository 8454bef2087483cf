package io.bateleur.core.part;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.model.Anomaly;
import io.bateleur.core.model.BadRead;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.WriteIndex;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the graph does not hold about reads: which operations wrote a value at all, in whatever transaction; and the bad reads by
 * operation. It is made when first asked for, since many histories have no need of it.
 */
final class Explainers {
    private final Asg asg;
    private final History history;
    private final Map<Integer, Set<Integer>> badKeys = new HashMap<>();
    private final Map<Integer, Integer> contradicted = new HashMap<>();
    private @Nullable WriteIndex index;
    private @Nullable BitSet appended;
    private @Nullable BitSet overwritten;
    private boolean statements;

    Explainers(Asg asg) {
        this.asg = asg;
        this.history = asg.history();
        for (BadRead finding : asg.badReads()) {
            int operation = finding.read().number();
            badKeys.computeIfAbsent(operation, o -> new HashSet<>())
                    .add(history.keys().find(finding.key()));
            if (finding.anomaly() == Anomaly.INCOMPATIBLE_ORDER) {
                finding.writer().ifPresent(reader -> contradicted.put(operation, reader.number()));
            }
        }
    }

    /** The keys at which an operation made a read that nothing explains. */
    Set<Integer> badKeys(int operation) {
        return badKeys.getOrDefault(operation, Set.of());
    }

    /** The reader whose list contradicts the one that this operation read, or -1. */
    int contradictedReader(int operation) {
        return contradicted.getOrDefault(operation, -1);
    }

    /**
     * Whether all operations that wrote this value to this key are as wanted, whatever became of their transactions.
     *
     * @param value {@link History#UNKNOWN} for any value
     */
    boolean allWriters(int key, int value, IntPredicate wanted) {
        if (value == History.UNKNOWN) {
            return allLiveWriters(key, wanted);
        }
        WriteIndex writes = index();
        for (int o = writes.first(key, value); o >= 0; o = writes.next(o)) {
            if (!wanted.test(o)) {
                return false;
            }
        }
        return true;
    }

    private boolean allLiveWriters(int key, IntPredicate wanted) {
        for (int o = 0; o < history.operationCount(); o++) {
            boolean writes = history.kind(o).isWrite() && history.key(o) == key && !history.isDead(o);
            if (writes && !wanted.test(o)) {
                return false;
            }
        }
        return true;
    }

    boolean hasUnknownWrites(int key) {
        return index().hasUnknownWrites(key);
    }

    boolean isAppended(int key) {
        look();
        return appended != null && appended.get(key);
    }

    boolean isOverwritten(int key) {
        look();
        return overwritten != null && overwritten.get(key);
    }

    /** Whether there are statements, which may have written anything. */
    boolean hasStatements() {
        look();
        return statements;
    }

    int transactionOf(int operation) {
        int low = 0;
        int high = history.transactionCount() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (history.firstOperation(middle) <= operation) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** The reads of a transaction that have this key in the graph. */
    List<Integer> readsOf(int transaction, int key) {
        return IntStream.range(asg.firstRead(transaction), asg.firstRead(transaction + 1))
                .filter(r -> asg.readKey(r) == key)
                .boxed()
                .toList();
    }

    private WriteIndex index() {
        WriteIndex made = index;
        if (made == null) {
            made = new WriteIndex(history);
            index = made;
        }
        return made;
    }

    private void look() {
        if (appended != null) {
            return;
        }
        BitSet lists = new BitSet();
        BitSet others = new BitSet();
        for (int o = 0; o < history.operationCount(); o++) {
            OpKind kind = history.kind(o);
            if (kind.isWrite()) {
                (kind == OpKind.APPEND ? lists : others).set(history.key(o));
            }
            statements |= kind == OpKind.SQL;
        }
        appended = lists;
        overwritten = others;
    }
}
