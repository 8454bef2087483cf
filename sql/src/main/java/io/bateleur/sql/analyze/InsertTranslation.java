package io.bateleur.sql.analyze;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.sql.analyze.Calculation.Variable;
import io.bateleur.sql.tree.Change;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.QueryBody;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Translates INSERT: one instruction for each row, or a loop over the rows of its query. */
final class InsertTranslation {
    private final Scope scope;
    private final QueryTranslation queries;

    InsertTranslation(Scope scope, QueryTranslation queries) {
        this.scope = scope;
        this.queries = queries;
    }

    static String column(Scope scope, TableShape shape, Expr target) throws BadInputException {
        String name = target instanceof Expr.Column column ? column.name().text() : scope.words(target.at());
        return shape.column(name)
                .orElseThrow(() -> scope.fail(target.at(), shape.name() + " has no column " + name, ""));
    }

    List<Instruction> read(Change.Insert insert) throws BadInputException {
        TableShape shape = scope.table(
                insert.table().name().last().text(), insert.table().name().at());
        boolean updates = !insert.onDuplicate().isEmpty()
                || insert.conflicts().stream()
                        .anyMatch(conflict -> !conflict.updates().isEmpty())
                || insert.verb().toUpperCase(Locale.ROOT).contains("REPLACE");
        if (updates || insert.with() != null) {
            throw scope.fail(
                    insert.at(),
                    "an INSERT that updates rows which are there already is not analysed",
                    "write it as SELECT ... FOR UPDATE, IF, UPDATE and INSERT");
        }
        boolean skips = !insert.conflicts().isEmpty()
                || insert.verb().toUpperCase(Locale.ROOT).contains("IGNORE");
        List<String> columns = new ArrayList<>();
        for (Expr each : insert.columns()) {
            columns.add(column(scope, shape, each));
        }
        if (columns.isEmpty()) {
            shape.columns().keySet().stream()
                    .filter(each -> !each.equals(TableShape.HIDDEN))
                    .forEach(columns::add);
        }
        if (!insert.sets().isEmpty()) {
            Map<String, Calculation> values = new LinkedHashMap<>();
            for (Change.Assignment set : insert.sets()) {
                values.put(column(scope, shape, set.targets().get(0)), value(set.value()));
            }
            return row(insert, shape, values, skips);
        }
        if (insert.rows() == null) {
            return row(insert, shape, Map.of(), skips);
        }
        if (insert.rows().body() instanceof QueryBody.Values rows
                && insert.rows().isPlain()) {
            List<Instruction> all = new ArrayList<>();
            for (Expr.Row row : rows.rows()) {
                all.addAll(row(insert, shape, values(insert, shape, columns, row), skips));
            }
            return all;
        }
        return fromQuery(insert, shape, columns, skips);
    }

    private Calculation value(Expr expr) throws BadInputException {
        return new CalculationReader(scope.inner()).read(expr);
    }

    private Map<String, Calculation> values(Change.Insert insert, TableShape shape, List<String> columns, Expr.Row row)
            throws BadInputException {
        if (row.items().size() > columns.size()
                || row.items().size() < columns.size() && !insert.columns().isEmpty()) {
            throw scope.fail(
                    row.at(), row.items().size() + " values for " + columns.size() + " columns of " + shape.name(), "");
        }
        Map<String, Calculation> values = new LinkedHashMap<>();
        for (int i = 0; i < row.items().size(); i++) {
            if (!(row.items().get(i) instanceof Expr.Default)) {
                values.put(columns.get(i), value(row.items().get(i)));
            }
        }
        return values;
    }

    private List<Instruction> row(Change.Insert insert, TableShape shape, Map<String, Calculation> given, boolean skips)
            throws BadInputException {
        int id = scope.nextId();
        List<Instruction> all = new ArrayList<>();
        Map<String, Calculation> values = new LinkedHashMap<>();
        for (TableShape.Field field : shape.columns().values()) {
            Calculation value = given.get(field.name());
            if (value == null) {
                boolean fresh = field.byDefault() instanceof Calculation.Opaque;
                value = fresh ? new Variable("new " + field.name() + " " + id, "") : field.byDefault();
                if (fresh) {
                    scope.declare("new " + field.name() + " " + id);
                }
            }
            values.put(field.name(), value);
        }
        all.add(new Instruction.Insert(
                id, scope.line(insert.at()), scope.words(insert.at()), shape.name(), values, skips));
        if (insert.returning() != null) {
            List<QueryBody.Item> items = insert.returning().items();
            for (int i = 0; i < Math.min(items.size(), insert.returning().into().size()); i++) {
                Expr target = insert.returning().into().get(i);
                String name = target instanceof Expr.Placeholder placeholder
                        ? placeholder.written().substring(1)
                        : scope.words(target.at());
                Scope inner = scope.inner();
                inner.sources.add(new Instruction.Source(shape.name(), shape.name(), false));
                Calculation of = new CalculationReader(inner).read(items.get(i).value());
                scope.declare(name);
                all.add(new Instruction.Assign(
                        scope.nextId(),
                        scope.line(target.at()),
                        name,
                        of.with(part -> part instanceof Calculation.ColumnOf column
                                ? values.getOrDefault(column.column(), part)
                                : part)));
            }
        }
        return all;
    }

    private List<Instruction> fromQuery(Change.Insert insert, TableShape shape, List<String> columns, boolean skips)
            throws BadInputException {
        Instruction.Read read =
                queries.read(java.util.Objects.requireNonNull(insert.rows()), scope.inner(), List.of(), "");
        int loop = scope.nextId();
        String variable = "row " + loop;
        List<Instruction.Output> named = new ArrayList<>();
        Map<String, Calculation> values = new LinkedHashMap<>();
        for (int i = 0; i < Math.min(columns.size(), read.outputs().size()); i++) {
            Instruction.Output output = read.outputs().get(i);
            named.add(new Instruction.Output(output.aggregate(), output.value(), "c" + i));
            values.put(columns.get(i), new Variable(variable, "c" + i));
        }
        Instruction.Read renamed = new Instruction.Read(
                read.id(),
                read.line(),
                read.text(),
                read.sources(),
                named,
                List.of(),
                "",
                read.where(),
                read.order(),
                read.single(),
                read.grouped(),
                read.lock(),
                read.whole());
        scope.declare(variable);
        return List.of(new Instruction.ForEach(
                loop, scope.line(insert.at()), variable, renamed, "", row(insert, shape, values, skips)));
    }
}
