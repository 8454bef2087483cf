package io.bateleur.sql.lift;

import io.bateleur.sql.lift.Condition.Comparator;
import io.bateleur.sql.tree.Expr;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** From the condition of a statement to alternatives: in each, several conditions hold. */
final class Conditions {
    /** More alternatives than these are one that nothing is known of. */
    private static final int ALTERNATIVES_MAX = 64;

    private static final List<List<Condition>> UNKNOWN = List.of(List.of(new Condition.Other()));
    private static final List<List<Condition>> ALWAYS = List.of(List.of());

    private final Terms terms;

    Conditions(Terms terms) {
        this.terms = terms;
    }

    /** One alternative without conditions where there is none. */
    List<List<Condition>> of(@Nullable Expr where) {
        if (where == null) {
            return ALWAYS;
        }
        if (where instanceof Expr.Logical logical) {
            return logical.connective() == Expr.Connective.AND ? and(logical) : or(logical);
        }
        if (where instanceof Expr.Between between && !between.not() && !between.symmetric()) {
            return List.of(List.of(
                    compares(between.value(), Comparator.AT_LEAST, between.low()),
                    compares(between.value(), Comparator.AT_MOST, between.high())));
        }
        if (where instanceof Expr.In in && !in.not()) {
            return in(in);
        }
        if (where instanceof Expr.Binary binary) {
            return binary(binary);
        }
        return where instanceof Expr.Bool bool && bool.value() ? ALWAYS : UNKNOWN;
    }

    List<List<Condition>> and(List<Expr> all) {
        List<List<Condition>> alternatives = ALWAYS;
        for (Expr each : all) {
            alternatives = both(alternatives, of(each));
        }
        return alternatives;
    }

    private List<List<Condition>> and(Expr.Logical logical) {
        return and(logical.terms());
    }

    static List<List<Condition>> both(List<List<Condition>> left, List<List<Condition>> right) {
        if (left.size() * right.size() > ALTERNATIVES_MAX) {
            List<List<Condition>> fewer = left.size() < right.size() ? left : right;
            return fewer.size() == 1 ? both(fewer, UNKNOWN) : UNKNOWN;
        }
        List<List<Condition>> product = new ArrayList<>();
        for (List<Condition> one : left) {
            for (List<Condition> other : right) {
                List<Condition> all = new ArrayList<>(one);
                all.addAll(other);
                product.add(all);
            }
        }
        return product;
    }

    /** Equalities of one column are a list of values. */
    private List<List<Condition>> or(Expr.Logical logical) {
        List<List<Condition>> alternatives = new ArrayList<>();
        logical.terms().forEach(term -> alternatives.addAll(of(term)));
        Term.ColumnOf column = null;
        List<Term> values = new ArrayList<>();
        for (List<Condition> each : alternatives) {
            Condition only = each.size() == 1 ? each.get(0) : new Condition.Other();
            boolean equal = only instanceof Condition.Compares compares && compares.comparator() == Comparator.EQUAL;
            Term.ColumnOf named = equal
                    ? ((Condition.Compares) only).column()
                    : only instanceof Condition.OneOf oneOf ? oneOf.column() : null;
            if (named == null || column != null && !column.equals(named)) {
                return alternatives.size() > ALTERNATIVES_MAX ? UNKNOWN : alternatives;
            }
            column = named;
            values.addAll(equal ? List.of(((Condition.Compares) only).value()) : ((Condition.OneOf) only).values());
        }
        return column == null ? UNKNOWN : List.of(List.of(new Condition.OneOf(column, values)));
    }

    private List<List<Condition>> in(Expr.In in) {
        if (in.value() instanceof Expr.Row row) {
            List<List<Condition>> alternatives = new ArrayList<>();
            for (Expr item : in.items()) {
                alternatives.addAll(rows(row, item));
            }
            return alternatives.size() > ALTERNATIVES_MAX || alternatives.isEmpty() ? UNKNOWN : alternatives;
        }
        return terms.of(in.value()) instanceof Term.ColumnOf column
                        && !in.items().isEmpty()
                ? List.of(List.of(new Condition.OneOf(column, terms.all(in.items()))))
                : UNKNOWN;
    }

    private List<List<Condition>> rows(Expr.Row left, Expr right) {
        if (!(right instanceof Expr.Row row)
                || row.items().size() != left.items().size()) {
            return UNKNOWN;
        }
        List<Condition> all = new ArrayList<>();
        for (int i = 0; i < row.items().size(); i++) {
            all.add(compares(left.items().get(i), Comparator.EQUAL, row.items().get(i)));
        }
        return List.of(all);
    }

    private List<List<Condition>> binary(Expr.Binary binary) {
        Comparator comparator =
                switch (binary.operator()) {
                    case "=", "==" -> Comparator.EQUAL;
                    case "<" -> Comparator.LESS;
                    case "<=" -> Comparator.AT_MOST;
                    case ">" -> Comparator.GREATER;
                    case ">=" -> Comparator.AT_LEAST;
                    default -> null;
                };
        if (comparator == null) {
            return UNKNOWN;
        }
        if (binary.left() instanceof Expr.Row row) {
            return comparator == Comparator.EQUAL ? rows(row, binary.right()) : UNKNOWN;
        }
        boolean same = comparator == Comparator.EQUAL
                && binary.left() instanceof Expr.Numeral
                && binary.left().equals(binary.right());
        return same ? ALWAYS : List.of(List.of(compares(binary.left(), comparator, binary.right())));
    }

    private Condition compares(Expr left, Comparator comparator, Expr right) {
        Term one = terms.of(left);
        Term other = terms.of(right);
        if (one instanceof Term.ColumnOf column && !(other instanceof Term.ColumnOf)) {
            return new Condition.Compares(column, comparator, other);
        }
        if (other instanceof Term.ColumnOf column && !(one instanceof Term.ColumnOf)) {
            return new Condition.Compares(column, comparator.flipped(), one);
        }
        return new Condition.Other();
    }
}
