package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one execution of a statement asked for of one table.
 *
 * @param equal by column, the canonical value that it must have
 * @param rows the rows by their whole keys, or null when the keys are not all given
 * @param unsafe whether a key is asked for that some collations take for another
 * @param never whether no row can meet the conditions
 * @param exact whether nothing but these parts of the key decides which rows are concerned
 */
record Bound(
        Relation table,
        @Nullable Value[] equal,
        @Nullable List<List<Value>> rows,
        @Nullable Value low,
        boolean lowOpen,
        @Nullable Value high,
        boolean highOpen,
        boolean unsafe,
        boolean never,
        boolean exact) {

    /** @param chosenPlace the part of the key that is one of a list, or -1 */
    static Bound of(
            Relation table,
            @Nullable Value[] equal,
            int chosenPlace,
            List<Value> choices,
            @Nullable Value low,
            boolean lowOpen,
            @Nullable Value high,
            boolean highOpen,
            boolean never,
            boolean exact) {
        boolean unsafe = false;
        for (int k = 0; k < table.key.length; k++) {
            Value part = equal[table.key[k]];
            unsafe |= part != null && !table.types[table.key[k]].isSafeKey(part);
        }
        for (Value choice : choices) {
            unsafe |= chosenPlace >= 0 && !table.types[table.key[chosenPlace]].isSafeKey(choice);
        }
        return new Bound(
                table,
                equal,
                rows(table, equal, chosenPlace, choices),
                low,
                lowOpen,
                high,
                highOpen,
                unsafe,
                never,
                exact);
    }

    private static @Nullable List<List<Value>> rows(
            Relation table, @Nullable Value[] equal, int chosenPlace, List<Value> choices) {
        int count = chosenPlace < 0 ? 1 : choices.size();
        Set<List<Value>> rows = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            @Nullable Value[] parts = new Value[table.key.length];
            for (int k = 0; k < parts.length; k++) {
                parts[k] = k == chosenPlace ? choices.get(i) : equal[table.key[k]];
            }
            List<Value> row = table.row(parts);
            if (row == null || parts.length == 0) {
                return null;
            }
            rows.add(row);
        }
        return List.copyOf(rows);
    }

    /** Where one of several conditions holds. */
    static Bound any(List<Bound> all) {
        List<Bound> some = all.stream().filter(each -> !each.never).toList();
        if (some.size() <= 1) {
            return some.isEmpty() ? all.get(0) : some.get(0);
        }
        Bound first = some.get(0);
        @Nullable Value[] equal = first.equal.clone();
        Set<List<Value>> rows = new LinkedHashSet<>();
        boolean whole = true;
        for (Bound each : some) {
            for (int c = 0; c < equal.length; c++) {
                Value value = equal[c];
                equal[c] = value != null && value.equals(each.equal[c]) ? value : null;
            }
            List<List<Value>> more = each.rows;
            whole &= more != null;
            rows.addAll(more == null ? List.of() : more);
        }
        boolean unsafe = some.stream().anyMatch(Bound::unsafe);
        boolean exact = whole && some.stream().allMatch(Bound::exact);
        List<List<Value>> asked = whole ? List.copyOf(rows) : null;
        return new Bound(first.table, equal, asked, null, false, null, false, unsafe, false, exact);
    }

    /** The parts of the key that are given, from the first one on. */
    List<Value> prefix() {
        List<Value> prefix = new ArrayList<>();
        for (int k = 0; k < table.key.length; k++) {
            Value part = equal[table.key[k]];
            if (part == null) {
                break;
            }
            prefix.add(part);
        }
        return prefix;
    }
}
