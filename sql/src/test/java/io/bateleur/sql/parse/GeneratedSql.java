package io.bateleur.sql.parse;

import io.bateleur.sql.tree.SqlDialect;
import java.util.Random;
import java.util.function.Supplier;

/** Texts of statements of every kind, from a seed: what a dialect's parser would take, whether or not the tables are there. */
final class GeneratedSql {
    private final Random random;
    private final SqlDialect dialect;
    private int depth;

    GeneratedSql(long seed, SqlDialect dialect) {
        this.random = new Random(seed);
        this.dialect = dialect;
    }

    private boolean is(SqlDialect one) {
        return dialect == one;
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String maybe(String text) {
        return random.nextInt(3) == 0 ? text : "";
    }

    private String list(int most, Supplier<String> item) {
        StringBuilder text = new StringBuilder(item.get());
        for (int i = random.nextInt(most); i > 0; i--) {
            text.append(", ").append(item.get());
        }
        return text.toString();
    }

    String statement() {
        depth = 0;
        return switch (random.nextInt(14)) {
            case 0, 1, 2, 3 -> query();
            case 4, 5 -> with() + insert();
            case 6, 7 -> with() + update();
            case 8 -> with() + delete();
            case 9 -> is(SqlDialect.SQLITE) || is(SqlDialect.MYSQL) ? insert() : merge();
            case 10, 11 -> table();
            case 12 -> definition();
            default -> command();
        };
    }

    // ---- names and expressions

    private String name() {
        String quoted = is(SqlDialect.MYSQL) ? "`Order by`" : "\"Order \"\"by\"\"\"";
        return one("a", "b", "id", "script", "value", "date", "type", "key", "balance", "sum_", quoted);
    }

    private String tableName() {
        return maybe("public.") + one("t", "u", "account", "script", "item");
    }

    private String column() {
        return one("", "", "t.", "public.t.") + name();
    }

    String expr() {
        if (depth > 4) {
            return leaf();
        }
        depth++;
        String text =
                switch (random.nextInt(22)) {
                    case 0, 1 -> leaf();
                    case 2, 3 -> expr() + " " + one("+", "-", "*", "/", "%") + " " + expr();
                    case 4 -> expr() + " " + one("=", "<", "<=", ">", ">=", "<>", "!=") + " " + expr();
                    case 5 -> expr() + one(" AND ", " OR ") + expr();
                    case 6 -> "NOT " + expr();
                    case 7 -> "(" + expr() + ")";
                    case 8 -> expr() + maybe(" NOT") + " BETWEEN " + leaf() + " AND " + leaf();
                    case 9 -> expr() + maybe(" NOT") + " IN (" + list(3, this::expr) + ")";
                    case 10 -> expr() + maybe(" NOT") + " LIKE " + leaf() + maybe(" ESCAPE '!'");
                    case 11 -> expr() + " IS" + maybe(" NOT") + " NULL";
                    case 12 ->
                        "CASE " + maybe(expr()) + " WHEN " + expr() + " THEN " + expr() + maybe(" ELSE " + expr())
                                + " END";
                    case 13 -> one("-", "+") + leaf();
                    case 14 -> "CAST(" + expr() + " AS " + type() + ")";
                    case 15 -> function();
                    case 16 -> "(" + query() + ")";
                    case 17 -> one("EXISTS (", "a IN (", "a = ANY (", "a < ALL (") + query() + ")";
                    case 18 -> expr() + " || " + expr();
                    case 19 -> "(" + expr() + ", " + expr() + ") = (" + expr() + ", " + expr() + ")";
                    case 20 -> "COALESCE(" + list(3, this::expr) + ")";
                    default -> own();
                };
        depth--;
        return text;
    }

    private String leaf() {
        return one(
                column(),
                column(),
                "?",
                "1",
                "2.50",
                "1e3",
                "'it''s'",
                "''",
                "NULL",
                "TRUE",
                "count(*)",
                "CURRENT_TIMESTAMP",
                is(SqlDialect.SQLITE) ? "date('now')" : "DATE '2020-02-29'");
    }

    /** Expressions of the dialect alone. */
    private String own() {
        return switch (dialect) {
            case POSTGRES ->
                one(
                        leaf() + "::" + type(),
                        "ARRAY[" + list(3, this::expr) + "]",
                        column() + "[1]",
                        column() + "[1:2]",
                        leaf() + " ->> 'x'",
                        "INTERVAL '1 day'",
                        leaf() + " IS DISTINCT FROM " + leaf(),
                        "ROW(" + expr() + ")",
                        "$1",
                        leaf() + " ILIKE 'x'",
                        "E'a\\'b'",
                        "$q$text$q$",
                        leaf() + " AT TIME ZONE 'UTC'",
                        "(" + name() + ").x",
                        leaf() + " ~* 'x'",
                        "- " + leaf() + " ^ 2");
            case MYSQL ->
                one(
                        leaf() + " DIV 2",
                        leaf() + " XOR " + leaf(),
                        "'a\\'b'",
                        "@v",
                        "@@session.sql_mode",
                        leaf() + " <=> " + leaf(),
                        "INTERVAL(1, 2)",
                        leaf() + " + INTERVAL " + leaf() + " DAY",
                        "BINARY " + name(),
                        leaf() + " ^ 2",
                        "!" + name(),
                        "GROUP_CONCAT(DISTINCT a ORDER BY b SEPARATOR ';')",
                        leaf() + " MOD 2",
                        "MATCH (a, b) AGAINST ('x' IN BOOLEAN MODE)",
                        leaf() + " REGEXP 'x'",
                        "CONVERT(a, CHAR(10))",
                        "x'1f'");
            case H2 ->
                one(
                        "NEXT VALUE FOR s",
                        "ARRAY[1, 2]",
                        leaf() + " IS NOT DISTINCT FROM " + leaf(),
                        "INTERVAL '1' DAY",
                        "ROW(1, 2)",
                        "?1");
            case SQLITE ->
                one(
                        leaf() + " IS " + leaf(),
                        leaf() + " GLOB 'x*'",
                        leaf() + " == 1",
                        "x'1f'",
                        leaf() + " NOT NULL",
                        ":name",
                        "@name",
                        "[a b]",
                        "~" + name());
            default -> one("EXTRACT(YEAR FROM a)", "POSITION('a' IN b)");
        };
    }

    private String function() {
        return switch (random.nextInt(8)) {
            case 0 -> "count(DISTINCT " + expr() + ")";
            case 1 -> one("sum", "max", "lower", "pg_catalog.abs", "script") + "(" + expr() + ")";
            case 2 -> "SUBSTRING(" + leaf() + " FROM 1 FOR 2)";
            case 3 -> "TRIM(BOTH 'x' FROM " + leaf() + ")";
            case 4 -> "EXTRACT(YEAR FROM " + expr() + ")";
            case 5 ->
                "row_number() OVER (PARTITION BY " + expr() + " ORDER BY " + order()
                        + maybe(" ROWS BETWEEN 1 PRECEDING AND CURRENT ROW") + ")";
            case 6 -> "sum(a) OVER w";
            default -> is(SqlDialect.MYSQL) ? "now()" : "sum(a) FILTER (WHERE " + expr() + ")";
        };
    }

    private String type() {
        return one(
                "int",
                "varchar(20)",
                "numeric(10, 2)",
                "double precision",
                is(SqlDialect.POSTGRES) ? "timestamp(3) with time zone" : "date",
                "char");
    }

    // ---- queries

    private String query() {
        depth++;
        String text = with()
                + (depth > 3 || random.nextInt(5) > 0
                        ? select()
                        : select() + one(" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT ") + part());
        text += maybe(" ORDER BY " + order()) + limit();
        if (depth == 1 && !is(SqlDialect.SQLITE)) {
            text += maybe(" FOR UPDATE"
                    + (is(SqlDialect.POSTGRES) || is(SqlDialect.MYSQL)
                            ? maybe(" OF t") + maybe(one(" NOWAIT", " SKIP LOCKED"))
                            : ""));
        }
        depth--;
        return text;
    }

    private String part() {
        return is(SqlDialect.SQLITE) ? select() : one(select(), "(" + query() + ")", "VALUES (1, 2), (3, 4)");
    }

    private String with() {
        if (depth > 2 || random.nextInt(8) > 0) {
            return "";
        }
        depth++;
        String inner = is(SqlDialect.POSTGRES) ? one(select(), update() + " RETURNING *") : select();
        depth--;
        return "WITH " + maybe("RECURSIVE ") + "c" + maybe("(x, y)") + " AS (" + inner + ") ";
    }

    private String select() {
        depth++;
        String text = "SELECT " + maybe("DISTINCT ") + list(3, this::item);
        if (random.nextInt(8) > 0) {
            text += " FROM " + list(2, this::from) + maybe(" WHERE " + expr());
            text += maybe(" GROUP BY " + list(2, this::expr) + maybe(" HAVING " + expr()));
            text += is(SqlDialect.H2) ? "" : maybe(" WINDOW w AS (ORDER BY a)");
        }
        depth--;
        return text;
    }

    private String item() {
        return one("*", "t.*", expr(), expr() + " AS x", expr() + " " + one("x", "script"));
    }

    private String from() {
        depth++;
        String text = depth > 5 ? tableName() : source();
        depth--;
        return text;
    }

    private String source() {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> tableName() + one("", " x", " AS x");
            case 3 ->
                from() + one(" JOIN ", " INNER JOIN ", " LEFT JOIN ", " RIGHT OUTER JOIN ") + tableName() + " y ON "
                        + expr();
            case 4 -> from() + " JOIN " + tableName() + " z USING (a, b)";
            case 5 -> from() + one(" CROSS JOIN ", " NATURAL JOIN ") + tableName();
            case 6 -> "(" + query() + ") AS q" + maybe("(a, b)");
            default ->
                is(SqlDialect.POSTGRES)
                        ? one(
                                "generate_series(1, 2) WITH ORDINALITY AS g(a, b)",
                                "LATERAL (SELECT 1) l",
                                "ONLY t",
                                "t TABLESAMPLE system (10)")
                        : "(" + tableName() + " JOIN " + tableName() + " v ON " + expr() + ")";
        };
    }

