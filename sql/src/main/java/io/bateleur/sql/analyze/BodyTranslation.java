package io.bateleur.sql.analyze;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.sql.analyze.Instruction.Output;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.From;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Procedural;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.QueryBody;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.Statement;
import io.bateleur.sql.tree.Utility;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Translates the statements of a transaction or of a procedure's body. */
final class BodyTranslation {
    private final Scope scope;
    private final QueryTranslation queries = new QueryTranslation();

    BodyTranslation(Scope scope) {
        this.scope = scope;
    }

    List<Instruction> all(List<Statement> statements) throws BadInputException {
        List<Instruction> all = new ArrayList<>();
        for (Statement each : statements) {
            all.addAll(one(each));
        }
        return all;
    }

    private List<Instruction> one(Statement statement) throws BadInputException {
        if (statement instanceof Statement.Unread unread) {
            throw scope.fail(unread.where(), unread.why(), "");
        }
        if (statement instanceof Query query) {
            return List.of(query(query));
        }
        if (statement instanceof Change.Insert insert) {
            return new InsertTranslation(scope, queries).read(insert);
        }
        if (statement instanceof Change.Update update) {
            return update(update);
        }
        if (statement instanceof Change.Delete delete) {
            return List.of(delete(delete));
        }
        if (statement instanceof Procedural procedural) {
            return procedural(procedural);
        }
        if (statement instanceof Utility.Rollback) {
            return List.of(new Instruction.Abort(scope.nextId(), scope.line(statement.at())));
        }
        if (statement instanceof Utility.Commit) {
            return List.of(new Instruction.Finish(scope.nextId(), scope.line(statement.at())));
        }
        if (statement instanceof Utility.Other other && other.verb().equalsIgnoreCase("ABORT")) {
            return List.of(new Instruction.Abort(scope.nextId(), scope.line(statement.at())));
        }
        throw refused(statement.at(), "");
    }

    private BadInputException refused(Span at, String hint) {
        String words = scope.words(at);
        String shown = words.length() > 60 ? words.substring(0, 57) + "..." : words;
        return scope.fail(at, "a transaction cannot have this statement: " + shown, hint);
    }

    // ---- statements on tables

    private Instruction query(Query query) throws BadInputException {
        List<Expr> targets = query.body() instanceof QueryBody.Select select && select.into() != null
                ? select.into().targets()
                : List.of();
        Scope inner = scope.inner();
        if (targets.size() == 1
                && targets.get(0) instanceof Expr.Placeholder set
                && set.written().indexOf(CalculationReader.MARK) == 1) {
            String name = set.written().substring(2);
            Instruction.Read read = queries.read(query, inner, List.of(), name);
            scope.declare(name);
            return read;
        }
        List<String> into = new ArrayList<>();
        for (Expr target : targets) {
            into.add(target(target));
        }
        Instruction.Read read = queries.read(query, inner, into, "");
        into.forEach(scope::declare);
        if (!into.isEmpty() && into.size() != read.outputs().size() && into.size() != 1 && read.whole()) {
            throw scope.fail(
                    query.at(),
                    "INTO names " + into.size() + " variables for "
                            + read.outputs().size() + " columns",
                    "");
        }
        return read;
    }

    /** The variable that a value goes into. In a transaction it is declared by that. */
    private String target(Expr target) throws BadInputException {
        if (target instanceof Expr.Placeholder placeholder) {
            return placeholder.written().substring(1);
        }
        if (target instanceof Expr.Variable variable) {
            return variable.written();
        }
        if (target instanceof Expr.Column column && column.table() == null) {
            return column.name().text();
        }
        throw scope.fail(target.at(), "a variable is expected here, not " + scope.words(target.at()), "");
    }

    private TableShape target(List<From> tables, Scope inner, Span at) throws BadInputException {
        if (tables.size() != 1 || !(tables.get(0) instanceof From.Table table)) {
            throw refused(at, "it changes rows of several tables: write one statement for each");
        }
        TableShape shape = scope.table(table.name().last().text(), table.name().at());
        inner.sources.add(new Instruction.Source(shape.name(), table.called().text(), false));
        return shape;
    }

    private Calculation where(@Nullable Expr where, Scope inner) throws BadInputException {
        return where == null
                ? Calculation.TRUE
                : Calculation.all(new CalculationReader(inner).read(where).conjuncts());
    }

    private List<Instruction> update(Change.Update update) throws BadInputException {
        if (update.with() != null || !update.from().isEmpty() || update.limit() != null) {
            throw refused(update.at(), "UPDATE with FROM, WITH or LIMIT is not analysed: read into variables first");
        }
        Scope inner = scope.inner();
        int id = scope.nextId();
        TableShape shape = target(update.tables(), inner, update.at());
        CalculationReader reader = new CalculationReader(inner);
        Map<String, Calculation> sets = new LinkedHashMap<>();
        for (Change.Assignment assignment : update.sets()) {
            List<Expr> values = assignment.targets().size() == 1
                    ? List.of(assignment.value())
                    : assignment.value() instanceof Expr.Row row ? row.items() : List.of();
            for (int i = 0; i < assignment.targets().size(); i++) {
                String column = InsertTranslation.column(
                        scope, shape, assignment.targets().get(i));
                Calculation value = i >= values.size()
                        ? new Calculation.Opaque(scope.words(assignment.at()) + i, List.of())
                        : values.get(i) instanceof Expr.Default
                                ? shape.field(column).byDefault()
                                : reader.read(values.get(i));
                sets.put(column, value);
            }
        }
        List<Output> outputs = new ArrayList<>();
        List<String> into = new ArrayList<>();
        if (update.returning() != null) {
            for (QueryBody.Item item : update.returning().items()) {
                outputs.addAll(queries.outputs(item, inner, reader));
            }
            for (Expr each : update.returning().into()) {
                into.add(target(each));
            }
            into.forEach(scope::declare);
        }
        return List.of(new Instruction.Update(
                id,
                scope.line(update.at()),
                scope.words(update.at()),
                shape.name(),
                sets,
                where(update.where(), inner),
                outputs,
                into));
    }

