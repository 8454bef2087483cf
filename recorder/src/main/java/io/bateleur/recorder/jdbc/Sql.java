package io.bateleur.recorder.jdbc;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A statement's text, and what it does to transactions, as far as its first words tell.
 *
 * @param level the isolation level that it names, in its own words
 * @param mixed whether it is several statements, some of which begin or end transactions
 * @param many whether more than one result may come of it
 * @param about what else there is to know: words of settings that it may change, and the constants below
 * @param tables those that it may name
 */
public record Sql(
        String text,
        Verb verb,
        @Nullable String level,
        boolean mixed,
        boolean many,
        Set<String> about,
        TableNames tables) {
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
        /** LOCK TABLE and its like, which are about data and, in places, about transactions. */
        LOCK,
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

    /** What {@link Set#copyOf} makes of every empty set, too. */
    private static final Set<String> NOTHING = Set.of();

    private static final Set<String> DDL =
            Set.of("CREATE", "ALTER", "DROP", "TRUNCATE", "RENAME", "GRANT", "REVOKE", "COMMENT", "ANALYZE", "REINDEX");
    /** Tables are changed. */
    static final String TABLES = "tables";
    /** There is more than one statement. */
    static final String SEVERAL = "several";
    /** The table is a temporary one. */
    static final String TEMPORARY = "temporary";

    static final String UNLOCK = "unlock";
    /** A procedure or a block of code is run, in which anything may be said. */
    static final String CODE = "code";
    /** What names or values mean may be another thing from here on. */
    static final String SETTINGS = "settings";
    /** Among several, one defines something or locks tables. */
    static final String DEFINES = "defines";

    private static final String SNAPSHOT = "SNAPSHOT";

    private static final Set<String> CHANGES_TABLES = Set.of("CREATE", "ALTER", "DROP", "RENAME", "COMMENT");
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
    private static final Set<String> NO_BODIES =
            Set.of("TABLE", "VIEW", "INDEX", "SEQUENCE", "SCHEMA", "TYPE", "USER", "ROLE");
    private static final Set<String> CALLS = Set.of("CALL", "EXEC", "EXECUTE", "{", "?", "BEGIN", "DECLARE");
    private static final Set<String> WATCHED =
            Set.of("AUTOCOMMIT", "ISOLATION", "CHARACTERISTICS", "SESSION", "GLOBAL", SNAPSHOT);

    /** Words of settings that matter, for statements that begin so. */
    private static final Set<String> SET_WORDS = Set.of(
            "SEARCH_PATH",
            "SCHEMA",
            "SCHEMA_SEARCH_PATH",
            "ROLE",
            "AUTHORIZATION",
            "TIME",
            "TIMEZONE",
            "TIME_ZONE",
            "SQL_MODE",
            "ALL");

    private static final Pattern SETS = Pattern.compile("(?i)set_config|search_path|sql_mode|time_zone");

    /** Whether a statement may change where names are looked up, who looks, or a mode. */
    private static boolean maySet(List<String> words) {
        return switch (words.get(0)) {
            case "SET", "RESET" -> words.stream().anyMatch(SET_WORDS::contains);
            case "USE", "DISCARD", "DO" -> true;
            case "CREATE", "DROP", "ALTER" ->
                words.size() > 1 && words.subList(1, 2).contains("SCHEMA");
            default -> CALLS.contains(words.get(0)) && verb(words, "") != Verb.BEGIN;
        };
    }

    static Sql of(String text) {
        List<List<String>> statements = SqlWords.of(text);
        if (statements.isEmpty()) {
            return new Sql(text, Verb.OTHER, null, false, false, Set.of(), TableNames.of(""));
        }
        List<String> first = statements.get(0);
        Verb verb = verb(first, text);
        boolean body =
                hasBody(first) && statements.get(statements.size() - 1).get(0).equals("END");
        boolean block = first.get(0).equals("BEGIN") && verb != Verb.BEGIN;
        boolean mixed =
                statements.size() > 1 && !body && !block && statements.stream().anyMatch(Sql::isAboutTransactions);
        boolean many = statements.size() > 1 || CALLS.contains(first.get(0));
        return new Sql(text, verb, level(first), mixed, many, about(text, verb, statements), TableNames.of(text));
    }

    /** Whether it defines a procedure or the like, or is a block of code: what is in there belongs to no transaction now. */
    private static boolean hasBody(List<String> words) {
        boolean defines = Set.of("CREATE", "ALTER", "REPLACE").contains(words.get(0))
                && words.stream()
                        .filter(word -> BODIES.contains(word) || NO_BODIES.contains(word))
                        .findFirst()
                        .filter(BODIES::contains)
                        .isPresent();
        return defines || words.get(0).equals("DECLARE");
    }

    /** Whether it begins or ends a transaction, or says how they begin and end from here on. */
    private static boolean isAboutTransactions(List<String> words) {
        Verb verb = verb(words, "");
        return verb.endsOrBegins() || verb == Verb.SET && words.stream().anyMatch(Sql::isAboutEndings);
    }

    private static boolean isAboutEndings(String word) {
        return word.contains("AUTOCOMMIT") || word.contains("ISOLATION");
    }

    /**
     * Parts of a batch of which some begin or end transactions, as one text: drivers differ in what such a batch does.
     *
     * @param parts at least one
     */
    static Sql together(List<Sql> parts) {
        StringBuilder text = new StringBuilder("BATCH OF " + parts.size());
        Set<String> about = new HashSet<>(Set.of(SEVERAL));
        for (Sql part : parts) {
            text.append("\n;\n").append(part.text); // a part may end in a comment
            about.addAll(part.about);
        }
        return new Sql(
                text.toString(), Verb.OTHER, null, true, true, Set.copyOf(about), TableNames.of(text.toString()));
    }

    private static Set<String> about(String text, Verb verb, List<List<String>> statements) {
        Set<String> about = new HashSet<>();
        List<String> words = statements.get(0);
        if (statements.stream().anyMatch(each -> CHANGES_TABLES.contains(each.get(0)))) {
            about.add(TABLES);
        }
        if (statements.size() > 1) {
            about.add(SEVERAL);
            if (statements.stream()
                    .map(each -> verb(each, ""))
                    .anyMatch(each -> each == Verb.DDL || each == Verb.LOCK)) {
                about.add(DEFINES);
            }
        }
        if (CALLS.contains(words.get(0)) && verb != Verb.BEGIN || words.get(0).equals("DO")) {
            about.add(CODE);
        }
        if (statements.stream().anyMatch(Sql::maySet) || SETS.matcher(text).find()) {
            about.add(SETTINGS);
        }
        int temporary = words.indexOf("TEMPORARY");
        if (temporary > 0 && temporary < words.indexOf("TABLE")) {
            about.add(TEMPORARY);
        }
        if (words.get(0).equals("UNLOCK")) {
            about.add(UNLOCK);
        }
        if (verb == Verb.SET || verb == Verb.OTHER) {
            words.forEach(word -> WATCHED.stream().filter(word::contains).forEach(about::add));
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
            case "LOCK", "UNLOCK" -> Verb.LOCK;
            default ->
                DDL.contains(words.get(0))
                        ? Verb.DDL
                        : READ.contains(words.get(0)) && !hidesWrite(text) && !last.isEmpty() ? Verb.READ : Verb.OTHER;
        };
    }

    /** A function may write, and so may {@code SELECT ... INTO}; what certainly only reads is short of both. */
    private static boolean hidesWrite(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
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

    /** Whether a transaction is open when all of these statements are done, as far as their words tell. */
    static boolean leavesOpen(String text, boolean openBefore) {
        boolean open = openBefore;
        for (List<String> words : SqlWords.of(text)) {
            Verb verb = verb(words, "");
            open = verb == Verb.BEGIN || open && !(verb.isCommit() || verb.isRollback() || verb == Verb.PREPARE);
        }
        return open;
    }

    /** The savepoint that it names, in upper case; empty when it is in quotes. */
    String savepoint() {
        List<String> words = SqlWords.of(text).get(0);
        String last = words.get(words.size() - 1);
        return words.size() > 1 && !last.equals("SAVEPOINT") ? last : "";
    }

    /** Whether the transaction that it begins has its snapshot from that moment on. */
    boolean takesSnapshot() {
        return verb == Verb.BEGIN && words().containsAll(List.of("WITH", "CONSISTENT", "SNAPSHOT"));
    }

    /** Whether the transaction has the snapshot of another from here on. */
    boolean importsSnapshot() {
        return verb == Verb.SET && is(SNAPSHOT) && words().containsAll(List.of("TRANSACTION", SNAPSHOT));
    }

    private List<String> words() {
        return SqlWords.of(text).get(0);
    }

    /** Whether it only begins or ends a transaction, and does nothing in one. */
    boolean isControl() {
        return verb.endsOrBegins() && !mixed;
    }

    /** Whether what comes before and after it in a batch may belong to different transactions, or to others than the session's. */
    boolean dividesBatch() {
        return mixed || verb.endsOrBegins() || verb == Verb.LOCK || is("AUTOCOMMIT") || is("ISOLATION");
    }

    /** Whether a word is anywhere in it, be it in a comment. */
    boolean mentions(String word) {
        return text.toUpperCase(Locale.ROOT).contains(word);
    }

    boolean is(String what) {
        return about != NOTHING && about.contains(what); // of most there is nothing to know, and it is asked often
    }
}
