package io.bateleur.sql.eval;

import io.bateleur.sql.tree.SqlDialect;
import java.util.EnumSet;
import java.util.Set;

/** A way in which databases differ. The example of each gives one answer on the databases that are named, and the other one elsewhere. */
public enum Habit {
    INTEGER_QUOTIENT("SELECT 7 / 2", "3", "3.5", SqlDialect.POSTGRES, SqlDialect.H2, SqlDialect.SQLITE),
    ZERO_DIVISOR_GIVES_NULL("SELECT 1 / 0", "NULL", "22012", SqlDialect.MYSQL, SqlDialect.SQLITE),
    TRUTH_IS_A_NUMBER("SELECT 1 < 2", "1", "true", SqlDialect.MYSQL, SqlDialect.SQLITE),
    LITERALS_FOLD_CASE("SELECT CASE WHEN 'a' = 'A' THEN 1 ELSE 0 END", "1", "0", SqlDialect.MYSQL),
    BLANKS_AT_THE_END_DO_NOT_COUNT("SELECT CASE WHEN 'a' = 'a  ' THEN 1 ELSE 0 END", "1", "0", SqlDialect.MYSQL),
    LIKE_FOLDS_CASE("SELECT CASE WHEN 'a' LIKE 'A' THEN 1 ELSE 0 END", "1", "0", SqlDialect.MYSQL, SqlDialect.SQLITE),
    BACKSLASH_ESCAPES_IN_LIKE(
            "SELECT CASE WHEN 'axb' LIKE 'a\\_b' THEN 2 WHEN 'a_b' LIKE 'a\\_b' THEN 1 ELSE 0 END",
            "1",
            "0",
            SqlDialect.POSTGRES,
            SqlDialect.MYSQL,
            SqlDialect.H2),
    NULLS_ARE_LOWEST(
            "SELECT a FROM (SELECT 1 AS a UNION ALL SELECT NULL) t ORDER BY a LIMIT 1",
            "NULL",
            "1",
            SqlDialect.MYSQL,
            SqlDialect.H2,
            SqlDialect.SQLITE),
    BARS_MEAN_OR("SELECT '1' || '0'", "1", "10", SqlDialect.MYSQL),
    CONCAT_IGNORES_NULL(
            "SELECT CONCAT('a', NULL, 'b')", "ab", "NULL", SqlDialect.POSTGRES, SqlDialect.H2, SqlDialect.SQLITE),
    OVERFLOW_BECOMES_DOUBLE("SELECT 9223372036854775807 + 1", "9.223372036854775807E18", "22003", SqlDialect.SQLITE),
    SEVERAL_ROWS_GIVE_THE_FIRST(
            "SELECT (SELECT a FROM (SELECT 1 AS a UNION ALL SELECT 1) t)", "1", "error", SqlDialect.SQLITE),
    VALUES_HAVE_TYPES_OF_THEIR_OWN("SELECT CASE WHEN 1 = '1' THEN 1 ELSE 0 END", "0", "1", SqlDialect.SQLITE),
    COMMON_COLUMN_IS_AMBIGUOUS(
            "SELECT id FROM (SELECT 1 AS id) a JOIN (SELECT 1 AS id) b USING (id)", "90059", "1", SqlDialect.H2),
    TEXT_BECOMES_A_NUMBER("SELECT '2x' + 1", "3", "error", SqlDialect.MYSQL, SqlDialect.SQLITE);

    private final String example;
    private final String here;
    private final String elsewhere;
    private final Set<SqlDialect> who;

    Habit(String example, String here, String elsewhere, SqlDialect first, SqlDialect... more) {
        this.example = example;
        this.here = here;
        this.elsewhere = elsewhere;
        this.who = EnumSet.of(first, more);
    }

    /** A query that shows the difference. */
    public String example() {
        return example;
    }

    /** What it gives, as a text, an SQLSTATE or {@code error}. */
    public String answer(SqlDialect dialect) {
        return who.contains(dialect) ? here : elsewhere;
    }

    /** Whether the databases of a dialect do so; of those that are not known, nothing that depends on it is evaluated. */
    boolean of(SqlDialect dialect) {
        if (dialect == SqlDialect.OTHER) {
            throw new Outside(
                    null,
                    "what depends on the database: "
                            + name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '));
        }
        return who.contains(dialect);
    }
}
