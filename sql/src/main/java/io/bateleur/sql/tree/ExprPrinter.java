package io.bateleur.sql.tree;

import java.util.Set;

/** Writes expressions, with parentheses wherever the dialects do not agree on which operator goes first. */
final class ExprPrinter {
    private static final int LOOSE = 0;
    private static final int OR = 1;
    private static final int AND = 3;
    private static final int NOT = 4;
    private static final int PREDICATE = 6;
    private static final int OTHER = 8;
    private static final int SUM = 12;
    private static final int PRODUCT = 13;
    private static final int SIGN = 18;
    private static final int CAST = 19;
    private static final int OPERAND = 20;

    private static final Set<String> COMPARISONS = Set.of(
            "=",
            "<",
            ">",
            "<=",
            ">=",
            "<>",
            "!=",
            "==",
            "<=>",
            "IS DISTINCT FROM",
            "IS NOT DISTINCT FROM",
            "IS",
            "IS NOT",
            "IN",
            "NOT IN",
            "LIKE",
            "NOT LIKE",
            "ILIKE",
            "NOT ILIKE");

    private final Printer printer;
    private final Out out;

    ExprPrinter(Printer printer, Out out) {
        this.printer = printer;
        this.out = out;
    }

    void any(Expr expr) {
        at(expr, LOOSE);
    }

    private void at(Expr expr, int least) {
        if (rank(expr) < least) {
            out.add("(");
            plain(expr);
            out.add(")");
        } else {
            plain(expr);
        }
    }

    void operand(Expr expr) {
        at(expr, OPERAND);
    }

    /** A value after DEFAULT, which is no predicate: NOT NULL may follow. */
    void defaultValue(Expr expr) {
        at(expr, OTHER);
    }

    private static int rank(Expr expr) {
        if (expr instanceof Expr.Logical logical) {
            return logical.connective() == Expr.Connective.OR ? OR : AND;
        }
        if (expr instanceof Expr.Binary binary) {
            return rank(binary.operator());
        }
        if (expr instanceof Expr.Unary unary) {
            return switch (unary.operator()) {
                case "NOT" -> NOT;
                case "-", "+" -> SIGN;
                default -> OTHER;
            };
        }
        if (expr instanceof Expr.Quantified quantified) {
            return COMPARISONS.contains(quantified.operator()) ? PREDICATE : OTHER;
        }
        boolean predicate = expr instanceof Expr.Is
                || expr instanceof Expr.Between
                || expr instanceof Expr.In
                || expr instanceof Expr.InQuery
                || expr instanceof Expr.Like;
        if (predicate) {
            return PREDICATE;
        }
        if (expr instanceof Expr.Collate || expr instanceof Expr.AtZone) {
            return OTHER;
        }
        return expr instanceof Expr.Cast cast && cast.spelling().equals("::") ? CAST : OPERAND;
    }

    private static int rank(String operator) {
        return switch (operator) {
            case ":=", "XOR" -> LOOSE;
            case "+", "-" -> SUM;
            case "*", "/", "%" -> PRODUCT;
            default -> COMPARISONS.contains(operator) ? PREDICATE : OTHER;
        };
    }

    private void plain(Expr expr) {
        if (!value(expr) && !operator(expr) && !predicate(expr) && !construct(expr) && !function(expr)) {
            throw new IllegalStateException("no text for " + expr.getClass());
        }
    }

    private boolean value(Expr expr) {
        if (expr instanceof Expr.Numeral numeral) {
            out.add(numeral.text());
        } else if (expr instanceof Expr.Text text) {
            out.add(text.written());
        } else if (expr instanceof Expr.Null) {
            out.add("NULL");
        } else if (expr instanceof Expr.Bool bool) {
            out.add(bool.value() ? "TRUE" : "FALSE");
        } else if (expr instanceof Expr.Default) {
            out.add("DEFAULT");
        } else if (expr instanceof Expr.Typed typed) {
            type(typed.type());
            out.add(typed.text().written());
        } else if (expr instanceof Expr.Interval interval) {
            out.add("INTERVAL");
            operand(interval.amount());
            out.add(interval.unit());
        } else if (expr instanceof Expr.Placeholder placeholder) {
            out.add(placeholder.written());
        } else if (expr instanceof Expr.Variable variable) {
            out.add(variable.written());
        } else if (expr instanceof Expr.Column column) {
            out.add(prefix(column.table()) + column.name().written());
        } else if (expr instanceof Expr.Star star) {
            out.add(prefix(star.table()) + "*");
        } else {
            return false;
        }
        return true;
    }

    private static String prefix(@org.jspecify.annotations.Nullable Qualified table) {
        return table == null ? "" : new Out().name(table) + ".";
    }