    private String order() {
        boolean nulls = is(SqlDialect.POSTGRES) || is(SqlDialect.H2);
        return list(2, () -> expr() + one("", " ASC", " DESC") + (nulls ? maybe(" NULLS LAST") : ""));
    }

    private String limit() {
        return switch (random.nextInt(6)) {
            case 0 -> " LIMIT " + one("?", "10") + maybe(" OFFSET ?");
            case 1 ->
                is(SqlDialect.MYSQL) || is(SqlDialect.SQLITE)
                        ? " LIMIT 2, 3"
                        : " OFFSET 2 ROWS FETCH FIRST 3 ROWS ONLY";
            default -> "";
        };
    }

    // ---- changes

    private String insert() {
        String verb = is(SqlDialect.MYSQL)
                ? one("INSERT INTO ", "REPLACE INTO ", "INSERT IGNORE INTO ")
                : is(SqlDialect.SQLITE) ? one("INSERT INTO ", "INSERT OR REPLACE INTO ") : "INSERT INTO ";
        String text = verb + tableName() + maybe(" (" + list(3, this::name) + ")");
        text += random.nextInt(3) == 0
                ? " " + select()
                : " VALUES " + list(2, () -> "(" + list(3, () -> one(expr(), "DEFAULT", "?")) + ")");
        if (is(SqlDialect.POSTGRES) || is(SqlDialect.SQLITE)) {
            text += maybe(" ON CONFLICT (id) DO "
                            + one("NOTHING", "UPDATE SET a = excluded.a + 1" + maybe(" WHERE t.a > 0")))
                    + maybe(" RETURNING *, a + 1 AS b");
        }
        return text
                + (is(SqlDialect.MYSQL) && !verb.startsWith("REPLACE")
                        ? maybe(" ON DUPLICATE KEY UPDATE a = VALUES(a), b = b + 1")
                        : "");
    }

