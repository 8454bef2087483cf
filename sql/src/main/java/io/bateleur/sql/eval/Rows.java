package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Expr;
import java.util.List;

/** Comparisons of rows: {@code (a, b) = (1, 2)}, {@code (a, b) < (1, 2)}. */
final class Rows {
    private Rows() {}

    static Code code(ExpressionCompiler compiler, Expr.Binary binary) {
        if (!(binary.left() instanceof Expr.Row left) || !(binary.right() instanceof Expr.Row right)) {
            throw new Outside(binary, "a row compared with something else");
        }
        if (left.items().size() != right.items().size()) {
            throw new SqlError("42601", "rows of different lengths");
        }
        return switch (binary.operator()) {
            case "=" -> all(compiler, left.items(), right.items(), binary);
            case "<>", "!=" -> {
                Code equal = all(compiler, left.items(), right.items(), binary);
                yield Code.of(SqlType.BOOLEAN, frame -> Truth.not(equal.value(frame)));
            }
            case "<", "<=", ">", ">=" -> ordered(compiler, left.items(), right.items(), binary);
            default -> throw new Outside(binary, "rows with the operator " + binary.operator());
        };
    }

    private static Code all(ExpressionCompiler compiler, List<Expr> left, List<Expr> right, Expr at) {
        Code[] terms = new Code[left.size()];
        for (int i = 0; i < terms.length; i++) {
            terms[i] = compiler.comparison("=", compiler.code(left.get(i)), compiler.code(right.get(i)), at);
        }
        return Code.of(SqlType.BOOLEAN, frame -> Truth.all(terms, frame));
    }

    /** The first parts that differ decide. */
    private static Code ordered(ExpressionCompiler compiler, List<Expr> left, List<Expr> right, Expr.Binary at) {
        Code first = compiler.code(left.get(0));
        Code other = compiler.code(right.get(0));
        boolean last = left.size() == 1;
        String operator = at.operator();
        String strict = last ? operator : operator.substring(0, 1);
        Code decided = compiler.comparison(strict, first, other, at);
        if (last) {
            return decided;
        }
        Code equal = compiler.comparison("=", first, other, at);
        Code rest = ordered(compiler, left.subList(1, left.size()), right.subList(1, right.size()), at);
        Code[] both = {equal, rest};
        Code[] either = {decided, Code.of(SqlType.BOOLEAN, frame -> Truth.all(both, frame))};
        return Code.of(SqlType.BOOLEAN, frame -> Truth.any(either, frame));
    }
}
