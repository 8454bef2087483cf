package io.bateleur.lab.repro;

import io.bateleur.core.sql.Splitter;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a statement does to transactions, as far as its first words tell. */
enum Said {
    BEGIN,
    /** Words about the transaction to come. */
    SET_TRANSACTION,
    COMMIT,
    ROLLBACK,
    OTHER;

    private static final Set<String> PLAIN = Set.of("", "WORK", "TRANSACTION");

    static Said of(String statement) {
        List<String> words = words(statement);
        String first = words.get(0);
        String second = words.size() > 1 ? words.get(1) : "";
        return switch (first) {
            case "BEGIN", "START" -> BEGIN;
            case "SET" ->
                second.equals("TRANSACTION")
                                || Set.of("SESSION", "LOCAL", "GLOBAL").contains(second)
                                        && words.size() > 2
                                        && words.get(2).equals("TRANSACTION")
                        ? SET_TRANSACTION
                        : OTHER;
            case "COMMIT", "END" -> isEnd(words, second) ? COMMIT : OTHER;
            case "ROLLBACK", "ABORT" -> isEnd(words, second) && !words.contains("TO") ? ROLLBACK : OTHER;
            case "PREPARE" -> second.equals("TRANSACTION") ? COMMIT : OTHER;
            default -> OTHER;
        };
    }

    /** Not the second half of a two-phase commit, and not one that begins the next transaction. */
    private static boolean isEnd(List<String> words, String second) {
        return !second.equals("PREPARED") && (!words.contains("CHAIN") || words.contains("NO"));
    }

    /** Whether it is just the word, which drivers have methods for. */
    static boolean isPlain(String statement) {
        List<String> words = words(statement);
        return words.size() <= 2 && PLAIN.contains(words.size() > 1 ? words.get(1) : "");
    }

    private static List<String> words(String statement) {
        return List.of(Splitter.withoutComments(statement)
                .strip()
                .toUpperCase(Locale.ROOT)
                .split("[\\s;(]+", 6));
    }
}
