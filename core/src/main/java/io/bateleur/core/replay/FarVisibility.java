package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.ints.IntList;
import io.bateleur.core.model.Criterion.Visibility;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Readers do not miss what was installed by anything before them in a chain of dependencies, of any length.
 */
final class FarVisibility {
    /*
     * Reachability without an n by n matrix. First a short search among the ancestors of each reader. For what that leaves open,
     * per node and chain, how much of the chain's beginning reaches the node (a vector clock), unless a longer search for each
     * is cheaper than that, as it may be where there are no sessions and chains are many and short. Only chains with versions that some stale read has to be held against are followed, a block of them at a time, so
     * that the clocks take no more memory than the limit; with the sessions of most histories that is one block.
     *
     * Of all versions of a key on one chain that reach a reader, the newest is enough to look at. That is so because a chain
     * follows dependencies, every dependency that counts goes forward in the order of commits (Precedence has made sure), and
     * the order of commits is the version order: along a chain, versions of a key get newer.
     */
    private static final Limits STANDARD = new Limits(64, true, 64, 1 << 26);

    /**
     * How to go about it; the answer does not depend on it.
     *
     * @param shortSearch the edges that the first search of a reader's ancestors follows
     * @param longSearch whether to search for longer where that is cheaper than clocks
     * @param versionsOneByOne up to so many later versions are looked at one by one; above that, chain by chain
     * @param cells the ints that clocks may take
     */
    record Limits(long shortSearch, boolean longSearch, int versionsOneByOne, long cells) {}

    private final Limits limits;
    private final Execution execution;
    private final Asg asg;
    private final StaleReads stale;
    private final DependencyGraph graph;
    private final NodeChains cover;
    /** The stale reads that are not settled yet. */
    private int[] open;

    /** By chain, its number among those that are followed, or -1. */
    private final int[] follower;

    private int followed;
    /** By key, the places of its versions by chain: chain in the upper half, place in the lower; made when asked for. */
    private final long[] @Nullable [] byChain;

    private int[] clocks = {};
    private int blockFrom;
    private int width;

    private FarVisibility(Execution execution, Limits limits, StaleReads stale, boolean versionOrderCounts) {
        this.limits = limits;
        this.execution = execution;
        this.asg = execution.asg();
        this.stale = stale;
        this.graph = new DependencyGraph(execution, versionOrderCounts);
        this.cover = NodeChains.of(graph, execution);
        this.follower = new int[cover.chainCount()];
        this.byChain = new long[asg.history().keyCount()][];
        Arrays.fill(follower, -1);
        this.open = IntStream.range(0, stale.size()).toArray();
    }

    static Optional<String> flaw(Execution execution) {
        return flaw(execution, STANDARD);
    }

    static Optional<String> flaw(Execution execution, Limits limits) {
        return flaw(execution, limits, Visibility.CAUSES).or(() -> flaw(execution, limits, Visibility.DEPENDENCIES));
    }

    private static Optional<String> flaw(Execution execution, Limits limits, Visibility visibility) {
        if (!execution.duties().any(level -> level.criterion().visibility() == visibility)) {
            return Optional.empty();
        }
        StaleReads stale = new StaleReads(execution, Set.of(visibility));
        if (stale.size() == 0) {
            return Optional.empty();
        }
        return new FarVisibility(execution, limits, stale, visibility == Visibility.DEPENDENCIES).flaw();
    }

    private Optional<String> flaw() {
        AncestorSearch search = new AncestorSearch(execution, stale, graph);
        Optional<String> flaw = search(search, limits.shortSearch);
        if (flaw.isEmpty() && open.length > 0) {
            chooseChains();
            long costOfClocks = (long) graph.firstPredecessor(graph.nodeCount()) * followed;
            flaw = limits.longSearch ? search(search, costOfClocks / open.length) : flaw;
        }
        return flaw.or(this::byClocks);
    }

    private Optional<String> search(AncestorSearch search, long edges) {
        IntList left = new IntList();
        for (int i : open) {
            if (stale.to(i) - stale.from(i) > limits.versionsOneByOne || !search.settles(i, edges)) {
                left.add(i);
            } else if (search.found() >= 0) {
                int missed = asg.writeOf(search.found(), asg.readKey(stale.read(i)));
                return Optional.of(sentence(i, execution.versions().rank(missed)));
            }
        }
        open = left.toArray();
        return Optional.empty();
    }

