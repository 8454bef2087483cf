package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.resolve.CellRef;

/** An expression, as far as lifting can compute it. */
sealed interface Term {

    record Constant(Value value) implements Term {}

    /** A parameter, by its position from 0. */
    record Parameter(int position) implements Term {}

    record ColumnOf(CellRef cell) implements Term {}

    /** {@code left + right}, or {@code left - right}. */
    record Sum(Term left, Term right, boolean minus) implements Term {}

    /** The value that an upsert wanted to insert: {@code excluded.c}, {@code VALUES(c)}. @param column of the table */
    record Proposed(int column) implements Term {}

    /** An integer that is cast to an integer type of so many bits: it stays what it is. */
    record Integral(Term value, int bits) implements Term {}

    /** A text that is cast to a type whose values are written as texts: it stays what it is. */
    record Textual(Term value) implements Term {}

    /** Anything else, {@code DEFAULT} included. */
    record Other() implements Term {}

    Term OTHER = new Other();

    /** Whether it depends on no row. */
    default boolean isGiven() {
        return this instanceof Constant
                || this instanceof Parameter
                || this instanceof Integral
                || this instanceof Textual;
    }
}
