package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.Condition;
import io.bateleur.sql.parse.Condition.Relation;
import io.bateleur.sql.parse.Term;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The conditions of a statement, as far as they are on columns of one table. */
final class Filter {
    private record Comparison(int column, Relation relation, Term value) {}

    private final io.bateleur.sql.lift.Relation table;
    private final List<Comparison> comparisons = new ArrayList<>();
    private final List<Term> choices = new ArrayList<>();
    private int chosenPlace = -1;
    private boolean other;

    /** @param resolve the column of a table that a name means, or -1 */
    Filter(
            io.bateleur.sql.lift.Relation table,
            List<Condition> where,
            java.util.function.ToIntFunction<Term.ColumnOf> resolve) {
        this.table = table;
        for (Condition condition : where) {
            if (condition instanceof Condition.Compares compares && resolve.applyAsInt(compares.column()) >= 0) {
                comparisons.add(
                        new Comparison(resolve.applyAsInt(compares.column()), compares.relation(), compares.value()));
            } else if (condition instanceof Condition.OneOf oneOf
                    && isFirstChoice(resolve.applyAsInt(oneOf.column()))) {
                chosenPlace = table.keyPlace(resolve.applyAsInt(oneOf.column()));
                choices.addAll(oneOf.values());
            } else {
                other = true;
            }
        }
    }

    private boolean isFirstChoice(int column) {
        return column >= 0 && table.keyPlace(column) >= 0 && chosenPlace < 0;
    }

    /**
     * What one execution asked for.
     *
     * @param equal by column, the canonical value that it must have
     * @param choices canonical values of the part of the key that is chosen from a list
     * @param exact whether nothing but these parts of the key decides which rows are concerned
     */
    record Bound(
            io.bateleur.sql.lift.Relation table,
            @Nullable Value[] equal,
            int chosenPlace,
            List<Value> choices,
            @Nullable Value low,
            boolean lowOpen,
            @Nullable Value high,
            boolean highOpen,
            boolean never,
            boolean exact) {

        /** The rows by their whole keys, or null when the keys are not all given. */
        @Nullable
        List<List<Value>> rows() {
            List<List<Value>> rows = new ArrayList<>();
            int count = chosenPlace < 0 ? 1 : choices.size();
            for (int i = 0; i < count; i++) {
                @Nullable Value[] parts = new Value[table.key.length];
                for (int k = 0; k < parts.length; k++) {
                    parts[k] = k == chosenPlace ? choices.get(i) : equal[table.key[k]];
                }
                List<Value> row = table.row(parts);
                if (row == null || parts.length == 0) {
                    return null;
                }
                if (!rows.contains(row)) {
                    rows.add(row);
                }
            }
            return rows;
        }

        /** Whether a key is asked for that some collations take for another. */
        boolean isUnsafe() {
            for (int k = 0; k < table.key.length; k++) {
                Value part = equal[table.key[k]];
                if (part != null && !table.types[table.key[k]].isSafeKey(part)) {
                    return true;
                }
            }
            return chosenPlace >= 0
                    && choices.stream().anyMatch(choice -> !table.types[table.key[chosenPlace]].isSafeKey(choice));
        }

        /** The parts of the key that are given, from the first one on. */
        List<Value> prefix() {
            List<Value> prefix = new ArrayList<>();
            for (int k = 0; k < table.key.length && equal[table.key[k]] != null; k++) {
                prefix.add(equal[table.key[k]]);
            }
            return prefix;
        }
    }

    Bound bind(Call call) {
        @Nullable Value[] equal = new Value[table.columnCount()];
        Binding binding = new Binding(equal, !other);
        for (Comparison comparison : comparisons) {
            Value given = call.constant(comparison.value);
            Value canonical = given == null ? null : table.types[comparison.column].asked(given);
            if (canonical == null) {
                binding.exact = false;
            } else if (canonical.equals(Value.NULL)) {
                binding.never = true;
            } else if (comparison.relation == Relation.EQUAL) {
                binding.equal(comparison.column, canonical);
            } else {
                binding.ranged(comparison, canonical);
            }
        }
        List<Value> chosen = new ArrayList<>();
        for (Term choice : choices) {
            Value given = call.constant(choice);
            Value canonical = given == null ? null : table.types[table.key[chosenPlace]].asked(given);
            if (canonical == null || canonical.equals(Value.NULL)) {
                binding.exact = false;
                chosen.clear();
                break;
            }
            chosen.add(canonical);
        }
        return binding.done(chosen);
    }

    /** Puts one execution's conditions together. */
    private final class Binding {
        private final @Nullable Value[] equal;
        private boolean exact;
        private boolean never;
        private int rangedColumn = -1;
        private @Nullable Value low;
        private @Nullable Value high;
        private boolean lowOpen;
        private boolean highOpen;

        Binding(@Nullable Value[] equal, boolean exact) {
            this.equal = equal;
            this.exact = exact;
        }

        void equal(int column, Value value) {
            Value before = equal[column];
            never |= before != null && !before.equals(value);
            equal[column] = value;
        }

        void ranged(Comparison comparison, Value bound) {
            boolean first = rangedColumn < 0 || rangedColumn == comparison.column;
            if (!first || table.keyPlace(comparison.column) < 0 || !table.types[comparison.column].isOrdered()) {
                exact = false;
                return;
            }
            rangedColumn = comparison.column;
            boolean lower = comparison.relation == Relation.GREATER || comparison.relation == Relation.AT_LEAST;
            boolean open = comparison.relation == Relation.GREATER || comparison.relation == Relation.LESS;
            if (lower && low == null) {
                low = bound;
                lowOpen = open;
            } else if (!lower && high == null) {
                high = bound;
                highOpen = open;
            } else {
                exact = false;
            }
        }

        Bound done(List<Value> chosen) {
            int prefix = 0;
            while (prefix < table.key.length && equal[table.key[prefix]] != null) {
                prefix++;
            }
            // What is asked of the key must be: the first parts equal, then perhaps one in a range or from a list.
            for (int c = 0; c < equal.length; c++) {
                int place = table.keyPlace(c);
                boolean afterChoice = chosenPlace >= 0 && place > chosenPlace;
                exact &= equal[c] == null || place >= 0 && (place < prefix || afterChoice);
            }
            exact &= rangedColumn < 0 || chosenPlace < 0 && table.keyPlace(rangedColumn) == prefix;
            exact &= chosenPlace < 0 || equal[table.key[chosenPlace]] == null;
            boolean chosenAll = chosenPlace < 0 || !chosen.isEmpty();
            return new Bound(
                    table,
                    equal,
                    chosenAll ? chosenPlace : -1,
                    chosen,
                    low,
                    lowOpen,
                    high,
                    highOpen,
                    never,
                    exact && chosenAll);
        }
    }
}
