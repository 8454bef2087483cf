package io.bateleur.sql.lift;

import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a statement: its parameters and its answer.
 *
 * @param assumed whether no answer came, and what the statement did counts only if all of it happened
 */
record Call(List<Value> parameters, List<SqlResult> results, boolean assumed) {

    /** The value of an expression without columns, as it was given; null when it cannot be told. */
    @Nullable
    Value constant(Term expr) {
        if (expr instanceof Term.Constant constant) {
            return constant.value();
        }
        if (expr instanceof Term.Parameter parameter) {
            return parameter.position() < parameters.size() ? parameters.get(parameter.position()) : null;
        }
        if (expr instanceof Term.Integral integral) {
            return constant(integral.value()) instanceof Value.Int number
                            && number.value() >> (integral.bits() - 1) == (number.value() < 0 ? -1 : 0)
                    ? number
                    : null;
        }
        if (expr instanceof Term.Textual textual) {
            return constant(textual.value()) instanceof Value.Text text ? text : null;
        }
        if (expr instanceof Term.Sum sum) {
            BigDecimal left = number(sum.left());
            BigDecimal right = number(sum.right());
            if (left == null || right == null) {
                return null;
            }
            return Numbers.canonical(sum.minus() ? left.subtract(right) : left.add(right));
        }
        return null;
    }

    /** A number that is written as one: texts are added differently by each database, and floats are rounded. */
    @Nullable
    BigDecimal number(Term expr) {
        Value value = constant(expr);
        return value == null || value instanceof Value.Text ? null : Numbers.of(value);
    }

    boolean failed() {
        for (SqlResult result : results) {
            if (result instanceof SqlResult.Failure) {
                return true;
            }
        }
        return false;
    }

    SqlResult.@Nullable Rows rows() {
        SqlResult.Rows found = null;
        for (SqlResult result : results) {
            if (result instanceof SqlResult.Rows rows) {
                if (found != null) {
                    return null;
                }
                found = rows;
            }
        }
        return found;
    }

    SqlResult.@Nullable Keys keys() {
        for (SqlResult result : results) {
            if (result instanceof SqlResult.Keys keys) {
                return keys;
            }
        }
        return null;
    }

    /** How many rows were changed; null when that is not told, or told more than once. */
    @Nullable
    Long count() {
        Long count = null;
        for (SqlResult result : results) {
            if (result instanceof SqlResult.Count each) {
                if (count != null) {
                    return null;
                }
                count = each.rows();
            }
        }
        return count;
    }
}
