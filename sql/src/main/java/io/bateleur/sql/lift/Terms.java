package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import io.bateleur.sql.resolve.CellRef;
import io.bateleur.sql.resolve.ColumnSense;
import io.bateleur.sql.resolve.Resolution;
import io.bateleur.sql.resolve.RowSource;
import io.bateleur.sql.schema.DataType;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.SqlDialect;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** From expressions of a statement to what lifting can compute. */
final class Terms {
    /** Numbers of more characters than this are somebody's joke, and would cost a lot. */
    private static final int NUMBER_LENGTH_MAX = 60;

    private final Resolution names;
    private final SqlDialect dialect;
    /** What the columns of sources of one row are. */
    private final Map<RowSource, List<Term>> rows;

    Terms(Resolution names, SqlDialect dialect) {
        this(names, dialect, Map.of());
    }

    private Terms(Resolution names, SqlDialect dialect, Map<RowSource, List<Term>> rows) {
        this.names = names;
        this.dialect = dialect;
        this.rows = rows;
    }

    /** The same where a source has one row, which is known. */
    Terms with(RowSource source, List<Term> row) {
        return new Terms(names, dialect, Map.of(source, row));
    }

    List<Term> all(List<? extends Expr> exprs) {
        return exprs.stream().map(this::of).toList();
    }

    Term of(@Nullable Expr expr) {
        if (expr instanceof Expr.Placeholder placeholder) {
            boolean plain = placeholder.position() >= 0 && placeholder.written().equals("?");
            return plain ? new Term.Parameter(placeholder.position()) : Term.OTHER;
        }
        if (expr instanceof Expr.Column column) {
            return column(column);
        }
        if (expr instanceof Expr.Binary binary
                && (binary.operator().equals("+") || binary.operator().equals("-"))) {
            return new Term.Sum(
                    of(binary.left()), of(binary.right()), binary.operator().equals("-"));
        }
        if (expr instanceof Expr.FunctionCall call) {
            return proposed(call);
        }
        if (expr instanceof Expr.Cast cast) {
            return cast(cast);
        }
        Value constant = constant(expr);
        return constant == null ? Term.OTHER : new Term.Constant(constant);
    }

    private Term column(Expr.Column column) {
        ColumnSense sense = names.sense(column);
        if (sense instanceof ColumnSense.Words words) {
            return new Term.Constant(Value.of(words.text()));
        }
        if (!(sense instanceof ColumnSense.Cell cell)) {
            return Term.OTHER;
        }
        CellRef origin = cell.cell();
        if (origin.source().kind() == RowSource.Kind.PROPOSED) {
            CellRef of = origin.source().fields().get(origin.column()).from();
            return new Term.Proposed(of == null ? origin.column() : of.column());
        }
        List<Term> given = rows.get(origin.source());
        return given != null ? given.get(origin.column()) : new Term.ColumnOf(origin.origin());
    }

    /** MySQL's {@code VALUES(c)}. */
    private Term proposed(Expr.FunctionCall call) {
        String name = call.name().toString();
        boolean values = name.equalsIgnoreCase("VALUES") || name.equalsIgnoreCase("VALUE");
        boolean one = values
                && call.arguments().size() == 1
                && of(call.arguments().get(0).value()) instanceof Term.ColumnOf;
        return one
                ? new Term.Proposed(((Term.ColumnOf) of(call.arguments().get(0).value()))
                        .cell()
                        .column())
                : Term.OTHER;
    }

    private Term cast(Expr.Cast cast) {
        Term inner = of(cast.value());
        boolean plain = (inner instanceof Term.Constant || inner instanceof Term.Parameter)
                && !cast.spelling().equals("CONVERT");
        if (!plain) {
            return Term.OTHER;
        }
        DataType type = DataType.of(cast.type(), dialect);
        if (type.isArray() || !type.arguments().isEmpty() || type.unsigned() || dialect == SqlDialect.MYSQL) {
            return Term.OTHER;
        }
        return switch (type.name()) {
            case "smallint" -> new Term.Integral(inner, 16);
            case "integer" -> new Term.Integral(inner, 32);
            case "bigint" -> new Term.Integral(inner, 64);
            case "text", "character varying", "uuid" -> new Term.Textual(inner);
            default -> Term.OTHER;
        };
    }

    private @Nullable Value constant(@Nullable Expr expr) {
        if (expr instanceof Expr.Numeral number) {
            return number(number.text());
        }
        if (expr instanceof Expr.Unary unary) {
            Value inner = constant(unary.operand());
            if (inner == null || inner.rank() != Value.of(0).rank()) {
                return null;
            }
            return unary.operator().equals("-")
                    ? negated(inner)
                    : unary.operator().equals("+") ? inner : null;
        }
        if (expr instanceof Expr.Text text) {
            boolean plain = text.kind() == Expr.Quoted.CHARACTERS
                    && !text.written().toUpperCase(Locale.ROOT).startsWith("U&")
                    && text.written().charAt(0) != '_';
            return plain ? Value.of(text.value()) : null;
        }
        if (expr instanceof Expr.Bool bool) {
            return Value.of(bool.value());
        }
        return expr instanceof Expr.Null ? Value.NULL : null;
    }

    private static @Nullable Value negated(Value number) {
        String text = number.toString();
        return number(text.startsWith("-") ? text.substring(1) : "-" + text);
    }

    private static @Nullable Value number(String literal) {
        boolean known = literal.length() <= NUMBER_LENGTH_MAX && literal.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?");
        return known ? Value.number(literal) : null;
    }
}
