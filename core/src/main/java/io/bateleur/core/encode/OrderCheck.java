package io.bateleur.core.encode;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.ir.Ir;
import java.util.Arrays;

/**
 * Runs through a candidate order of the points as a store would, and tells which reads and writes it breaks.
 *
 * <p>Linear in the operations. What is not open it takes from the IR; whether possible transactions happened and what opened
 * reads saw, from the {@link Choices} of the candidate.
 */
final class OrderCheck {
    /** So many newer versions between a read and its source are told at once. */
    private static final int TOLD_AT_ONCE = 8;

    /** What a candidate says about what is open. */
    interface Choices {
        boolean happened(int transaction);

        /** The source that an open read has, {@link Ir#OPEN} when the order is to tell. */
        int source(int read);
    }

    /** Takes what is broken. */
    interface Broken {
        /** A version was installed between the source of a read and the read. */
        void overwritten(int read, int source, int newer);

        /** Two writers of a key overlap and must not. */
        void overlapping(int older, int newer);

        /** No candidate of an open read explains it. */
        void unexplained(int read);
    }

    private final Ir ir;
    private final Asg asg;
    /** By key, the newest version so far; by write, the one before it. */
    private final int[] newest;

    private final int[] previous;
    private final int[] position;
    private final boolean[] installed;
    /** What each read saw in the last run. */
    final int[] sources;

    OrderCheck(Ir ir) {
        this.ir = ir;
        this.asg = ir.asg();
        this.newest = new int[asg.history().keyCount()];
        this.previous = new int[asg.writeCount()];
        this.position = new int[ir.points()];
        this.installed = new boolean[asg.writeCount()];
        this.sources = ir.copyOfSources();
    }

    void run(int[] order, Choices choices, Broken broken) {
        Arrays.fill(newest, Asg.INITIAL);
        Arrays.fill(installed, false);
        for (int i = 0; i < order.length; i++) {
            position[order[i]] = i;
        }
        for (int p : order) {
            int t = ir.transactionAt(p);
            if (t < 0 || !ir.happened(t) && !choices.happened(t)) {
                continue;
            }
            if (p == ir.start(t)) {
                for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                    if (ir.demands(r) != 0) {
                        read(r, choices, broken);
                    }
                }
            }
            if (p == ir.commit(t)) {
                for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
                    install(w, t, broken);
                }
            }
        }
    }

    private void install(int w, int t, Broken broken) {
        int key = asg.writeKey(w);
        int before = newest[key];
        previous[w] = before;
        if (before >= 0
                && ir.isSnapshot(t)
                && position[ir.commit(asg.writeTransaction(before))] > position[ir.start(t)]) {
            broken.overlapping(before, w);
        }
        newest[key] = w;
        installed[w] = true;
    }

    private void read(int r, Choices choices, Broken broken) {
        int source = ir.source(r) != Ir.OPEN ? ir.source(r) : choices.source(r);
        boolean anti = (ir.demands(r) & Ir.ANTI) != 0;
        if (source == Ir.OPEN) {
            source = anti ? explanation(r) : newestCandidate(r);
            if (source == Ir.OPEN) {
                broken.unexplained(r);
            }
        } else if (anti) {
            betweenSourceAndRead(r, source, broken);
        }
        sources[r] = source;
    }

    private void betweenSourceAndRead(int r, int source, Broken broken) {
        boolean onlyLive = (ir.demands(r) & Ir.ONLY_LIVE) != 0;
        int told = 0;
        for (int w = newest[asg.readKey(r)]; w != source && w >= 0 && told < TOLD_AT_ONCE; w = previous[w]) {
            if (!(onlyLive && asg.isDeadWrite(w))) {
                broken.overwritten(r, source, w);
                told++;
            }
        }
    }

    /** The newest version, or for a predicate an older one with only dead ones after it, if it is a candidate. */
    private int explanation(int r) {
        boolean onlyLive = (ir.demands(r) & Ir.ONLY_LIVE) != 0;
        int w = newest[asg.readKey(r)];
        while (true) {
            for (int c = asg.firstCandidate(r); c < asg.firstCandidate(r + 1); c++) {
                if (asg.candidate(c) == w && ir.isPossible(c)) {
                    return w;
                }
            }
            if (!onlyLive || w < 0 || !asg.isDeadWrite(w)) {
                return Ir.OPEN;
            }
            w = previous[w];
        }
    }

    private int newestCandidate(int r) {
        int best = Ir.OPEN;
        int bestPosition = -2;
        for (int c = asg.firstCandidate(r); c < asg.firstCandidate(r + 1); c++) {
            int w = asg.candidate(c);
            boolean there = w == Asg.INITIAL || installed[w];
            int at = w == Asg.INITIAL ? -1 : there ? position[ir.commit(asg.writeTransaction(w))] : -2;
            if (there && ir.isPossible(c) && at > bestPosition) {
                best = w;
                bestPosition = at;
            }
        }
        return best;
    }

    /** How the last run had it, as a resolution. */
    Resolution resolution(int[] order, Choices choices) {
        int[] events = new int[2 * asg.transactionCount()];
        int size = 0;
        for (int p : order) {
            int t = ir.transactionAt(p);
            if (t < 0 || !ir.happened(t) && !choices.happened(t)) {
                continue;
            }
            if (p == ir.start(t)) {
                events[size++] = 2 * t;
            }
            if (p == ir.commit(t)) {
                events[size++] = 2 * t + 1;
            }
        }
        int[] writers = sources.clone();
        for (int r = 0; r < writers.length; r++) {
            writers[r] = writers[r] < 0 ? Asg.INITIAL : asg.writeTransaction(writers[r]);
        }
        return new Resolution(Arrays.copyOf(events, size), writers, new int[0]);
    }
}
