package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.Value;
import java.math.BigInteger;
import java.util.Optional;

/** Viper's upper bounds are inclusive, ours are exclusive: the next key and the one before. */
final class ViperBounds {
    private static final String SMALLEST = "\0";

    private ViperBounds() {}

    /** The smallest key above a bound: the next integer, or the string with the smallest character behind it. */
    static Optional<Value> exclusive(Value inclusive) {
        if (inclusive instanceof Value.Text text) {
            return Optional.of(Value.of(text.value() + SMALLEST));
        }
        return plus(inclusive, 1);
    }

    /** The bound that {@link #exclusive} makes this of, or nothing when there is none. */
    static Optional<Value> inclusive(Value exclusive) {
        if (exclusive instanceof Value.Text text) {
            return text.value().endsWith(SMALLEST)
                    ? Optional.of(
                            Value.of(text.value().substring(0, text.value().length() - 1)))
                    : Optional.empty();
        }
        return plus(exclusive, -1);
    }

    private static Optional<Value> plus(Value integer, long difference) {
        boolean integral = integer instanceof Value.Int || integer instanceof Value.BigInt;
        return integral
                ? Optional.of(Value.number(new BigInteger(integer.toString())
                        .add(BigInteger.valueOf(difference))
                        .toString()))
                : Optional.empty();
    }
}
