package io.bateleur.sql.eval;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** How many digits a quotient of decimals gets. */
final class Quotients {
    private Quotients() {}

    /** At least sixteen significant digits, by groups of four as the numbers are stored. */
    static int postgres(BigDecimal a, BigDecimal b) {
        int weights = weight(a) - weight(b);
        if (first(a) <= first(b)) {
            weights--;
        }
        int scale = Math.max(16 - 4 * weights, Math.max(a.scale(), b.scale()));
        return Math.max(0, Math.min(scale, 1000));
    }

    /** The place of the first group of four digits that is not zero. */
    private static int weight(BigDecimal number) {
        if (number.signum() == 0) {
            return 0;
        }
        return Math.floorDiv(number.precision() - number.scale() - 1, 4);
    }

    private static int first(BigDecimal number) {
        if (number.signum() == 0) {
            return 0;
        }
        return number.abs()
                .movePointLeft(4 * weight(number))
                .setScale(0, RoundingMode.DOWN)
                .intValue();
    }

    /** Whole groups of nine digits, of both operands and of what is still missing of the four more that a quotient shows. */
    static int mysql(BigDecimal a, BigDecimal b) {
        int one = nines(Math.max(a.scale(), 0));
        int two = nines(Math.max(b.scale(), 0));
        int more = Math.max(0, 4 - (one - Math.max(a.scale(), 0) + two - Math.max(b.scale(), 0)));
        return nines(one + two + more);
    }

    private static int nines(int digits) {
        return (digits + 8) / 9 * 9;
    }

    /** H2 knows precision and scale of every result from those of its operands. */
    static SqlType h2(char operator, SqlType left, SqlType right) {
        int p1 = precision(left);
        int p2 = precision(right);
        int s1 = left.fraction();
        int s2 = right.fraction();
        if (p1 < 0 || p2 < 0 || s1 < 0 || s2 < 0) {
            return SqlType.decimal(-1, -1);
        }
        return switch (operator) {
            case '*' -> SqlType.decimal(p1 + p2, s1 + s2);
            case '/' -> {
                int scale = Math.min(Math.max(s1 - s2 + p2 * 2, 0), 100_000);
                yield SqlType.decimal(Math.min(p1 + s2 - s1 + scale, 100_000), scale);
            }
            case '%' -> SqlType.decimal(p2, s2);
            default -> {
                int scale = Math.max(s1, s2);
                yield SqlType.decimal(Math.max(p1 - s1, p2 - s2) + scale + 1, scale);
            }
        };
    }

    static int precision(SqlType type) {
        return switch (type.kind()) {
            case SMALLINT -> 5;
            case INTEGER -> 10;
            case BIGINT -> 19;
            case BOOLEAN -> 1;
            default -> type.precision();
        };
    }
}
