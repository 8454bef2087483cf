package io.bateleur.recorder.jdbc;

import io.bateleur.core.model.Value;
import java.math.BigDecimal;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** What is not to be seen in a trace: values of columns and parameters with certain names. */
public final class Veil {
    private static final String ALGORITHM = "HmacSHA256";

    /** How much of a value is seen. */
    enum Sight {
        SHOWN,
        HASHED,
        HIDDEN
    }

    private final JdbcOptions options;
    private final boolean thick;
    private final SecretKeySpec key;

    /** @param key secret and forgotten: the values of a column are often few enough to hash them all */
    Veil(JdbcOptions options, SecretKeySpec key) {
        this.options = options;
        this.thick = options.hides();
        this.key = key;
    }

    static SecretKeySpec newKey() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return new SecretKeySpec(bytes, ALGORITHM);
    }

    boolean isThick() {
        return thick;
    }

    Sight of(@Nullable String name) {
        if (name == null || !isThick()) {
            return Sight.SHOWN;
        }
        String lower = name.toLowerCase(Locale.ROOT);
        return options.hidden().contains(lower)
                ? Sight.HIDDEN
                : options.hashed().contains(lower) ? Sight.HASHED : Sight.SHOWN;
    }

    /** The sight of something of unknown name in a text: as little as of anything that the text names. */
    Sight ofUnnamed(String text) {
        Set<String> words =
                new HashSet<>(Arrays.asList(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}_$]+")));
        if (options.hidden().stream().anyMatch(words::contains)) {
            return Sight.HIDDEN;
        }
        return options.hashed().stream().anyMatch(words::contains) ? Sight.HIDDEN : Sight.SHOWN;
    }

    Value veil(Value value, Sight sight) {
        return switch (sight) {
            case SHOWN -> value;
            case HIDDEN -> Values.HIDDEN;
            case HASHED -> value.equals(Values.HIDDEN) || value.equals(Value.NULL) ? value : hashed(value);
        };
    }

    private Value hashed(Value value) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return Value.list(Value.of("hashed"), Value.of(mac.doFinal(Value.utf8(canonical(value)))));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }

    /** Equal values are equal texts, also decimals of different spelling. */
    private static String canonical(Value value) {
        return value instanceof Value.Decimal decimal
                ? "decimal "
                        + new BigDecimal(decimal.literal()).stripTrailingZeros().toPlainString()
                : value.toString();
    }
}
