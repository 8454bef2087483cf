package io.bateleur.sql.eval;

import io.bateleur.sql.eval.Routine.Activation;
import io.bateleur.sql.eval.Routine.Step;
import io.bateleur.sql.eval.Routine.Way;
import io.bateleur.sql.schema.StoredRoutine;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Procedural;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.SqlDialect;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes routines of their bodies, in the manner of MySQL and of PL/pgSQL. */
final class RoutineCompiler {
    final Compilation compilation;
    final Rulebook rulebook;
    final RoutineScope names;

    private final SqlDialect dialect;
    private boolean handles;
    /** Where a trigger finds its rows; null of what is none. */
    private TriggerBody.@Nullable Rows rows;
    /** What is done with every statement inside of a block with handlers, outermost first. */
    final List<java.util.function.UnaryOperator<Step>> wraps = new ArrayList<>();

    private RoutineCompiler(Rulebook rulebook) {
        this.rulebook = rulebook;
        this.dialect = rulebook.dialect();
        this.compilation = new Compilation(dialect, rulebook.shapes());
        this.names = new RoutineScope(compilation.newSlot(), dialect);
        compilation.rulebook = rulebook;
        compilation.parameters = names;
    }

    static Routine compile(StoredRoutine routine, Rulebook rulebook) {
        if (routine.body().isEmpty()) {
            throw new Outside(
                    null, "a routine whose body is not read: " + routine.name().name());
        }
        List<Routine.Parameter> parameters = RoutineHead.parameters(routine.head(), rulebook.dialect());
        RoutineCompiler compiler = new RoutineCompiler(rulebook);
        parameters.forEach(parameter -> compiler.names.declare(parameter.name(), parameter.type()));
        compiler.names.declare("found", SqlType.BOOLEAN);
        boolean sql = routine.language().equals("sql") && rulebook.dialect() == SqlDialect.POSTGRES;
        Step body = sql ? compiler.returning(routine.body()) : compiler.all(routine.body());
        return new Routine(
                parameters,
                compiler.names.size(),
                body,
                compiler.compilation.slots(),
                compiler.compilation.memos(),
                compiler.handles,
                compiler.compilation.mayFail());
    }

    /** The body of a trigger on the rows of a table; variables as PL/pgSQL has them come as parameters. */
    static TriggerBody trigger(
            List<Statement> body, TableShape table, List<Routine.Parameter> given, Rulebook rulebook) {
        RoutineCompiler compiler = new RoutineCompiler(rulebook);
        given.forEach(parameter -> compiler.names.declare(parameter.name(), parameter.type()));
        compiler.names.declare("found", SqlType.BOOLEAN);
        TriggerBody.Rows rows = new TriggerBody.Rows(compiler.compilation.newSlot(), compiler.compilation.newSlot());
        compiler.names.record(Target.origin(table, new Name("new", false), rows.now(), false));
        compiler.names.record(Target.origin(table, new Name("old", false), rows.old(), false));
        compiler.rows = rows;
        Step steps = compiler.all(body);
        Routine routine = new Routine(
                given,
                compiler.names.size(),
                steps,
                compiler.compilation.slots(),
                compiler.compilation.memos(),
                compiler.handles,
                compiler.compilation.mayFail());
        return new TriggerBody(routine, rows);
    }

    /** A function in SQL returns what its last query gives. */
    private Step returning(List<Statement> body) {
        Step before = all(body.subList(0, body.size() - 1));
        Statement last = body.get(body.size() - 1);
        if (!(last instanceof Query query)) {
            Step rest = step(last);
            return activation -> before.run(activation) == Way.NEXT ? rest.run(activation) : Way.RETURN;
        }
        QueryPlan plan = new QueryCompiler(compilation, scope()).compile(query);
        return activation -> {
            before.run(activation);
            List<Tuple> tuples = plan.run(activation.frame).settled(activation.frame.tables);
            boolean one =
                    tuples.size() <= 1 && (tuples.isEmpty() || tuples.get(0).presence() == Presence.SURE);
            activation.returned = !one
                    ? Unknown.UNKNOWN
                    : tuples.isEmpty() ? null : tuples.get(0).values()[0];
            return Way.RETURN;
        };
    }

    Scope scope() {
        Scope scope = new Scope(null);
        scope.variables = names;
        return scope;
    }

    ExpressionCompiler expressions() {
        return new ExpressionCompiler(compilation, scope(), null);
    }

    Step all(List<? extends Statement> statements) {
        List<Step> steps = new ArrayList<>();
        statements.forEach(statement -> steps.add(wrapped(statement)));
        return activation -> {
            for (Step step : steps) {
                Way way = step.run(activation);
                if (way != Way.NEXT) {
                    return way;
                }
            }
            return Way.NEXT;
        };
    }

