package io.bateleur.sql.eval;

import io.bateleur.sql.eval.MergePlan.Action;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes plans of MERGE, and of H2's MERGE ... KEY. */
final class MergeCompiler {
    private final Compilation compilation;
    private final Rulebook rulebook;

    MergeCompiler(Compilation compilation, Rulebook rulebook) {
        this.compilation = compilation;
        this.rulebook = rulebook;
    }

    StatementPlan merge(Change.Merge merge, Scope outer) {
        Target target = new Target(compilation, rulebook, merge.table());
        if (target.rules.hasTriggers()) {
            throw new Outside(merge, "MERGE into a table with triggers");
        }
        Scope scope = new Scope(outer.outer);
        scope.variables = outer.variables;
        FromNode source = new FromCompiler(compilation, scope, Purpose.READ).node(merge.using());
        int sources = scope.origins.size();
        FromNode own = new FromCompiler(compilation, scope, Purpose.CHANGE).node(merge.table());
        if (!(own instanceof FromNode.TableLeaf leaf)) {
            throw new Outside(merge, "a change of what is no table");
        }
        ExpressionCompiler compiler = new ExpressionCompiler(compilation, scope, null);
        List<Conjunct> on = Conjunct.of(compiler, merge.on());
        FromNode joined = new FromNode.OuterJoin(source, own, on, false);
        List<Action> actions = new ArrayList<>();
        for (Change.MergeWhen when : merge.whens()) {
            actions.add(action(when, target, scope, sources));
        }
        boolean bySource = actions.stream().anyMatch(action -> action.when() == MergePlan.When.NOT_BY_SOURCE);
        BitSet all = source.slots();
        all.set(leaf.slot());
        return new MergePlan(
                target,
                leaf.slot(),
                source.slots().stream().toArray(),
                all.stream().toArray(),
                new Planner(compilation).plan(joined, List.of(), new BitSet()),
                bySource ? new Planner(compilation).plan(own, List.of(), new BitSet()) : null,
                actions,
                target.returning(merge.returning(), scope));
    }

    /** @param sources how many of the origins are not the target: an action names only rows that are there */
    private Action action(Change.MergeWhen when, Target target, Scope all, int sources) {
        MergePlan.When kind =
                switch (when.matched()) {
                    case "MATCHED" -> MergePlan.When.MATCHED;
                    case "NOT MATCHED", "NOT MATCHED BY TARGET" -> MergePlan.When.NOT_BY_TARGET;
                    case "NOT MATCHED BY SOURCE" -> MergePlan.When.NOT_BY_SOURCE;
                    default -> throw new Outside(when, "WHEN " + when.matched());
                };
        Scope scope = new Scope(all.outer);
        scope.variables = all.variables;
        int first = kind == MergePlan.When.NOT_BY_SOURCE ? sources : 0;
        int last = kind == MergePlan.When.NOT_BY_TARGET ? sources : all.origins.size();
        scope.origins.addAll(all.origins.subList(first, last));
        ExpressionCompiler compiler = new ExpressionCompiler(compilation, scope, null);
        Code and = when.and() == null ? null : compiler.code(when.and());
        if (when.action() instanceof Change.MergeUpdate update && update.where() == null) {
            return Action.update(kind, and, target.assignments(update.sets(), compiler));
        }
        if (when.action() instanceof Change.MergeInsert insert && insert.where() == null) {
            return insert(kind, and, insert, target, compiler);
        }
        if (when.action() instanceof Change.MergeDelete) {
            return new Action(kind, and, MergePlan.Verb.DELETE, List.of(), new Code[0], null);
        }
        if (when.action() instanceof Change.MergeNothing) {
            return new Action(kind, and, MergePlan.Verb.NOTHING, List.of(), new Code[0], null);
        }
        throw new Outside(when, "an action of MERGE with WHERE");
    }

    private Action insert(
            MergePlan.When kind,
            @Nullable Code and,
            Change.MergeInsert insert,
            Target target,
            ExpressionCompiler compiler) {
        Expr.Row row = insert.values();
        List<Expr> values = row == null ? List.of() : row.items();
        int[] columns = columns(insert.columns(), values.size(), target, insert);
        Code[] codes = new Code[values.size()];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = target.value(values.get(i), columns[i], compiler);
        }
        boolean always = !insert.overriding().equals("SYSTEM") && compilation.is(SqlDialect.POSTGRES);
        NewRows rows = new NewRows(target, columns, always, false);
        return new Action(kind, and, MergePlan.Verb.INSERT, List.of(), codes, rows);
    }

    private static int[] columns(List<Expr> named, int values, Target target, Change.MergeInsert at) {
        if (!named.isEmpty()) {
            if (named.size() < values) {
                throw new SqlError("42601", "more values than columns");
            }
            return named.stream().mapToInt(each -> target.column(each, at)).toArray();
        }
        int[] all = new int[Math.min(values, target.table.columns().size())];
        for (int i = 0; i < all.length; i++) {
            all[i] = i;
        }
        return all;
    }

    /** H2's MERGE ... KEY: a row is changed where the key finds it, else inserted. */
    StatementPlan byKey(Change.MergeKey merge, Scope outer) {
        Target target = new Target(compilation, rulebook, merge.table());
        if (target.rules.hasTriggers() || !(merge.rows().body() instanceof QueryBody.Values)) {
            throw new Outside(merge, "MERGE ... KEY of a query, or into a table with triggers");
        }
        int[] columns = merge.columns().isEmpty()
                ? java.util.stream.IntStream.range(0, target.table.columns().size())
                        .toArray()
                : merge.columns().stream()
                        .mapToInt(each -> target.column(each, merge))
                        .toArray();
        int[] key = merge.key().isEmpty()
                ? target.table.primaryKey()
                : merge.key().stream()
                        .mapToInt(each -> target.column(each, merge))
                        .toArray();
        Scope scope = new Scope(outer.outer);
        scope.variables = outer.variables;
        QueryPlan rows = new QueryCompiler(compilation, scope).compile(merge.rows());
        return new KeyedMerge(target, rows, columns, key, new NewRows(target, columns, false, false));
    }
}
