package io.bateleur.sql.lift;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.Condition;
import io.bateleur.sql.parse.Liftable;
import io.bateleur.sql.parse.Term;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A query: the rows it returned were there and had these cells. Where nothing but their keys decides, it also tells of the rows that
 * it did not return.
 */
final class QueryPlan implements Plan {
    private final Liftable.Query query;
    private final List<@Nullable Relation> relations;
    private final Layout layout;
    private final List<@Nullable Filter> filters = new ArrayList<>();
    /** 1 when rows come in the order of the key, -1 when against it, 0 when that is not known. */
    private final int order;

    QueryPlan(Liftable.Query query, List<@Nullable Relation> relations) {
        this.query = query;
        this.relations = relations;
        this.layout = new Layout(query.items(), query.sources(), relations);
        for (int s = 0; s < relations.size(); s++) {
            Relation relation = relations.get(s);
            filters.add(relation == null ? null : filter(s, relation));
        }
        this.order = relations.size() == 1 && relations.get(0) != null ? order(relations.get(0)) : 0;
    }

    private Filter filter(int source, Relation relation) {
        return new Filter(relation, query.where(), column -> {
            int[] place = layout.place(column);
            return place[0] == source ? place[1] : -1;
        });
    }

    /** Columns that are equal to something in all rows do not matter to the order. */
    private int order(Relation relation) {
        Set<Integer> fixed = new HashSet<>();
        for (Condition condition : query.where()) {
            if (condition instanceof Condition.Compares equal && equal.relation() == Condition.Relation.EQUAL) {
                fixed.add(layout.place(equal.column())[1]);
            }
        }
        List<Integer> wanted = new ArrayList<>();
        for (int column : relation.key) {
            if (!fixed.contains(column)) {
                wanted.add(column);
            }
        }
        int direction = 0;
        int next = 0;
        for (Liftable.OrderBy by : query.order()) {
            int column = by.by() instanceof Term.ColumnOf name ? layout.place(name)[1] : -1;
            if (column >= 0 && fixed.contains(column)) {
                continue;
            }
            int way = by.descending() ? -1 : 1;
            boolean fits = next < wanted.size()
                    && wanted.get(next) == column
                    && relation.types[column].isOrdered()
                    && (direction == 0 || direction == way);
            if (!fits) {
                return next == wanted.size() ? direction : 0;
            }
            direction = way;
            next++;
        }
        return next == wanted.size() ? direction : 0;
    }

    @Override
    public Outcome execute(Call call, Workspace work) {
        if (call.failed() || relations.isEmpty()) {
            return Outcome.WHOLE;
        }
        SqlResult.Rows rows = call.rows();
        if (rows == null) {
            return Outcome.left("no rows were recorded");
        }
        if (!layout.fits(rows.columns())) {
            return Outcome.left("the columns of the answer are not those of the query");
        }
        work.locking(query.locking());
        boolean whole = true;
        String why = "";
        for (int s = 0; s < relations.size(); s++) {
            Relation relation = relations.get(s);
            Filter filter = filters.get(s);
            if (relation == null || filter == null || relation.key.length == 0) {
                whole = false;
                why = "a table without a primary key, a view or something else that is not a known table";
                continue;
            }
            Outcome outcome = source(s, relation, filter.bind(call), rows, call, work);
            if (outcome.share() != Outcome.Share.WHOLE) {
                whole = false;
                why = outcome.why();
            }
        }
        return whole ? Outcome.WHOLE : Outcome.part(why);
    }

    private Outcome source(
            int s, Relation relation, Filter.Bound bound, SqlResult.Rows rows, Call call, Workspace work) {
        if (bound.isUnsafe()) {
            work.taints.table(relation, "text keys that some collations take for others");
        }
        if (bound.never()) {
            return Outcome.WHOLE;
        }
        boolean optional = query.sources().get(s).optional();
        RowReader reader = new RowReader(layout, s, relation, bound, optional, relations.size() > 1);
        List<List<Value>> found = new ArrayList<>(rows.rows().size());
        Set<List<Value>> told = rows.rows().size() > 1 ? new HashSet<>() : null;
        for (List<Value> row : rows.rows()) {
            List<Value> key = reader.key(row, work);
            if (key != null) {
                found.add(key);
                if (told == null || told.add(key)) {
                    reader.cells(key, row, work);
                }
            }
        }
        if (found.size() < rows.rows().size() && !optional) {
            return Outcome.part("rows whose primary key is not in the answer");
        }
        if (relations.size() > 1) {
            return Outcome.part("a join tells nothing of rows that it did not return");
        }
        return missing(relation, bound, rows, found, call, work, reader.isOpaque());
    }

    /** What the answer tells of rows that are not in it. */
    private Outcome missing(
            Relation relation,
            Filter.Bound bound,
            SqlResult.Rows rows,
            List<List<Value>> found,
            Call call,
            Workspace work,
            boolean opaque) {
        if (!bound.exact()) {
            return Outcome.part(
                    "a condition on more than the primary key tells nothing of rows that were not returned");
        }
        if (query.skips() || query.sources().get(0).optional()) {
            return Outcome.part("rows that were skipped");
        }
        if (work.passesOver()) {
            return Outcome.part("a read that locks may pass over rows that it had to wait for");
        }
        boolean all = rows.complete() && !isCut(call, rows.rows().size());
        List<List<Value>> asked = bound.rows();
        all |= asked != null && found.containsAll(asked);
        if (asked != null) {
            for (List<Value> row : asked) {
                if (all && !found.contains(row)) {
                    work.absent(relation, row);
                }
            }
        } else if (all || order != 0 && !found.isEmpty()) {
            if (!new KeyScan(relation, bound, order).tell(found, all, work)) {
                return Outcome.part("rows in an order that is not the key's");
            }
        }
        if (!all && (asked != null || order == 0)) {
            return Outcome.part("rows that were not read");
        }
        return opaque
                ? Outcome.part("columns of types that are not compared, such as times and floats")
                : Outcome.WHOLE;
    }

    /** Whether a limit may have kept rows out. */
    private boolean isCut(Call call, int size) {
        if (query.limit() == null) {
            return false;
        }
        Value limit = call.constant(query.limit());
        return !(limit instanceof Value.Int count) || size >= count.value() || count.value() <= 0;
    }
}
