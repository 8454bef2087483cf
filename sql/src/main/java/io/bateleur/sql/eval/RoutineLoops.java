package io.bateleur.sql.eval;

import io.bateleur.sql.eval.Routine.Activation;
import io.bateleur.sql.eval.Routine.Step;
import io.bateleur.sql.eval.Routine.Way;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Procedural;
import io.bateleur.sql.tree.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loops of routines. */
final class RoutineLoops {
    /** How often a loop goes round at most; what needs more is not evaluated. */
    private static final int ROUNDS = 100_000;

    private RoutineLoops() {}

    static Step loop(RoutineCompiler compiler, Procedural.Loop loop) {
        String label = RoutineCompiler.label(loop.label());
        Procedural.Head head = loop.head();
        if (head instanceof Procedural.Range range) {
            return range(compiler, loop, range, label);
        }
        if (head instanceof Procedural.Rows rows) {
            return rows(compiler, loop, rows, label);
        }
        Code before = head instanceof Procedural.While condition
                ? compiler.expressions().code(condition.condition())
                : null;
        Code after =
                head instanceof Procedural.Until until ? compiler.expressions().code(until.condition()) : null;
        if (before == null && after == null && !(head instanceof Procedural.Forever)) {
            throw new Outside(head, "a loop over " + ExpressionCompiler.words(head));
        }
        Step body = compiler.all(loop.body());
        return activation -> {
            for (int i = 0; i < ROUNDS; i++) {
                if (before != null && !RoutineCompiler.holds(before, activation)) {
                    return Way.NEXT;
                }
                Way way = round(body, activation, label);
                if (way != null) {
                    return way;
                }
                if (after != null && RoutineCompiler.holds(after, activation)) {
                    return Way.NEXT;
                }
            }
            throw new Outside(loop, "a loop of more than " + ROUNDS + " rounds");
        };
    }

    /** @return null: the loop goes on */
    private static @Nullable Way round(Step body, Activation activation, @Nullable String label) {
        Way way = body.run(activation);
        if (way == Way.NEXT) {
            return null;
        }
        boolean mine = way != Way.RETURN && (activation.label == null || activation.label.equals(label));
        return !mine ? way : way == Way.AGAIN ? null : Way.NEXT;
    }

    private static Step range(
            RoutineCompiler compiler, Procedural.Loop loop, Procedural.Range range, @Nullable String label) {
        Code low = compiler.expressions().code(range.low());
        Code high = compiler.expressions().code(range.high());
        Code by = range.by() == null
                ? new Code.Constant(SqlType.INTEGER, 1L)
                : compiler.expressions().code(range.by());
        int depth = compiler.names.enter();
        int place = compiler.names.declare(name(range.targets().get(0)), SqlType.INTEGER);
        Step body = compiler.all(loop.body());
        compiler.names.leave(depth);
        return activation -> {
            long first = number(low, activation);
            long last = number(high, activation);
            long step = number(by, activation);
            if (step <= 0 || Math.abs(last - first) / step > ROUNDS) {
                throw new Outside(loop, "a loop of more than " + ROUNDS + " rounds");
            }
            for (long i = first; range.reverse() ? i >= last : i <= last; i += range.reverse() ? -step : step) {
                activation.variables[place] = i;
                Way way = round(body, activation, label);
                if (way != null) {
                    return way;
                }
            }
            return Way.NEXT;
        };
    }

    private static long number(Code code, Activation activation) {
        if (activation.frame.certain(code) instanceof Long number) {
            return number;
        }
        throw new Outside(null, "a bound of a loop that is not known");
    }

    private static String name(Expr target) {
        if (target instanceof Expr.Column column && column.table() == null) {
            return column.name().text();
        }
        throw new Outside(target, "a loop over what is no variable");
    }

    private static Step rows(
            RoutineCompiler compiler, Procedural.Loop loop, Procedural.Rows rows, @Nullable String label) {
        if (!(rows.query() instanceof Query query) || rows.targets().size() != 1) {
            throw new Outside(rows, "a loop over rows in this form");
        }
        QueryPlan plan = new QueryCompiler(compiler.compilation, compiler.scope()).compile(query);
        int slot = compiler.compilation.newSlot();
        String name = name(rows.targets().get(0));
        compiler.names.record(new Scope.Origin(
                new io.bateleur.sql.tree.Name(name, false), slot, plan.columns(), plan.types(), false));
        Step body = compiler.all(loop.body());
        return activation -> {
            activation.refresh();
            activation.frame.tables.beginStatement();
            List<Object[]> all = RoutineQueries.inOrder(plan.run(activation.frame), activation.frame.tables, rows);
            for (Object[] row : all) {
                activation.frame.slots[slot] = row;
                Way way = round(body, activation, label);
                if (way != null) {
                    return way;
                }
            }
            return Way.NEXT;
        };
    }
}