    private Instruction delete(Change.Delete delete) throws BadInputException {
        if (delete.with() != null
                || !delete.using().isEmpty()
                || delete.limit() != null
                || delete.returning() != null) {
            throw refused(
                    delete.at(),
                    "DELETE with USING, WITH, LIMIT or RETURNING is not analysed: read into variables first");
        }
        Scope inner = scope.inner();
        int id = scope.nextId();
        TableShape shape = target(delete.tables(), inner, delete.at());
        return new Instruction.Delete(
                id, scope.line(delete.at()), scope.words(delete.at()), shape.name(), where(delete.where(), inner));
    }

    // ---- the rest

    private Calculation value(Expr expr) throws BadInputException {
        return new CalculationReader(scope.inner()).read(expr);
    }

    private List<Instruction> procedural(Procedural statement) throws BadInputException {
        int line = scope.line(statement.at());
        if (statement instanceof Procedural.Block block) {
            if (!block.handlers().isEmpty()) {
                throw refused(block.at(), "EXCEPTION sections are not analysed");
            }
            List<Instruction> all = new ArrayList<>();
            for (Statement each : block.declarations()) {
                all.addAll(one(each));
            }
            all.addAll(all(block.body()));
            return all;
        }
        if (statement instanceof Procedural.Declare declare) {
            List<Instruction> all = new ArrayList<>();
            for (Name name : declare.names()) {
                Calculation value = declare.value() == null ? new Calculation.Constant(null) : value(declare.value());
                scope.declare(name.text());
                all.add(new Instruction.Assign(scope.nextId(), line, name.text(), value));
            }
            return all;
        }
        if (statement instanceof Procedural.Assign assign) {
            Calculation value = value(assign.value());
            String variable = target(assign.target());
            scope.declare(variable);
            return List.of(new Instruction.Assign(scope.nextId(), line, variable, value));
        }
        if (statement instanceof Procedural.If choice) {
            return List.of(choice(choice, 0));
        }
        if (statement instanceof Procedural.Loop loop) {
            return List.of(loop(loop));
        }
        if (statement instanceof Procedural.Perform perform) {
            return List.of(query(perform.query()));
        }
        if (statement instanceof Procedural.Return) {
            return List.of(new Instruction.Finish(scope.nextId(), line));
        }
        if (statement instanceof Procedural.ReturnQuery returned) {
            return one(returned.query());
        }
        if (statement instanceof Procedural.Plain plain) {
            return plain(plain, line);
        }
        throw refused(statement.at(), "");
    }

    private List<Instruction> plain(Procedural.Plain plain, int line) throws BadInputException {
        String verb = plain.verb().toUpperCase(Locale.ROOT);
        String first =
                plain.rest().isEmpty() ? "" : plain.rest().tokens().get(0).toUpperCase(Locale.ROOT);
        boolean harmless = List.of("NOTICE", "WARNING", "INFO", "LOG", "DEBUG").contains(first);
        if (verb.equals("NULL") || verb.equals("RAISE") && harmless) {
            return List.of();
        }
        if (verb.equals("RAISE") || verb.equals("SIGNAL")) {
            return List.of(new Instruction.Abort(scope.nextId(), line));
        }
        throw refused(plain.at(), "");
    }

    private Instruction choice(Procedural.If choice, int branch) throws BadInputException {
        Procedural.Branch taken = choice.branches().get(branch);
        int id = scope.nextId();
        Calculation condition = value(taken.condition());
        List<Instruction> then = all(taken.body());
        List<Instruction> otherwise;
        if (branch + 1 < choice.branches().size()) {
            otherwise = List.of(choice(choice, branch + 1));
        } else {
            otherwise = choice.otherwise() == null ? List.of() : all(choice.otherwise());
        }
        return new Instruction.If(id, scope.line(taken.condition().at()), condition, then, otherwise);
    }

    private Instruction loop(Procedural.Loop loop) throws BadInputException {
        int line = scope.line(loop.at());
        int id = scope.nextId();
        if (loop.head() instanceof Procedural.While head) {
            Calculation condition = value(head.condition());
            return new Instruction.While(id, line, condition, all(loop.body()));
        }
        if (loop.head() instanceof Procedural.Rows rows && rows.query() instanceof Query query) {
            String variable = target(rows.targets().get(0));
            Instruction.Read read = queries.read(query, scope.inner(), List.of(), "");
            scope.declare(variable);
            return new Instruction.ForEach(id, line, variable, read, "", all(loop.body()));
        }
        if (loop.head() instanceof Procedural.CursorRows rows) {
            String variable = target(rows.targets().get(0));
            String set = new CalculationReader(scope.inner()).setVariable(rows.cursor());
            scope.declare(variable);
            return new Instruction.ForEach(id, line, variable, null, set, all(loop.body()));
        }
        throw refused(loop.at(), "loops are WHILE ... LOOP and FOR :x IN (query) LOOP");
    }
}
