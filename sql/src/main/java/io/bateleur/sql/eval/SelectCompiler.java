package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Qualified;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody.Item;
import io.bateleur.sql.tree.QueryBody.Select;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes a plan of one SELECT with its ORDER BY and LIMIT. */
final class SelectCompiler {
    private final Compilation compilation;
    private final Scope scope;

    /** Items with stars expanded. */
    private final List<Expr> expressions = new ArrayList<>();

    private final List<String> names = new ArrayList<>();
    private final List<@Nullable Name> aliases = new ArrayList<>();

    SelectCompiler(Compilation compilation, Scope scope) {
        this.compilation = compilation;
        this.scope = scope;
    }

    @SuppressWarnings("ReferenceEquality") // the statement's own query, not one that says the same
    QueryPlan compile(Select select, Query query) {
        if (select.qualify() != null || select.top() != null || select.into() != null) {
            throw new Outside(select, "TOP, QUALIFY or INTO");
        }
        Scope inner = new Scope(scope.outer);
        inner.variables = scope.variables;
        Purpose purpose = query.locks().isEmpty() ? Purpose.READ : Purpose.LOCK;
        FromNode from = new FromCompiler(compilation, inner, purpose).all(select.from());
        expand(select.items(), inner);
        ExpressionCompiler rows = new ExpressionCompiler(compilation, inner, null);
        List<Conjunct> where = Conjunct.of(rows, select.where());
        Loop loop = from == null
                ? Loop.filtered(Loop.ONCE, Planner.codes(where))
                : new Planner(compilation).plan(from, where, new BitSet());
        Grouping grouping = grouping(select, query, inner, rows);
        Windowing windowing = new Windowing(compilation, select.windows());
        ExpressionCompiler results = new ExpressionCompiler(compilation, inner, grouping, windowing);
        Code[] items = new Code[expressions.size()];
        boolean certain = query == compilation.top
                && grouping == null
                && expressions.stream().noneMatch(SelectCompiler::isWindowed)
                && query.limit() == null
                && !select.distinct()
                && select.distinctOn().isEmpty();
        for (int i = 0; i < items.length; i++) {
            int failing = compilation.failing;
            items[i] = results.item(expressions.get(i));
            if (certain) {
                compilation.computedForCertain(expressions.get(i), failing);
            }
        }
        Code[] having = select.having() == null
                ? new Code[0]
                : new Code[] {aliased(inner, items, grouping, null).code(select.having())};
        OrderKeys order = order(query, inner, items, grouping, windowing);
        Code[] distinctOn = results.all(select.distinctOn());
        SqlType[] types = new SqlType[items.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = items[i].type;
        }
        Cut cut = Cut.of(new ExpressionCompiler(compilation, new Scope(scope.outer), null), query.limit());
        if (inner.correlated) {
            scope.correlated = true;
        }
        Locking locking = Locking.of(query, inner, from, compilation, where);
        boolean plain = grouping == null
                && windowing.isEmpty()
                && !select.distinct()
                && distinctOn.length == 0
                && query.locks().isEmpty();
        FirstInOrder shortcut = plain ? FirstInOrder.of(compilation, from, where, order, cut) : null;
        return new SelectPlan(
                names,
                types,
                loop,
                slots(from),
                grouping,
                windowing.isEmpty() ? null : windowing,
                having,
                items,
                select.distinct() && distinctOn.length == 0,
                distinctOn,
                order,
                cut,
                locking,
                certain,
                shortcut);
    }

    /** What rows are sorted by. */
    record OrderKeys(Code[] keys, @Nullable Sorting sorting) {}

    private static int[] slots(@Nullable FromNode from) {
        return from == null ? new int[0] : from.slots().stream().toArray();
    }

    // ---- items

    private void expand(List<Item> items, Scope inner) {
        for (Item item : items) {
            if (item.value() instanceof Expr.Star star) {
                star(star, inner);
            } else {
                expressions.add(item.value());
                aliases.add(item.alias());
                names.add(item.alias() != null ? item.alias().text() : name(item.value()));
            }
        }
    }

    private String name(Expr value) {
        if (value instanceof Expr.Column column) {
            return column.name().text();
        }
        if (value instanceof Expr.FunctionCall call && compilation.is(SqlDialect.POSTGRES)) {
            return call.name().last().text().toLowerCase(Locale.ROOT);
        }
        return "?column?";
    }

    private void star(Expr.Star star, Scope inner) {
        boolean any = false;
        if (star.table() == null) {
            for (Scope.Merged merged : inner.merged) {
                common(star, merged, inner);
            }
        }
        for (Scope.Origin origin : inner.origins) {
            boolean meant = !origin.hidden()
                    && (star.table() == null
                            || origin.called() != null && star.table().last().matches(origin.called()));
            for (int i = 0; meant && i < origin.columns().size(); i++) {
                String name = origin.columns().get(i);
                boolean merged = star.table() == null
                        && inner.merged.stream()
                                .anyMatch(each -> each.slots().contains(origin.slot())
                                        && each.name().equalsIgnoreCase(name));
                if (!merged) {
                    column(star, origin.called(), name);
                }
            }
            any |= meant;
        }
        if (!any) {
            throw new SqlError("42P01", "there is no table for *");
        }
    }

