package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.Cell;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a database did with a statement. */
public sealed interface Response {
    /**
     * It returned rows.
     *
     * @param approximate for each column, whether its numbers are floating-point ones
     */
    record Rows(List<List<Optional<String>>> rows, List<Boolean> approximate) implements Response {
        public Rows {
            rows = rows.stream().map(List::copyOf).toList();
            approximate = List.copyOf(approximate);
        }

        @Override
        public String toString() {
            return rows.isEmpty() ? "none" : rows.stream().map(Rows::text).collect(Collectors.joining(" "));
        }

        private static String text(List<Optional<String>> row) {
            return row.stream().map(value -> Cell.of(value).toString()).collect(Collectors.joining(",", "(", ")"));
        }
    }

    /** It changed so many rows. */
    record Affected(long rows) implements Response {
        @Override
        public String toString() {
            return rows == 0 ? "none" : rows == 1 ? "1 row" : rows + " rows";
        }
    }

    /**
     * It refused.
     *
     * @param codes the SQLSTATE and the vendor's numbers
     */
    record Failed(Set<String> codes, String message) implements Response {
        public Failed {
            codes = java.util.Collections.unmodifiableSet(new TreeSet<>(codes));
        }

        /** The one to show: an SQLSTATE, if there is one. */
        String code() {
            return codes.stream().filter(code -> code.length() == 5).findFirst().orElseGet(() -> codes.stream()
                    .findFirst()
                    .orElse(""));
        }

        @Override
        public String toString() {
            return "! " + code() + " " + message.lines().findFirst().orElse("");
        }
    }

    /** It waits, for these sessions as far as the database says. */
    record Waits(Set<String> blockers) implements Response {
        public Waits {
            blockers = java.util.Collections.unmodifiableSet(new TreeSet<>(blockers));
        }

        @Override
        public String toString() {
            return "waits" + (blockers.isEmpty() ? "" : " for " + String.join(", ", blockers));
        }
    }

    /** The server died of it, or while it was at work. */
    record Crashed(Set<String> codes) implements Response {
        public Crashed {
            codes = Set.copyOf(codes);
        }

        @Override
        public String toString() {
            return "crash";
        }
    }

    /** It was never said: its session waited until the end. */
    record Unsaid() implements Response {
        @Override
        public String toString() {
            return "not said: its session still waited";
        }
    }
}
