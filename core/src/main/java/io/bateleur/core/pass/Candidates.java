package io.bateleur.core.pass;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.Reason;
import java.util.BitSet;

/**
 * Excludes candidates of open reads that the known order rules out, and settles reads with one candidate left.
 *
 * <pre>
 *   start(r) ~~> commit(c)                              c came too late to be read
 *   commit(c) ~~> behind(v), commit(v) ~~> start(r)     c was overwritten too early to be read
 * </pre>
 */
final class Candidates {
    private final Ir ir;
    private final Asg asg;
    private final Clocks clocks;
    private final KeyWriters keys;

    Candidates(Ir ir, Clocks clocks, KeyWriters keys) {
        this.ir = ir;
        this.asg = ir.asg();
        this.clocks = clocks;
        this.keys = keys;
    }

    Ir prune() {
        int[] sources = ir.copyOfSources();
        BitSet excluded = ir.copyOfExclusions();
        EdgeList edges = ir.edges();
        for (int r = 0; r < sources.length; r++) {
            int t = asg.readTransaction(r);
            if (sources[r] != Ir.OPEN || ir.demands(r) == 0 || !ir.happened(t)) {
                continue;
            }
            int left = 0;
            int last = -1;
            for (int c = asg.firstCandidate(r); c < asg.firstCandidate(r + 1); c++) {
                if (excluded.get(c)) {
                    continue;
                }
                if (isImpossible(r, t, asg.candidate(c))) {
                    excluded.set(c);
                } else {
                    left++;
                    last = asg.candidate(c);
                }
            }
            boolean certain = last == Asg.INITIAL || last >= 0 && ir.happened(asg.writeTransaction(last));
            if (left == 1 && certain) {
                sources[r] = last;
                if (last >= 0) {
                    edges.add(ir.commit(asg.writeTransaction(last)), ir.start(t), Reason.READS_FROM.packed(r));
                }
            }
        }
        return ir.with(edges, sources, excluded);
    }

    private boolean isImpossible(int r, int t, int candidate) {
        if (candidate >= 0) {
            int writer = asg.writeTransaction(candidate);
            if (!ir.happened(writer)) {
                return false;
            }
            if (clocks.reaches(ir.start(t), ir.commit(writer))) {
                return true;
            }
        }
        // Where levels are mixed, clocks follow anti-dependencies too, which make nothing visible.
        int demanding = ir.level().mixed() ? Ir.ANTI : Ir.ANTI | Ir.SEES_ALL;
        return (ir.demands(r) & demanding) != 0 && isOverwritten(r, t, candidate);
    }

    private boolean isOverwritten(int r, int t, int candidate) {
        int key = asg.readKey(r);
        int start = ir.start(t);
        int greatest = clocks.greatest(start);
        boolean onlyLive = (ir.demands(r) & Ir.ONLY_LIVE) != 0;
        for (int i = keys.keyStart[key]; i < keys.keyStart[key + 1] && keys.commit(i) <= greatest; i++) {
            int w = keys.write[i];
            int overwriter = keys.transaction(i);
            if (w == candidate || overwriter == t || onlyLive && asg.isDeadWrite(w)) {
                continue;
            }
            boolean seenBefore = keys.commitReaches(i, start, clocks);
            if (seenBefore
                    && (candidate < 0
                            || clocks.reaches(ir.commit(asg.writeTransaction(candidate)), ir.behind(overwriter)))) {
                return true;
            }
        }
        return false;
    }
}