    /** A common column, by the table that it is taken of where its bare name is ambiguous. */
    private void common(Expr.Star star, Scope.Merged merged, Scope inner) {
        if (merged.code() instanceof Code.Slot slot && Habit.COMMON_COLUMN_IS_AMBIGUOUS.of(compilation.dialect)) {
            for (Scope.Origin origin : inner.origins) {
                if (origin.slot() == slot.slot) {
                    column(star, origin.called(), origin.columns().get(slot.column));
                }
            }
        } else {
            column(star, null, merged.name());
        }
    }

    private void column(Expr.Star star, @Nullable Name table, String name) {
        Qualified qualifier = table == null ? null : new Qualified(star.at(), List.of(table));
        expressions.add(new Expr.Column(star.at(), qualifier, new Name(name, true)));
        aliases.add(null);
        names.add(name);
    }

    // ---- groups

    private @Nullable Grouping grouping(Select select, Query query, Scope inner, ExpressionCompiler rows) {
        boolean aggregates = select.having() != null;
        for (Expr expression : expressions) {
            aggregates |= contains(expression);
        }
        for (Query.OrderItem item : query.order()) {
            aggregates |= contains(item.by());
        }
        if (select.group() == null && !aggregates) {
            return null;
        }
        Grouping grouping = new Grouping(rows);
        if (select.group() != null) {
            if (select.group().rollup() || select.group().quantifier().equals("DISTINCT")) {
                throw new Outside(select.group(), "GROUP BY with more than expressions");
            }
            for (Expr by : select.group().by()) {
                int position = QueryCompiler.position(by, expressions.size());
                Expr expression = position >= 0 ? expressions.get(position) : meant(by, inner);
                grouping.key(expression, rows.item(expression));
            }
        }
        return grouping;
    }

    /** GROUP BY may name a column or, where there is none of that name, an item. */
    private Expr meant(Expr by, Scope inner) {
        if (by instanceof Expr.Column column
                && column.table() == null
                && inner.find(null, column.name(), compilation) == null) {
            int item = item(column.name());
            return item < 0 ? by : expressions.get(item);
        }
        return by;
    }

    private int item(Name name) {
        for (int i = 0; i < aliases.size(); i++) {
            Name alias = aliases.get(i);
            if (alias != null && name.matches(alias)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether an aggregate of this very query is part of an expression: not one of a sub-query. */
    private static boolean contains(Expr expression) {
        boolean[] found = new boolean[1];
        walk(expression, found);
        return found[0];
    }

    private static void walk(io.bateleur.sql.tree.Node node, boolean[] found) {
        if (node instanceof Query || found[0]) {
            return;
        }
        if (node instanceof Expr.Windowed windowed) {
            // The function itself is none; what it is computed of may be.
            windowedParts(windowed).forEach(part -> walk(part, found));
            return;
        }
        if (node instanceof Expr expression && Aggregate.is(expression)) {
            found[0] = true;
            return;
        }
        io.bateleur.sql.tree.Walk.children(node).forEach(child -> walk(child, found));
    }

    private static List<io.bateleur.sql.tree.Node> windowedParts(Expr.Windowed windowed) {
        Expr call = windowed.call() instanceof Expr.Filtered filtered ? filtered.call() : windowed.call();
        List<io.bateleur.sql.tree.Node> parts = new ArrayList<>(io.bateleur.sql.tree.Walk.children(call));
        if (windowed.window() != null) {
            parts.add(windowed.window());
        }
        return parts;
    }

    private static boolean isWindowed(Expr expression) {
        return !io.bateleur.sql.tree.Walk.all(expression, Expr.Windowed.class).isEmpty();
    }

    // ---- names of items in HAVING and ORDER BY

    private ExpressionCompiler aliased(
            Scope inner, Code[] items, @Nullable Grouping grouping, @Nullable Windowing windowing) {
        Scope visible = new Scope(inner.outer);
        visible.origins.addAll(inner.origins);
        visible.merged.addAll(inner.merged);
        Scope.Variables variables = inner.variables;
        visible.variables = (table, name) -> {
            int item = table == null ? item(name) : -1;
            return item >= 0 ? items[item] : variables == null ? null : variables.find(table, name);
        };
        return new ExpressionCompiler(compilation, visible, grouping, windowing);
    }

    private OrderKeys order(Query query, Scope inner, Code[] items, @Nullable Grouping grouping, Windowing windowing) {
        int size = query.order().size();
        Code[] keys = new Code[size];
        SqlType[] types = new SqlType[size];
        for (int i = 0; i < size; i++) {
            Expr by = query.order().get(i).by();
            int item = QueryCompiler.position(by, items.length);
            if (item < 0 && by instanceof Expr.Column column && column.table() == null) {
                item = item(column.name());
            }
            keys[i] = item >= 0
                    ? items[item]
                    : aliased(inner, items, grouping, windowing).code(by);
            types[i] = keys[i].type;
        }
        return new OrderKeys(keys, size == 0 ? null : new Sorting(query.order(), types, compilation.dialect));
    }
}
