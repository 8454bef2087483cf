package io.bateleur.core.explain;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.History;
import java.util.BitSet;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Delta debugging: leaves out ever smaller pieces while what is left is still violated, first whole transactions, then single
 * operations, until nothing can be left out any more.
 */
public final class Minimizer {
    private final OwnWrites ownWrites;
    private final Predicate<History> violated;
    private final BooleanSupplier cancelled;

    private Minimizer(OwnWrites ownWrites, Predicate<History> violated, BooleanSupplier cancelled) {
        this.ownWrites = ownWrites;
        this.violated = violated;
        this.cancelled = cancelled;
    }

    /** A smallest part that is still violated; the whole history when it is not violated at all. */
    public static History minimize(
            History history, OwnWrites ownWrites, Predicate<History> violated, BooleanSupplier cancelled) {
        Minimizer minimizer = new Minimizer(ownWrites, violated, cancelled);
        return minimizer.operations(minimizer.transactions(history));
    }

    private History transactions(History history) {
        Asg asg = AsgBuilder.build(history, ownWrites);
        BitSet all = new BitSet();
        all.set(0, history.transactionCount());
        return reduce(history, all, left -> Part.of(asg, left));
    }

    private History operations(History history) {
        Asg asg = AsgBuilder.build(history, ownWrites);
        BitSet transactions = new BitSet();
        transactions.set(0, history.transactionCount());
        BitSet all = new BitSet();
        all.set(0, history.operationCount());
        return reduce(history, all, left -> {
            BitSet out = (BitSet) all.clone();
            out.andNot(left);
            return Part.of(asg, transactions, out);
        });
    }

    private History reduce(History history, BitSet all, Function<BitSet, History> part) {
        BitSet left = (BitSet) all.clone();
        History best = history;
        int chunk = Math.max(1, left.cardinality() / 2);
        while (!cancelled.getAsBoolean()) {
            boolean smaller = false;
            for (int from = left.nextSetBit(0); from >= 0 && !cancelled.getAsBoolean(); ) {
                BitSet without = (BitSet) left.clone();
                int next = from;
                for (int i = 0; i < chunk && next >= 0; i++) {
                    without.clear(next);
                    next = left.nextSetBit(next + 1);
                }
                History candidate = without.isEmpty() ? best : part.apply(without);
                if (!without.isEmpty() && violated.test(candidate)) {
                    left = without;
                    best = candidate;
                    smaller = true;
                }
                from = next;
            }
            if (chunk == 1 && !smaller) {
                return best;
            }
            chunk = Math.max(1, Math.min(chunk, left.cardinality()) / 2);
        }
        return best;
    }
}
