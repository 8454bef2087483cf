package io.bateleur.lab.workload;

/**
 * What all workloads can be told.
 *
 * @param keys how many keys, or whatever a workload counts by: accounts, users, files
 * @param operations in a transaction, where a workload has no shape of its own
 * @param zipf how uneven the choice of keys is: 0 for all alike, 0.99 as usual in benchmarks
 * @param duplicates how many different values are written, or 0 for values that are never written twice
 * @param locks the share of reads that lock what they read, from 0 to 1
 */
public record Settings(int keys, int operations, double zipf, int duplicates, double locks) {
    public static final Settings DEFAULT = new Settings(100, 8, 0, 0);

    /** @throws IllegalArgumentException when there is no such workload; the message is for users */
    public Settings {
        require(keys >= 1, "a workload needs a key, and not " + keys);
        require(operations >= 1, "a transaction needs an operation, and not " + operations);
        require(zipf >= 0 && zipf < Double.POSITIVE_INFINITY, "Zipf's exponent is 0 or more, and not " + zipf);
        require(duplicates >= 0, "there cannot be " + duplicates + " different values");
        require(locks >= 0 && locks <= 1, "the share of locking reads is from 0 to 1, and not " + locks);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** No read locks. */
    public Settings(int keys, int operations, double zipf, int duplicates) {
        this(keys, operations, zipf, duplicates, 0);
    }
}
