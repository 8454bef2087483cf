package io.bateleur.sql.eval;

import io.bateleur.sql.eval.Routine.Activation;
import io.bateleur.sql.schema.StoredRoutine;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Utility;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of stored routines. */
final class Calls {
    private Calls() {}

    static StatementPlan plan(Utility.CallProcedure call, Compilation compilation, Rulebook rulebook, Scope scope) {
        if (!(call.call() instanceof Expr.FunctionCall function)) {
            throw new Outside(call, "a call in this form");
        }
        StoredRoutine stored = stored(function, rulebook, true);
        if (stored == null) {
            throw new Outside(call, "a procedure that is not known: " + function.name());
        }
        Routine routine = rulebook.routine(stored);
        Code[] arguments = arguments(function, routine, new ExpressionCompiler(compilation, scope, null));
        boolean postgres = compilation.is(SqlDialect.POSTGRES);
        return frame -> {
            Activation activation = run(routine, arguments, frame);
            List<Answer> results = new ArrayList<>(activation.results);
            RowSet rows = postgres
                    ? returned(routine, activation)
                    : results.isEmpty() ? null : results.remove(0).rows();
            return new Answer(rows, null, List.of(), null, activation.perhaps, results, List.of());
        };
    }

    /** A function in an expression. */
    static @Nullable Code code(ExpressionCompiler compiler, Expr.FunctionCall call, Rulebook rulebook) {
        StoredRoutine stored = stored(call, rulebook, false);
        if (stored == null) {
            return null;
        }
        Routine routine = rulebook.routine(stored);
        Code[] arguments = arguments(call, routine, compiler);
        compiler.compilation.failing++;
        return Code.of(SqlType.ANY, frame -> {
            Activation activation = run(routine, arguments, frame);
            SqlError perhaps = activation.perhaps;
            if (perhaps != null && !perhaps.isOfData()) {
                throw new Outside(call, "a function that may fail");
            }
            return activation.returned;
        });
    }

    private static Activation run(Routine routine, Code[] arguments, Frame frame) {
        Object[] values = new Object[routine.parameters().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments[i].value(frame);
        }
        return routine.call(frame, values);
    }

    private static Code[] arguments(Expr.FunctionCall call, Routine routine, ExpressionCompiler compiler) {
        Code[] codes = new Code[routine.parameters().size()];
        for (int i = 0; i < codes.length; i++) {
            Routine.Parameter parameter = routine.parameters().get(i);
            Code byDefault = parameter.byDefault();
            if (!parameter.isGiven()) {
                codes[i] = new Code.Constant(parameter.type(), null);
            } else if (i < call.arguments().size()) {
                Casting casting = new Casting(compiler.compilation.dialect, parameter.type(), false);
                Code value = compiler.value(call.arguments().get(i).value());
                codes[i] = Code.of(parameter.type(), frame -> casting.cast(value.value(frame)));
            } else {
                codes[i] = byDefault != null ? byDefault : new Code.Constant(parameter.type(), null);
            }
        }
        return codes;
    }

    static @Nullable StoredRoutine stored(Expr.FunctionCall call, Rulebook rulebook, boolean procedure) {
        var catalog = rulebook.shapes().catalog();
        int given = call.arguments().size();
        List<StoredRoutine> fit = new ArrayList<>();
        for (StoredRoutine each : catalog.routines(call.name(), catalog.path())) {
            List<Routine.Parameter> parameters = RoutineHead.parameters(each.head(), catalog.dialect());
            long needed = parameters.stream()
                    .filter(parameter -> parameter.byDefault() == null)
                    .count();
            if (each.procedure() == procedure && given <= parameters.size() && given >= needed) {
                fit.add(each);
            }
        }
        if (fit.size() > 1) {
            throw new Outside(call, "several routines of that name");
        }
        boolean named = call.arguments().stream().anyMatch(argument -> argument.name() != null);
        if (!fit.isEmpty() && named) {
            throw new Outside(call, "arguments by name");
        }
        return fit.isEmpty() ? null : fit.get(0);
    }

    /** PostgreSQL answers parameters that go out as a row. */
    private static @Nullable RowSet returned(Routine routine, Activation activation) {
        List<String> names = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < routine.parameters().size(); i++) {
            if (routine.parameters().get(i).isReturned()) {
                names.add(routine.parameters().get(i).name());
                values.add(activation.variables[i]);
            }
        }
        return names.isEmpty() ? null : RowSet.of(names, List.of(new Tuple(values.toArray(), Presence.SURE)));
    }
}
