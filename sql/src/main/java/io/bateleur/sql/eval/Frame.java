package io.bateleur.sql.eval;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** One execution of a statement: the rows at hand, by the number of what they come from, and everything it may ask. */
final class Frame {
    final Object[][] slots;
    final @Nullable Row[] rows;
    final Object[] parameters;
    /** Results that do not change while the statement runs. */
    final Object[] memo;

    final Tables tables;
    final Changes changes;
    final Environment environment;
    /** Whether the combination of rows at hand is there. */
    Presence presence = Presence.SURE;
    /** How many calls of routines are going on. */
    int depth;
    /** Errors of data that were met so far: the values became unknown. */
    int failures;

    @Nullable
    SqlError failure;
    /** Errors that parts of the statement may give, or not. */
    final java.util.List<SqlError> perhaps = new java.util.ArrayList<>();
    /** Writers whose foreign keys are checked when the whole statement is through; null: each at its own end. */
    java.util.@Nullable List<Writer> unfinished;
    /** Whether a division by zero is an error where a SELECT gives NULL. */
    boolean strict;

    Frame(int slots, int memos, Object[] parameters, Tables tables, Changes changes, Environment environment) {
        this.slots = new Object[slots][];
        this.rows = new Row[slots];
        this.memo = new Object[memos];
        this.parameters = parameters;
        this.tables = tables;
        this.changes = changes;
        this.environment = environment;
    }

    void met(@Nullable SqlError possible) {
        if (possible != null) {
            perhaps.add(possible);
        }
    }

    /** A value cannot be computed: it is not known, and whoever needs it for certain refuses the statement. */
    Object failed(SqlError error) {
        if (!error.isOfData()) {
            throw error;
        }
        failures++;
        failure = error;
        return Unknown.UNKNOWN;
    }

    /** A value that any database computes for a row that is there. */
    @Nullable
    Object certain(Code code) {
        int before = failures;
        Object value = code.value(this);
        SqlError met = failure;
        if (failures > before && Unknown.is(value) && met != null && presence == Presence.SURE && !unknownAtHand()) {
            throw met;
        }
        return value;
    }

    private boolean unknownAtHand() {
        for (Object[] row : slots) {
            if (row != null && Unknown.in(row)) {
                return true;
            }
        }
        return Unknown.in(parameters);
    }

    @Nullable
    Object parameter(int position) {
        if (position >= parameters.length) {
            throw new SqlError("07001", "parameter " + (position + 1) + " has no value");
        }
        return plain(parameters[position]);
    }

    /** A value of a driver as one that is computed with. */
    static @Nullable Object plain(@Nullable Object value) {
        if (value == null || value instanceof Long || value instanceof String) {
            return value;
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Float real) {
            return (double) real;
        }
        return value instanceof BigInteger big ? new BigDecimal(big) : value;
    }
}
