package io.bateleur.sql.eval;

import io.bateleur.sql.schema.BaseTable;
import io.bateleur.sql.schema.StoredView;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Query;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes nodes of what FROM says, and names of their columns. */
final class FromCompiler {
    private final Compilation compilation;
    private final Scope scope;
    private final Purpose purpose;

    FromCompiler(Compilation compilation, Scope scope, Purpose purpose) {
        this.compilation = compilation;
        this.scope = scope;
        this.purpose = purpose;
    }

    @Nullable
    FromNode all(List<From> items) {
        List<FromNode> nodes = new ArrayList<>();
        for (From item : items) {
            nodes.add(node(item));
        }
        return FromNode.of(nodes);
    }

    FromNode node(From item) {
        if (item instanceof From.Table table) {
            return table(table);
        }
        if (item instanceof From.Subquery subquery) {
            return derived(subquery);
        }
        if (item instanceof From.Join join) {
            return join(join);
        }
        if (item instanceof From.Group group && group.alias() == null) {
            List<FromNode> nodes = new ArrayList<>();
            group.items().forEach(each -> nodes.add(node(each)));
            return new FromNode.InnerJoin(nodes, List.of());
        }
        throw new Outside(item, "rows of a " + ExpressionCompiler.words(item));
    }

    // ---- tables

    private FromNode table(From.Table table) {
        if (!table.hints().isEmpty() && table.hints().has("TABLESAMPLE")
                || !table.partitions().isEmpty()) {
            throw new Outside(table, "a part of a table");
        }
        if (table.name().parts().size() == 1) {
            CommonTable common =
                    compilation.commonTables.get(table.name().last().text().toLowerCase(Locale.ROOT));
            if (common != null) {
                return tuples(table.called(), aliased(common.columns(), table.alias()), common.types(), common::tuples);
            }
        }
        StoredView view = compilation.shapes.view(table.name());
        if (view != null) {
            return view(table, view);
        }
        TableShape shape = compilation.shapes.find(table.name());
        if (shape == null) {
            throw new Outside(table, "a table that is not known: " + table.name());
        }
        check(table, shape);
        int slot = compilation.newSlot();
        List<String> names = new ArrayList<>();
        List<SqlType> types = new ArrayList<>();
        for (TableShape.Column column : shape.columns()) {
            names.add(column.name());
            types.add(column.type());
        }
        scope.origins.add(new Scope.Origin(table.called(), slot, aliased(names, table.alias()), types, false));
        return new FromNode.TableLeaf(slot, shape, purpose);
    }

    private void check(From.Table table, TableShape shape) {
        BaseTable described = shape.table();
        if (!described.knows(BaseTable.Aspect.COLUMNS)) {
            throw new Outside(table, "a table whose columns are not known");
        }
        boolean partitioned = !described.ancestry().parents().isEmpty()
                || !compilation.shapes.catalog().children(described).isEmpty();
        if (partitioned || described.rowSecurity() || described.storage() == BaseTable.Storage.FOREIGN) {
            throw new Outside(table, "a table with partitions, descendants, row security or rows elsewhere");
        }
        if (!described.rules().isEmpty()) {
            throw new Outside(table, "a table with rewriting rules");
        }
    }

    private FromNode view(From.Table table, StoredView view) {
        if (view.query() == null || view.materialized()) {
            throw new Outside(table, "a view whose query is not known, or materialized");
        }
        QueryPlan plan = new QueryCompiler(compilation, new Scope(null)).compile(view.query());
        List<String> columns = view.columns().isEmpty() ? plan.columns() : view.columns();
        return tuples(table.called(), aliased(columns, table.alias()), plan.types(), kept(plan, true));
    }

    private FromNode derived(From.Subquery subquery) {
        if (subquery.lateral()) {
            throw new Outside(subquery, "LATERAL");
        }
        Scope inner = new Scope(scope.outer);
        inner.variables = scope.variables;
        QueryPlan plan = new QueryCompiler(compilation, inner).compile(subquery.query());
        Name called = subquery.alias() == null ? null : subquery.alias().name();
        if (inner.correlated) {
            scope.correlated = true;
        }
        return tuples(called, aliased(plan.columns(), subquery.alias()), plan.types(), kept(plan, !inner.correlated));
    }

    private Loop.Rowsource kept(QueryPlan plan, boolean fixed) {
        return new Subqueries.Inner(plan, fixed && plan.isStable() ? compilation.newMemo() : -1)::tuples;
    }

