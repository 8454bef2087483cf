package io.bateleur.sql.eval;

import io.bateleur.sql.tree.Expr;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of the conditions that AND connects.
 *
 * @param used the numbers of the rows that it refers to
 * @param sign of a comparison, else empty
 * @param left of a comparison
 * @param right of a comparison
 * @param items what IN compares with, else empty
 */
record Conjunct(
        Code code,
        BitSet used,
        String sign,
        @Nullable Side left,
        @Nullable Side right,
        List<Side> items) {

    /** An operand. */
    record Side(Code code, BitSet used) {
        /** The column of a table of this number that it is, or -1. */
        int column(int slot) {
            return code instanceof Code.Slot column && column.slot == slot ? column.column : -1;
        }
    }

    static List<Conjunct> of(ExpressionCompiler compiler, @Nullable Expr condition) {
        List<Conjunct> all = new ArrayList<>();
        if (condition != null) {
            collect(compiler, condition, all);
        }
        return all;
    }

    private static void collect(ExpressionCompiler compiler, Expr condition, List<Conjunct> into) {
        if (condition instanceof Expr.Logical logical && logical.connective() == Expr.Connective.AND) {
            logical.terms().forEach(term -> collect(compiler, term, into));
        } else if (condition instanceof Expr.Between between && !between.not() && !between.symmetric()) {
            into.add(compared(compiler, ">=", between.value(), between.low(), condition));
            into.add(compared(compiler, "<=", between.value(), between.high(), condition));
        } else if (condition instanceof Expr.Binary binary && isComparison(binary)) {
            into.add(compared(compiler, binary.operator(), binary.left(), binary.right(), condition));
        } else if (condition instanceof Expr.Binary rows
                && rows.operator().equals("=")
                && rows.left() instanceof Expr.Row a
                && rows.right() instanceof Expr.Row b
                && a.items().size() == b.items().size()) {
            for (int i = 0; i < a.items().size(); i++) {
                into.add(compared(compiler, "=", a.items().get(i), b.items().get(i), condition));
            }
        } else if (condition instanceof Expr.In in && !in.not() && !(in.value() instanceof Expr.Row)) {
            into.add(in(compiler, in));
        } else {
            BitSet outside = compiler.compilation.used;
            compiler.compilation.used = new BitSet();
            Code code = compiler.code(condition);
            into.add(new Conjunct(code, compiler.compilation.used, "", null, null, List.of()));
            outside.or(compiler.compilation.used);
            compiler.compilation.used = outside;
        }
    }

    private static boolean isComparison(Expr.Binary binary) {
        return List.of("=", "<", "<=", ">", ">=").contains(binary.operator())
                && !(binary.left() instanceof Expr.Row)
                && !(binary.right() instanceof Expr.Row);
    }

    private static Side side(ExpressionCompiler compiler, Expr expression) {
        BitSet outside = compiler.compilation.used;
        compiler.compilation.used = new BitSet();
        Code code = compiler.code(expression);
        Side side = new Side(code, compiler.compilation.used);
        outside.or(side.used);
        compiler.compilation.used = outside;
        return side;
    }

    private static Conjunct compared(ExpressionCompiler compiler, String sign, Expr left, Expr right, Expr at) {
        Side a = side(compiler, left);
        Side b = side(compiler, right);
        BitSet used = (BitSet) a.used.clone();
        used.or(b.used);
        return new Conjunct(compiler.comparison(sign, a.code, b.code, at), used, sign, a, b, List.of());
    }

    private static Conjunct in(ExpressionCompiler compiler, Expr.In in) {
        Side value = side(compiler, in.value());
        BitSet used = (BitSet) value.used.clone();
        List<Side> items = new ArrayList<>();
        Code[] equal = new Code[in.items().size()];
        for (int i = 0; i < equal.length; i++) {
            Side item = side(compiler, in.items().get(i));
            items.add(item);
            used.or(item.used);
            equal[i] = compiler.comparison("=", value.code, item.code, in);
        }
        Code code = Code.of(SqlType.BOOLEAN, frame -> Truth.any(equal, frame));
        return new Conjunct(code, used, "IN", value, null, items);
    }

    /** Whether everything it refers to is there. */
    boolean isReady(BitSet bound) {
        BitSet missing = (BitSet) used.clone();
        missing.andNot(bound);
        return missing.isEmpty();
    }
}
