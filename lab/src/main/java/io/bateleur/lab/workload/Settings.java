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

    public Settings {
        if (keys < 1 || operations < 1 || !(zipf >= 0) || duplicates < 0 || !(locks >= 0 && locks <= 1)) {
            throw new IllegalArgumentException("impossible settings of a workload: " + keys + " keys, " + operations
                    + " operations, Zipf exponent " + zipf + ", " + duplicates + " duplicate values, a share of "
                    + locks
                    + " locking reads");
        }
    }

    /** No read locks. */
    public Settings(int keys, int operations, double zipf, int duplicates) {
        this(keys, operations, zipf, duplicates, 0);
    }
}
