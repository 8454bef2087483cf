package io.bateleur.sql.resolve;

import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Query;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What names may mean at a place of a statement.
 *
 * @param outer what they may mean where this query stands; null at the outermost
 * @param named the queries of WITH, the nearest first
 */
record NameScope(@Nullable NameScope outer, Rows rows, List<NamedQuery> named) {

    /** A query of WITH. */
    record NamedQuery(Name name, Query.Cte cte, Fields fields) {}

    /** A column that a name without qualifier may mean. */
    record Spot(String name, ColumnSense sense) {}

    /**
     * What FROM makes.
     *
     * @param spots in the order of a star
     * @param complete whether these are all columns
     */
    record Rows(List<RowSource> sources, List<Spot> spots, boolean complete) {
        static final Rows NONE = new Rows(List.of(), List.of(), true);

        static Rows of(RowSource source) {
            List<Spot> spots = new ArrayList<>();
            for (int c = 0; c < source.fields().size(); c++) {
                spots.add(new Spot(source.fields().get(c).name(), new ColumnSense.Cell(new CellRef(source, c))));
            }
            return new Rows(List.of(source), spots, source.isComplete());
        }

        Rows and(Rows other) {
            return new Rows(joined(sources, other.sources), joined(spots, other.spots), complete && other.complete);
        }

        static <T> List<T> joined(List<T> left, List<T> right) {
            List<T> all = new ArrayList<>(left);
            all.addAll(right);
            return all;
        }
    }

    /** Thrown out of a search: why a name means nothing certain. */
    record Found(@Nullable ColumnSense sense, String why) {
        static Found of(ColumnSense sense) {
            return new Found(sense, "");
        }
    }

    static NameScope top(List<NamedQuery> named) {
        return new NameScope(null, Rows.NONE, named);
    }

    NameScope with(Rows inner) {
        return new NameScope(outer, inner, named);
    }

    NameScope inside(Rows inner) {
        return new NameScope(this, inner, named);
    }

    NameScope naming(List<NamedQuery> more) {
        return new NameScope(outer, rows, Rows.joined(more, named));
    }

    /** With the columns of a result behind those of FROM: a name that is both is one of FROM. */
    NameScope withOutputs(List<Output> outputs) {
        List<Spot> spots = new ArrayList<>(rows.spots);
        for (int i = 0; i < outputs.size(); i++) {
            String label = outputs.get(i).label();
            if (!label.isEmpty() && spots.stream().noneMatch(spot -> spot.name.equalsIgnoreCase(label))) {
                spots.add(new Spot(label, new ColumnSense.OutputOf(i)));
            }
        }
        return with(new Rows(rows.sources, spots, rows.complete));
    }

    @Nullable
    NamedQuery namedQuery(Qualified name, Casing casing) {
        if (name.parts().size() > 1) {
            return null;
        }
        return named.stream()
                .filter(each -> casing.same(name.last(), each.name))
                .findFirst()
                .orElse(null);
    }

    Found column(@Nullable Qualified qualifier, Name name, Casing casing) {
        Found found = qualifier == null ? plain(name, casing) : qualified(qualifier, name, casing);
        if (found != null) {
            return found;
        }
        String whole = (qualifier == null ? "" : qualifier + ".") + name;
        return outer == null
                ? new Found(null, "column " + whole + " is not known")
                : outer.column(qualifier, name, casing);
    }

    private @Nullable Found plain(Name name, Casing casing) {
        List<ColumnSense> senses = new ArrayList<>();
        rows.spots.stream()
                .filter(spot -> casing.matches(name, spot.name) && !senses.contains(spot.sense))
                .forEach(spot -> senses.add(spot.sense));
        if (senses.size() > 1) {
            return new Found(null, "column " + name + " may be one of several");
        }
        if (!rows.complete) {
            return new Found(null, "column " + name + " may be one of a table whose columns are not known");
        }
        return senses.isEmpty() ? null : Found.of(senses.get(0));
    }

    private @Nullable Found qualified(Qualified qualifier, Name name, Casing casing) {
        List<RowSource> meant = rows.sources.stream()
                .filter(source -> source.isMeantBy(qualifier, casing))
                .toList();
        if (meant.size() > 1) {
            return new Found(null, qualifier + " may be one of several tables");
        }
        return meant.isEmpty() ? null : of(meant.get(0), name, casing);
    }

    static Found of(RowSource source, Name name, Casing casing) {
        int found = -1;
        for (int c = 0; c < source.fields().size(); c++) {
            if (casing.matches(name, source.fields().get(c).name())) {
                if (found >= 0) {
                    return new Found(null, "column " + name + " of " + source + " may be one of several");
                }
                found = c;
            }
        }
        return found < 0
                ? new Found(null, "column " + name + " of " + source + " is not known")
                : Found.of(new ColumnSense.Cell(new CellRef(source, found)));
    }
}
