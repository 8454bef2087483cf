package io.bateleur.sql.eval;

import org.jspecify.annotations.Nullable;

/**
 * The rows that the current statement sees. The evaluator changes nothing while it goes through the rows of a read; a row that was
 * handed to {@link Changes} is shown as changed from then on.
 */
public interface Tables {
    /** All rows. A table of unknown contents shows one more row, all of whose values are unknown, {@link Presence#MANY} times. */
    Iterable<? extends Row> all(TableShape table, Purpose purpose);

    /**
     * At least all rows whose columns are, or may be, equal to these values; the evaluator checks them again. No value is NULL or
     * unknown, and each is as {@link TableShape#normal} makes it.
     */
    default Iterable<? extends Row> equal(TableShape table, int[] columns, Object[] values, Purpose purpose) {
        return all(table, purpose);
    }

    /** At least all rows in this range; null where there is no index for it, so that all rows are read instead. */
    default @Nullable OrderedRows ordered(TableShape table, Range range, Purpose purpose) {
        return null;
    }

    /** A routine begins its next statement, which may see other rows than the one before. */
    default void beginStatement() {}

    /** The newest version of a row that is about to be changed or locked: the row itself, another one, or null when it is deleted. */
    default @Nullable Row newest(TableShape table, Row row) {
        return row;
    }

    /**
     * Which of several ways the database takes where it is free to take any of them.
     *
     * @return from 0; -1: nobody chooses, all of them are considered at once
     */
    default int choose(int ways) {
        return -1;
    }
}
