package io.bateleur.lab.run;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a workload speaks to its database. */
public enum WorkForm {
    KEY_VALUE,
    SQL,
    /** SQL whose reads lock the rows on which writes depend. */
    SQL_LOCKING;

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Optional<WorkForm> of(String word) {
        return Arrays.stream(values())
                .filter(form -> form.word().equalsIgnoreCase(word))
                .findFirst();
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(WorkForm::word).toList();
    }
}
