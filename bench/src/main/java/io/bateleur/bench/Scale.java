package io.bateleur.bench;

/** Makes histories smaller than the tables want them, for a quick try; keys become fewer too, so that they are met as often. */
record Scale(double factor) {
    private static final int TRANSACTIONS_MIN = 20;
    private static final int KEYS_MIN = 10;

    Scale {
        if (!(factor > 0 && factor <= 10)) {
            throw new IllegalArgumentException("a scale of " + factor + " is not between 0 and 10");
        }
    }

    int transactions(int count) {
        return Math.max(TRANSACTIONS_MIN, (int) Math.round(count * factor));
    }

    int keys(int count) {
        return Math.max(KEYS_MIN, (int) Math.round(count * factor));
    }

    /** Whether the goals are meant for these sizes. */
    boolean isFull() {
        return factor == 1;
    }
}
