package io.bateleur.sql.audit;

import java.util.Arrays;

/** Values of some columns, in the form in which equal ones are equal. */
record KeyValues(Object[] values) {
    @Override
    public boolean equals(Object other) {
        return other instanceof KeyValues that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
