package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Expr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** IN, ANY, SOME and ALL. */
final class Membership {
    private Membership() {}

    static Code items(ExpressionCompiler compiler, Expr.In in) {
        Code[] equal = new Code[in.items().size()];
        boolean row = in.value() instanceof Expr.Row;
        Code value = row ? null : compiler.code(in.value());
        for (int i = 0; i < equal.length; i++) {
            Expr item = in.items().get(i);
            equal[i] = value == null
                    ? Rows.code(compiler, new Expr.Binary(in.at(), in.value(), "=", item))
                    : compiler.comparison("=", value, compiler.code(item), in);
        }
        boolean not = in.not();
        return Code.of(SqlType.BOOLEAN, frame -> negated(Truth.any(equal, frame), not));
    }

    private static @Nullable Object negated(@Nullable Object truth, boolean not) {
        return not ? Truth.not(truth) : truth;
    }

    static Code query(ExpressionCompiler compiler, Expr.InQuery in) {
        Subqueries.Inner inner = Subqueries.inner(compiler, in.query());
        boolean not = in.not();
        Code[] left =
                in.value() instanceof Expr.Row row ? compiler.all(row.items()) : new Code[] {compiler.code(in.value())};
        Code any = any(compiler, left, "=", inner, in);
        return not ? Code.of(SqlType.BOOLEAN, frame -> Truth.not(any.value(frame))) : any;
    }

    static Code quantified(ExpressionCompiler compiler, Expr.Quantified quantified) {
        if (!(quantified.right() instanceof Expr.Subquery subquery) || quantified.left() instanceof Expr.Row) {
            throw new Outside(quantified, quantified.quantifier() + " with something other than a query");
        }
        Subqueries.Inner inner = Subqueries.inner(compiler, subquery.query());
        Code[] left = {compiler.code(quantified.left())};
        if (!quantified.quantifier().equals("ALL")) {
            return any(compiler, left, quantified.operator(), inner, quantified);
        }
        Code counter = any(compiler, left, opposite(quantified), inner, quantified);
        return Code.of(SqlType.BOOLEAN, frame -> Truth.not(counter.value(frame)));
    }

    private static String opposite(Expr.Quantified quantified) {
        return switch (quantified.operator()) {
            case "=" -> "<>";
            case "<>", "!=" -> "=";
            case "<" -> ">=";
            case "<=" -> ">";
            case ">" -> "<=";
            case ">=" -> "<";
            default -> throw new Outside(quantified, "the operator " + quantified.operator());
        };
    }

    /** Whether the comparison holds with one row of a query. */
    private static Code any(
            ExpressionCompiler compiler, Code[] left, String operator, Subqueries.Inner inner, Expr at) {
        List<SqlType> types = inner.plan().types();
        if (types.size() != left.length) {
            throw new SqlError("42601", "a row is compared with one of another length");
        }
        int slot = compiler.compilation.newSlot();
        Code[] compared = new Code[left.length];
        for (int i = 0; i < left.length; i++) {
            compared[i] = compiler.comparison(operator, left[i], new Code.Slot(types.get(i), slot, i), at);
        }
        return Code.of(SqlType.BOOLEAN, frame -> {
            Object result = false;
            for (Tuple tuple : inner.tuples(frame)) {
                frame.slots[slot] = tuple.values();
                Object holds = Truth.all(compared, frame);
                if (tuple.presence() != Presence.SURE && !Boolean.FALSE.equals(holds)) {
                    holds = Unknown.UNKNOWN;
                }
                result = Truth.or(result, holds);
                if (Boolean.TRUE.equals(result)) {
                    return true;
                }
            }
            return result;
        });
    }
}