    private Optional<String> byClocks() {
        width = (int) Math.max(1, Math.min(followed, limits.cells / graph.nodeCount()));
        clocks = new int[open.length == 0 ? 0 : Math.multiplyExact(graph.nodeCount(), width)];
        for (blockFrom = 0; blockFrom < followed && open.length > 0; blockFrom += width) {
            runClocks();
            for (int i : open) {
                int missed = missed(i);
                if (missed >= 0) {
                    return Optional.of(sentence(i, missed));
                }
            }
        }
        return Optional.empty();
    }

    private String sentence(int i, int missed) {
        return execution.missing(stale.reader(i), stale.read(i), missed) + ", on which it depends";
    }

    private void chooseChains() {
        for (int i : open) {
            int key = asg.readKey(stale.read(i));
            if (stale.to(i) - stale.from(i) <= limits.versionsOneByOne) {
                for (int place = stale.from(i); place < stale.to(i); place++) {
                    follow(cover.chain(nodeAt(place)));
                }
            } else if (byChain[key] == null) {
                for (long entry : versionsByChain(key)) {
                    follow((int) (entry >>> 32));
                }
            }
        }
    }

    private void follow(int chain) {
        if (follower[chain] < 0) {
            follower[chain] = followed++;
        }
    }

    private int nodeAt(int place) {
        return graph.node(asg.writeTransaction(execution.versions().at(place)));
    }

    /** Fills the clocks of one block of chains: for each node and chain, how many nodes of the chain reach it. */
    private void runClocks() {
        int[] row = new int[width];
        for (int node = 0; node < graph.nodeCount(); node++) {
            Arrays.fill(row, 0);
            for (int i = graph.firstPredecessor(node); i < graph.firstPredecessor(node + 1); i++) {
                int before = graph.predecessor(i);
                int column = column(cover.chain(before));
                int reached = cover.place(before) + 1;
                if (column >= 0 && row[column] >= reached) {
                    continue; // and with it comes all that reaches it
                }
                int base = before * width;
                for (int c = 0; c < width; c++) {
                    row[c] = Math.max(row[c], clocks[base + c]);
                }
                if (column >= 0) {
                    row[column] = reached;
                }
            }
            System.arraycopy(row, 0, clocks, node * width, width);
        }
    }

    /** The column of a chain in the block at hand, or -1. */
    private int column(int chain) {
        int column = follower[chain] - blockFrom;
        return column < width ? Math.max(column, -1) : -1;
    }

    /** The place of a version that a stale read misses though it reaches the reader, or -1. */
    private int missed(int i) {
        int row = graph.node(stale.reader(i)) * width;
        if (stale.to(i) - stale.from(i) > limits.versionsOneByOne) {
            return missedOfMany(i, row);
        }
        for (int place = stale.from(i); place < stale.to(i); place++) {
            int node = nodeAt(place);
            int column = column(cover.chain(node));
            if (column >= 0 && clocks[row + column] > cover.place(node)) {
                return place;
            }
        }
        return -1;
    }

    /** On each chain, the newest version of the key that reaches the reader: it must not be newer than what was seen. */
    private int missedOfMany(int i, int row) {
        long[] versions = versionsByChain(asg.readKey(stale.read(i)));
        int from = 0;
        while (from < versions.length) {
            int chain = (int) (versions[from] >>> 32);
            int to = firstFrom(versions, from, (long) (chain + 1) << 32);
            int column = column(chain);
            if (column >= 0) {
                int newest = newestReached(versions, from, to, clocks[row + column]);
                if (newest >= stale.from(i)) {
                    return newest;
                }
            }
            from = to;
        }
        return -1;
    }

    private int newestReached(long[] versions, int from, int to, int reached) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cover.place(nodeAt((int) versions[middle])) < reached) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == from ? -1 : (int) versions[low - 1];
    }

    private static int firstFrom(long[] sorted, int from, long bound) {
        int place = Arrays.binarySearch(sorted, from, sorted.length, bound);
        return place < 0 ? -place - 1 : place;
    }

    private long[] versionsByChain(int key) {
        long[] versions = byChain[key];
        if (versions == null) {
            int first = asg.firstOfKey(key);
            versions = new long[execution.versions().end(key) - first];
            for (int i = 0; i < versions.length; i++) {
                versions[i] = (long) cover.chain(nodeAt(first + i)) << 32 | (first + i);
            }
            Arrays.sort(versions);
            byChain[key] = versions;
        }
        return versions;
    }
}
