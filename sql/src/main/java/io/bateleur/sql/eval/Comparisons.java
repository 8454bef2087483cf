package io.bateleur.sql.eval;

import io.bateleur.sql.eval.SqlType.Kind;
import io.bateleur.sql.tree.Expr;
import io.bateleur.sql.tree.SqlDialect;
import org.jspecify.annotations.Nullable;

/** Code of comparisons. */
final class Comparisons {

    /** What the sign of a comparison says. */
    private interface Sign {
        boolean holds(int sign);
    }

    private Comparisons() {}

    static Code code(ExpressionCompiler compiler, String operator, Code left, Code right, Expr at) {
        SqlDialect dialect = compiler.compilation.dialect;
        boolean strips = dialect == SqlDialect.POSTGRES
                && isText(left)
                && isText(right)
                && left.type.kind() != right.type.kind();
        if (strips) {
            return code(compiler, operator, compiler.operandText(left), compiler.operandText(right), at);
        }
        Comparing comparing = comparing(dialect, left.type, right.type);
        if (left.type.isText() != right.type.isText()
                && left.type.kind() != Kind.ANY
                && right.type.kind() != Kind.ANY) {
            compiler.compilation.failing++;
        }
        Code a = operand(dialect, left, right);
        Code b = operand(dialect, right, left);
        return switch (operator) {
            case "<=>", "IS NOT DISTINCT FROM", "IS" -> same(comparing, a, b, true);
            case "IS DISTINCT FROM", "IS NOT" -> same(comparing, a, b, false);
            default ->
                ordinary(
                        comparing,
                        a,
                        b,
                        sign(operator, at),
                        operator.charAt(0) == '<' && !operator.equals("<>") || operator.charAt(0) == '>');
        };
    }

    /** Whether it is a text of a certain type, and no literal, which takes the type of the other side. */
    private static boolean isText(Code code) {
        return code.type.isText() && !(code instanceof Code.Constant);
    }

    private static Sign sign(String operator, Expr at) {
        return switch (operator) {
            case "=", "==" -> sign -> sign == 0;
            case "<>", "!=" -> sign -> sign != 0;
            case "<" -> sign -> sign < 0;
            case "<=" -> sign -> sign <= 0;
            case ">" -> sign -> sign > 0;
            case ">=" -> sign -> sign >= 0;
            default -> throw new Outside(at, "the operator " + operator);
        };
    }

    private static Code ordinary(Comparing comparing, Code a, Code b, Sign sign, boolean ordered) {
        return Code.of(SqlType.BOOLEAN, frame -> {
            Object x = a.value(frame);
            if (x == null) {
                return null;
            }
            Object y = b.value(frame);
            if (y == null) {
                return null;
            }
            try {
                return verdict(comparing.compare(x, y), sign, ordered);
            } catch (SqlError error) {
                return frame.failed(error);
            }
        });
    }

    private static Object verdict(int compared, Sign sign, boolean ordered) {
        if (compared == Comparing.UNKNOWN || ordered && compared == Comparing.DIFFERENT) {
            return Unknown.UNKNOWN;
        }
        return sign.holds(compared);
    }

    /** Whether two values are the same, where NULL is the same as NULL. */
    private static Code same(Comparing comparing, Code a, Code b, boolean wanted) {
        return Code.of(SqlType.BOOLEAN, frame -> {
            Object x = a.value(frame);
            Object y = b.value(frame);
            if (Unknown.is(x) || Unknown.is(y)) {
                return Unknown.UNKNOWN;
            }
            Object equal = x == null || y == null ? (Object) (x == y) : comparing.equal(x, y);
            return wanted ? equal : Truth.not(equal);
        });
    }

    static Comparing comparing(SqlDialect dialect, SqlType left, SqlType right) {
        boolean padded = left.kind() == Kind.CHAR || right.kind() == Kind.CHAR;
        Collation collation = left.collation().with(right.collation());
        if (dialect == SqlDialect.MYSQL && (collation == Collation.BINARY || !left.isText() && !right.isText())) {
            collation = Collation.FOLDED_PADDED;
        }
        return new Comparing(dialect, padded && dialect != SqlDialect.MYSQL ? Collation.PADDED : collation);
    }

    /** SQLite turns the other side into what a column prefers. */
    private static Code operand(SqlDialect dialect, Code code, Code other) {
        if (dialect != SqlDialect.SQLITE || !(other instanceof Code.Slot)) {
            return code;
        }
        boolean column = code instanceof Code.Slot;
        boolean number = prefersNumber(other.type);
        if (number && !(column && prefersNumber(code.type))) {
            return Code.of(code.type, frame -> stored(code.value(frame), Kind.DECIMAL));
        }
        boolean text = other.type.isText() && !(column && (code.type.isText() || prefersNumber(code.type)));
        return text ? Code.of(code.type, frame -> stored(code.value(frame), Kind.TEXT)) : code;
    }

    private static @Nullable Object stored(@Nullable Object value, Kind kind) {
        return value == null || Unknown.is(value) ? value : SqliteValues.stored(value, kind);
    }

    private static boolean prefersNumber(SqlType type) {
        return type.isNumber() || type.kind() == Kind.BOOLEAN || type.kind().isTemporal();
    }
}
