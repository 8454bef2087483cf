package io.bateleur.core.check;

/** What random small histories may have beyond gets and puts of unique values. */
enum Feature {
    /** Several writes of the same value. */
    DUPLICATES,
    DELETES,
    /** Deletes that leave a value, and reads that tell it; with {@link #DELETES}. */
    TOMBSTONES,
    /** Scans, and iterates that may stop early. */
    RANGES,
    /** Keys that are appended to. */
    LISTS,
    ABORTS,
    UNKNOWN_ENDINGS,
    /** Writes and reads whose value is not told. */
    UNKNOWN_VALUES,
    /** Ranges that return a key without its value, or tell nothing of one; with {@link #RANGES}. */
    UNTOLD_ITEMS,
    INITIAL_GIVEN,
    INITIAL_UNKNOWN,
    TIMES,
    /** Reads of what the transaction has written itself. */
    OWN_READS,
    /** Version orders as the store had them. */
    HINTS,
    /** Transactions with levels of their own. */
    MIXED_LEVELS
}
