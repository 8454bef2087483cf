package io.bateleur.sql.parse;

import io.bateleur.core.model.Value;
import io.bateleur.sql.tree.Name;
import org.jspecify.annotations.Nullable;

/** An expression, as far as lifting can compute it. */
public sealed interface Term {

    record Constant(Value value) implements Term {}

    /** A parameter, by its position from 0. */
    record Parameter(int position) implements Term {}

    record ColumnOf(@Nullable Name source, Name column) implements Term {}

    /** {@code left + right}, or {@code left - right}. */
    record Sum(Term left, Term right, boolean minus) implements Term {}

    /** The value that an upsert wanted to insert: {@code excluded.c}, {@code VALUES(c)}. */
    record Proposed(Name column) implements Term {}

    /** An integer that is cast to an integer type of so many bits: it stays what it is. */
    record Integral(Term value, int bits) implements Term {}

    /** Every column of one source, or of all. */
    record Star(@Nullable Name source) implements Term {}

    /** Anything else, {@code DEFAULT} included. */
    record Other() implements Term {}

    Term OTHER = new Other();
}
