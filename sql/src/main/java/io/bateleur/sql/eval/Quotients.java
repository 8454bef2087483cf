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

    /** Whole groups of nine digits; what is shown is cut to four more than the dividend has. */
    static int mysql(BigDecimal a, BigDecimal b) {
        int needed = Math.max(a.scale(), 0) + Math.max(b.scale(), 0) + 4;
        return (needed + 8) / 9 * 9;
    }

    static Object h2(BigDecimal a, BigDecimal b) {
        int scale = Math.max(0, a.scale() - b.scale() + b.precision() * 2);
        BigDecimal quotient = a.divide(b, Math.min(scale, 100_000), RoundingMode.HALF_DOWN);
        BigDecimal stripped = quotient.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
