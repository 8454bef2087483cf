package io.bateleur.sql.parse;

import io.bateleur.core.model.Value;
import io.bateleur.sql.tree.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.arithmetic.Addition;
import net.sf.jsqlparser.expression.operators.arithmetic.Subtraction;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.GreaterThan;
import net.sf.jsqlparser.expression.operators.relational.GreaterThanEquals;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.MinorThan;
import net.sf.jsqlparser.expression.operators.relational.MinorThanEquals;
import net.sf.jsqlparser.expression.operators.relational.OldOracleJoinBinaryExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import org.jspecify.annotations.Nullable;

/** From the parser's expressions to ours. */
final class Expressions {
    /** Numbers of more characters than this are somebody's joke, and would cost a lot. */
    private static final int NUMBER_LENGTH_MAX = 60;

    private Expressions() {}

    static Term of(@Nullable Expression expression) {
        if (expression instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
            return of(list.get(0));
        }
        if (expression instanceof JdbcParameter parameter) {
            return parameter(parameter);
        }
        if (expression instanceof Column column) {
            return column(column);
        }
        if (expression instanceof Addition sum) {
            return new Term.Sum(of(sum.getLeftExpression()), of(sum.getRightExpression()), false);
        }
        if (expression instanceof Subtraction sum) {
            return new Term.Sum(of(sum.getLeftExpression()), of(sum.getRightExpression()), true);
        }
        if (expression instanceof Function function) {
            return proposed(function);
        }
        if (expression instanceof CastExpression cast) {
            return cast(cast);
        }
        if (expression instanceof AllTableColumns star) {
            return plainStar(star) ? new Term.Star(Name.of(star.getTable().getName())) : Term.OTHER;
        }
        if (expression instanceof AllColumns star) {
            return plainStar(star) ? new Term.Star(null) : Term.OTHER;
        }
        Value constant = constant(expression);
        return constant == null ? Term.OTHER : new Term.Constant(constant);
    }

    private static Term cast(CastExpression cast) {
        Term inner = of(cast.getLeftExpression());
        boolean plain = (inner instanceof Term.Constant || inner instanceof Term.Parameter)
                && (cast.keyword == null || cast.keyword.isEmpty() || cast.keyword.equalsIgnoreCase("CAST"))
                && cast.getFormat() == null
                && cast.getColDataType() != null;
        String type = plain ? cast.getColDataType().toString().toUpperCase(Locale.ROOT) : "";
        return switch (type) {
            case "SMALLINT", "INT2" -> new Term.Integral(inner, 16);
            case "INT", "INTEGER", "INT4" -> new Term.Integral(inner, 32);
            case "BIGINT", "INT8" -> new Term.Integral(inner, 64);
            default -> Term.OTHER;
        };
    }

    private static boolean plainStar(AllColumns star) {
        return star.getExceptColumns() == null && star.getReplaceExpressions() == null;
    }

    private static Term parameter(JdbcParameter parameter) {
        Integer index = parameter.getIndex();
        boolean plain = !parameter.isUseFixedIndex() && "?".equals(parameter.getParameterCharacter());
        return plain && index != null && index > 0 ? new Term.Parameter(index - 1) : Term.OTHER;
    }

    private static Term column(Column column) {
        String name = column.getColumnName();
        if (column.getArrayConstructor() != null || column.getOldOracleJoinSyntax() != 0 || name == null) {
            return Term.OTHER;
        }
        if (name.equalsIgnoreCase("true") || name.equalsIgnoreCase("false")) {
            return new Term.Constant(Value.of(name.equalsIgnoreCase("true")));
        }
        if (name.equalsIgnoreCase("default") || name.startsWith("@")) {
            return Term.OTHER;
        }
        boolean qualified = column.getTable() != null && column.getTable().getName() != null;
        Name source = qualified ? Name.of(column.getTable().getName()) : null;
        if (source != null && !source.exact() && source.text().equalsIgnoreCase("excluded")) {
            return new Term.Proposed(Name.of(name));
        }
        return new Term.ColumnOf(source, Name.of(name));
    }

    private static Term proposed(Function function) {
        boolean values = "VALUES".equalsIgnoreCase(function.getName()) || "VALUE".equalsIgnoreCase(function.getName());
        ExpressionList<?> arguments = function.getParameters();
        return values && arguments != null && arguments.size() == 1 && of(arguments.get(0)) instanceof Term.ColumnOf c
                ? new Term.Proposed(c.column())
                : Term.OTHER;
    }

