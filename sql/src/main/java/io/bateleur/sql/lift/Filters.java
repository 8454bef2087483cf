package io.bateleur.sql.lift;

import io.bateleur.sql.resolve.RowSource;
import java.util.ArrayList;
import java.util.List;

/** The condition of a statement, as far as it is on one source: one or more alternatives. */
final class Filters {
    private final List<Filter> alternatives = new ArrayList<>();

    Filters(Relation table, RowSource source, List<List<Condition>> where) {
        where.forEach(each -> alternatives.add(new Filter(table, source, each)));
    }

    /** How the rows are found, for people. */
    String access() {
        String first = alternatives.get(0).access();
        return alternatives.stream().allMatch(each -> each.access().equals(first)) ? first : "those returned";
    }

    Bound bind(Call call) {
        if (alternatives.size() == 1) {
            return alternatives.get(0).bind(call);
        }
        return Bound.any(alternatives.stream().map(each -> each.bind(call)).toList());
    }
}
