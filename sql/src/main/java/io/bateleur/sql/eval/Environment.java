package io.bateleur.sql.eval;

import org.jspecify.annotations.Nullable;

/** What a statement depends on besides rows. Everything is unknown unless somebody knows it. */
public interface Environment {
    /** The next value of an identity or AUTO_INCREMENT column. */
    default @Nullable Object identity(TableShape table, int column) {
        return Unknown.UNKNOWN;
    }

    /** A statement gave an identity column this value itself: databases that count on from there do so. */
    default void identityGiven(TableShape table, int column, Object value) {}

    default @Nullable Object nextValue(String sequence) {
        return Unknown.UNKNOWN;
    }

    /** The time at which the transaction or the statement began, as one of java.time. */
    default @Nullable Object now() {
        return Unknown.UNKNOWN;
    }

    /** Whether an UPDATE counts the rows that it found, not only those that it changed. */
    default boolean countsFoundRows() {
        return true;
    }

    /** Whether foreign keys are checked; SQLite does so only where a session asks for it. */
    default boolean checksReferences() {
        return true;
    }
}
