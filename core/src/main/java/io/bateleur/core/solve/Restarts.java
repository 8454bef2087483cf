package io.bateleur.core.solve;

/** Says when to start over: when the clauses learned of late are worse than usual, by moving averages of their LBD. */
final class Restarts {
    private static final double FAST = 1.0 / 32;
    private static final double SLOW = 1.0 / 8192;
    /** This and the next as in Glucose: rarer restarts repeat fewer assignments, which pays on long searches. */
    private static final double MARGIN = 1.25;

    private static final int CONFLICTS_MIN = 50;

    private double fast;
    private double slow;
    private double fastWeight;
    private double slowWeight;
    private int sinceLast;
    private long count;

    void conflict(int lbd) {
        fast += FAST * (lbd - fast);
        slow += SLOW * (lbd - slow);
        fastWeight += FAST * (1 - fastWeight);
        slowWeight += SLOW * (1 - slowWeight);
        sinceLast++;
    }

    boolean due() {
        // Divided by their weights, averages of few numbers are averages of just these.
        if (sinceLast < CONFLICTS_MIN || fast / fastWeight < MARGIN * slow / slowWeight) {
            return false;
        }
        sinceLast = 0;
        count++;
        return true;
    }

    long count() {
        return count;
    }
}
