package io.bateleur.sql.analyze;

import io.bateleur.sql.analyze.Calculation.ColumnOf;
import io.bateleur.sql.analyze.Calculation.Constant;
import io.bateleur.sql.analyze.Calculation.Operation;
import io.bateleur.sql.analyze.Calculation.Variable;
import io.bateleur.z3.Smt;
import io.bateleur.z3.SmtSort;
import io.bateleur.z3.SmtTerm;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes terms of expressions. Texts are numbers in their order; what no theory says is a value that may be any. */
final class SymbolTable {
    /** How far neighbouring texts of an application are apart, so that others fit between. */
    private static final long APART = 1000;

    /** What an expression is about. */
    interface Meaning {
        Symbol column(ColumnOf column);

        Symbol variable(Variable variable);

        Symbol member(Symbol value, String set);

        Symbol choose(String set);
    }

    final Smt smt;
    private final TreeMap<String, Long> texts = new TreeMap<>();
    private int unknowns;

    SymbolTable(Smt smt, Application application) {
        this.smt = smt;
        collectTexts(application);
        long next = APART;
        for (Map.Entry<String, Long> each : texts.entrySet()) {
            each.setValue(next);
            next += APART;
        }
    }

    private void collectTexts(Application application) {
        for (TransactionProgram program : application.programs()) {
            for (Instruction each : program.instructions()) {
                for (Calculation calculation : calculations(each)) {
                    calculation.each(part -> {
                        if (part instanceof Constant constant && constant.value() instanceof String text) {
                            texts.put(text, 0L);
                        }
                    });
                }
            }
        }
    }

    static List<Calculation> calculations(Instruction instruction) {
        List<Calculation> all = new ArrayList<>();
        if (instruction instanceof Instruction.Read read) {
            all.add(read.where());
            read.outputs().forEach(output -> all.add(output.value()));
            read.order().forEach(key -> all.add(key.by()));
        } else if (instruction instanceof Instruction.Insert insert) {
            all.addAll(insert.values().values());
        } else if (instruction instanceof Instruction.Update update) {
            all.addAll(update.sets().values());
            all.add(update.where());
            update.returning().forEach(output -> all.add(output.value()));
        } else if (instruction instanceof Instruction.Delete delete) {
            all.add(delete.where());
        } else if (instruction instanceof Instruction.Assign assign) {
            all.add(assign.value());
        } else if (instruction instanceof Instruction.If choice) {
            all.add(choice.condition());
        } else if (instruction instanceof Instruction.While loop) {
            all.add(loop.condition());
        }
        return all;
    }

    static SmtSort sort(ValueKind kind) {
        return switch (kind) {
            case INTEGER, TEXT -> SmtSort.INTEGER;
            case DECIMAL -> SmtSort.REAL;
            case BOOLEAN -> SmtSort.BOOLEAN;
        };
    }

    Symbol unknown(String name, ValueKind kind, boolean nullable) {
        return new Symbol(
                kind,
                smt.unknown(name, sort(kind)),
                nullable ? smt.unknown(name + "?", SmtSort.BOOLEAN) : smt.truth(false));
    }

    Symbol anything(ValueKind kind) {
        return unknown("any" + unknowns++, kind, true);
    }

    Symbol choose(SmtTerm condition, Symbol then, Symbol otherwise) {
        if (sort(then.kind()) != sort(otherwise.kind())
                && (then.kind() == ValueKind.BOOLEAN || otherwise.kind() == ValueKind.BOOLEAN)) {
            SmtTerm isNull = smt.choose(condition, then.isNull(), otherwise.isNull());
            if (isNullAlways(then)) {
                return new Symbol(otherwise.kind(), otherwise.term(), isNull);
            }
            return isNullAlways(otherwise) ? new Symbol(then.kind(), then.term(), isNull) : anything(then.kind());
        }
        ValueKind kind = then.kind() == ValueKind.DECIMAL || otherwise.kind() == ValueKind.DECIMAL
                ? ValueKind.DECIMAL
                : isNullAlways(then) ? otherwise.kind() : then.kind();
        return new Symbol(
                kind,
                smt.choose(condition, then.term(), otherwise.term()),
                smt.choose(condition, then.isNull(), otherwise.isNull()));
    }