    private String update() {
        depth++;
        String text = "UPDATE " + tableName() + one("", " x", " AS x") + " SET " + list(3, this::assignment);
        text += is(SqlDialect.POSTGRES) ? maybe(" FROM " + tableName() + " f") : "";
        text += maybe(" WHERE " + expr());
        depth--;
        return text + (is(SqlDialect.MYSQL) ? maybe(" ORDER BY a LIMIT 1") : "");
    }

    private String assignment() {
        return is(SqlDialect.POSTGRES) && random.nextInt(5) == 0
                ? "(a, b) = (" + expr() + ", 1)"
                : name() + " = " + one(expr(), "DEFAULT");
    }

    private String delete() {
        String text =
                "DELETE FROM " + tableName() + (is(SqlDialect.POSTGRES) ? maybe(" AS x") + maybe(" USING u") : "");
        return text + maybe(" WHERE " + expr());
    }

    private String merge() {
        return "MERGE INTO t AS x USING (" + select() + ") AS s ON " + expr() + " WHEN MATCHED"
                + maybe(" AND " + expr()) + " THEN " + one("DELETE", "UPDATE SET " + list(2, this::assignment))
                + " WHEN NOT MATCHED THEN INSERT (a, b) VALUES (" + expr() + ", 1)";
    }

