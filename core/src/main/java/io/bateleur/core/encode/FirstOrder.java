package io.bateleur.core.encode;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.model.Criterion.Visibility;
import java.util.Optional;

/** Tries the first order that comes to mind: for most histories nothing is left to be solved. */
public final class FirstOrder {
    final Ir ir;
    /** All points, so that every known edge goes forward; empty when the known edges have a cycle. */
    final int[] order;

    private FirstOrder(Ir ir, int[] order) {
        this.ir = ir;
        this.order = order;
    }

    public static FirstOrder of(Ir ir) {
        return new FirstOrder(ir, TopologicalOrder.of(ir));
    }

    /** Whether there is none, because the known edges contradict each other. */
    boolean isImpossible() {
        return order.length < ir.points();
    }

    /**
     * The resolution that this order makes, if it breaks nothing.
     *
     * @param drawn whether passes have ordered versions by all that settled reads make visible
     */
    public Optional<Resolution> resolution(boolean drawn) {
        if (isImpossible() || needsChoices(ir)) {
            return Optional.empty();
        }
        OrderCheck check = new OrderCheck(ir);
        Count broken = new Count();
        check.run(order, Count.NOTHING_CHOSEN, broken);
        if (!broken.any && ir.asksForVisibility() && !(drawn && isSettledByPasses(ir))) {
            new VisibilityCheck(ir, order, check.sources, Count.NOTHING_CHOSEN, broken).run();
        }
        return broken.any ? Optional.empty() : Optional.of(check.resolution(order, Count.NOTHING_CHOSEN));
    }

    /** Passes order versions by all that is visible where reads are settled, and only version order can make more visible. */
    private static boolean isSettledByPasses(Ir ir) {
        return ir.chains().fit()
                && !ir.hasOpenReads()
                && !ir.visibilities().contains(Visibility.DEPENDENCIES)
                && !ir.level().mixed();
    }

    /** What one order cannot tell: whether transactions happened, and what versions held. */
    private static boolean needsChoices(Ir ir) {
        Asg asg = ir.asg();
        if (!ir.superpositions().isEmpty()) {
            return true;
        }
        for (int t = 0; t < asg.transactionCount(); t++) {
            if (asg.fate(t) == Asg.Fate.POSSIBLE) {
                return true;
            }
        }
        for (int r = 0; asg.hasBlanks() && r < asg.readCount(); r++) {
            if (asg.hasBlankCandidate(r)) {
                return true;
            }
        }
        return false;
    }

    private static final class Count implements OrderCheck.Broken, VisibilityCheck.Missed {
        static final OrderCheck.Choices NOTHING_CHOSEN = new OrderCheck.Choices() {
            @Override
            public boolean happened(int transaction) {
                return false;
            }

            @Override
            public int source(int read) {
                return Ir.OPEN;
            }
        };

        boolean any;

        @Override
        public void overwritten(int read, int source, int newer) {
            any = true;
        }

        @Override
        public void overlapping(int older, int newer) {
            any = true;
        }

        @Override
        public void unexplained(int read) {
            any = true;
        }

        @Override
        public void missed(int read, int seen, int missed, int[] reads, int[] versions, int[] transactions) {
            any = true;
        }
    }
}