    private boolean isNullAlways(Symbol symbol) {
        return symbol.isNull().equals(smt.truth(true));
    }

    /** Whether a condition is true. */
    SmtTerm holds(Calculation condition, Meaning meaning) {
        return truth(read(condition, meaning));
    }

    SmtTerm truth(Symbol symbol) {
        return symbol.kind() == ValueKind.BOOLEAN
                ? smt.and(smt.not(symbol.isNull()), symbol.term())
                : smt.unknown("odd" + unknowns++, SmtSort.BOOLEAN);
    }

    /** Whether two values are equal, and no NULLs. */
    SmtTerm same(Symbol a, Symbol b) {
        return truth(comparison("=", a, b));
    }

    Symbol read(Calculation calculation, Meaning meaning) {
        if (calculation instanceof Constant constant) {
            return constant(constant.value());
        }
        if (calculation instanceof ColumnOf column) {
            return meaning.column(column);
        }
        if (calculation instanceof Variable variable) {
            return meaning.variable(variable);
        }
        if (calculation instanceof Calculation.Member member) {
            return meaning.member(read(member.value(), meaning), member.set());
        }
        if (calculation instanceof Calculation.Choose choose) {
            return meaning.choose(choose.set());
        }
        if (calculation instanceof Operation operation) {
            return operation(operation, meaning);
        }
        return anything(ValueKind.INTEGER);
    }

    Symbol constant(@Nullable Object value) {
        SmtTerm no = smt.truth(false);
        if (value == null) {
            return new Symbol(ValueKind.INTEGER, smt.integer(0), smt.truth(true));
        }
        if (value instanceof Boolean bool) {
            return new Symbol(ValueKind.BOOLEAN, smt.truth(bool), no);
        }
        if (value instanceof Long number) {
            return new Symbol(ValueKind.INTEGER, smt.integer(number), no);
        }
        if (value instanceof BigDecimal number) {
            return new Symbol(ValueKind.DECIMAL, smt.real(number), no);
        }
        return new Symbol(ValueKind.TEXT, smt.integer(texts.getOrDefault(value.toString(), 0L)), no);
    }

    /** The text that a number stands for. */
    String text(BigDecimal number) {
        for (Map.Entry<String, Long> each : texts.entrySet()) {
            if (number.compareTo(BigDecimal.valueOf(each.getValue())) == 0) {
                return each.getKey();
            }
        }
        return "t" + number.toPlainString();
    }

    private Symbol operation(Operation operation, Meaning meaning) {
        List<Symbol> values = new ArrayList<>();
        operation.arguments().forEach(each -> values.add(read(each, meaning)));
        return switch (operation.name()) {
            case "AND" -> connective(values, true);
            case "OR" -> connective(values, false);
            case "NOT" -> {
                Symbol value = values.get(0);
                yield value.kind() == ValueKind.BOOLEAN
                        ? new Symbol(ValueKind.BOOLEAN, smt.not(value.term()), value.isNull())
                        : anything(ValueKind.BOOLEAN);
            }
            case "NULL?" -> new Symbol(ValueKind.BOOLEAN, values.get(0).isNull(), smt.truth(false));
            case "=", "<>", "<", "<=", ">", ">=" -> comparison(operation.name(), values.get(0), values.get(1));
            case "IN" ->
                connective(
                        values.subList(1, values.size()).stream()
                                .map(each -> comparison("=", values.get(0), each))
                                .toList(),
                        false);
            case "+", "-", "*", "/", "%" -> arithmetic(operation.name(), values.get(0), values.get(1));
            case "-1" -> arithmetic("-", constant(0L), values.get(0));
            case "COALESCE" -> coalesce(values);
            case "CASE" -> cases(values);
            case "GREATEST", "LEAST" -> extreme(values, operation.name().equals("GREATEST"));
            case "ABS" ->
                numeric(values.get(0))
                        ? choose(
                                smt.less(values.get(0).term(), smt.integer(0)),
                                arithmetic("-", constant(0L), values.get(0)),
                                values.get(0))
                        : anything(ValueKind.INTEGER);
            default -> anything(operation.name().equals("||") ? ValueKind.TEXT : ValueKind.INTEGER);
        };
    }

