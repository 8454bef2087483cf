package io.bateleur.recorder.jdbc;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A statement's text, and what it does to transactions, as far as its first words tell.
 *
 * @param level the isolation level that it names, in its own words
 * @param mixed whether it is several statements, some of which begin or end transactions
 * @param many whether more than one result may come of it
 * @param about words of settings that it may have changed
 */
record Sql(String text, Verb verb, @Nullable String level, boolean mixed, boolean many, Set<String> about) {
    enum Verb {
        BEGIN,
        COMMIT,
        COMMIT_AND_CHAIN,
        ROLLBACK,
        ROLLBACK_AND_CHAIN,
        ROLLBACK_TO,
        SAVEPOINT,
        RELEASE,
        /** Two-phase commit: the transaction leaves its session. */
        PREPARE,
        SET,
        DDL,
        READ,
        OTHER;

        boolean endsOrBegins() {
            return compareTo(ROLLBACK_AND_CHAIN) <= 0 || this == PREPARE;
        }

        boolean isCommit() {
            return this == COMMIT || this == COMMIT_AND_CHAIN;
        }

        boolean isRollback() {
            return this == ROLLBACK || this == ROLLBACK_AND_CHAIN;
        }
    }

    private static final Set<String> DDL = Set.of(
            "CREATE",
            "ALTER",
            "DROP",
            "TRUNCATE",
            "RENAME",
            "GRANT",
            "REVOKE",
            "COMMENT",
            "ANALYZE",
            "LOCK",
            "UNLOCK",
            "REINDEX");
    private static final Set<String> READ = Set.of("SELECT", "VALUES", "TABLE", "SHOW", "EXPLAIN", "DESCRIBE", "DESC");
    private static final Set<String> AFTER_BEGIN = Set.of(
            "WORK",
            "TRAN",
            "TRANSACTION",
            "ISOLATION",
            "READ",
            "DEFERRED",
            "IMMEDIATE",
            "EXCLUSIVE",
            "CONCURRENT",
            "NOT",
            "DEFERRABLE");
    private static final Set<String> BODIES =
            Set.of("FUNCTION", "PROCEDURE", "TRIGGER", "PACKAGE", "EVENT", "ALIAS", "RULE");
    private static final Set<String> CALLS = Set.of("CALL", "EXEC", "EXECUTE", "{", "?", "BEGIN", "DECLARE");
    private static final Set<String> WATCHED =
            Set.of("AUTOCOMMIT", "ISOLATION", "TRANSACTION", "CHARACTERISTICS", "SESSION", "GLOBAL");

    static Sql of(String text) {
        List<List<String>> statements = SqlWords.of(text);
        if (statements.isEmpty()) {
            return new Sql(text, Verb.OTHER, null, false, false, Set.of());
        }
        List<String> first = statements.get(0);
        Verb verb = verb(first, text);
        boolean body = first.stream().anyMatch(BODIES::contains)
                || Set.of("DO", "DECLARE").contains(first.get(0));
        boolean block = first.get(0).equals("BEGIN") && verb != Verb.BEGIN;
        boolean mixed = statements.size() > 1
                && !body
                && !block
                && statements.stream().anyMatch(each -> verb(each, "").endsOrBegins());
        boolean many = statements.size() > 1 || CALLS.contains(first.get(0));
        return new Sql(text, verb, level(first), mixed, many, about(verb, first));
    }

    private static Set<String> about(Verb verb, List<String> words) {
        if (verb != Verb.SET && verb != Verb.OTHER) {
            return Set.of();
        }
        Set<String> about = new java.util.HashSet<>();
        for (String word : words) {
            WATCHED.stream().filter(word::contains).forEach(about::add);
        }
        return Set.copyOf(about);
    }

    private static Verb verb(List<String> words, String text) {
        String second = words.size() > 1 ? words.get(1) : "";
        String last = words.get(words.size() - 1);
        boolean chain = words.contains("CHAIN") && !words.contains("NO");
        return switch (words.get(0)) {
            case "BEGIN" -> second.isEmpty() || AFTER_BEGIN.contains(second) ? Verb.BEGIN : Verb.OTHER;
            case "START" -> second.equals("TRANSACTION") ? Verb.BEGIN : Verb.OTHER;
            case "COMMIT" -> second.equals("PREPARED") ? Verb.OTHER : chain ? Verb.COMMIT_AND_CHAIN : Verb.COMMIT;
            case "END" ->
                Set.of("", "WORK", "TRANSACTION", "AND").contains(second)
                        ? chain ? Verb.COMMIT_AND_CHAIN : Verb.COMMIT
                        : Verb.OTHER;
            case "ROLLBACK" ->
                second.equals("PREPARED")
                        ? Verb.OTHER
                        : words.contains("TO") ? Verb.ROLLBACK_TO : chain ? Verb.ROLLBACK_AND_CHAIN : Verb.ROLLBACK;
            case "ABORT" -> chain ? Verb.ROLLBACK_AND_CHAIN : Verb.ROLLBACK;
            case "SAVEPOINT" -> Verb.SAVEPOINT;
            case "SAVE" -> Verb.SAVEPOINT;
            case "RELEASE" -> Verb.RELEASE;
            case "PREPARE" -> second.equals("TRANSACTION") ? Verb.PREPARE : Verb.OTHER;
            case "SET", "PRAGMA", "RESET" -> Verb.SET;
            default ->
                DDL.contains(words.get(0))
                        ? Verb.DDL
                        : READ.contains(words.get(0)) && !hidesWrite(text) && !last.isEmpty() ? Verb.READ : Verb.OTHER;
        };
    }

    /** A function may write, and so may {@code SELECT ... INTO}; what certainly only reads is short of both. */
    private static boolean hidesWrite(String text) {
        String upper = text.toUpperCase(java.util.Locale.ROOT);
        return upper.contains("INTO") || upper.contains("FOR UPDATE") || upper.contains("NEXTVAL");
    }

    /** The words after ISOLATION LEVEL, as a level has them. */
    private static @Nullable String level(List<String> words) {
        int at = words.indexOf("ISOLATION");
        if (at < 0 || at + 2 >= words.size() || !words.get(at + 1).equals("LEVEL")) {
            return null;
        }
        String one = words.get(at + 2);
        String two = at + 3 < words.size() ? words.get(at + 3) : "";
        return one.equals("READ") || one.equals("REPEATABLE") ? one + " " + two : one;
    }

    /** Whether a transaction is open when all of these statements are done, and none was before. */
    static boolean leavesOpen(String text) {
        boolean open = false;
        for (List<String> words : SqlWords.of(text)) {
            Verb verb = verb(words, "");
            open = verb == Verb.BEGIN || open && !(verb.isCommit() || verb.isRollback() || verb == Verb.PREPARE);
        }
        return open;
    }

    boolean changes(String setting) {
        return about.contains(setting);
    }
}
