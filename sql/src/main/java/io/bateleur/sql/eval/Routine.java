package io.bateleur.sql.eval;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function or a procedure as it is evaluated: its variables are a row in slot 0, the parameters first.
 *
 * @param handles whether it goes on after errors
 */
record Routine(
        List<Parameter> parameters, int variables, Step body, int slots, int memos, boolean handles, boolean mayFail) {
    /** Calls within calls; what goes deeper is not evaluated. */
    private static final int DEPTH = 60;

    /** @param mode {@code IN}, {@code OUT} or {@code INOUT} */
    record Parameter(
            String mode,
            String name,
            SqlType type,
            @Nullable Code byDefault) {
        boolean isGiven() {
            return !mode.equals("OUT");
        }

        boolean isReturned() {
            return !mode.equals("IN");
        }
    }

    /** Where a routine goes on. */
    enum Way {
        NEXT,
        LEAVE,
        AGAIN,
        RETURN
    }

    /** A statement of a body. */
    interface Step {
        Way run(Activation activation);
    }

    /** One call that is going on. */
    static final class Activation {
        final Frame frame;
        final Object[] variables;
        /** The loop or block that LEAVE or AGAIN means; null: the innermost. */
        @Nullable
        String label;

        @Nullable
        Object returned;

        final List<Answer> results = new java.util.ArrayList<>();
        final java.util.Map<String, Cursor> cursors = new java.util.HashMap<>();

        @Nullable
        SqlError perhaps;

        Activation(Frame frame, Object[] variables) {
            this.frame = frame;
            this.variables = variables;
        }

        /** What was kept of queries is no longer true after a change. */
        void refresh() {
            java.util.Arrays.fill(frame.memo, null);
        }
    }

    /** A cursor that is open: its rows are those of the moment at which it was opened. */
    static final class Cursor {
        final List<Object[]> rows;
        int next;

        Cursor(List<Object[]> rows) {
            this.rows = rows;
        }
    }

    /** @param arguments by parameter; those that are not given are NULL */
    Activation call(Frame caller, Object[] arguments) {
        return call(caller, arguments, frame -> {});
    }

    /** @param prepare puts further rows into the frame of the call */
    Activation call(Frame caller, Object[] arguments, java.util.function.Consumer<Frame> prepare) {
        if (caller.depth >= DEPTH) {
            throw new Outside(null, "calls deeper than " + DEPTH);
        }
        Frame frame = new Frame(slots, memos, NONE, caller.tables, caller.changes, caller.environment);
        frame.depth = caller.depth + 1;
        Object[] row = new Object[variables];
        System.arraycopy(arguments, 0, row, 0, arguments.length);
        frame.slots[0] = row;
        prepare.accept(frame);
        Activation activation = new Activation(frame, row);
        body.run(activation);
        if (mayFail && activation.perhaps == null) {
            activation.perhaps = SqlError.ofData();
        }
        if (handles && activation.perhaps != null) {
            throw new Outside(null, "an error that may happen or not, and is handled");
        }
        return activation;
    }

    private static final Object[] NONE = {};
}