    /** A statement of its own, so that a handler can go on after it. */
    private Step wrapped(Statement statement) {
        Step step = step(statement);
        boolean single = !(statement instanceof Procedural.Block)
                && !(statement instanceof Procedural.Loop)
                && !(statement instanceof Procedural.If);
        for (int i = wraps.size() - 1; i >= 0 && single; i--) {
            step = wraps.get(i).apply(step);
        }
        return single && wraps.isEmpty() && dialect == SqlDialect.MYSQL ? RoutineErrors.withoutData(step) : step;
    }

    Step step(Statement statement) {
        if (statement instanceof Procedural.Block block) {
            return block(block);
        }
        if (statement instanceof Procedural.If branch) {
            return branch(branch.branches(), null, branch.otherwise());
        }
        if (statement instanceof Procedural.Choice choice) {
            return branch(choice.branches(), choice.operand(), choice.otherwise());
        }
        if (statement instanceof Procedural.Loop loop) {
            return RoutineLoops.loop(this, loop);
        }
        if (statement instanceof Procedural.Jump jump) {
            return jump(jump);
        }
        if (statement instanceof Procedural.Return end) {
            return end(end);
        }
        if (statement instanceof Procedural.Assign assign) {
            return assign(List.of(assign.target()), List.of(assign.value()));
        }
        if (statement instanceof Utility.Set set) {
            return assign(
                    set.settings().stream().map(Utility.Setting::name).toList(),
                    set.settings().stream()
                            .map(setting -> setting.values().get(0))
                            .toList());
        }
        return other(statement);
    }

    private Step other(Statement statement) {
        if (statement instanceof Procedural.Perform perform) {
            return rows(perform.query(), false);
        }
        if (statement instanceof Query query) {
            return query.body() instanceof QueryBody.Select select && select.into() != null
                    ? RoutineQueries.into(this, query, select)
                    : rows(query, true);
        }
        if (statement instanceof Procedural.Open
                || statement instanceof Procedural.FetchRow
                || statement instanceof Procedural.Close
                || statement instanceof Procedural.Cursor) {
            return RoutineQueries.cursor(this, statement);
        }
        if (statement instanceof Procedural.Declare declare) {
            return declare(declare);
        }
        if (statement instanceof Procedural.Plain plain) {
            return RoutineErrors.plain(plain, dialect);
        }
        if (statement instanceof Utility.Commit) {
            return activation -> {
                activation.frame.changes.commit();
                return Way.NEXT;
            };
        }
        if (statement instanceof Utility.Rollback) {
            return activation -> {
                activation.frame.changes.rollback();
                return Way.NEXT;
            };
        }
        if (statement instanceof Change || statement instanceof Utility.CallProcedure) {
            return change(statement);
        }
        throw new Outside(statement, ExpressionCompiler.words(statement) + " in a routine");
    }

    // ---- blocks

    private Step block(Procedural.Block block) {
        int depth = names.enter();
        List<Procedural.DeclareHandler> handlers = new ArrayList<>();
        List<Statement> declarations = new ArrayList<>();
        for (Statement each : block.declarations()) {
            if (each instanceof Procedural.DeclareHandler handler) {
                handlers.add(handler);
            } else {
                declarations.add(each);
            }
        }
        Step declared = all(declarations);
        Step body = handlers.isEmpty() ? all(block.body()) : RoutineErrors.continued(this, block.body(), handlers);
        Step guarded = block.handlers().isEmpty() ? body : RoutineErrors.caught(this, body, block.handlers());
        handles |= !block.handlers().isEmpty() || handlers.stream().anyMatch(each -> !RoutineErrors.isNotFound(each));
        names.leave(depth);
        String label = label(block.label());
        return activation -> {
            declared.run(activation);
            Way way = guarded.run(activation);
            boolean here = way == Way.LEAVE && label != null && label.equals(activation.label);
            return here ? Way.NEXT : way;
        };
    }

    static @Nullable String label(@Nullable Name name) {
        return name == null ? null : name.text().toLowerCase(Locale.ROOT);
    }

    private Step declare(Procedural.Declare declare) {
        boolean record = declare.type().name().is("RECORD");
        SqlType type = record ? SqlType.ANY : Types.of(declare.type(), dialect);
        if (!record && type.kind() == SqlType.Kind.OTHER
                || !declare.type().after().isEmpty()) {
            throw new Outside(declare, "a variable of this type");
        }
        Code value = declare.value() == null
                ? new Code.Constant(type, null)
                : expressions().value(declare.value());
        Casting casting = new Casting(dialect, type, false);
        int[] places = declare.names().stream()
                .mapToInt(name -> names.declare(name.text(), type))
                .toArray();
        return activation -> {
            Object start = casting.cast(activation.frame.certain(value));
            for (int place : places) {
                activation.variables[place] = start;
            }
            return Way.NEXT;
        };
    }