    // ---- definitions and commands

    private String table() {
        String identity =
                switch (dialect) {
                    case MYSQL -> " AUTO_INCREMENT";
                    case SQLITE -> "";
                    default -> " GENERATED BY DEFAULT AS IDENTITY";
                };
        return "CREATE TABLE " + maybe("IF NOT EXISTS ") + tableName() + " (id int" + maybe(identity) + " PRIMARY KEY, "
                + list(
                        4,
                        () -> name() + " " + type() + maybe(" NOT NULL")
                                + maybe(" DEFAULT " + one("0", "'x'", "(1 + 2)")) + maybe(" UNIQUE")
                                + maybe(" REFERENCES u (id) ON DELETE CASCADE") + maybe(" CHECK (a > " + leaf() + ")"))
                + maybe(", CONSTRAINT c UNIQUE (a, b)") + maybe(", FOREIGN KEY (a) REFERENCES u (b) ON UPDATE SET NULL")
                + maybe(", CHECK (" + expr() + ")") + ")"
                + (is(SqlDialect.MYSQL) ? maybe(" ENGINE = InnoDB DEFAULT CHARSET = utf8mb4") : "");
    }

    private String definition() {
        return one(
                "CREATE " + maybe("UNIQUE ") + "INDEX i ON " + tableName() + " (a, b DESC)",
                "CREATE VIEW v AS " + select(),
                "DROP TABLE IF EXISTS t",
                "ALTER TABLE t ADD COLUMN c int DEFAULT 0 NOT NULL",
                "ALTER TABLE t DROP COLUMN c",
                "ALTER TABLE t RENAME TO u",
                "ALTER TABLE t ADD CONSTRAINT k FOREIGN KEY (a) REFERENCES u (id)",
                "CREATE SEQUENCE s START WITH 1 INCREMENT BY 50",
                "CREATE SCHEMA x",
                "CREATE TABLE n AS " + select());
    }

    private String command() {
        return one(
                "BEGIN",
                "COMMIT",
                "ROLLBACK",
                "SAVEPOINT a",
                "RELEASE SAVEPOINT a",
                "ROLLBACK TO SAVEPOINT a",
                "START TRANSACTION READ ONLY",
                "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE",
                "EXPLAIN " + select(),
                "CALL p(" + expr() + ")",
                is(SqlDialect.POSTGRES) ? "SET search_path TO a, b" : "SET x = 1",
                "GRANT SELECT ON t TO u",
                is(SqlDialect.MYSQL)
                        ? "CREATE PROCEDURE p(IN a INT) BEGIN DECLARE x INT DEFAULT 0; WHILE x < a DO SET x = x + 1; IF x = 2 THEN UPDATE t SET a = x; END IF; END WHILE; END"
                        : "COMMIT",
                is(SqlDialect.POSTGRES)
                        ? "DO $$ DECLARE r record; BEGIN FOR r IN SELECT * FROM t LOOP PERFORM f(r.id); END LOOP; END $$"
                        : "ROLLBACK");
    }
}
