package io.bateleur.recorder.jdbc;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tables that must be read again after a statement that changes tables.
 *
 * @param names in lower case and without schemas; null for all tables
 */
record Touched(@Nullable Set<String> names) {
    static final Touched NOTHING = new Touched(Set.of());
    static final Touched EVERYTHING = new Touched(null);

    private static final Set<String> BEFORE_KIND = Set.of(
            "OR",
            "REPLACE",
            "UNIQUE",
            "CONSTRAINT",
            "UNLOGGED",
            "FOREIGN",
            "CACHED",
            "MEMORY",
            "GLOBAL",
            "LOCAL",
            "TEXT",
            "FULLTEXT",
            "SPATIAL",
            "RECURSIVE",
            "FORCE",
            "ONLINE",
            "IGNORE",
            "SYSTEM",
            "MATERIALIZED",
            "TEMPORARY",
            "TEMP");
    /** What is made or changed of a table, which the statement names. */
    private static final Set<String> OF_TABLES = Set.of("TABLE", "INDEX", "TRIGGER", "RULE");
    /** What says nothing of tables. A view is none, and a function does what it does when it is called. */
    private static final Set<String> OTHERS = Set.of(
            "VIEW", "SEQUENCE", "FUNCTION", "PROCEDURE", "USER", "ROLE", "ALIAS", "EVENT", "AGGREGATE", "STATISTICS");
    /** Of the text of one or several statements. */
    static Touched of(String text) {
        boolean named = false;
        for (List<String> words : SqlWords.of(text)) {
            Touched one = of(words);
            if (one.isEverything()) {
                return EVERYTHING;
            }
            named |= !one.isNothing();
        }
        if (!named) {
            return NOTHING;
        }
        Set<String> names = TableNames.all(text);
        return names == null ? EVERYTHING : new Touched(names);
    }

    /** By the first words of a statement; neither of the constants where it is the tables that are named. */
    private static Touched of(List<String> words) {
        String verb = words.get(0);
        if (verb.equals("RENAME")) {
            return new Touched(Set.of(verb));
        }
        if (!Set.of("CREATE", "ALTER", "DROP").contains(verb)) {
            return NOTHING; // of tables, at least
        }
        int at = 1;
        while (at < words.size() && BEFORE_KIND.contains(words.get(at))) {
            at++;
        }
        List<String> before = words.subList(1, at);
        String kind = at < words.size() ? words.get(at) : "";
        boolean temporary = before.contains("TEMPORARY") || before.contains("TEMP");
        // What was told of something that is gone can do no harm, and a temporary table is its session's own.
        boolean gone = verb.equals("DROP") && OF_TABLES.contains(kind);
        if (OTHERS.contains(kind) || gone || temporary && kind.equals("TABLE")) {
            return NOTHING;
        }
        return OF_TABLES.contains(kind) ? new Touched(Set.of(kind)) : EVERYTHING;
    }

    boolean isNothing() {
        return names != null && names.isEmpty();
    }

    boolean isEverything() {
        return names == null;
    }

    /** Both. */
    Touched and(Touched other) {
        if (names == null || other.names == null) {
            return EVERYTHING;
        }
        Set<String> all = new HashSet<>(names);
        all.addAll(other.names);
        return new Touched(all);
    }
}
