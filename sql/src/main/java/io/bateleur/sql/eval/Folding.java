package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.Node;
import io.bateleur.sql.tree.Query;
import io.bateleur.sql.tree.Walk;
import java.math.BigDecimal;
import java.util.Set;

/** H2 computes constant parts of a statement before anything else, and takes the digits of the result for its type. */
final class Folding {
    private static final Set<String> FUNCTIONS = Set.of(
            "abs",
            "coalesce",
            "nullif",
            "length",
            "upper",
            "lower",
            "mod",
            "greatest",
            "least",
            "round",
            "floor",
            "ceil",
            "sign");

    private Folding() {}

    static Code folded(Expr expression, Code code, Compilation compilation) {
        if (code instanceof Code.Constant || code.type.kind() != SqlType.Kind.DECIMAL || !isConstant(expression)) {
            return code;
        }
        Frame frame = new Frame(
                compilation.slots(),
                compilation.memos(),
                new Object[0],
                new PlainTables(),
                new PlainTables(),
                new Environment() {});
        Object value = code.value(frame);
        return value instanceof BigDecimal decimal
                ? new Code.Constant(SqlType.decimal(decimal.precision(), decimal.scale()), decimal)
                : code;
    }

    static boolean isConstant(Expr expression) {
        boolean[] constant = {true};
        Walk.each(expression, node -> constant[0] &= isConstantPart(node));
        return constant[0];
    }

    private static boolean isConstantPart(Node node) {
        boolean varies = node instanceof Expr.Column
                || node instanceof Expr.Placeholder
                || node instanceof Expr.Variable
                || node instanceof Query
                || node instanceof Expr.NextValue
                || node instanceof Expr.Star;
        return !varies
                && !(node instanceof Expr.FunctionCall call
                        && !FUNCTIONS.contains(call.name().last().text().toLowerCase(java.util.Locale.ROOT)));
    }
}
