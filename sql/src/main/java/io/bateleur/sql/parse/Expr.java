package io.bateleur.sql.parse;

import io.bateleur.core.model.Value;
import org.jspecify.annotations.Nullable;

/** An expression, as far as lifting can compute it. */
public sealed interface Expr {

    record Constant(Value value) implements Expr {}

    /** A parameter, by its position from 0. */
    record Parameter(int position) implements Expr {}

    record ColumnOf(@Nullable Name source, Name column) implements Expr {}

    /** {@code left + right}, or {@code left - right}. */
    record Sum(Expr left, Expr right, boolean minus) implements Expr {}

    /** The value that an upsert wanted to insert: {@code excluded.c}, {@code VALUES(c)}. */
    record Proposed(Name column) implements Expr {}

    /** An integer that is cast to an integer type of so many bits: it stays what it is. */
    record Integral(Expr value, int bits) implements Expr {}

    /** Every column of one source, or of all. */
    record Star(@Nullable Name source) implements Expr {}

    /** Anything else, {@code DEFAULT} included. */
    record Other() implements Expr {}

    Expr OTHER = new Other();
}
