package io.bateleur.lab.jdbc;

import io.bateleur.sql.tree.SqlDialect;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Known bugs and limits of engines in what random statements ask, each as narrow as it can be told from the statement. */
final class EngineBugs {
    /**
     * @param text what the statement is like
     * @param shows what the reply is like
     */
    private record Bug(SqlDialect dialect, String name, Pattern text, Predicate<EngineReply> shows) {
        Bug(SqlDialect dialect, String name, String text, Predicate<EngineReply> shows) {
            this(dialect, name, Pattern.compile(text, Pattern.DOTALL), shows);
        }
    }

    private static Predicate<EngineReply> error(String state) {
        return reply -> state.equals(reply.state());
    }

    /** The greatest number that fits into too few digits. */
    private static boolean hasNines(EngineReply reply) {
        return reply.rows() != null
                && reply.rows().stream().flatMap(Arrays::stream).anyMatch(value -> String.valueOf(value)
                        .matches("-?9+\\.9{4,}"));
    }

    private static final List<Bug> KNOWN = List.of(
            // docs/findings/mariadb-average-digits.md
            new Bug(
                    SqlDialect.MYSQL,
                    "average-digits",
                    ".*AVG\\((?!\\w+\\.\\w+\\)).*GROUP BY.*ORDER BY.*",
                    EngineBugs::hasNines),
            new Bug(
                    SqlDialect.MYSQL,
                    "distinct-offset",
                    "SELECT DISTINCT ((?!\\b[xq]\\d\\.| FROM ).)* FROM .*OFFSET .*",
                    reply -> reply.rows() != null),
            // The argument of SUM or AVG is NULL after H2 has simplified it, and has no type any more.
            new Bug(SqlDialect.H2, "sum-of-null", ".*(SUM|AVG)\\(.*", error("90015")),
            // docs/findings/h2-all-and-set-default.md
            new Bug(
                    SqlDialect.H2,
                    "equal-to-all-of-nothing",
                    ".* = ALL \\(SELECT.*",
                    reply -> reply.rows() != null && reply.rows().isEmpty()),
            // FULL JOIN on a condition that can neither be sorted nor hashed.
            new Bug(SqlDialect.POSTGRES, "full-join", ".* FULL JOIN .*", error("0A000")));

    private EngineBugs() {}

    /** Its name, or null. */
    static String of(String text, SqlDialect dialect, EngineReply reply) {
        for (Bug bug : KNOWN) {
            boolean asks = bug.dialect == dialect && bug.text.matcher(text).matches();
            if (asks && bug.shows.test(reply)) {
                return bug.name;
            }
        }
        return null;
    }
}
