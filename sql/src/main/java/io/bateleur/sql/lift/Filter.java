package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.lift.Condition.Comparator;
import io.bateleur.sql.resolve.RowSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conditions that all hold, as far as they are on columns of one source. */
final class Filter {
    private record Comparison(int column, Comparator comparator, Term value) {}

    private final Relation table;
    private final List<Comparison> comparisons = new ArrayList<>();
    private final List<Term> choices = new ArrayList<>();
    private int chosenPlace = -1;
    private boolean other;

    Filter(Relation table, RowSource source, List<Condition> where) {
        this.table = table;
        for (Condition condition : where) {
            if (condition instanceof Condition.Compares compares
                    && compares.column().cell().source() == source) {
                comparisons.add(
                        new Comparison(compares.column().cell().column(), compares.comparator(), compares.value()));
            } else if (condition instanceof Condition.OneOf oneOf
                    && oneOf.column().cell().source() == source
                    && isFirstChoice(oneOf.column().cell().column())) {
                chosenPlace = table.keyPlace(oneOf.column().cell().column());
                choices.addAll(oneOf.values());
            } else {
                other = true;
            }
        }
    }

    private boolean isFirstChoice(int column) {
        return column >= 0 && table.keyPlace(column) >= 0 && chosenPlace < 0;
    }

    /** How the rows are found, for people. */
    String access() {
        boolean keys = table.key.length > 0;
        boolean all = comparisons.isEmpty() && choices.isEmpty();
        for (int column : table.key) {
            boolean given = table.keyPlace(column) == chosenPlace
                    || comparisons.stream()
                            .anyMatch(each -> each.column == column && each.comparator == Comparator.EQUAL);
            keys &= given;
        }
        boolean others = comparisons.stream().anyMatch(each -> table.keyPlace(each.column) < 0);
        return keys ? "by key" : other || others ? "those returned" : all ? "all rows" : "a range of keys";
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
            } else if (comparison.comparator == Comparator.EQUAL) {
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
            boolean lower = comparison.comparator == Comparator.GREATER || comparison.comparator == Comparator.AT_LEAST;
            boolean open = comparison.comparator == Comparator.GREATER || comparison.comparator == Comparator.LESS;
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
            int place = chosenPlace < 0 || !chosen.isEmpty() ? chosenPlace : -1;
            boolean certain = exact && place == chosenPlace;
            return Bound.of(table, equal, place, chosen, low, lowOpen, high, highOpen, never, certain);
        }
    }
}
