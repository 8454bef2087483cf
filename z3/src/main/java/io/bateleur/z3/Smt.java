package io.bateleur.z3;

import com.microsoft.z3.ArithExpr;
import com.microsoft.z3.BoolExpr;
import com.microsoft.z3.Context;
import com.microsoft.z3.Expr;
import com.microsoft.z3.FuncDecl;
import com.microsoft.z3.IntExpr;
import com.microsoft.z3.IntNum;
import com.microsoft.z3.Model;
import com.microsoft.z3.Params;
import com.microsoft.z3.RatNum;
import com.microsoft.z3.Solver;
import com.microsoft.z3.Sort;
import com.microsoft.z3.Status;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Quantifier-free formulas over truth values, integers, reals and unknown functions, given to Z3.
 *
 * <p>What is assumed can be taken back with {@link #pop}. After {@link SmtAnswer#POSSIBLE} values of terms can be asked, after
 * {@link SmtAnswer#IMPOSSIBLE} the part of the assumptions that was needed. Used by one thread.
 */
public final class Smt implements AutoCloseable {
    private final Context context = new Context();
    private final Solver solver = context.mkSolver();
    private final Map<String, FuncDecl<?>> functions = new HashMap<>();
    private final SmtTerm yes = bool(context.mkTrue());
    private final SmtTerm no = bool(context.mkFalse());
    private @Nullable Model model;

    // ---- terms

    public SmtTerm truth(boolean value) {
        return value ? yes : no;
    }

    public SmtTerm integer(long value) {
        return new SmtTerm(context.mkInt(value), SmtSort.INTEGER);
    }

    public SmtTerm real(BigDecimal value) {
        return new SmtTerm(context.mkReal(value.toPlainString()), SmtSort.REAL);
    }

    /** A constant that may have any value of its sort; the same name is the same constant. */
    public SmtTerm unknown(String name, SmtSort sort) {
        return new SmtTerm(context.mkConst(name, sort(sort)), sort);
    }

    /** A function that may be any; its name goes with the sorts of its arguments and result. */
    public SmtTerm apply(String function, SmtSort result, List<SmtTerm> arguments) {
        if (arguments.isEmpty()) {
            return unknown(function, result);
        }
        FuncDecl<?> declared = functions.computeIfAbsent(
                function,
                name -> context.mkFuncDecl(
                        name, arguments.stream().map(each -> sort(each.sort())).toArray(Sort[]::new), sort(result)));
        return new SmtTerm(
                declared.apply(arguments.stream().map(each -> each.expr).toArray(Expr[]::new)), result);
    }

    private Sort sort(SmtSort sort) {
        return switch (sort) {
            case BOOLEAN -> context.getBoolSort();
            case INTEGER -> context.getIntSort();
            case REAL -> context.getRealSort();
        };
    }

    public SmtTerm and(SmtTerm... terms) {
        return and(Arrays.asList(terms));
    }

    public SmtTerm and(Collection<SmtTerm> terms) {
        if (terms.contains(no)) {
            return no;
        }
        BoolExpr[] parts = terms.stream()
                .filter(term -> !term.equals(yes))
                .distinct()
                .map(Smt::asBool)
                .toArray(BoolExpr[]::new);
        return parts.length == 0 ? yes : bool(parts.length == 1 ? parts[0] : context.mkAnd(parts));
    }

    public SmtTerm or(SmtTerm... terms) {
        return or(Arrays.asList(terms));
    }

    public SmtTerm or(Collection<SmtTerm> terms) {
        if (terms.contains(yes)) {
            return yes;
        }
        BoolExpr[] parts = terms.stream()
                .filter(term -> !term.equals(no))
                .distinct()
                .map(Smt::asBool)
                .toArray(BoolExpr[]::new);
        return parts.length == 0 ? no : bool(parts.length == 1 ? parts[0] : context.mkOr(parts));
    }

    public SmtTerm not(SmtTerm term) {
        return term.equals(yes) ? no : term.equals(no) ? yes : bool(context.mkNot(asBool(term)));
    }

    public SmtTerm implies(SmtTerm premise, SmtTerm conclusion) {
        return or(not(premise), conclusion);
    }

    /** Of one sort, or of an integer and a real. */
    public SmtTerm equal(SmtTerm left, SmtTerm right) {
        if (left.equals(right)) {
            return yes;
        }
        boolean mixed = left.sort() != right.sort();
        return bool(mixed ? context.mkEq(asReal(left), asReal(right)) : context.mkEq(left.expr, right.expr));
    }

    public SmtTerm less(SmtTerm left, SmtTerm right) {
        return bool(context.mkLt(number(left, right), number(right, left)));
    }

    public SmtTerm atMost(SmtTerm left, SmtTerm right) {
        return bool(context.mkLe(number(left, right), number(right, left)));
    }

    public SmtTerm plus(SmtTerm left, SmtTerm right) {
        return arithmetic(context.mkAdd(number(left, right), number(right, left)));
    }

    public SmtTerm minus(SmtTerm left, SmtTerm right) {
        return arithmetic(context.mkSub(number(left, right), number(right, left)));
    }

    public SmtTerm times(SmtTerm left, SmtTerm right) {
        return arithmetic(context.mkMul(number(left, right), number(right, left)));
    }

    /** Whether it is a number and not an unknown one. */
    public boolean isNumber(SmtTerm term) {
        Expr<?> simple = term.expr.simplify();
        return simple.isIntNum() || simple.isRatNum();
    }

    public SmtTerm choose(SmtTerm condition, SmtTerm then, SmtTerm otherwise) {
        if (then.equals(otherwise) || condition.equals(yes)) {
            return then;
        }
        if (condition.equals(no)) {
            return otherwise;
        }
        if (then.sort() != otherwise.sort()) {
            return arithmetic(context.mkITE(asBool(condition), asReal(then), asReal(otherwise)));
        }
        return new SmtTerm(context.mkITE(asBool(condition), then.expr, otherwise.expr), then.sort());
    }

    private static SmtTerm bool(Expr<?> expr) {
        return new SmtTerm(expr, SmtSort.BOOLEAN);
    }

    private static SmtTerm arithmetic(Expr<?> expr) {
        return new SmtTerm(expr, expr.isReal() ? SmtSort.REAL : SmtSort.INTEGER);
    }

    private static BoolExpr asBool(SmtTerm term) {
        return (BoolExpr) term.expr;
    }

    private ArithExpr<?> number(SmtTerm term, SmtTerm beside) {
        return term.sort() == beside.sort() ? (ArithExpr<?>) term.expr : asReal(term);
    }

    private ArithExpr<?> asReal(SmtTerm term) {
        return term.sort() == SmtSort.REAL ? (ArithExpr<?>) term.expr : context.mkInt2Real((IntExpr) term.expr);
    }

    // ---- assumptions and answers

    public void require(SmtTerm term) {
        if (!term.equals(yes)) {
            solver.add(new BoolExpr[] {asBool(term)});
        }
    }

    public void push() {
        solver.push();
    }

    public void pop() {
        solver.pop();
    }

    /** @param milliseconds after which the answer is {@link SmtAnswer#UNKNOWN} @param assumed for this question only */
    public SmtAnswer ask(long milliseconds, SmtTerm... assumed) {
        Params limits = context.mkParams();
        limits.add("timeout", (int) Math.max(1, Math.min(milliseconds, Integer.MAX_VALUE)));
        solver.setParameters(limits);
        BoolExpr[] assumptions = Arrays.stream(assumed).map(Smt::asBool).toArray(BoolExpr[]::new);
        Status status = solver.check(assumptions);
        model = status == Status.SATISFIABLE ? solver.getModel() : null;
        return switch (status) {
            case SATISFIABLE -> SmtAnswer.POSSIBLE;
            case UNSATISFIABLE -> SmtAnswer.IMPOSSIBLE;
            case UNKNOWN -> SmtAnswer.UNKNOWN;
        };
    }

    /** Those of the assumptions of the last question that cannot hold together. */
    public List<SmtTerm> core() {
        return Arrays.stream(solver.getUnsatCore()).map(Smt::bool).toList();
    }

    /** Whether a term holds in the model of the last answer. */
    public boolean holds(SmtTerm term) {
        return value(term).isTrue();
    }

    /** The value of a number in the model of the last answer. */
    public BigDecimal number(SmtTerm term) {
        Expr<?> value = value(term);
        if (value instanceof IntNum integer) {
            return new BigDecimal(integer.getBigInteger());
        }
        if (value instanceof RatNum ratio) {
            BigInteger denominator = ratio.getBigIntDenominator();
            return new BigDecimal(ratio.getBigIntNumerator())
                    .divide(new BigDecimal(denominator), MathContext.DECIMAL64);
        }
        throw new IllegalStateException(term + " is " + value + " in the model");
    }

    private Expr<?> value(SmtTerm term) {
        Model present = model;
        if (present == null) {
            throw new IllegalStateException("the last answer has no model");
        }
        return present.eval(term.expr, true);
    }

    @Override
    public void close() {
        context.close();
    }
}
