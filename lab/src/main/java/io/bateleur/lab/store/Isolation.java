package io.bateleur.lab.store;

import io.bateleur.core.model.Level;
import io.bateleur.core.model.Promise;

/**
 * An isolation level that a database offers.
 *
 * @param word what {@code --isolation} calls it
 * @param sql what the database calls it
 * @param documented the level of ours that the vendor's documentation amounts to
 * @param source where it does
 */
public record Isolation(String word, String sql, Level documented, String source) {
    public static Isolation of(String sql, String documented, String source) {
        Level level = Level.of(documented).orElseThrow(() -> new IllegalArgumentException(documented + " is no level"));
        return new Isolation(sql.toLowerCase(java.util.Locale.ROOT).replace(' ', '-'), sql, level, source);
    }

    static Isolation of(Promise promise) {
        return of(promise.words(), promise.level().name(), promise.source());
    }

    @Override
    public String toString() {
        return word;
    }
}