    private Symbol connective(List<Symbol> values, boolean and) {
        List<SmtTerm> yes = new ArrayList<>();
        List<SmtTerm> no = new ArrayList<>();
        for (Symbol each : values) {
            Symbol value = each.kind() == ValueKind.BOOLEAN ? each : anything(ValueKind.BOOLEAN);
            yes.add(smt.and(smt.not(value.isNull()), value.term()));
            no.add(smt.and(smt.not(value.isNull()), smt.not(value.term())));
        }
        SmtTerm isTrue = and ? smt.and(yes) : smt.or(yes);
        SmtTerm isFalse = and ? smt.or(no) : smt.and(no);
        return new Symbol(ValueKind.BOOLEAN, isTrue, smt.and(smt.not(isTrue), smt.not(isFalse)));
    }

    private boolean numeric(Symbol symbol) {
        return symbol.kind() == ValueKind.INTEGER || symbol.kind() == ValueKind.DECIMAL;
    }

    Symbol comparison(String name, Symbol a, Symbol b) {
        SmtTerm isNull = smt.or(a.isNull(), b.isNull());
        boolean comparable = a.kind() == b.kind() || numeric(a) && numeric(b);
        if (!comparable || a.kind() == ValueKind.BOOLEAN && !name.equals("=") && !name.equals("<>")) {
            return new Symbol(ValueKind.BOOLEAN, anything(ValueKind.BOOLEAN).term(), isNull);
        }
        SmtTerm term =
                switch (name) {
                    case "=" -> smt.equal(a.term(), b.term());
                    case "<>" -> smt.not(smt.equal(a.term(), b.term()));
                    case "<" -> smt.less(a.term(), b.term());
                    case "<=" -> smt.atMost(a.term(), b.term());
                    case ">" -> smt.less(b.term(), a.term());
                    default -> smt.atMost(b.term(), a.term());
                };
        return new Symbol(ValueKind.BOOLEAN, term, isNull);
    }

    private Symbol arithmetic(String name, Symbol a, Symbol b) {
        SmtTerm isNull = smt.or(a.isNull(), b.isNull());
        boolean decimal = a.kind() == ValueKind.DECIMAL || b.kind() == ValueKind.DECIMAL;
        ValueKind kind = decimal ? ValueKind.DECIMAL : ValueKind.INTEGER;
        boolean linear =
                numeric(a) && numeric(b) && (!name.equals("*") || smt.isNumber(a.term()) || smt.isNumber(b.term()));
        if (!linear || name.equals("/") || name.equals("%")) {
            return new Symbol(kind, anything(kind).term(), isNull);
        }
        SmtTerm term =
                switch (name) {
                    case "+" -> smt.plus(a.term(), b.term());
                    case "-" -> smt.minus(a.term(), b.term());
                    default -> smt.times(a.term(), b.term());
                };
        return new Symbol(kind, term, isNull);
    }

    private Symbol coalesce(List<Symbol> values) {
        Symbol result = values.get(values.size() - 1);
        for (int i = values.size() - 2; i >= 0; i--) {
            result = choose(smt.not(values.get(i).isNull()), values.get(i), result);
        }
        return result;
    }

    private Symbol cases(List<Symbol> values) {
        Symbol result = values.get(values.size() - 1);
        for (int i = values.size() - 3; i >= 0; i -= 2) {
            result = choose(truth(values.get(i)), values.get(i + 1), result);
        }
        return result;
    }

    private Symbol extreme(List<Symbol> values, boolean largest) {
        Symbol best = values.get(0);
        for (Symbol each : values.subList(1, values.size())) {
            if (!numeric(each) || !numeric(best)) {
                return anything(each.kind());
            }
            SmtTerm better = largest ? smt.less(best.term(), each.term()) : smt.less(each.term(), best.term());
            best = choose(smt.or(best.isNull(), smt.and(smt.not(each.isNull()), better)), each, best);
        }
        return best;
    }
}
