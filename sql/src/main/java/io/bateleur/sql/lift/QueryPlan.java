package io.bateleur.sql.lift;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import io.bateleur.sql.parse.Condition;
import io.bateleur.sql.parse.Expr;
import io.bateleur.sql.parse.Source;
import io.bateleur.sql.parse.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A query: the rows it returned were there and had these cells. Where nothing but their keys decides, it also tells of the rows that
 * it did not return.
 */
final class QueryPlan implements Plan {
    private final Statement.Query query;
    private final List<@Nullable Relation> relations;
    private final Layout layout;
    private final List<@Nullable Filter> filters = new ArrayList<>();
    /** 1 when rows come in the order of the key, -1 when against it, 0 when that is not known. */
    private final int order;

    QueryPlan(Statement.Query query, List<@Nullable Relation> relations) {
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
        for (Statement.OrderBy by : query.order()) {
            int column = by.by() instanceof Expr.ColumnOf name ? layout.place(name)[1] : -1;
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
        RowReader reader = new RowReader(s, relation, bound);
        List<List<Value>> found = new ArrayList<>();
        Set<List<Value>> told = new HashSet<>();
        for (List<Value> row : rows.rows()) {
            List<Value> key = reader.key(row, work);
            if (key != null) {
                found.add(key);
                if (told.add(key)) {
                    reader.cells(key, row, work);
                }
            }
        }
        if (found.size() < rows.rows().size() && !query.sources().get(s).optional()) {
            return Outcome.part("rows whose primary key is not in the answer");
        }
        if (relations.size() > 1) {
            return Outcome.part("a join tells nothing of rows that it did not return");
        }
        return missing(relation, bound, rows, found, call, work, reader.opaque);
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
            if (!scan(relation, bound, found, all, work)) {
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

    private boolean scan(Relation relation, Filter.Bound bound, List<List<Value>> found, boolean all, Workspace work) {
        int column = relation.existence();
        List<Value> prefix = bound.prefix();
        Value low = relation.cell(column, prefix);
        Value high = relation.after(column, prefix);
        if (bound.low() != null) {
            List<Value> from = with(prefix, bound.low());
            low = bound.lowOpen() ? relation.after(column, from) : relation.cell(column, from);
        }
        if (bound.high() != null) {
            List<Value> to = with(prefix, bound.high());
            high = bound.highOpen() ? relation.cell(column, to) : relation.after(column, to);
        }
        if (!all) {
            // As far as it was read, in the order of the key, it tells everything.
            List<Value> last = found.get(found.size() - 1);
            if (order > 0) {
                high = relation.after(column, last);
            } else {
                low = relation.cell(column, last);
            }
        }
        if (!isOrderedWithin(relation, found, low, high, all)) {
            return false;
        }
        work.scan(relation, low, high, found);
        return true;
    }

    /** An answer that is not what was asked for tells nothing of other rows. */
    private boolean isOrderedWithin(Relation relation, List<List<Value>> found, Value low, Value high, boolean all) {
        Comparator<Value> comparator = order < 0 ? Comparator.reverseOrder() : Comparator.naturalOrder();
        Set<Value> seen = new HashSet<>();
        Value before = null;
        for (List<Value> row : found) {
            Value cell = relation.cell(relation.existence(), row);
            boolean within = cell.compareTo(low) >= 0 && cell.compareTo(high) < 0;
            boolean ordered = all || before == null || comparator.compare(before, cell) < 0;
            if (!within || !ordered || !seen.add(cell)) {
                return false;
            }
            before = cell;
        }
        return true;
    }

    private static List<Value> with(List<Value> prefix, @Nullable Value last) {
        List<Value> all = new ArrayList<>(prefix);
        if (last != null) {
            all.add(last);
        }
        return all;
    }

    /** Takes the cells of one source out of rows of the answer. */
    private final class RowReader {
        private final int source;
        private final Relation relation;
        private final Filter.Bound bound;
        private final boolean optional;
        boolean opaque;

        RowReader(int source, Relation relation, Filter.Bound bound) {
            this.source = source;
            this.relation = relation;
            this.bound = bound;
            Source from = query.sources().get(source);
            this.optional = from.optional();
        }

        @Nullable
        List<Value> key(List<Value> row, Workspace work) {
            @Nullable Value[] parts = new Value[relation.key.length];
            for (int k = 0; k < parts.length && !optional; k++) {
                parts[k] = bound.equal()[relation.key[k]];
            }
            for (int i = 0; i < layout.size(); i++) {
                int place = layout.source(i) == source ? relation.keyPlace(layout.column(i)) : -1;
                if (place >= 0) {
                    parts[place] = relation.types[layout.column(i)].read(row.get(i));
                }
            }
            for (int k = 0; k < parts.length; k++) {
                Value part = parts[k];
                if (part != null && !relation.types[relation.key[k]].isSafeKey(part)) {
                    work.taints.table(relation, "text keys that some collations take for others");
                }
            }
            return relation.row(parts);
        }

        void cells(List<Value> key, List<Value> row, Workspace work) {
            boolean any = false;
            for (int i = 0; i < layout.size(); i++) {
                int column = layout.column(i);
                if (layout.source(i) != source || relation.keyPlace(column) >= 0) {
                    continue;
                }
                Value value = relation.types[column].read(row.get(i));
                opaque |= value == null;
                if (value != null) {
                    work.get(relation, column, key, value);
                    any = true;
                }
            }
            for (int c = 0; c < bound.equal().length && !optional; c++) {
                Value value = bound.equal()[c];
                if (value != null && relation.keyPlace(c) < 0 && relation.types[c].isExact()) {
                    work.get(relation, c, key, value);
                    any = true;
                }
            }
            if (!any || relations.size() > 1) {
                work.exists(relation, key);
            }
        }
    }
}
