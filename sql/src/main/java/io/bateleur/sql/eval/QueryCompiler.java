package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes plans of queries. */
final class QueryCompiler {
    private final Compilation compilation;
    private final Scope scope;

    /** @param scope one without rows of its own: what is outside of the query */
    QueryCompiler(Compilation compilation, Scope scope) {
        this.compilation = compilation;
        this.scope = scope;
    }

    QueryPlan compile(Query query) {
        Map<String, CommonTable> before = new HashMap<>(compilation.commonTables);
        try {
            if (query.with() != null) {
                common(query.with());
            }
            return body(query);
        } finally {
            compilation.commonTables.clear();
            compilation.commonTables.putAll(before);
        }
    }

    void common(Query.With with) {
        for (Query.Cte cte : with.queries()) {
            String name = cte.name().text().toLowerCase(Locale.ROOT);
            if (cte.statement() instanceof Change change) {
                compilation.commonTables.put(name, ChangesInWith.table(compilation, child(), cte, change));
                continue;
            }
            if (!(cte.statement() instanceof Query query)) {
                throw new Outside(cte, "a statement in WITH");
            }
            if (!cte.rest().isEmpty()) {
                throw new Outside(cte, "SEARCH and CYCLE");
            }
            boolean recursive = with.recursive() && Recursion.mentions(query, cte.name());
            QueryPlan plan = recursive
                    ? Recursion.plan(compilation, scope, cte, query)
                    : new QueryCompiler(compilation, child()).compile(query);
            List<String> columns = cte.columns().isEmpty()
                    ? plan.columns()
                    : cte.columns().stream().map(each -> each.text()).toList();
            compilation.commonTables.put(name, new CommonTable(columns, plan.types(), plan, compilation.newMemo()));
        }
    }

    private Scope child() {
        Scope child = new Scope(scope.outer);
        child.variables = scope.variables;
        return child;
    }

    private QueryPlan body(Query query) {
        QueryBody body = query.body();
        if (body instanceof QueryBody.Select select) {
            return new SelectCompiler(compilation, scope).compile(select, query);
        }
        QueryPlan plan = plan(body);
        return query.order().isEmpty() && query.limit() == null ? plan : ordered(plan, query);
    }

    QueryPlan plan(QueryBody body) {
        if (body instanceof QueryBody.Select select) {
            Query plain = new Query(select.at(), null, select, List.of(), null, List.of());
            return new SelectCompiler(compilation, scope).compile(select, plain);
        }
        if (body instanceof QueryBody.Values values) {
            return values(values);
        }
        if (body instanceof QueryBody.Nested nested) {
            return compile(nested.query());
        }
        if (body instanceof QueryBody.SetOperation operation) {
            return SetOperations.plan(this, compilation, operation, child(), child());
        }
        if (body instanceof QueryBody.TableRows rows) {
            Expr star = new Expr.Star(rows.at(), null);
            QueryBody.Select select = new QueryBody.Select(
                    rows.at(),
                    "",
                    List.of(),
                    null,
                    List.of(new QueryBody.Item(rows.at(), star, null)),
                    null,
                    List.of(rows.table()),
                    null,
                    null,
                    null,
                    List.of(),
                    null);
            return plan(select);
        }
        throw new Outside(body, ExpressionCompiler.words(body));
    }

    QueryPlan inScope(QueryBody body, Scope other) {
        QueryPlan plan = new QueryCompiler(compilation, other).plan(body);
        if (other.correlated) {
            scope.correlated = true;
        }
        return plan;
    }

    // ---- VALUES

    private QueryPlan values(QueryBody.Values values) {
        ExpressionCompiler compiler = new ExpressionCompiler(compilation, scope, null);
        List<Code[]> rows = new ArrayList<>();
        for (Expr.Row row : values.rows()) {
            rows.add(compiler.all(row.items()));
        }
        int width = rows.get(0).length;
        List<String> columns = new ArrayList<>();
        List<SqlType> types = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            int column = i;
            columns.add((compilation.is(io.bateleur.sql.tree.SqlDialect.H2) ? "C" : "column") + (i + 1));
            types.add(Types.common(rows.stream().map(row -> row[column]).toList(), compilation.dialect));
        }
        Alignment[] alignments = types.stream()
                .map(type -> new Alignment(type, compilation.dialect))
                .toArray(Alignment[]::new);
        return plan(columns, types, frame -> {
            List<Tuple> tuples = new ArrayList<>();
            for (Code[] row : rows) {
                Object[] cells = new Object[width];
                for (int i = 0; i < width; i++) {
                    cells[i] = alignments[i].align(row[i].value(frame));
                }
                tuples.add(new Tuple(cells, Presence.SURE));
            }
            return RowSet.of(columns, tuples);
        });
    }

    /** How rows are made. */
    interface Run {
        RowSet run(Frame frame);
    }

    static QueryPlan plan(List<String> columns, List<SqlType> types, Run run) {
        List<SqlType> fixed = List.copyOf(types);
        return new QueryPlan() {
            @Override
            public List<String> columns() {
                return columns;
            }

            @Override
            public List<SqlType> types() {
                return fixed;
            }

            @Override
            public RowSet run(Frame frame) {
                return run.run(frame);
            }
        };
    }

    // ---- ORDER BY and LIMIT over what is no SELECT

    private QueryPlan ordered(QueryPlan plan, Query query) {
        int slot = compilation.newSlot();
        Scope rows = new Scope(null);
        rows.origins.add(new Scope.Origin(null, slot, plan.columns(), plan.types(), false));
        ExpressionCompiler compiler = new ExpressionCompiler(compilation, rows, null);
        int size = query.order().size();
        Code[] keys = new Code[size];
        SqlType[] types = new SqlType[size];
        for (int i = 0; i < size; i++) {
            Expr by = query.order().get(i).by();
            int position = position(by, plan.columns().size());
            keys[i] = position < 0
                    ? compiler.code(by)
                    : new Code.Slot(plan.types().get(position), slot, position);
            types[i] = keys[i].type;
        }
        Sorting sorting = size == 0 ? null : new Sorting(query.order(), types, compilation.dialect);
        Cut cut = Cut.of(new ExpressionCompiler(compilation, scope, null), query.limit());
        return plan(plan.columns(), plan.types(), frame -> {
            List<Tuple> tuples = new ArrayList<>();
            for (Tuple tuple : plan.run(frame).settled(frame.tables)) {
                frame.slots[slot] = tuple.values();
                Object[] key = new Object[size];
                for (int i = 0; i < size; i++) {
                    key[i] = keys[i].value(frame);
                }
                tuples.add(new Tuple(tuple.values(), tuple.presence(), key));
            }
            int[] ranks = sorting == null ? null : sorting.sort(tuples);
            return cut.cut(plan.columns(), tuples, ranks, frame);
        });
    }

    /** The column that a number in ORDER BY or GROUP BY means, from 0, or -1. */
    static int position(Expr by, int columns) {
        if (by instanceof Expr.Numeral numeral && numeral.text().matches("\\d{1,9}")) {
            int position = Integer.parseInt(numeral.text()) - 1;
            if (position < 0 || position >= columns) {
                throw new SqlError("42P10", "there is no column " + numeral.text());
            }
            return position;
        }
        return -1;
    }
}
