package io.bateleur.sql.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One way in which a unit may have gone: what it did, and under which choices, any of which explains all its answers.
 *
 *
 * @param dependencies of the first of these ways, for a serial order
 */
record UnitEffect(List<OwnChanges.Entry> entries, List<Choices.Chosen> ways, Dependencies.Noted dependencies) {

    static UnitEffect of(List<OwnChanges.Entry> entries, Choices.Chosen way, Dependencies.Noted dependencies) {
        List<Choices.Chosen> ways = new ArrayList<>();
        ways.add(way);
        return new UnitEffect(entries, ways, dependencies);
    }

    /** Whether the same rows became the same. Rows that are new are compared by their places. */
    boolean does(List<OwnChanges.Entry> other) {
        if (entries.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < entries.size(); i++) {
            if (!same(entries.get(i), other.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean same(OwnChanges.Entry one, OwnChanges.Entry other) {
        RowVersion a = one.version();
        RowVersion b = other.version();
        boolean fresh = a.row.newest == null && b.row.newest == null && a.row.table == b.row.table;
        if (!java.util.Objects.equals(one.lock(), other.lock())
                || a.row != b.row && !fresh
                || a.isDeleted() != b.isDeleted()) {
            return false;
        }
        return a.previous == b.previous && (a.isDeleted() || Arrays.deepEquals(a.values(), b.values()));
    }
}
