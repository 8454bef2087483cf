package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.SqlDialect;
import java.util.BitSet;
import java.util.List;

/** Makes plans of UPDATE and DELETE. */
final class UpdateCompiler {
    private final Compilation compilation;
    private final Rulebook rulebook;

    UpdateCompiler(Compilation compilation, Rulebook rulebook) {
        this.compilation = compilation;
        this.rulebook = rulebook;
    }

    StatementPlan update(Change.Update update, Scope outer) {
        if (update.tables().size() != 1 || !(update.tables().get(0) instanceof From.Table table)) {
            throw new Outside(update, "UPDATE of several tables");
        }
        boolean ignore = !update.modifiers().isEmpty() && !update.modifiers().equals("LOW_PRIORITY");
        if (ignore) {
            throw new Outside(update, "UPDATE " + update.modifiers());
        }
        Target target = new Target(compilation, rulebook, table);
        Matches matches =
                matches(target, table, update.from(), update.where(), update.order(), update.limit(), update, outer);
        ExpressionCompiler compiler = new ExpressionCompiler(compilation, matches.scope(), null);
        List<Target.Assigned> sets = target.assignments(update.sets(), compiler);
        boolean oneAfterTheOther = compilation.is(SqlDialect.MYSQL);
        Returning returning = target.returning(update.returning(), matches.scope());
        return new RowUpdate(target, matches, sets, oneAfterTheOther, returning);
    }

    StatementPlan delete(Change.Delete delete, Scope outer) {
        boolean plain = delete.targets().isEmpty() && delete.tables().size() == 1;
        if (!plain || !(delete.tables().get(0) instanceof From.Table table)) {
            throw new Outside(delete, "DELETE from several tables");
        }
        Target target = new Target(compilation, rulebook, table);
        Matches matches =
                matches(target, table, delete.using(), delete.where(), delete.order(), delete.limit(), delete, outer);
        return new RowDelete(target, matches, target.returning(delete.returning(), matches.scope()));
    }

    private Matches matches(
            Target target,
            From.Table table,
            List<From> more,
            io.bateleur.sql.tree.@org.jspecify.annotations.Nullable Expr where,
            List<io.bateleur.sql.tree.Query.OrderItem> order,
            io.bateleur.sql.tree.Query.@org.jspecify.annotations.Nullable Limit limit,
            Change at,
            Scope outer) {
        Scope scope = new Scope(outer.outer);
        scope.variables = outer.variables;
        FromNode own = new FromCompiler(compilation, scope, Purpose.CHANGE).node(table);
        if (!(own instanceof FromNode.TableLeaf leaf)) {
            throw new Outside(at, "a change of what is no table");
        }
        FromNode others = new FromCompiler(compilation, scope, Purpose.READ).all(more);
        ExpressionCompiler compiler = new ExpressionCompiler(compilation, scope, null);
        List<Conjunct> conditions = Conjunct.of(compiler, where);
        FromNode all = others == null ? own : new FromNode.InnerJoin(List.of(own, others), List.of());
        Loop loop = new Planner(compilation).plan(all, conditions, new BitSet());
        Code[] keys = new Code[order.size()];
        SqlType[] types = new SqlType[keys.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = compiler.code(order.get(i).by());
            types[i] = keys[i].type;
        }
        Sorting sorting = keys.length == 0 ? null : new Sorting(order, types, compilation.dialect);
        Cut cut = Cut.of(new ExpressionCompiler(compilation, new Scope(scope.outer), null), limit);
        int[] slots = all.slots().stream().toArray();
        return new Matches(
                target.table,
                leaf.slot(),
                slots,
                scope,
                loop,
                Planner.codes(conditions),
                keys,
                sorting,
                cut,
                others != null);
    }
}
