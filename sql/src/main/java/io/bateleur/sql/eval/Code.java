package io.bateleur.sql.eval;

import org.jspecify.annotations.Nullable;

/** An expression as it is evaluated. */
abstract class Code {
    final SqlType type;

    Code(SqlType type) {
        this.type = type;
    }

    abstract @Nullable Object value(Frame frame);

    /** What a value is computed from. */
    interface Body {
        @Nullable
        Object value(Frame frame);
    }

    static Code of(SqlType type, Body body) {
        return new Code(type) {
            @Override
            @Nullable
            Object value(Frame frame) {
                return body.value(frame);
            }
        };
    }

    /** A value that is written in the statement. */
    static final class Constant extends Code {
        final @Nullable Object constant;

        Constant(SqlType type, @Nullable Object constant) {
            super(type);
            this.constant = constant;
        }

        @Override
        @Nullable
        Object value(Frame frame) {
            return constant;
        }
    }

    /** A column of a row that is at hand. */
    static final class Slot extends Code {
        final int slot;
        final int column;

        Slot(SqlType type, int slot, int column) {
            super(type);
            this.slot = slot;
            this.column = column;
        }

        @Override
        @Nullable
        Object value(Frame frame) {
            return frame.slots[slot][column];
        }
    }

    static final class Parameter extends Code {
        final int position;

        Parameter(int position) {
            super(SqlType.ANY);
            this.position = position;
        }

        @Override
        @Nullable
        Object value(Frame frame) {
            return frame.parameter(position);
        }
    }
}
