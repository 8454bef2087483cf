package io.bateleur.core.encode;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.IrDump;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SolverOutcome;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The problem that an IR leaves. It starts with the known edges alone; the check that goes with it instantiates what a candidate
 * order breaks, and nothing else: of the millions of pairs of writers of a history a few hundred ever become variables.
 */
public final class LazyEncoding implements Translation {
    private final Ir ir;
    private final OrderCheck check;
    private final Problem problem = new Problem();
    private final Unknowns unknowns;
    private final int[] order;

    private LazyEncoding(FirstOrder first) {
        this.ir = first.ir;
        this.check = new OrderCheck(ir);
        this.order = first.order.clone();
        this.unknowns = new Unknowns(ir, problem, first.order);
    }

    /** Nothing when the known edges contradict each other. */
    public static Optional<LazyEncoding> of(FirstOrder first) {
        return first.isImpossible() ? Optional.empty() : Optional.of(new LazyEncoding(first));
    }

    @Override
    public Problem problem() {
        return problem;
    }

    @Override
    public void legend(Consumer<String> line) {
        for (int p = 0; p < ir.points(); p++) {
            line.accept("n" + unknowns.nodeOf(p) + " " + IrDump.point(ir, p));
        }
        unknowns.meanings().forEach((variable, meaning) -> line.accept("x" + variable + " " + meaning));
    }

    @Override
    public void check(Candidate candidate, Problem grown) {
        for (int p = 0; p < order.length; p++) {
            order[candidate.position(unknowns.nodeOf(p))] = p;
        }
        int variables = grown.variableCount();
        int edges = grown.edgeCount();
        Chosen chosen = new Chosen(candidate);
        check.run(order, chosen, new OrderCheck.Broken() {
            @Override
            public void overwritten(int read, int source, int newer) {
                unknowns.keepApart(read, source, newer);
            }

            @Override
            public void overlapping(int older, int newer) {
                unknowns.isOlder(older, newer);
            }

            @Override
            public void unexplained(int read) {
                unknowns.open(read);
            }
        });
        boolean broken = grown.variableCount() > variables || grown.edgeCount() > edges;
        if (!broken && ir.asksForVisibility()) {
            new VisibilityCheck(ir, order, check.sources, chosen, unknowns::visible).run();
        }
    }

    @Override
    public int[] suspects(SolverOutcome.Refused refused, Supplier<Optional<BitSet>> involved) {
        return involved.get().map(this::suspects).orElseGet(() -> new int[0]);
    }

    /** Those of the nodes, and whom they read from where another of them wrote too. */
    private int[] suspects(BitSet nodes) {
        BitSet suspects = new BitSet();
        for (int p = 0; p < ir.points(); p++) {
            if (nodes.get(unknowns.nodeOf(p)) && ir.transactionAt(p) >= 0) {
                suspects.set(ir.transactionAt(p));
            }
        }
        Asg asg = ir.asg();
        BitSet written = new BitSet();
        for (int t = suspects.nextSetBit(0); t >= 0; t = suspects.nextSetBit(t + 1)) {
            for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                written.set(asg.writeKey(w));
            }
        }
        BitSet all = (BitSet) suspects.clone();
        for (int t = suspects.nextSetBit(0); t >= 0; t = suspects.nextSetBit(t + 1)) {
            for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                for (int c = asg.firstCandidate(r); written.get(asg.readKey(r)) && c < asg.firstCandidate(r + 1); c++) {
                    if (asg.candidate(c) >= 0) {
                        all.set(asg.writeTransaction(asg.candidate(c)));
                    }
                }
            }
        }
        return all.stream().toArray();
    }

    private final class Chosen implements OrderCheck.Choices {
        private final Candidate candidate;

        Chosen(Candidate candidate) {
            this.candidate = candidate;
        }

        @Override
        public boolean happened(int transaction) {
            return candidate.value(unknowns.happened(transaction)) > 0;
        }

        @Override
        public int source(int read) {
            if (!unknowns.isOpened(read)) {
                return Ir.OPEN;
            }
            Asg asg = ir.asg();
            for (int c = asg.firstCandidate(read); c < asg.firstCandidate(read + 1); c++) {
                if (candidate.value(unknowns.variableOf(read, c)) > 0) {
                    return asg.candidate(c);
                }
            }
            return Ir.OPEN;
        }
    }

    /** The model is the candidate that was checked last. */
    @Override
    public Resolution resolution(SolverOutcome.Satisfied model) {
        return check.resolution(order, new OrderCheck.Choices() {
            @Override
            public boolean happened(int transaction) {
                return model.values()[unknowns.happened(transaction)];
            }

            @Override
            public int source(int read) {
                return Ir.OPEN;
            }
        });
    }
}
