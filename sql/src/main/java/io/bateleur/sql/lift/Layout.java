package io.bateleur.sql.lift;

import io.bateleur.sql.parse.Source;
import io.bateleur.sql.parse.Term;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which column of which table each column of an answer is. */
final class Layout {
    private final List<Source> sources;
    private final List<@Nullable Relation> relations;
    /** By column of the answer: which source and which of its columns; -1 where it is something else. */
    private final List<int[]> places = new ArrayList<>();

    /** Positions that a star stands for: the labels of an answer must agree. */
    private final BitSet starred = new BitSet();

    private boolean known = true;

    Layout(List<Term> items, List<Source> sources, List<@Nullable Relation> relations) {
        this.sources = sources;
        this.relations = relations;
        for (Term item : items) {
            if (item instanceof Term.Star star) {
                star(star);
            } else if (item instanceof Term.ColumnOf column) {
                places.add(place(column));
            } else {
                places.add(new int[] {-1, -1});
            }
        }
    }

    private void star(Term.Star star) {
        for (int s = 0; s < sources.size(); s++) {
            if (star.source() != null && !sources.get(s).isCalled(star.source())) {
                continue;
            }
            Relation relation = relations.get(s);
            if (relation == null) {
                known = false;
                return;
            }
            for (int c = 0; c < relation.columnCount(); c++) {
                starred.set(places.size());
                places.add(new int[] {s, c});
            }
        }
    }

    /** The source and the column that a name means; -1 when that is not certain. */
    int[] place(Term.ColumnOf column) {
        int[] found = {-1, -1};
        for (int s = 0; s < sources.size(); s++) {
            Relation relation = relations.get(s);
            if (column.source() != null && !sources.get(s).isCalled(column.source())) {
                continue;
            }
            int c = relation == null ? -1 : relation.column(column.column());
            boolean blind = relation == null && column.source() == null;
            if (blind || c >= 0 && found[0] >= 0) {
                return new int[] {-1, -1};
            }
            if (c >= 0) {
                found = new int[] {s, c};
            }
        }
        return found;
    }

    /** Whether an answer with these labels is of this layout. */
    boolean fits(List<String> labels) {
        boolean fits = known && labels.size() == places.size();
        for (int i = starred.nextSetBit(0); fits && i >= 0; i = starred.nextSetBit(i + 1)) {
            Relation relation = relations.get(source(i));
            fits = relation != null && relation.columnName(column(i)).equalsIgnoreCase(labels.get(i));
        }
        return fits;
    }

    int size() {
        return places.size();
    }

    int source(int position) {
        return places.get(position)[0];
    }

    int column(int position) {
        return places.get(position)[1];
    }
}
