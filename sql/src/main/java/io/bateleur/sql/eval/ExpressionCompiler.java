package io.bateleur.sql.eval;

import io.bateleur.sql.eval.SqlType.Kind;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes code of expressions. */
final class ExpressionCompiler {
    final Compilation compilation;
    final Scope scope;
    /** The groups whose columns an expression may use; null where there are none. */
    final @Nullable Grouping grouping;
    /** Where functions over windows are gathered; null where there may be none. */
    private final @Nullable Windowing windowing;

    private final SqlDialect dialect;

    ExpressionCompiler(Compilation compilation, Scope scope, @Nullable Grouping grouping) {
        this(compilation, scope, grouping, null);
    }

    ExpressionCompiler(
            Compilation compilation, Scope scope, @Nullable Grouping grouping, @Nullable Windowing windowing) {
        this.compilation = compilation;
        this.scope = scope;
        this.grouping = grouping;
        this.windowing = windowing;
        this.dialect = compilation.dialect;
    }

    Code[] all(List<? extends Expr> expressions) {
        Code[] codes = new Code[expressions.size()];
        for (int i = 0; i < codes.length; i++) {
            codes[i] = value(expressions.get(i));
        }
        return codes;
    }

    /** As a value that is shown or stored: a condition is a number where the database says so. */
    Code value(Expr expression) {
        return shown(code(expression));
    }

    private Code shown(Code code) {
        if (code.type.kind() != Kind.BOOLEAN || !Habit.TRUTH_IS_A_NUMBER.of(dialect)) {
            return code;
        }
        return Code.of(SqlType.INTEGER, frame -> {
            Object value = code.value(frame);
            return value instanceof Boolean truth ? (Object) (truth ? 1L : 0L) : value;
        });
    }

    /** As a column of an answer: MySQL shows as many digits as the type has, though it computes with more. */
    Code item(Expr expression) {
        Code code = value(expression);
        boolean rounds = dialect == SqlDialect.MYSQL
                && code.type.kind() == Kind.DECIMAL
                && code.type.scale() >= 0
                && !(code instanceof Code.Slot);
        if (!rounds) {
            return code;
        }
        int scale = code.type.scale();
        return Code.of(code.type, frame -> {
            Object value = code.value(frame);
            return value instanceof java.math.BigDecimal decimal && decimal.scale() > scale
                    ? decimal.setScale(scale, java.math.RoundingMode.HALF_UP)
                    : value;
        });
    }

    /** As an operand of a function of texts: PostgreSQL drops the blanks that fill up a CHAR. */
    Code operandText(Code code) {
        if (code.type.kind() != Kind.CHAR || dialect != SqlDialect.POSTGRES) {
            return code;
        }
        return Code.of(SqlType.text(Kind.TEXT, -1, code.type.collation()), frame -> {
            Object value = code.value(frame);
            return value instanceof String text ? text.stripTrailing() : value;
        });
    }

    Code code(Expr expression) {
        if (grouping != null) {
            Code group = grouping.find(expression, this);
            if (group != null) {
                return group;
            }
        }
        Code leaf = leaf(expression);
        Code code = leaf != null ? leaf : operator(expression);
        if (code == null) {
            throw new Outside(expression, words(expression));
        }
        return dialect == SqlDialect.H2 && leaf == null ? Folding.folded(expression, code, compilation) : code;
    }

    private @Nullable Code leaf(Expr expression) {
        if (expression instanceof Expr.Column column) {
            return column(column);
        }
        if (expression instanceof Expr.Numeral numeral) {
            return numeral(numeral);
        }
        if (expression instanceof Expr.Text text) {
            return text(text);
        }
        if (expression instanceof Expr.Placeholder placeholder) {
            return placeholder(placeholder);
        }
        if (expression instanceof Expr.Null) {
            return new Code.Constant(SqlType.ANY, null);
        }
        if (expression instanceof Expr.Bool bool) {
            return new Code.Constant(SqlType.BOOLEAN, bool.value());
        }
        if (expression instanceof Expr.Typed typed) {
            return Casting.code(dialect, Types.of(typed.type(), dialect), text(typed.text()));
        }
        if (expression instanceof Expr.Interval interval) {
            return interval(interval);
        }
        return expression instanceof Expr.NextValue next
                ? nextValue(next.sequence().last().text())
                : null;
    }

    private @Nullable Code operator(Expr expression) {
        if (expression instanceof Expr.Binary binary) {
            return binary(binary);
        }
        if (expression instanceof Expr.Logical logical) {
            return logical(logical);
        }
        if (expression instanceof Expr.FunctionCall call) {
            return Functions.code(this, call);
        }
        if (expression instanceof Expr.Unary unary) {
            return unary(unary);
        }
        if (expression instanceof Expr.Is is) {
            return is(is);
        }
        if (expression instanceof Expr.Between between) {
            return between(between);
        }
        if (expression instanceof Expr.In in) {
            return Membership.items(this, in);
        }
        if (expression instanceof Expr.InQuery in) {
            return Membership.query(this, in);
        }
        if (expression instanceof Expr.Quantified quantified) {
            return Membership.quantified(this, quantified);
        }
        return other(expression);
    }

