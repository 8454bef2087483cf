package io.bateleur.app.cli;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a workload speaks to its database. */
enum WorkForm {
    KEY_VALUE,
    SQL,
    /** SQL whose reads lock the rows on which writes depend. */
    SQL_LOCKING;

    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static WorkForm of(String word) {
        return Arrays.stream(values())
                .filter(form -> form.word().equalsIgnoreCase(word))
                .findFirst()
                .orElseThrow(() -> CommandFailed.usage("unknown form '" + word + "', expected one of "
                        + new Words().all.stream().collect(Collectors.joining(", "))));
    }

    /** What shells complete. */
    static final class Words implements Iterable<String> {
        private final List<String> all =
                Arrays.stream(values()).map(WorkForm::word).toList();

        @Override
        public Iterator<String> iterator() {
            return all.iterator();
        }
    }
}
