package io.bateleur.sql.analyze;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.sql.analyze.Calculation.ColumnOf;
import io.bateleur.sql.analyze.Calculation.Constant;
import io.bateleur.sql.analyze.Calculation.Opaque;
import io.bateleur.sql.analyze.Calculation.Operation;
import io.bateleur.sql.analyze.Calculation.Variable;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Name;
import io.bateleur.sql.tree.Node;
import io.bateleur.sql.tree.Span;
import io.bateleur.sql.tree.Walk;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Translates SQL expressions to calculations. */
final class CalculationReader {
    /** Stands for a dot behind a placeholder, and before one that receives a set. */
    static final char MARK = '\u02d1';

    private static final Set<String> BINARY = Set.of("+", "-", "*", "/", "%", "=", "<>", "<", "<=", ">", ">=", "||");
    private static final Set<String> SCALAR = Set.of("COALESCE", "ABS", "GREATEST", "LEAST", "MOD", "IFNULL");

    private final Scope scope;

    CalculationReader(Scope scope) {
        this.scope = scope;
    }

    Calculation read(Expr expr) throws BadInputException {
        if (expr instanceof Expr.Numeral number) {
            return number(number);
        }
        if (expr instanceof Expr.Text text) {
            return new Constant(text.value());
        }
        if (expr instanceof Expr.Bool bool) {
            return new Constant(bool.value());
        }
        if (expr instanceof Expr.Null) {
            return new Constant(null);
        }
        if (expr instanceof Expr.Typed typed) {
            return new Constant(typed.text().value());
        }
        if (expr instanceof Expr.Placeholder placeholder) {
            return placeholder(placeholder);
        }
        if (expr instanceof Expr.Variable variable) {
            return new Variable(scope.variable(variable.written(), expr.at()), "");
        }
        if (expr instanceof Expr.Column column) {
            return column(column);
        }
        if (expr instanceof Expr.Unary unary) {
            return unary(unary);
        }
        if (expr instanceof Expr.Binary binary) {
            return binary(binary);
        }
        if (expr instanceof Expr.Logical logical) {
            return new Operation(logical.connective().name(), all(logical.terms()));
        }
        return compound(expr);
    }

    private Calculation compound(Expr expr) throws BadInputException {
        if (expr instanceof Expr.Is is) {
            return is(is);
        }
        if (expr instanceof Expr.Between between && !between.symmetric()) {
            Calculation value = read(between.value());
            Calculation both = Operation.of(
                    "AND",
                    Operation.of(">=", value, read(between.low())),
                    Operation.of("<=", value, read(between.high())));
            return negated(between.not(), both);
        }
        if (expr instanceof Expr.In in) {
            List<Calculation> parts = new ArrayList<>(List.of(read(in.value())));
            parts.addAll(all(in.items()));
            return negated(in.not(), new Operation("IN", parts));
        }
        if (expr instanceof Expr.Case choice) {
            return choice(choice);
        }
        if (expr instanceof Expr.Cast cast) {
            Calculation value = read(cast.value());
            return ValueKind.of(cast.type()) == ValueKind.TEXT ? opaque(cast) : value;
        }
        if (expr instanceof Expr.FunctionCall call) {
            return call(call);
        }
        return opaque(expr);
    }

    private List<Calculation> all(List<? extends Expr> expressions) throws BadInputException {
        List<Calculation> all = new ArrayList<>();
        for (Expr each : expressions) {
            all.add(read(each));
        }
        return all;
    }

    private static Calculation negated(boolean not, Calculation value) {
        return not ? Operation.of("NOT", value) : value;
    }

    private static Calculation number(Expr.Numeral number) {
        try {
            return number.text().matches("\\d+")
                    ? new Constant(Long.valueOf(number.text()))
                    : new Constant(new BigDecimal(number.text()));
        } catch (NumberFormatException e) {
            return new Opaque(number.text(), List.of());
        }
    }

    private Calculation placeholder(Expr.Placeholder placeholder) throws BadInputException {
        String written = placeholder.written().substring(1);
        int mark = written.indexOf(MARK, 1);
        String name = mark < 0 ? written : written.substring(0, mark);
        return new Variable(scope.variable(name, placeholder.at()), mark < 0 ? "" : written.substring(mark + 1));
    }

    private Calculation column(Expr.Column column) throws BadInputException {
        if (column.table() != null) {
            String table = column.table().last().text();
            for (int i = 0; i < scope.sources.size(); i++) {
                Instruction.Source source = scope.sources.get(i);
                if (source.alias().equalsIgnoreCase(table)) {
                    Optional<String> found = columnOf(i, column.name());
                    if (found.isPresent()) {
                        return new ColumnOf(i, found.get());
                    }
                }
            }
            if (scope.knows(table)) {
                return new Variable(
                        scope.variable(table, column.at()), column.name().text());
            }
            throw scope.fail(column.at(), "there is no column " + scope.words(column.at()), "");
        }
        for (int i = 0; i < scope.sources.size(); i++) {
            Optional<String> found = columnOf(i, column.name());
            if (found.isPresent()) {
                return new ColumnOf(i, found.get());
            }
        }
        if (scope.bare && scope.knows(column.name().text())) {
            return new Variable(scope.variable(column.name().text(), column.at()), "");
        }
        String hint = scope.knows(column.name().text())
                ? "a parameter is written :" + column.name().text()
                : "";
        throw scope.fail(column.at(), "there is no column " + column.name().text(), hint);
    }

