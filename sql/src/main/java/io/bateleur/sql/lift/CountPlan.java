package io.bateleur.sql.lift;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import io.bateleur.sql.resolve.RowSource;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code SELECT count(*)} of one table. Where nothing but keys decides, a count of 0 tells that no row was there; where as many rows are
 * named by their keys as were counted, all of them were.
 */
final class CountPlan implements Plan {
    private static final String WHICH = "a count does not say which rows there were";

    private final Span at;
    private final QueryShape query;
    private final RowSource source;
    private final Relation relation;
    private final Filters filters;

    private CountPlan(Span at, QueryShape query, RowSource source, Relation relation) {
        this.at = at;
        this.query = query;
        this.source = source;
        this.relation = relation;
        this.filters = new Filters(relation, source, query.where());
    }

    /** Whether a query counts rows, and does nothing else. */
    static boolean isCount(Query query) {
        return query.body() instanceof QueryBody.Select select
                && query.limit() == null
                && query.order().isEmpty()
                && query.with() == null
                && select.items().size() == 1
                && select.group() == null
                && select.having() == null
                && select.into() == null
                && select.top() == null
                && select.qualify() == null
                && !select.distinct()
                && select.items().get(0).value() instanceof Expr.FunctionCall call
                && isCount(call);
    }

    private static boolean isCount(Expr.FunctionCall call) {
        return call.name().parts().size() == 1
                && call.name().last().text().equalsIgnoreCase("count")
                && call.quantifier().isEmpty()
                && call.arguments().size() == 1
                && (call.arguments().get(0).value() instanceof Expr.Star
                        || call.arguments().get(0).value() instanceof Expr.Numeral);
    }

    /**
     * Null where it counts anything but rows of one table that has a key.
     *
     * @param at where it says what it counts
     */
    static @Nullable Plan of(Span at, QueryShape query, Schema schema) {
        if (query.sources().size() != 1 || query.nested() || query.skips()) {
            return null;
        }
        RowSource source = query.sources().get(0);
        Relation relation = schema.keyed(source);
        return relation == null || source.isOptional() ? null : new CountPlan(at, query, source, relation);
    }

    @Override
    public Account account() {
        boolean exact = !filters.access().equals("those returned");
        String read = relation.table.name().name() + " " + (exact ? filters.access() : "counted");
        return new Account(exact ? Outcome.WHOLE : Outcome.left(WHICH, at), exact ? read : "", "");
    }

    @Override
    public Outcome execute(Call call, Workspace work) {
        if (call.failed()) {
            return Outcome.WHOLE;
        }
        SqlResult.Rows rows = call.rows();
        boolean one = rows != null && rows.rows().size() == 1 && rows.columns().size() == 1;
        if (rows == null || !one || !(rows.rows().get(0).get(0) instanceof Value.Int count)) {
            return Outcome.left("no count was recorded", at);
        }
        work.locking(query.lock(source));
        Bound bound = filters.bind(call);
        if (bound.unsafe()) {
            work.taint(relation, ChangePlan.COLLATION);
        }
        List<List<Value>> asked = bound.rows();
        if (count.value() == 0) {
            return none(bound, asked, work);
        }
        if (bound.never() || asked == null || count.value() != asked.size()) {
            return Outcome.left(WHICH, at);
        }
        asked.forEach(row -> work.exists(relation, row));
        return Outcome.WHOLE;
    }

    private Outcome none(Bound bound, @Nullable List<List<Value>> asked, Workspace work) {
        if (bound.never()) {
            return Outcome.WHOLE;
        }
        if (!bound.exact() || relation.hides || work.passesOver()) {
            return Outcome.left(WHICH, at);
        }
        if (asked != null) {
            asked.forEach(row -> work.absent(relation, row));
            return Outcome.WHOLE;
        }
        return new KeyScan(relation, bound, 0).tell(List.of(), true, work) ? Outcome.WHOLE : Outcome.left(WHICH, at);
    }
}
