package io.bateleur.core.encode.published;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ir.EdgeList;
import io.bateleur.core.ir.Ir;
import io.bateleur.core.ir.Reason;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Known edges, and a choice for each pair of writers of a key: one of the two versions is older, and whoever read it comes
 * before the writer of the other.
 *
 * <pre>
 *   either  commit(a) -> behind(b),  start(r) -> commit(b)   for each r that read a's version
 *   or      commit(b) -> behind(a),  start(r) -> commit(a)   for each r that read b's version
 * </pre>
 *
 * Where a transaction is one point this is the polygraph of Papadimitriou and of Cobra, where it is a begin and a commit the
 * BC-polygraph of Viper. Choices of which the known edges already contradict one side are made, round by round.
 */
final class PrunedPolygraph {
    /** So many open pairs are kept: 400 MB. */
    private static final int PAIRS_MAX = 50_000_000;

    /** When fewer than one choice in so many was made, another round over all of them is not worth it: PolySI's threshold. */
    private static final int WORTH_A_ROUND = 100;

    private final Ir ir;
    private final Asg asg;
    private final EdgeList edges;
    /** By write, where its readers begin; only those whose anti-dependencies count. */
    private final int[] readerStart;

    private final int[] reader;
    /** The two writes of each choice that is left. */
    private long[] pairs = {};

    private int size;

    private PrunedPolygraph(Ir ir) {
        this.ir = ir;
        this.asg = ir.asg();
        this.edges = ir.edges().copy();
        this.readerStart = new int[asg.writeCount() + 1];
        for (int r = 0; r < asg.readCount(); r++) {
            if (isOverwritable(r)) {
                readerStart[ir.source(r) + 1]++;
            }
        }
        for (int w = 0; w < asg.writeCount(); w++) {
            readerStart[w + 1] += readerStart[w];
        }
        int[] next = readerStart.clone();
        this.reader = new int[readerStart[asg.writeCount()]];
        for (int r = 0; r < asg.readCount(); r++) {
            if (isOverwritable(r)) {
                reader[next[ir.source(r)]++] = r;
            }
        }
    }

    private boolean isOverwritable(int r) {
        return (ir.demands(r) & Ir.ANTI) != 0 && ir.source(r) >= 0;
    }

    /** Nothing when it was cancelled or there are too many pairs. */
    static Optional<PrunedPolygraph> of(Ir ir, BooleanSupplier cancelled) {
        PrunedPolygraph polygraph = new PrunedPolygraph(ir);
        polygraph.readersOfInitial();
        return polygraph.choose(cancelled) ? Optional.of(polygraph) : Optional.empty();
    }

    /** One without choices. */
    static PrunedPolygraph settled(Ir ir) {
        return new PrunedPolygraph(ir);
    }

    /** What is known, with all that follows from choices that were made. */
    Ir known() {
        return ir.with(edges, ir.copyOfSources(), ir.copyOfExclusions());
    }

    /** How many choices are left. */
    int size() {
        return size;
    }

    int first(int choice) {
        return (int) (pairs[choice] >>> 32);
    }

    int second(int choice) {
        return (int) pairs[choice];
    }

    /** The edges that are there when one version is older than another, as origins and targets; that of the writers comes first. */
    int[] edgesWhen(int older, int newer) {
        int to = asg.writeTransaction(newer);
        int[] side = new int[2 + 2 * (readerStart[older + 1] - readerStart[older])];
        side[0] = ir.commit(asg.writeTransaction(older));
        side[1] = ir.behind(to);
        int length = 2;
        for (int x = readerStart[older]; x < readerStart[older + 1]; x++) {
            if (counts(reader[x], newer)) {
                side[length++] = ir.start(asg.readTransaction(reader[x]));
                side[length++] = ir.commit(to);
            }
        }
        return length == side.length ? side : Arrays.copyOf(side, length);
    }

    /** Whether a read of an older version comes before a newer one. */
    private boolean counts(int r, int newer) {
        return asg.readTransaction(r) != asg.writeTransaction(newer)
                && !((ir.demands(r) & Ir.ONLY_LIVE) != 0 && asg.isDeadWrite(newer));
    }

    /** All versions are newer than the initial one. */
    private void readersOfInitial() {
        for (int r = 0; r < asg.readCount(); r++) {
            if ((ir.demands(r) & Ir.ANTI) == 0 || ir.source(r) != Asg.INITIAL) {
                continue;
            }
            int key = asg.readKey(r);
            for (int i = asg.firstOfKey(key); i < asg.firstOfKey(key + 1); i++) {
                int w = asg.writeOfKey(i);
                if (counts(r, w)) {
                    edges.add(
                            ir.start(asg.readTransaction(r)),
                            ir.commit(asg.writeTransaction(w)),
                            Reason.OVERWRITES_SOURCE.packed(r));
                }
            }
        }
    }

    // ---- choices

    private boolean choose(BooleanSupplier cancelled) {
        Reachability known = new Reachability(ir, edges);
        long made = 0;
        for (int key = 0; key < asg.history().keyCount() && known.isAcyclic(); key++) {
            for (int i = asg.firstOfKey(key); i < asg.firstOfKey(key + 1); i++) {
                if (cancelled.getAsBoolean() || size > PAIRS_MAX) {
                    return false;
                }
                for (int j = i + 1; j < asg.firstOfKey(key + 1); j++) {
                    made += choose(asg.writeOfKey(i), asg.writeOfKey(j), known) ? 1 : 0;
                }
            }
        }
        while (size > 0 && made > size / WORTH_A_ROUND) {
            if (cancelled.getAsBoolean()) {
                return false;
            }
            known = new Reachability(ir, edges);
            int open = known.isAcyclic() ? size : 0; // a contradiction leaves no choice
            size = 0;
            made = 0;
            for (int i = 0; i < open; i++) {
                made += choose(first(i), second(i), known) ? 1 : 0;
            }
        }
        return true;
    }

    /** Makes a choice of which one side is impossible, or keeps it. */
    private boolean choose(int a, int b, Reachability known) {
        int[] either = edgesWhen(a, b);
        int[] or = edgesWhen(b, a);
        if (isImpossible(or, known)) {
            make(either, known);
            return true;
        }
        if (isImpossible(either, known)) {
            make(or, known);
            return true;
        }
        if (size == pairs.length) {
            pairs = Arrays.copyOf(pairs, Math.max(1024, size + (size >> 1)));
        }
        pairs[size++] = (long) a << 32 | b;
        return false;
    }

    private static boolean isImpossible(int[] side, Reachability known) {
        for (int i = 0; i < side.length; i += 2) {
            if (known.reaches(side[i + 1], side[i])) {
                return true;
            }
        }
        return false;
    }

    private void make(int[] side, Reachability known) {
        for (int i = 0; i < side.length; i += 2) {
            if (!known.reaches(side[i], side[i + 1])) {
                edges.add(side[i], side[i + 1], Reason.MUST_PRECEDE_SOURCE.packed());
            }
        }
    }
}