    // ---- control

    /** Whether a condition holds; where that is not known, nothing that follows is. */
    static boolean holds(Code condition, Activation activation) {
        activation.refresh();
        Object truth = Truth.of(activation.frame.certain(condition));
        if (Unknown.is(truth)) {
            throw new Outside(null, "a condition of a routine that is not known");
        }
        return Boolean.TRUE.equals(truth);
    }

    private Step branch(List<Procedural.Branch> branches, @Nullable Expr operand, @Nullable List<Statement> otherwise) {
        List<Code> conditions = new ArrayList<>();
        List<Step> steps = new ArrayList<>();
        for (Procedural.Branch branch : branches) {
            Expr condition = operand == null
                    ? branch.condition()
                    : new Expr.Binary(branch.at(), operand, "=", branch.condition());
            if (operand != null && branch.condition() instanceof Expr.Row row) {
                condition = new Expr.In(branch.at(), operand, false, row.items());
            }
            conditions.add(expressions().code(condition));
            steps.add(all(branch.body()));
        }
        boolean fails = otherwise == null && operand != null;
        Step last = otherwise == null ? activation -> Way.NEXT : all(otherwise);
        return activation -> {
            for (int i = 0; i < conditions.size(); i++) {
                if (holds(conditions.get(i), activation)) {
                    return steps.get(i).run(activation);
                }
            }
            if (fails) {
                throw new SqlError("20000", "no branch of CASE");
            }
            return last.run(activation);
        };
    }

    private Step jump(Procedural.Jump jump) {
        Code when = jump.when() == null ? null : expressions().code(jump.when());
        boolean again = jump.verb().equals("CONTINUE") || jump.verb().equals("ITERATE");
        String label = label(jump.label());
        return activation -> {
            if (when != null && !holds(when, activation)) {
                return Way.NEXT;
            }
            activation.label = label;
            return again ? Way.AGAIN : Way.LEAVE;
        };
    }

    private Step end(Procedural.Return end) {
        if (end.next()) {
            throw new Outside(end, "RETURN NEXT");
        }
        if (rows != null) {
            int slot = rows.returned(end);
            return activation -> {
                activation.returned = slot < 0 ? null : activation.frame.slots[slot];
                return Way.RETURN;
            };
        }
        Code value = end.value() == null ? null : expressions().value(end.value());
        return activation -> {
            activation.refresh();
            activation.returned = value == null ? null : activation.frame.certain(value);
            return Way.RETURN;
        };
    }

    private Step assign(List<? extends Expr> targets, List<? extends Expr> values) {
        List<RoutineScope.Place> places = new ArrayList<>();
        List<Code> codes = new ArrayList<>();
        for (int i = 0; i < targets.size(); i++) {
            places.add(names.place(targets.get(i)));
            codes.add(expressions().value(values.get(i)));
        }
        return activation -> {
            for (int i = 0; i < codes.size(); i++) {
                activation.refresh();
                places.get(i).set(activation.frame, activation.frame.certain(codes.get(i)), dialect);
            }
            return Way.NEXT;
        };
    }

    // ---- statements of SQL

    private Step rows(Query query, boolean shown) {
        QueryPlan plan = new QueryCompiler(compilation, scope()).compile(query);
        int found = names.found();
        return activation -> {
            activation.refresh();
            RowSet rows = plan.run(activation.frame);
            if (shown) {
                activation.results.add(Answer.of(rows));
            }
            activation.variables[found] = RoutineQueries.found(rows.settled(activation.frame.tables));
            return Way.NEXT;
        };
    }

    private Step change(Statement statement) {
        StatementPlan plan = StatementCompiler.plan(statement, compilation, rulebook, scope());
        int found = names.found();
        return activation -> {
            activation.refresh();
            Frame frame = activation.frame;
            frame.tables.beginStatement();
            Object mark = frame.changes.mark();
            try {
                Answer answer = plan.run(frame);
                if (answer.perhaps() != null) {
                    activation.perhaps = answer.perhaps();
                }
                activation.results.addAll(answer.more());
                Object count = answer.count();
                activation.variables[found] = count instanceof Long rows ? (Object) (rows > 0) : Unknown.UNKNOWN;
            } catch (SqlError error) {
                frame.changes.undo(mark);
                throw error;
            } finally {
                frame.strict = false;
                frame.presence = Presence.SURE;
            }
            return Way.NEXT;
        };
    }
}