    private FromNode tuples(@Nullable Name called, List<String> columns, List<SqlType> types, Loop.Rowsource source) {
        int slot = compilation.newSlot();
        scope.origins.add(new Scope.Origin(called, slot, columns, types, false));
        return new FromNode.TupleLeaf(slot, columns.size(), source);
    }

    private static List<String> aliased(List<String> names, From.@Nullable Alias alias) {
        if (alias == null || alias.columns().isEmpty()) {
            return names;
        }
        List<String> result = new ArrayList<>(names);
        for (int i = 0; i < alias.columns().size() && i < result.size(); i++) {
            result.set(i, alias.columns().get(i).name().text());
        }
        return result;
    }

    // ---- joins

    private FromNode join(From.Join join) {
        int first = scope.origins.size();
        FromNode left = node(join.left());
        int middle = scope.origins.size();
        FromNode right = node(join.right());
        int last = scope.origins.size();
        List<Conjunct> on = new ArrayList<>();
        ExpressionCompiler compiler = new ExpressionCompiler(compilation, scope, null);
        List<Name> using = join.natural() ? common(first, middle, last) : join.using();
        if (!using.isEmpty()) {
            merge(join, using, first, middle, last, on, compiler);
        }
        Scope visible = visible(first, last);
        on.addAll(Conjunct.of(new ExpressionCompiler(compilation, visible, null), join.on()));
        if (visible.correlated) {
            scope.correlated = true;
        }
        return switch (join.kind()) {
            case INNER, CROSS, STRAIGHT -> new FromNode.InnerJoin(List.of(left, right), on);
            case LEFT -> new FromNode.OuterJoin(left, right, on, false);
            case RIGHT -> new FromNode.OuterJoin(right, left, on, false);
            case FULL -> new FromNode.OuterJoin(left, right, on, true);
        };
    }

    /** What ON may name: the two sides, and what is outside of the query. */
    private Scope visible(int first, int last) {
        Scope visible = new Scope(scope.outer);
        visible.variables = scope.variables;
        visible.origins.addAll(scope.origins.subList(first, last));
        visible.merged.addAll(scope.merged);
        return visible;
    }

    private List<Name> common(int first, int middle, int last) {
        List<Name> names = new ArrayList<>();
        for (Scope.Origin origin : scope.origins.subList(first, middle)) {
            for (String column : origin.columns()) {
                Name name = new Name(column, false);
                if (scope.origins.subList(middle, last).stream().anyMatch(other -> Scope.column(other, name) >= 0)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    private void merge(
            From.Join join,
            List<Name> using,
            int first,
            int middle,
            int last,
            List<Conjunct> on,
            ExpressionCompiler compiler) {
        for (Name name : using) {
            Code.Slot left = slot(name, first, middle, join);
            Code.Slot right = slot(name, middle, last, join);
            BitSet used = new BitSet();
            used.set(left.slot);
            used.set(right.slot);
            BitSet one = new BitSet();
            one.set(left.slot);
            BitSet two = new BitSet();
            two.set(right.slot);
            Code equal = compiler.comparison("=", left, right, new Expr.Null(join.at()));
            on.add(new Conjunct(
                    equal, used, "=", new Conjunct.Side(left, one), new Conjunct.Side(right, two), List.of()));
            Code value =
                    switch (join.kind()) {
                        case FULL -> Functions.coalesce(List.of(left, right), compilation.dialect);
                        case RIGHT -> right;
                        default -> left;
                    };
            scope.merged.add(new Scope.Merged(name.text(), value, List.of(left.slot, right.slot)));
        }
    }

    private Code.Slot slot(Name name, int from, int to, From.Join join) {
        for (Scope.Origin origin : scope.origins.subList(from, to)) {
            int column = Scope.column(origin, name);
            if (column >= 0) {
                return new Code.Slot(origin.types().get(column), origin.slot(), column);
            }
        }
        throw new Outside(join, "a common column that is not there: " + name);
    }

    /** The tables of a query as they are written, without those in sub-queries. */
    static void names(Query query, List<From.Table> into) {
        if (query.body() instanceof io.bateleur.sql.tree.QueryBody.Select select) {
            select.from().forEach(item -> names(item, into));
        }
    }

    private static void names(From item, List<From.Table> into) {
        if (item instanceof From.Table table) {
            into.add(table);
        } else if (item instanceof From.Join join) {
            names(join.left(), into);
            names(join.right(), into);
        }
    }
}
