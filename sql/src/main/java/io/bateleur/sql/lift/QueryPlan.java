package io.bateleur.sql.lift;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import io.bateleur.sql.resolve.RowSource;
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
    private static final String NESTED = "a query inside of another one";
    private static final String JOIN = "a join tells nothing of rows that it did not return";
    private static final String CONDITION =
            "a condition on more than the primary key tells nothing of rows that were not returned";

    private final QueryShape query;
    private final List<@Nullable Relation> relations = new ArrayList<>();
    private final Layout layout;
    private final List<@Nullable Filters> filters = new ArrayList<>();
    /** 1 when rows come in the order of the key, -1 when against it, 0 when that is not known. */
    private final int order;

    QueryPlan(QueryShape query, Schema schema) {
        this.query = query;
        this.layout = new Layout(query.outputs());
        for (RowSource source : query.sources()) {
            Relation relation = schema.keyed(source);
            relations.add(relation);
            filters.add(relation == null ? null : new Filters(relation, source, query.where()));
        }
        Relation first = relations.isEmpty() ? null : relations.get(0);
        this.order = relations.size() == 1 && first != null ? order(first) : 0;
    }

    /** Columns that are equal to something in all rows do not matter to the order. */
    private int order(Relation relation) {
        Set<Integer> fixed = new HashSet<>();
        for (Condition condition : query.where().size() == 1 ? query.where().get(0) : List.<Condition>of()) {
            if (condition instanceof Condition.Compares equal && equal.comparator() == Condition.Comparator.EQUAL) {
                fixed.add(column(equal.column()));
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
        for (QueryShape.Ordering by : query.order()) {
            int column = by.by() instanceof Term.ColumnOf name ? column(name) : -1;
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

    private int column(Term.ColumnOf name) {
        return name.cell().source() == query.sources().get(0) ? name.cell().column() : -1;
    }

    @Override
    public Account account() {
        List<String> reads = new ArrayList<>();
        boolean exact = relations.size() == 1 && !query.nested() && !query.skips();
        for (int s = 0; s < relations.size(); s++) {
            Relation relation = relations.get(s);
            Filters filter = filters.get(s);
            if (relation != null && filter != null) {
                exact &= !filter.access().equals("those returned");
                reads.add(relation.table.name().name() + "("
                        + layout.columns(query.sources().get(s)) + ") " + filter.access());
            }
        }
        Outcome best =
                exact ? Outcome.WHOLE : Outcome.part(relations.size() > 1 ? JOIN : query.nested() ? NESTED : CONDITION);
        return new Account(best, String.join(", ", reads), "");
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
        boolean whole = !query.nested();
        String why = whole ? "" : NESTED;
        for (int s = 0; s < relations.size(); s++) {
            Relation relation = relations.get(s);
            Filters filter = filters.get(s);
            if (relation == null || filter == null) {
                whole = false;
                why = "a table without a key, a view or something else that is not a known table";
                continue;
            }
            work.locking(query.lock(query.sources().get(s)));
            Outcome outcome = source(query.sources().get(s), relation, filter.bind(call), rows, call, work);
            if (outcome.share() != Outcome.Share.WHOLE) {
                whole = false;
                why = outcome.why();
            }
        }
        return whole ? Outcome.WHOLE : Outcome.part(why);
    }

    private Outcome source(
            RowSource source, Relation relation, Bound bound, SqlResult.Rows rows, Call call, Workspace work) {
        if (bound.unsafe()) {
            work.taint(relation, ChangePlan.COLLATION);
        }
        if (bound.never()) {
            return Outcome.WHOLE;
        }
        boolean optional = source.isOptional();
        RowReader reader = new RowReader(layout, source, relation, bound, relations.size() > 1);
        List<List<Value>> found = new ArrayList<>(rows.rows().size());
        Set<List<Value>> told = rows.rows().size() > 1 ? new HashSet<>() : null;
        for (List<Value> row : rows.rows()) {
            List<Value> key = reader.key(row, work);
            if (key != null) {
                found.add(key);
                // One row comes once for each that it is joined with. Else there are two of one key, which no snapshot
                // has.
                if (told == null || told.add(key) || relations.size() == 1 && relation.isUnique()) {
                    reader.cells(key, row, work);
                }
            }
        }
        if (found.size() < rows.rows().size() && !optional) {
            return Outcome.part("rows whose primary key is not in the answer");
        }
        if (relations.size() > 1) {
            return Outcome.part(JOIN);
        }
        return missing(relation, bound, rows, found, call, work, reader.isOpaque());
    }

    /** What the answer tells of rows that are not in it. */
    private Outcome missing(
            Relation relation,
            Bound bound,
            SqlResult.Rows rows,
            List<List<Value>> found,
            Call call,
            Workspace work,
            boolean opaque) {
        if (!bound.exact()) {
            return Outcome.part(CONDITION);
        }
        if (query.skips() || relation.hides || query.sources().get(0).isOptional()) {
            return Outcome.part("rows that were skipped, or are hidden from the role");
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