    private boolean operator(Expr expr) {
        if (expr instanceof Expr.Unary unary) {
            out.add(unary.operator());
            if (rank(unary) == SIGN) {
                Out inner = new Out();
                new ExprPrinter(printer.into(inner), inner).at(unary.operand(), CAST);
                out.stick(inner.toString());
            } else {
                at(unary.operand(), rank(unary) == NOT ? NOT : CAST);
            }
        } else if (expr instanceof Expr.Binary binary) {
            binary(binary);
        } else if (expr instanceof Expr.Logical logical) {
            int least = logical.connective() == Expr.Connective.OR ? AND : NOT;
            for (int i = 0; i < logical.terms().size(); i++) {
                out.when(i > 0, logical.connective().name());
                at(logical.terms().get(i), least);
            }
        } else if (expr instanceof Expr.Collate collate) {
            at(collate.value(), CAST);
            out.add("COLLATE").name(collate.collation());
        } else if (expr instanceof Expr.AtZone at) {
            at(at.value(), CAST);
            if (at.zone() == null) {
                out.add("AT LOCAL");
            } else {
                out.add("AT TIME ZONE");
                at(at.zone(), CAST);
            }
        } else {
            return false;
        }
        return true;
    }

    private void binary(Expr.Binary binary) {
        int rank = rank(binary);
        boolean chain = binary.left() instanceof Expr.Binary left
                && rank != PREDICATE
                && rank != LOOSE
                && left.operator().equals(binary.operator());
        boolean sum = rank == SUM || rank == PRODUCT;
        int operands = rank == PREDICATE ? SUM : CAST;
        at(binary.left(), chain ? LOOSE : sum ? rank : operands);
        out.add(binary.operator());
        boolean list = binary.operator().endsWith("IN") && !binary.operator().equals("MEMBER OF");
        at(binary.right(), list ? OPERAND : sum ? rank + 1 : operands);
    }

    private boolean predicate(Expr expr) {
        if (expr instanceof Expr.Is is) {
            at(is.value(), SUM);
            out.add("IS").when(is.not(), "NOT").add(is.what());
        } else if (expr instanceof Expr.Between between) {
            at(between.value(), SUM);
            out.when(between.not(), "NOT").add("BETWEEN").when(between.symmetric(), "SYMMETRIC");
            at(between.low(), SUM);
            out.add("AND");
            at(between.high(), SUM);
        } else if (expr instanceof Expr.In in) {
            at(in.value(), SUM);
            out.when(in.not(), "NOT").add("IN").parentheses(in.items(), this::any);
        } else if (expr instanceof Expr.InQuery in) {
            at(in.value(), SUM);
            out.when(in.not(), "NOT").add("IN");
            subquery(in.query());
        } else if (expr instanceof Expr.Like like) {
            at(like.value(), SUM);
            out.when(like.not(), "NOT").add(like.operator());
            at(like.pattern(), SUM);
            if (like.escape() != null) {
                out.add("ESCAPE");
                at(like.escape(), SUM);
            }
        } else if (expr instanceof Expr.Quantified quantified) {
            at(quantified.left(), rank(quantified) == PREDICATE ? SUM : CAST);
            out.add(quantified.operator()).add(quantified.quantifier());
            if (quantified.right() instanceof Expr.Subquery) {
                any(quantified.right());
            } else {
                out.add("(");
                any(quantified.right());
                out.add(")");
            }
        } else {
            return false;
        }
        return true;
    }

    void subquery(Query query) {
        out.add("(");
        printer.queries.query(query);
        out.add(")");
    }

    private boolean construct(Expr expr) {
        if (expr instanceof Expr.Case choice) {
            choice(choice);
        } else if (expr instanceof Expr.Cast cast) {
            cast(cast);
        } else if (expr instanceof Expr.Subscript subscript) {
            operand(subscript.array());
            out.stick("[");
            any(subscript.index());
            out.stick("]");
        } else if (expr instanceof Expr.Slice slice) {
            operand(slice.array());
            out.stick("[");
            bound(slice.low());
            out.add(":");
            bound(slice.high());
            out.stick("]");
        } else if (expr instanceof Expr.Field field) {
            boolean open = field.row() instanceof Expr.Subscript
                    || field.row() instanceof Expr.Field
                    || field.row() instanceof Expr.Subquery;
            at(field.row(), open ? LOOSE : OPERAND + 1);
            out.stick(".").stick(field.name().written());
        } else if (expr instanceof Expr.ArrayOf array) {
            out.add(array.word() ? "ARRAY[" : "[")
                    .list(array.items(), this::any)
                    .stick("]");
        } else if (expr instanceof Expr.ArrayQuery array) {
            out.add("ARRAY");
            subquery(array.query());
        } else if (expr instanceof Expr.Row row) {
            out.add(row.word() ? "ROW(" : "(").list(row.items(), this::any).add(")");
        } else if (expr instanceof Expr.Exists exists) {
            out.add("EXISTS");
            subquery(exists.query());
        } else if (expr instanceof Expr.Subquery subquery) {
            subquery(subquery.query());
        } else if (expr instanceof Expr.Match match) {
            out.add("MATCH").parentheses(match.columns(), this::any).add("AGAINST (");
            at(match.against(), SUM);
            out.add(match.mode()).add(")");
        } else if (expr instanceof Expr.CurrentOf current) {
            out.add("CURRENT OF").add(current.cursor().written());
        } else {
            return false;
        }
        return true;
    }

