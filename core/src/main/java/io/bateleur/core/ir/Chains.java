package io.bateleur.core.ir;

/**
 * A cover of all points by paths of known edges. One point reaches another exactly when it is no later in its chain than the
 * last point of that chain which does: reachability is a clock with one entry per chain, never an n-by-n table.
 *
 * @param count how many chains
 * @param chain by point; -1 for the points of transactions that may not have happened
 * @param place by point, its position in its chain
 */
public record Chains(int count, int[] chain, int[] place) {
    /** Clocks may have at most so many entries in all: 1.6 GB. Beyond, orders are found without them. */
    private static final long ENTRIES_MAX = 400_000_000L;

    /** Whether clocks over these chains fit into memory that we may use. */
    public boolean fit() {
        return (long) chain.length * (count + 2)
                <= Math.min(ENTRIES_MAX, Runtime.getRuntime().maxMemory() / 8);
    }
}
