package io.bateleur.lab.repro.language;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The isolation levels of the SQL standard, from the weakest to the strongest. */
public enum SqlLevel {
    READ_UNCOMMITTED,
    READ_COMMITTED,
    REPEATABLE_READ,
    SERIALIZABLE;

    /** As cases and command lines write it: {@code repeatable-read}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** As SQL writes it: {@code REPEATABLE READ}. */
    public String sql() {
        return name().replace('_', ' ');
    }

    public static Optional<SqlLevel> of(String word) {
        return Arrays.stream(values())
                .filter(level -> level.word().equals(word))
                .findFirst();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(SqlLevel::word).toList();
    }

    @Override
    public String toString() {
        return word();
    }
}
