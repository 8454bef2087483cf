package io.bateleur.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SqlParserTest {
    private static Statement parse(String sql) {
        return SqlParser.parse(sql).statement();
    }

    @Test
    void parametersAreNumberedAsTheyStand() {
        Statement.Update update = (Statement.Update)
                parse("UPDATE t SET a = ?, b = b + ? WHERE (id = ? AND c IN (?, ?)) AND d BETWEEN ? AND ?");
        assertThat(update.assignments().get(0).value()).isEqualTo(new Expr.Parameter(0));
        assertThat(((Expr.Sum) update.assignments().get(1).value()).right()).isEqualTo(new Expr.Parameter(1));
        assertThat(((Condition.Compares) update.where().get(0)).value()).isEqualTo(new Expr.Parameter(2));
        assertThat(((Condition.OneOf) update.where().get(1)).values())
                .containsExactly(new Expr.Parameter(3), new Expr.Parameter(4));
        assertThat(((Condition.Compares) update.where().get(3)).value()).isEqualTo(new Expr.Parameter(6));
    }

    @Test
    void parametersOfJoinsLimitsAndRows() {
        Statement.Query query = (Statement.Query)
                parse("SELECT ?, a.x FROM a JOIN b ON a.id = b.id AND b.k = ? WHERE a.id = ? LIMIT ?");
        assertThat(query.items().get(0)).isEqualTo(new Expr.Parameter(0));
        assertThat(query.where().stream()
                        .filter(Condition.Compares.class::isInstance)
                        .map(each -> ((Condition.Compares) each).value()))
                .containsExactlyInAnyOrder(new Expr.Parameter(1), new Expr.Parameter(2));
        assertThat(query.limit()).isEqualTo(new Expr.Parameter(3));
        Statement.Insert insert = (Statement.Insert) parse("INSERT INTO t VALUES (?, ?), (?, ?)");
        assertThat(insert.rows())
                .containsExactly(
                        List.of(new Expr.Parameter(0), new Expr.Parameter(1)),
                        List.of(new Expr.Parameter(2), new Expr.Parameter(3)));
    }

    @Test
    void savepoints() {
        assertThat(parse("SAVEPOINT a")).isEqualTo(new Statement.Savepoint(new Name("A", false)));
        assertThat(parse("rollback to savepoint a")).isEqualTo(new Statement.RollbackTo(new Name("A", false)));
        assertThat(parse("RELEASE SAVEPOINT \"a\"")).isEqualTo(new Statement.Release(new Name("a", true)));
    }

    @Test
    void readsAreReads() {
        for (String sql : List.of(
                "SELECT a FROM t WHERE id = ? LOCK IN SHARE MODE",
                "SELECT count(*) FROM t GROUP BY a HAVING sum(b) > 1",
                "SELECT * FROM t FOR NO KEY UPDATE",
                "SELECT nextval('s')",
                "SELECT data ->> 'x' FROM t",
                "SELECT a FROM t UNION SELECT b FROM u",
                "EXPLAIN SELECT 1",
                "VALUES (1)")) {
            assertThat(parse(sql)).as(sql).isInstanceOfAny(Statement.Query.class, Statement.ObscureRead.class);
        }
    }

    @Test
    void oneStatementWithWhatMayFollowIt() {
        for (String sql : List.of(
                "SELECT a FROM t;",
                "SELECT a FROM t; -- all",
                "SELECT a FROM t /* all */ ; ;",
                "-- x\nSELECT a FROM t")) {
            assertThat(parse(sql)).as(sql).isInstanceOf(Statement.Query.class);
        }
        for (String sql :
                List.of("SELECT a FROM t; SELECT a FROM u", "SELECT 1--1\nFROM t", "SELECT a /* /* */ */ FROM t")) {
            assertThat(parse(sql)).as(sql).isInstanceOf(Statement.ObscureRead.class);
        }
    }

    @Test
    void whatMayWriteIsNotTakenForARead() {
        for (String sql : List.of(
                "SELECT audit(1) FROM t",
                "SELECT \"now\"(1)",
                "SELECT app.now()",
                "SELECT * FROM TABLE(audit(1))",
                "EXPLAIN ANALYZE DELETE FROM t",
                "WITH x AS (UPDATE t SET a = 1 RETURNING *) SELECT * FROM x",
                "SELECT * INTO u FROM t",
                "SELECT * FROM FINAL TABLE (INSERT INTO t(a) VALUES (1))",
                "SELECT 1; DELETE FROM t",
                "SELECT 1; TRUNCATE t",
                "SELECT 1; SET x = 1; DROP TABLE t;",
                "SELECT 'a\\'; SELECT '; DELETE FROM t; -- '",
                "SET x = 1; UPDATE t SET a = 1;",
                "UPDATE t SET a = 1; TRUNCATE u",
                "RELEASE s; UPDATE t SET a = 1",
                "ROLLBACK TO s; DELETE FROM t",
                "SAVEPOINT s; DELETE FROM t",
                "SHOW x; DELETE FROM t",
                "COMMIT",
                "EXECUTE p(1)",
                "{call f(?)}",
                "UPDATE t, u SET t.a = 1",
                "CREATE TRIGGER x AFTER INSERT ON t FOR EACH ROW EXECUTE FUNCTION f()",
                "BEGIN; DELETE FROM t; END")) {
            assertThat(parse(sql)).as(sql).isInstanceOf(Statement.Anything.class);
        }
    }

    @Test
    void whatIsNotFollowedNamesItsTable() {
        for (String sql : List.of(
                "MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN UPDATE SET b = 1",
                "MERGE INTO t USING (SELECT 1 AS a FROM u) s ON t.a = s.a WHEN MATCHED THEN UPDATE SET b = 1",
                "MERGE INTO t USING DUAL ON t.a = 1 WHEN MATCHED THEN DELETE",
                "MERGE INTO t USING DUAL ON t.a = 1 WHEN MATCHED AND b = 2 THEN UPDATE SET b = 1",
                "MERGE INTO t USING DUAL ON t.a > 1 WHEN MATCHED THEN UPDATE SET b = 1",
                "INSERT IGNORE INTO t(a) VALUES (1) ON DUPLICATE KEY UPDATE a = 1",
                "ALTER TABLE t ADD c INT")) {
            assertThat(((Statement.Obscure) parse(sql)).tables().get(0).table().matches("T"))
                    .as(sql)
                    .isTrue();
        }
    }

    @Test
    void mergesAreInserts() {
        Statement.Insert keyed = (Statement.Insert) parse("MERGE INTO t(a, b) KEY (a) VALUES (?, ?)");
        assertThat(keyed.conflict()).isEqualTo(Statement.Conflict.MERGE);
        assertThat(keyed.target()).containsExactly(new Name("a", false));
        assertThat(keyed.rows()).containsExactly(List.of(new Expr.Parameter(0), new Expr.Parameter(1)));
        Statement.Insert both = (Statement.Insert)
                parse(
                        "MERGE INTO t USING (VALUES (?, ?::int)) AS s(x, y) ON t.a = s.x"
                                + " WHEN MATCHED THEN UPDATE SET b = s.y, c = t.c + s.y WHEN NOT MATCHED THEN INSERT (a, b, d) VALUES (s.x, y, ?)");
        Expr cast = new Expr.Integral(new Expr.Parameter(1), 32);
        assertThat(both.conflict()).isEqualTo(Statement.Conflict.UPDATE);
        assertThat(both.sought()).containsExactly(new Expr.Parameter(0));
        assertThat(both.rows()).containsExactly(List.of(new Expr.Parameter(0), cast, new Expr.Parameter(2)));
        assertThat(both.updates().get(0).value()).isEqualTo(cast);
        Statement.Insert apart = (Statement.Insert)
                parse(
                        "MERGE INTO t USING DUAL ON t.a = ? WHEN MATCHED THEN UPDATE SET b = ? WHEN NOT MATCHED THEN INSERT VALUES (?, ?)");
        assertThat(apart.sought()).containsExactly(new Expr.Parameter(0));
        assertThat(apart.updates().get(0).value()).isEqualTo(new Expr.Parameter(1));
        assertThat(apart.rows()).containsExactly(List.of(new Expr.Parameter(2), new Expr.Parameter(3)));
        assertThat(parse("MERGE INTO t USING DUAL ON t.a = ? WHEN MATCHED THEN UPDATE SET b = ?"))
                .isInstanceOf(Statement.Update.class);
    }

    @Test
    void upsertsOfOneDatabaseOnly() {
        assertThat(((Statement.Insert) parse("INSERT INTO t SET a = 1, b = ? ON DUPLICATE KEY UPDATE b = VALUES(b)"))
                        .updates())
                .containsExactly(
                        new Statement.Assignment(new Name("b", false), new Expr.Proposed(new Name("b", false))));
        assertThat(((Statement.Insert) parse("INSERT INTO t(a, b) VALUES (1, 2) AS x ON DUPLICATE KEY UPDATE b = x.b"))
                        .updates())
                .containsExactly(
                        new Statement.Assignment(new Name("b", false), new Expr.Proposed(new Name("b", false))));
        assertThat(((Statement.Insert) parse("REPLACE INTO t(a) VALUES (1)")).conflict())
                .isEqualTo(Statement.Conflict.REPLACE);
        assertThat(((Statement.Insert) parse("INSERT OR REPLACE INTO t(a) VALUES (?)")).rows())
                .containsExactly(List.of(new Expr.Parameter(0)));
        assertThat(((Statement.Insert) parse("INSERT OR IGNORE INTO t(a) VALUES (?), (2)")).conflict())
                .isEqualTo(Statement.Conflict.IGNORE);
    }
}