    private Optional<String> columnOf(int source, Name name) {
        TableShape table = scope.tables.get(scope.sources.get(source).table());
        return table == null ? Optional.empty() : table.column(name.text());
    }

    private Calculation unary(Expr.Unary unary) throws BadInputException {
        Calculation operand = read(unary.operand());
        return switch (unary.operator().toUpperCase(Locale.ROOT)) {
            case "NOT", "!" -> Operation.of("NOT", operand);
            case "-" ->
                operand instanceof Constant constant && constant.value() instanceof Long number
                        ? new Constant(-number)
                        : Operation.of("-1", operand);
            case "+" -> operand;
            default -> opaque(unary);
        };
    }

    private Calculation binary(Expr.Binary binary) throws BadInputException {
        String operator = binary.operator().toUpperCase(Locale.ROOT);
        if (operator.equals("<@") || operator.equals("!<@")) {
            String set = setVariable(binary.right());
            return negated(operator.startsWith("!"), new Calculation.Member(read(binary.left()), set));
        }
        String name = operator.equals("!=") ? "<>" : operator.equals("MOD") ? "%" : operator;
        if (!BINARY.contains(name)) {
            return opaque(binary);
        }
        return Operation.of(name, read(binary.left()), read(binary.right()));
    }

    /** The name of a variable that stands alone. */
    String setVariable(Expr expr) throws BadInputException {
        Calculation value = expr instanceof Expr.Placeholder placeholder ? placeholder(placeholder) : read(expr);
        if (value instanceof Variable variable && variable.field().isEmpty()) {
            return variable.name();
        }
        throw scope.fail(expr.at(), "a variable that holds rows is expected here", "such as one filled by INTO SET");
    }

    private Calculation is(Expr.Is is) throws BadInputException {
        Calculation value = read(is.value());
        return switch (is.what()) {
            case "NULL" -> negated(is.not(), Operation.of("NULL?", value));
            case "TRUE" -> negated(is.not(), Operation.of("COALESCE", value, new Constant(false)));
            case "FALSE" -> negated(is.not(), Operation.of("NOT", Operation.of("COALESCE", value, new Constant(true))));
            default -> opaque(is);
        };
    }

    private Calculation choice(Expr.Case choice) throws BadInputException {
        List<Calculation> parts = new ArrayList<>();
        for (Expr.When when : choice.whens()) {
            Calculation condition = read(when.condition());
            parts.add(choice.operand() == null ? condition : Operation.of("=", read(choice.operand()), condition));
            parts.add(read(when.result()));
        }
        parts.add(choice.otherwise() == null ? new Constant(null) : read(choice.otherwise()));
        return new Operation("CASE", parts);
    }

    private Calculation call(Expr.FunctionCall call) throws BadInputException {
        String name = call.name().last().text().toUpperCase(Locale.ROOT);
        List<Expr> values = call.arguments().stream().map(Expr.Argument::value).toList();
        if (name.equals("CHOOSE") && values.size() == 1) {
            return new Calculation.Choose(setVariable(values.get(0)));
        }
        if (SCALAR.contains(name) && !values.isEmpty()) {
            String own = name.equals("IFNULL") ? "COALESCE" : name.equals("MOD") ? "%" : name;
            return new Operation(own, all(values));
        }
        return opaque(call);
    }

    /** What is not understood keeps the parts that are columns or variables. */
    private Calculation opaque(Expr expr) throws BadInputException {
        List<Calculation> uses = new ArrayList<>();
        for (Node each : Walk.all(expr, Node.class)) {
            if (each instanceof Expr.Column column) {
                @Nullable Calculation found = optional(column);
                if (found != null) {
                    uses.add(found);
                }
            } else if (each instanceof io.bateleur.sql.tree.Query query) {
                // What it reads would have to count as a read of the statement around it.
                throw scope.fail(
                        query.at(),
                        "a query inside of an expression is not analysed",
                        "read into a variable before: SELECT ... INTO :v");
            }
        }
        return new Opaque(scope.words(expr.at()) + where(expr.at()), uses);
    }

    private @Nullable Calculation optional(Expr.Column column) {
        try {
            return column(column);
        } catch (BadInputException e) {
            return null; // of a query inside
        }
    }

    private String where(Span at) {
        return "@" + at.from();
    }
}
