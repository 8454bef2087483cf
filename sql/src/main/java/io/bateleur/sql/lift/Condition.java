package io.bateleur.sql.lift;

import java.util.List;

/** One of the conditions that all hold for the rows that a statement concerns. */
sealed interface Condition {

    /** How a column compares with a value. */
    enum Comparator {
        EQUAL,
        LESS,
        AT_MOST,
        GREATER,
        AT_LEAST;

        Comparator flipped() {
            return switch (this) {
                case EQUAL -> EQUAL;
                case LESS -> GREATER;
                case AT_MOST -> AT_LEAST;
                case GREATER -> LESS;
                case AT_LEAST -> AT_MOST;
            };
        }
    }

    record Compares(Term.ColumnOf column, Comparator comparator, Term value) implements Condition {}

    record OneOf(Term.ColumnOf column, List<Term> values) implements Condition {}

    /** Anything else: it may keep rows out, and nothing is known of which. */
    record Other() implements Condition {}
}
