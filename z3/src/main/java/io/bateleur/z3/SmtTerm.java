package io.bateleur.z3;

import com.microsoft.z3.Expr;

/** A term of a {@link Smt}, of one of its sorts. Equal terms are the same term of Z3. */
public final class SmtTerm {
    final Expr<?> expr;
    private final SmtSort sort;

    SmtTerm(Expr<?> expr, SmtSort sort) {
        this.expr = expr;
        this.sort = sort;
    }

    public SmtSort sort() {
        return sort;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SmtTerm term && expr.equals(term.expr);
    }

    @Override
    public int hashCode() {
        return expr.hashCode();
    }

    @Override
    public String toString() {
        return expr.toString();
    }
}
