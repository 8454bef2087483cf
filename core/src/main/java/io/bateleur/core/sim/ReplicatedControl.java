package io.bateleur.core.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Replicas that receive each other's commits late but in causal order: parallel snapshot isolation and causal consistency.
 *
 * <p>Each session has its site. A transaction reads from what its site had received at its begin, and commits there at once;
 * the other sites receive it in the background, each site's commits in their order and nothing before what it had seen. Versions
 * of a key are ordered by Lamport clocks, which agree with causality. Parallel snapshot isolation checks every write for
 * conflicts with all sites; causal consistency only appends and locking reads, and else lets the last writer win.
 */
final class ReplicatedControl extends MultiversionControl {
    static final int SITES_MAX = 3;

    private final int sites;
    private final boolean checksAll;
    private final Dice dice;
    /** Per site how many commits of each site it has received. */
    private final long[][] received;

    private final long[] clocks;
    private final List<SiteLog> logs = new ArrayList<>();

    ReplicatedControl(SimStore store, boolean checksAll, Dice dice) {
        super(store);
        this.sites = store.txns().get(0).seen.length;
        this.checksAll = checksAll;
        this.dice = dice;
        this.received = new long[sites][sites];
        this.clocks = new long[sites];
        for (int site = 0; site < sites; site++) {
            logs.add(new SiteLog(sites));
        }
    }

    @Override
    SimOutcome begin(SimTxn t) {
        t.site = t.session % sites;
        if (t.lastCommit > 0 && bugs.strikes(Bug.SESSION_ORDER_BROKEN)) {
            t.site = siteWithoutLastCommit(t);
        }
        System.arraycopy(received[t.site], 0, t.seen, 0, sites);
        t.start = Long.MAX_VALUE;
        return SimOutcome.DONE;
    }

    /** A site that has not received the last commit of the transaction's session, or else its own site. */
    private int siteWithoutLastCommit(SimTxn t) {
        for (int site = 0; site < sites; site++) {
            if (received[site][t.lastSite] < t.lastCommit) {
                return site;
            }
        }
        return t.site;
    }

    @Override
    void anchor(SimTxn t) {
        begin(t);
    }

    @Override
    boolean isChecked(SimTxn t, int write) {
        return checksAll || t.writes.isAppend(write);
    }

    @Override
    long nextIndex(SimTxn t) {
        commits++;
        clocks[t.site]++;
        logs.get(t.site).add(t.seen, clocks[t.site]);
        return ++received[t.site][t.site];
    }

    @Override
    long order(SimTxn t, int write, long index) {
        return clocks[t.site] * sites + t.site;
    }

    @Override
    long commitsOf(int site) {
        return received[site][site];
    }

    // ---- in the background

    @Override
    int backgroundActors() {
        return sites;
    }

    /** Lets a site receive some commits of another one. */
    @Override
    void workInBackground(int site) {
        int from = dice.below(sites);
        long missing = received[from][from] - received[site][from];
        long wanted = missing == 0 ? 0 : 1 + dice.below((int) missing);
        for (long i = 0; i < wanted; i++) {
            long index = received[site][from] + 1;
            if (!logs.get(from).isReady(index, received[site])) {
                break;
            }
            received[site][from] = index;
            clocks[site] = Math.max(clocks[site], logs.get(from).clock(index));
        }
        logs.get(from).forget(leastReceived(from));
    }

    private long leastReceived(int from) {
        long least = Long.MAX_VALUE;
        for (long[] bySite : received) {
            least = Math.min(least, bySite[from]);
        }
        return least;
    }

    @Override
    void limitHorizon(long[] limit) {
        Arrays.setAll(limit, this::leastReceived);
    }
}
