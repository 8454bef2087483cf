package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The names that mean a column at one place of a statement. */
final class Scope {

    /** @param called what columns are qualified by; null: nothing */
    record Origin(@Nullable Name called, int slot, List<String> columns, List<SqlType> types, boolean hidden) {}

    /** A column that USING or NATURAL made of two. */
    record Merged(String name, Code code, List<Integer> slots) {}

    /** What names mean that are no columns: variables and parameters of a procedure. */
    interface Variables {
        @Nullable
        Code find(@Nullable Qualified table, Name name);
    }

    final @Nullable Scope outer;
    final List<Origin> origins = new ArrayList<>();
    final List<Merged> merged = new ArrayList<>();

    @Nullable
    Variables variables;
    /** Whether something in here referred to a row outside of here. */
    boolean correlated;

    Scope(@Nullable Scope outer) {
        this.outer = outer;
    }

    /** The column that a name means, or null. */
    @Nullable
    Code find(@Nullable Qualified table, Name name, Compilation compilation) {
        if (compilation.is(io.bateleur.sql.tree.SqlDialect.MYSQL) && compilation.parameters != null && table == null) {
            // MySQL's variables hide columns.
            Code variable = compilation.parameters.find(null, name);
            if (variable != null) {
                return variable;
            }
        }
        if (table == null
                && !merged.isEmpty()
                && Habit.COMMON_COLUMN_IS_AMBIGUOUS.of(compilation.dialect)
                && merged.stream().anyMatch(each -> name.matches(each.name))) {
            throw new SqlError("90059", "two columns have the name " + name);
        }
        Code here = here(table, name);
        if (here != null) {
            note(here, compilation);
            return here;
        }
        if (variables != null) {
            Code variable = variables.find(table, name);
            if (variable != null) {
                return variable;
            }
        }
        if (outer == null) {
            return null;
        }
        Code found = outer.find(table, name, compilation);
        if (found instanceof Code.Slot) {
            correlated = true;
        }
        return found;
    }

    private void note(Code code, Compilation compilation) {
        if (code instanceof Code.Slot slot) {
            compilation.used.set(slot.slot);
        } else {
            for (Merged each : merged) {
                if (each.code == code) {
                    each.slots.forEach(compilation.used::set);
                }
            }
        }
    }

    private @Nullable Code here(@Nullable Qualified table, Name name) {
        if (table == null) {
            for (Merged each : merged) {
                if (name.matches(each.name)) {
                    return each.code;
                }
            }
        }
        Code found = null;
        for (Origin origin : origins) {
            boolean meant = table == null
                    ? !origin.hidden
                    : origin.called != null && table.last().matches(origin.called);
            int column = meant ? column(origin, name) : -1;
            if (column >= 0) {
                if (found != null && !hasExcluded(table)) {
                    throw new SqlError("42702", "two columns have the name " + name);
                }
                found = found != null ? found : new Code.Slot(origin.types.get(column), origin.slot, column);
            }
        }
        return found;
    }

    /** PostgreSQL's EXCLUDED has the columns of the table that a plain name means. */
    private static boolean hasExcluded(@Nullable Qualified table) {
        return table != null;
    }

    static int column(Origin origin, Name name) {
        int found = -1;
        for (int i = 0; i < origin.columns.size(); i++) {
            if (origin.columns.get(i).equals(name.text())) {
                return i;
            }
            if (found < 0 && name.matches(origin.columns.get(i))) {
                found = i;
            }
        }
        return found;
    }
}