    private void bound(@org.jspecify.annotations.Nullable Expr bound) {
        if (bound != null) {
            any(bound);
        }
    }

    private void choice(Expr.Case choice) {
        out.add("CASE");
        bound(choice.operand());
        for (Expr.When when : choice.whens()) {
            out.add("WHEN");
            any(when.condition());
            out.add("THEN");
            any(when.result());
        }
        if (choice.otherwise() != null) {
            out.add("ELSE");
            any(choice.otherwise());
        }
        out.add("END");
    }

    private void cast(Expr.Cast cast) {
        if (cast.spelling().equals("::")) {
            at(cast.value(), CAST);
            Out type = new Out();
            new ExprPrinter(printer.into(type), type).type(cast.type());
            out.stick("::").stick(type.toString());
            return;
        }
        out.add(cast.spelling() + "(");
        any(cast.value());
        out.add(cast.spelling().equals("CONVERT") ? "," : "AS");
        type(cast.type());
        out.add(")");
    }

    void type(TypeName type) {
        out.add(type.before()).name(type.name());
        if (!type.arguments().isEmpty()) {
            out.stick("(").list(type.arguments(), this::any).add(")");
        }
        if (type.after().startsWith("%")) {
            out.stick(type.after());
        } else {
            out.add(type.after());
        }
        out.stick(type.array());
    }

    // ---- functions

    private boolean function(Expr expr) {
        if (expr instanceof Expr.FunctionCall call) {
            call(call);
        } else if (expr instanceof Expr.WithinGroup within) {
            any(within.call());
            out.add("WITHIN GROUP (");
            printer.queries.order(within.order());
            out.add(")");
        } else if (expr instanceof Expr.Filtered filtered) {
            any(filtered.call());
            out.add("FILTER (WHERE");
            any(filtered.condition());
            out.add(")");
        } else if (expr instanceof Expr.Windowed windowed) {
            any(windowed.call());
            out.add(windowed.words()).add("OVER");
            if (windowed.name() != null) {
                out.add(windowed.name().written());
            }
            if (windowed.window() != null) {
                window(windowed.window());
            }
        } else if (expr instanceof Expr.Opaque opaque) {
            out.name(opaque.name()).stick("(").verbatim(opaque.inside()).add(")");
        } else if (expr instanceof Expr.NextValue next) {
            out.add("NEXT VALUE FOR").name(next.sequence());
        } else {
            return false;
        }
        return true;
    }

    private void call(Expr.FunctionCall call) {
        out.name(call.name());
        if (call.bare()) {
            return;
        }
        out.stick("(").add(call.quantifier());
        for (int i = 0; i < call.arguments().size(); i++) {
            Expr.Argument argument = call.arguments().get(i);
            out.when(i > 0 && !argument.joined(), ",");
            out.add(argument.lead());
            if (argument.name() != null) {
                out.add(argument.name().written()).add("=>");
            }
            boolean next = i + 1 < call.arguments().size()
                    && call.arguments().get(i + 1).joined();
            at(argument.value(), argument.joined() || next ? SUM : LOOSE);
        }
        printer.queries.order(call.order());
        if (call.separator() != null) {
            out.add("SEPARATOR");
            any(call.separator());
        }
        out.add(")");
    }

    void window(Expr.Window window) {
        out.add("(");
        if (window.base() != null) {
            out.add(window.base().written());
        }
        if (!window.partition().isEmpty()) {
            out.add("PARTITION BY").list(window.partition(), this::any);
        }
        printer.queries.order(window.order());
        Expr.Frame frame = window.frame();
        if (frame != null) {
            out.add(frame.unit()).when(frame.end() != null, "BETWEEN");
            edge(frame.start());
            if (frame.end() != null) {
                out.add("AND");
                edge(frame.end());
            }
            out.when(!frame.exclude().isEmpty(), "EXCLUDE").add(frame.exclude());
        }
        out.add(")");
    }

    private void edge(Expr.Bound edge) {
        if (edge.distance() != null) {
            operand(edge.distance());
        }
        out.add(edge.words());
    }
}