    private @Nullable Code other(Expr expression) {
        if (expression instanceof Expr.Like like) {
            return Patterns.code(this, like);
        }
        if (expression instanceof Expr.Case choice) {
            return choice(choice);
        }
        if (expression instanceof Expr.Cast cast) {
            return cast(cast);
        }
        if (expression instanceof Expr.Collate collate) {
            return collate(collate);
        }
        if (expression instanceof Expr.Exists exists) {
            return Subqueries.exists(this, exists);
        }
        if (expression instanceof Expr.Windowed call && windowing != null) {
            return windowing.code(call, new ExpressionCompiler(compilation, scope, grouping));
        }
        return expression instanceof Expr.Subquery subquery ? Subqueries.scalar(this, subquery.query()) : null;
    }

    /** What an expression is, for a message. */
    static String words(Object node) {
        String name = node.getClass().getSimpleName();
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    // ---- leaves

    private Code numeral(Expr.Numeral numeral) {
        String text = numeral.text();
        boolean exponent = !text.startsWith("0x") && (text.indexOf('e') >= 0 || text.indexOf('E') >= 0);
        boolean point = text.indexOf('.') >= 0;
        if (exponent && dialect != SqlDialect.POSTGRES || point && dialect == SqlDialect.SQLITE) {
            return new Code.Constant(SqlType.DOUBLE, Double.valueOf(text));
        }
        Object value = Numerals.of(text.replace("_", ""));
        if (value instanceof Long number) {
            return new Code.Constant(number == (int) (long) number ? SqlType.INTEGER : SqlType.BIGINT, number);
        }
        if (dialect == SqlDialect.SQLITE) {
            return new Code.Constant(SqlType.DOUBLE, Numerals.decimal(value).doubleValue());
        }
        java.math.BigDecimal decimal = Numerals.decimal(value);
        java.math.BigDecimal plain = decimal.scale() < 0 ? decimal.setScale(0) : decimal;
        return new Code.Constant(SqlType.decimal(plain.precision(), plain.scale()), plain);
    }

    Code text(Expr.Text text) {
        if (text.kind() != Expr.Quoted.CHARACTERS) {
            throw new Outside(text, "bits and bytes");
        }
        return new Code.Constant(SqlType.text(Kind.TEXT, -1, compilation.literalCollation()), text.value());
    }

    private Code placeholder(Expr.Placeholder placeholder) {
        if (placeholder.position() < 0) {
            throw new Outside(placeholder, "a parameter with a name");
        }
        RoutineScope routine = compilation.parameters;
        return routine != null ? routine.parameter(placeholder.position()) : new Code.Parameter(placeholder.position());
    }

    private Code column(Expr.Column column) {
        Code found = scope.find(column.table(), column.name(), compilation);
        if (found == null) {
            Code constant = Functions.word(this, column);
            if (constant != null) {
                return constant;
            }
            throw new SqlError("42703", "there is no column " + column.name());
        }
        return grouping == null ? found : grouping.representative(found);
    }

    private Code interval(Expr.Interval interval) {
        if (interval.unit().isEmpty() && interval.amount() instanceof Expr.Text text) {
            TimeSpan span = TimeSpan.of(text.value());
            if (span == null) {
                throw new Outside(interval, "an interval in this form");
            }
            return new Code.Constant(SqlType.of(Kind.OTHER), span);
        }
        Code amount = code(interval.amount());
        String unit = interval.unit();
        if (TimeSpan.of(1, unit) == null) {
            throw new Outside(interval, "an interval in " + unit);
        }
        return Code.of(SqlType.of(Kind.OTHER), frame -> {
            Object value = amount.value(frame);
            Object number = value instanceof String text ? Numerals.whole(text) : value;
            return number == null
                    ? null
                    : number instanceof Long count ? (Object) TimeSpan.of(count, unit) : Unknown.UNKNOWN;
        });
    }

    Code nextValue(String sequence) {
        return Code.of(SqlType.BIGINT, frame -> frame.environment.nextValue(sequence));
    }

    // ---- operators

    private Code unary(Expr.Unary unary) {
        Code operand = code(unary.operand());
        return switch (unary.operator()) {
            case "NOT", "!" -> Code.of(SqlType.BOOLEAN, frame -> Truth.not(Truth.of(operand.value(frame))));
            case "+" -> operand;
            case "-" -> negated(operand);
            default -> throw new Outside(unary, "the operator " + unary.operator());
        };
    }

    private Code negated(Code operand) {
        if (operand instanceof Code.Constant constant
                && constant.constant instanceof Long number
                && number != Long.MIN_VALUE) {
            return new Code.Constant(operand.type, -number);
        }
        if (operand instanceof Code.Constant constant && constant.constant instanceof java.math.BigDecimal decimal) {
            Object value = decimal.negate();
            boolean least =
                    decimal.scale() == 0 && decimal.negate().equals(java.math.BigDecimal.valueOf(Long.MIN_VALUE));
            return new Code.Constant(least ? SqlType.BIGINT : operand.type, least ? (Object) Long.MIN_VALUE : value);
        }
        boolean floating = operand.type.kind().isFloating();
        Code zero = new Code.Constant(
                floating ? SqlType.DOUBLE : SqlType.INTEGER, floating ? (Object) (-0.0) : (Object) 0L);
        return Arithmetic.code(dialect, '-', zero, operand);
    }

    private Code binary(Expr.Binary binary) {
        String operator = binary.operator();
        if (binary.left() instanceof Expr.Row || binary.right() instanceof Expr.Row) {
            return Rows.code(this, binary);
        }
        if (operator.equals("IN") || operator.equals("NOT IN")) {
            throw new Outside(binary, "IN with something other than a list");
        }
        Code left = code(binary.left());
        Code right = code(binary.right());
        return switch (operator) {
            case "+", "-", "*", "/", "%" -> arithmetic(operator.charAt(0), left, right);
            case "MOD" -> arithmetic('%', left, right);
            case "DIV" -> whole(left, right);
            case "||" -> bars(left, right);
            case "XOR" ->
                Code.of(SqlType.BOOLEAN, frame -> xor(Truth.of(left.value(frame)), Truth.of(right.value(frame))));
            default -> comparison(operator, left, right, binary);
        };
    }

    private Code arithmetic(char operator, Code left, Code right) {
        compilation.failing++;
        return Arithmetic.code(dialect, operator, left, right);
    }

    /** MySQL's quotient of integers. */
    private Code whole(Code left, Code right) {
        compilation.failing++;
        return Code.of(SqlType.BIGINT, frame -> {
            Object a = left.value(frame);
            Object b = right.value(frame);
            if (a == null || b == null) {
                return null;
            }
            if (!(a instanceof Long x) || !(b instanceof Long y)) {
                return Unknown.UNKNOWN;
            }
            return y != 0
                    ? (Object) (x / y)
                    : frame.strict ? frame.failed(new SqlError("22012", "division by zero")) : null;
        });
    }

    private static @Nullable Object xor(@Nullable Object a, @Nullable Object b) {
        if (a == null || b == null) {
            return null;
        }
        return Unknown.is(a) || Unknown.is(b) ? Unknown.UNKNOWN : (Object) !a.equals(b);
    }

    private Code bars(Code first, Code second) {
        Code left = operandText(first);
        Code right = operandText(second);
        if (Habit.BARS_MEAN_OR.of(dialect)) {
            Code[] terms = {left, right};
            return Code.of(SqlType.BOOLEAN, frame -> Truth.any(terms, frame));
        }
        SqlType type = SqlType.text(Kind.TEXT, -1, left.type.collation().with(right.type.collation()));
        return Code.of(type, frame -> {
            Object a = left.value(frame);
            Object b = right.value(frame);
            if (a == null || b == null) {
                return null;
            }
            Object x = Texting.text(a, dialect);
            Object y = Texting.text(b, dialect);
            return x instanceof String s && y instanceof String t ? s + t : Unknown.UNKNOWN;
        });
    }

    Code comparison(String operator, Code left, Code right, Expr at) {
        return Comparisons.code(this, operator, left, right, at);
    }

    private Code logical(Expr.Logical logical) {
        Code[] terms = new Code[logical.terms().size()];
        for (int i = 0; i < terms.length; i++) {
            terms[i] = code(logical.terms().get(i));
        }
        boolean and = logical.connective() == Expr.Connective.AND;
        return Code.of(SqlType.BOOLEAN, frame -> and ? Truth.all(terms, frame) : Truth.any(terms, frame));
    }

    private Code is(Expr.Is is) {
        boolean not = is.not();
        if (is.value() instanceof Expr.Row) {
            throw new Outside(is, "IS with a row");
        }
        Code value = code(is.value());
        return switch (is.what()) {
            case "NULL" ->
                Code.of(SqlType.BOOLEAN, frame -> {
                    Object operand = value.value(frame);
                    return Unknown.is(operand) ? Unknown.UNKNOWN : (Object) (operand == null != not);
                });
            case "UNKNOWN" ->
                Code.of(SqlType.BOOLEAN, frame -> {
                    Object operand = Truth.of(value.value(frame));
                    return Unknown.is(operand) ? Unknown.UNKNOWN : (Object) (operand == null != not);
                });
            case "TRUE", "FALSE" -> {
                Boolean wanted = is.what().equals("TRUE");
                yield Code.of(SqlType.BOOLEAN, frame -> {
                    Object operand = Truth.of(value.value(frame));
                    return Unknown.is(operand) ? Unknown.UNKNOWN : (Object) (wanted.equals(operand) != not);
                });
            }
            default -> throw new Outside(is, "IS " + is.what());
        };
    }

    private Code between(Expr.Between between) {
        Code value = code(between.value());
        Code low = code(between.low());
        Code high = code(between.high());
        Code within = range(value, low, high, between);
        if (between.symmetric()) {
            Code other = range(value, high, low, between);
            Code[] either = {within, other};
            within = Code.of(SqlType.BOOLEAN, frame -> Truth.any(either, frame));
        }
        Code result = within;
        return between.not() ? Code.of(SqlType.BOOLEAN, frame -> Truth.not(result.value(frame))) : result;
    }

    private Code range(Code value, Code low, Code high, Expr at) {
        Code[] both = {comparison(">=", value, low, at), comparison("<=", value, high, at)};
        return Code.of(SqlType.BOOLEAN, frame -> Truth.all(both, frame));
    }

    private Code choice(Expr.Case choice) {
        int size = choice.whens().size();
        Code[] conditions = new Code[size];
        List<Code> results = new ArrayList<>();
        Code operand = choice.operand() == null ? null : code(choice.operand());
        for (int i = 0; i < size; i++) {
            Expr condition = choice.whens().get(i).condition();
            conditions[i] = operand == null ? code(condition) : comparison("=", operand, code(condition), condition);
            results.add(value(choice.whens().get(i).result()));
        }
        Code otherwise = choice.otherwise() == null ? new Code.Constant(SqlType.ANY, null) : value(choice.otherwise());
        results.add(otherwise);
        SqlType type = chosen(choice, results);
        Code[] branches = results.stream().map(each -> branch(type, each)).toArray(Code[]::new);
        Alignment alignment = new Alignment(type, dialect);
        return Code.of(type, frame -> {
            for (int i = 0; i < conditions.length; i++) {
                Object truth = Truth.of(conditions[i].value(frame));
                if (Unknown.is(truth)) {
                    return Unknown.UNKNOWN;
                }
                if (Boolean.TRUE.equals(truth)) {
                    return alignment.align(branches[i].value(frame));
                }
            }
            return alignment.align(branches[conditions.length].value(frame));
        });
    }

    /** H2 drops branches that cannot be, and with them what they say of precision and scale. */
    private SqlType chosen(Expr.Case choice, List<Code> results) {
        SqlType type = Types.common(results, dialect);
        boolean drops = dialect == SqlDialect.H2
                && type.kind() == Kind.DECIMAL
                && choice.whens().stream().anyMatch(when -> Folding.isConstant(when.condition()));
        return drops ? SqlType.decimal(-1, -1) : type;
    }

    /** In H2 a CHAR that CASE gives has no blanks at its end. */
    private Code branch(SqlType type, Code code) {
        if (dialect == SqlDialect.H2 && code.type.kind() == Kind.CHAR) {
            return Code.of(code.type, frame -> {
                Object value = code.value(frame);
                return value instanceof String text ? text.stripTrailing() : value;
            });
        }
        return Texting.as(type, code, dialect);
    }

    private Code cast(Expr.Cast cast) {
        if (!cast.spelling().equals("CAST")
                && !cast.spelling().equals("::")
                && !cast.spelling().equals("CONVERT")) {
            throw new Outside(cast, cast.spelling());
        }
        SqlType type = Types.of(cast.type(), dialect);
        boolean anyLength = dialect == SqlDialect.MYSQL
                && type.kind() == Kind.CHAR
                && cast.type().arguments().isEmpty();
        if (anyLength) {
            type = SqlType.text(Kind.TEXT, -1, type.collation());
        }
        if (type.kind() == Kind.OTHER) {
            throw new Outside(cast, "a cast to " + cast.type().name());
        }
        compilation.failing++;
        return Casting.code(dialect, type, value(cast.value()));
    }

    private Code collate(Expr.Collate collate) {
        Code value = code(collate.value());
        Collation collation = Types.collation(collate.collation().last().text(), dialect);
        return Code.of(SqlType.text(Kind.TEXT, value.type.precision(), collation), value::value);
    }

    // ---- sub-queries

    QueryPlan plan(Query query, Scope inner) {
        return new QueryCompiler(compilation, inner).compile(query);
    }
}
