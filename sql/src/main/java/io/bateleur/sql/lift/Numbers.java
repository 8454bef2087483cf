package io.bateleur.sql.lift;

import io.bateleur.core.model.Value;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Exact numbers: equal ones are equal values, whatever a driver made of them. */
final class Numbers {
    private static final Pattern LITERAL = Pattern.compile("-?[0-9]{1,40}(\\.[0-9]{1,40})?");
    private static final int DIGITS_MAX = 80;

    private Numbers() {}

    /** The number that a value is, also when it is a text; null when it is none. */
    static @Nullable BigDecimal of(Value value) {
        if (value instanceof Value.Int integer) {
            return BigDecimal.valueOf(integer.value());
        }
        if (value instanceof Value.BigInt integer) {
            return new BigDecimal(integer.value());
        }
        if (value instanceof Value.Decimal decimal) {
            return new BigDecimal(decimal.literal());
        }
        return value instanceof Value.Text text && LITERAL.matcher(text.value()).matches()
                ? new BigDecimal(text.value())
                : null;
    }

    /** The one value for a number; null for monsters. */
    static @Nullable Value canonical(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        if (stripped.precision() > DIGITS_MAX || Math.abs(stripped.scale()) > DIGITS_MAX) {
            return null;
        }
        return Value.number(stripped.toPlainString());
    }
}
