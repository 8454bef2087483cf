package io.bateleur.core.replay;

/** By key, the rank of the newest version met since it was last cleared. */
final class Newest {
    private final int[] newest;
    private final int[] roundOf;
    private int round = 1;

    Newest(int keys) {
        newest = new int[keys];
        roundOf = new int[keys];
    }

    void clear() {
        round++;
    }

    int of(int key) {
        return roundOf[key] == round ? newest[key] : VersionOrder.NOT_RANKED;
    }

    void raise(int key, int rank) {
        newest[key] = Math.max(of(key), rank);
        roundOf[key] = round;
    }
}