    private static @Nullable Value constant(@Nullable Expression expression) {
        if (expression instanceof LongValue number) {
            return number(number.getStringValue());
        }
        if (expression instanceof DoubleValue number) {
            return number(number.toString());
        }
        if (expression instanceof SignedExpression signed) {
            Value inner = constant(signed.getExpression());
            if (inner == null || signed.getSign() == '+') {
                return inner;
            }
            return signed.getSign() == '-' && inner.rank() == Value.of(0).rank() ? negated(inner) : null;
        }
        if (expression instanceof StringValue text) {
            boolean plain = text.getPrefix() == null && "'".equals(text.getQuoteStr());
            return plain ? Value.of(text.getNotExcapedValue()) : null;
        }
        if (expression instanceof BooleanValue bool) {
            return Value.of(bool.getValue());
        }
        return expression instanceof NullValue ? Value.NULL : null;
    }

    private static @Nullable Value negated(Value number) {
        String text = number.toString();
        return number(text.startsWith("-") ? text.substring(1) : "-" + text);
    }

    private static @Nullable Value number(String literal) {
        boolean known = literal.length() <= NUMBER_LENGTH_MAX && literal.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?");
        return known ? Value.number(literal) : null;
    }

    // ---- conditions

    static List<Condition> conditions(@Nullable Expression where) {
        List<Condition> conditions = new ArrayList<>();
        collect(where, conditions);
        return conditions;
    }

    private static void collect(@Nullable Expression where, List<Condition> conditions) {
        if (where == null) {
            return;
        }
        if (where instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
            collect(list.get(0), conditions);
        } else if (where instanceof AndExpression and) {
            collect(and.getLeftExpression(), conditions);
            collect(and.getRightExpression(), conditions);
        } else if (where instanceof Between between && !between.isNot() && !between.isUsingSymmetric()) {
            conditions.add(compares(
                    of(between.getLeftExpression()),
                    Condition.Relation.AT_LEAST,
                    of(between.getBetweenExpressionStart())));
            conditions.add(compares(
                    of(between.getLeftExpression()),
                    Condition.Relation.AT_MOST,
                    of(between.getBetweenExpressionEnd())));
        } else {
            conditions.add(single(where));
        }
    }

    private static Condition single(Expression where) {
        if (where instanceof InExpression in) {
            boolean list = !in.isNot() && in.getRightExpression() instanceof ParenthesedExpressionList<?>;
            return list && of(in.getLeftExpression()) instanceof Term.ColumnOf column
                    ? new Condition.OneOf(column, all((ParenthesedExpressionList<?>) in.getRightExpression()))
                    : new Condition.Other();
        }
        Condition.Relation relation = relation(where);
        if (relation == null) {
            return new Condition.Other();
        }
        OldOracleJoinBinaryExpression comparison = (OldOracleJoinBinaryExpression) where;
        if (comparison.getOldOracleJoinSyntax() != 0) {
            return new Condition.Other();
        }
        return compares(of(comparison.getLeftExpression()), relation, of(comparison.getRightExpression()));
    }

    private static Condition.@Nullable Relation relation(Expression where) {
        if (where instanceof EqualsTo equals) {
            return equals.getStringExpression().equals("=") ? Condition.Relation.EQUAL : null;
        }
        if (where.getClass() == MinorThan.class) {
            return Condition.Relation.LESS;
        }
        if (where.getClass() == MinorThanEquals.class) {
            return Condition.Relation.AT_MOST;
        }
        if (where.getClass() == GreaterThan.class) {
            return Condition.Relation.GREATER;
        }
        return where.getClass() == GreaterThanEquals.class ? Condition.Relation.AT_LEAST : null;
    }

    private static Condition compares(Term left, Condition.Relation relation, Term right) {
        if (left instanceof Term.ColumnOf column && !(right instanceof Term.ColumnOf)) {
            return new Condition.Compares(column, relation, right);
        }
        if (right instanceof Term.ColumnOf column && !(left instanceof Term.ColumnOf)) {
            return new Condition.Compares(column, relation.flipped(), left);
        }
        return new Condition.Other();
    }

    static List<Term> all(List<? extends Expression> expressions) {
        List<Term> all = new ArrayList<>();
        expressions.forEach(each -> all.add(of(each)));
        return all;
    }
}
