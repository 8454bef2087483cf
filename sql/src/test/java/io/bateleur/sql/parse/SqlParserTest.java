package io.bateleur.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.sql.tree.Name;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqlParserTest {
    private static Liftable parse(String sql) {
        return SqlParser.parse(sql).statement();
    }

    @Test
    void parametersAreNumberedAsTheyStand() {
        Liftable.Update update = (Liftable.Update)
                parse("UPDATE t SET a = ?, b = b + ? WHERE (id = ? AND c IN (?, ?)) AND d BETWEEN ? AND ?");
        assertThat(update.assignments().get(0).value()).isEqualTo(new Term.Parameter(0));
        assertThat(((Term.Sum) update.assignments().get(1).value()).right()).isEqualTo(new Term.Parameter(1));
        assertThat(((Condition.Compares) update.where().get(0)).value()).isEqualTo(new Term.Parameter(2));
        assertThat(((Condition.OneOf) update.where().get(1)).values())
                .containsExactly(new Term.Parameter(3), new Term.Parameter(4));
        assertThat(((Condition.Compares) update.where().get(3)).value()).isEqualTo(new Term.Parameter(6));
    }

    @Test
    void parametersOfJoinsLimitsAndRows() {
        Liftable.Query query =
                (Liftable.Query) parse("SELECT ?, a.x FROM a JOIN b ON a.id = b.id AND b.k = ? WHERE a.id = ? LIMIT ?");
        assertThat(query.items().get(0)).isEqualTo(new Term.Parameter(0));
        assertThat(query.where().stream()
                        .filter(Condition.Compares.class::isInstance)
                        .map(each -> ((Condition.Compares) each).value()))
                .containsExactlyInAnyOrder(new Term.Parameter(1), new Term.Parameter(2));
        assertThat(query.limit()).isEqualTo(new Term.Parameter(3));
        Liftable.Insert insert = (Liftable.Insert) parse("INSERT INTO t VALUES (?, ?), (?, ?)");
        assertThat(insert.rows())
                .containsExactly(
                        List.of(new Term.Parameter(0), new Term.Parameter(1)),
                        List.of(new Term.Parameter(2), new Term.Parameter(3)));
    }

    @Test
    void savepoints() {
        assertThat(parse("SAVEPOINT a")).isEqualTo(new Liftable.Savepoint(new Name("A", false)));
        assertThat(parse("rollback to savepoint a")).isEqualTo(new Liftable.RollbackTo(new Name("A", false)));
        assertThat(parse("RELEASE SAVEPOINT \"a\"")).isEqualTo(new Liftable.Release(new Name("a", true)));
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
            assertThat(parse(sql)).as(sql).isInstanceOfAny(Liftable.Query.class, Liftable.ObscureRead.class);
        }
    }

    @Test
    void oneStatementWithWhatMayFollowIt() {
        for (String sql : List.of(
                "SELECT a FROM t;",
                "SELECT a FROM t; -- all",
                "SELECT a FROM t /* all */ ; ;",
                "-- x\nSELECT a FROM t")) {
            assertThat(parse(sql)).as(sql).isInstanceOf(Liftable.Query.class);
        }
        for (String sql :
                List.of("SELECT a FROM t; SELECT a FROM u", "SELECT 1--1\nFROM t", "SELECT a /* /* */ */ FROM t")) {
            assertThat(parse(sql)).as(sql).isInstanceOf(Liftable.ObscureRead.class);
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
            assertThat(parse(sql)).as(sql).isInstanceOf(Liftable.Anything.class);
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
            assertThat(((Liftable.Obscure) parse(sql)).tables().get(0).table().matches("T"))
                    .as(sql)
                    .isTrue();
        }
    }

    @Test
    void mergesAreInserts() {
        Liftable.Insert keyed = (Liftable.Insert) parse("MERGE INTO t(a, b) KEY (a) VALUES (?, ?)");
        assertThat(keyed.conflict()).isEqualTo(Liftable.Conflict.MERGE);
        assertThat(keyed.target()).containsExactly(new Name("a", false));
        assertThat(keyed.rows()).containsExactly(List.of(new Term.Parameter(0), new Term.Parameter(1)));
        Liftable.Insert both = (Liftable.Insert)
                parse(
                        "MERGE INTO t USING (VALUES (?, ?::int)) AS s(x, y) ON t.a = s.x"
                                + " WHEN MATCHED THEN UPDATE SET b = s.y, c = t.c + s.y WHEN NOT MATCHED THEN INSERT (a, b, d) VALUES (s.x, y, ?)");
        Term cast = new Term.Integral(new Term.Parameter(1), 32);
        assertThat(both.conflict()).isEqualTo(Liftable.Conflict.UPDATE);
        assertThat(both.sought()).containsExactly(new Term.Parameter(0));
        assertThat(both.rows()).containsExactly(List.of(new Term.Parameter(0), cast, new Term.Parameter(2)));
        assertThat(both.updates().get(0).value()).isEqualTo(cast);
        Liftable.Insert apart = (Liftable.Insert)
                parse(
                        "MERGE INTO t USING DUAL ON t.a = ? WHEN MATCHED THEN UPDATE SET b = ? WHEN NOT MATCHED THEN INSERT VALUES (?, ?)");
        assertThat(apart.sought()).containsExactly(new Term.Parameter(0));
        assertThat(apart.updates().get(0).value()).isEqualTo(new Term.Parameter(1));
        assertThat(apart.rows()).containsExactly(List.of(new Term.Parameter(2), new Term.Parameter(3)));
        assertThat(parse("MERGE INTO t USING DUAL ON t.a = ? WHEN MATCHED THEN UPDATE SET b = ?"))
                .isInstanceOf(Liftable.Update.class);
    }

    @Test
    void upsertsOfOneDatabaseOnly() {
        assertThat(((Liftable.Insert) parse("INSERT INTO t SET a = 1, b = ? ON DUPLICATE KEY UPDATE b = VALUES(b)"))
                        .updates())
                .containsExactly(
                        new Liftable.Assignment(new Name("b", false), new Term.Proposed(new Name("b", false))));
        assertThat(((Liftable.Insert) parse("INSERT INTO t(a, b) VALUES (1, 2) AS x ON DUPLICATE KEY UPDATE b = x.b"))
                        .updates())
                .containsExactly(
                        new Liftable.Assignment(new Name("b", false), new Term.Proposed(new Name("b", false))));
        assertThat(((Liftable.Insert) parse("REPLACE INTO t(a) VALUES (1)")).conflict())
                .isEqualTo(Liftable.Conflict.REPLACE);
        assertThat(((Liftable.Insert) parse("INSERT OR REPLACE INTO t(a) VALUES (?)")).rows())
                .containsExactly(List.of(new Term.Parameter(0)));
        assertThat(((Liftable.Insert) parse("INSERT OR IGNORE INTO t(a) VALUES (?), (2)")).conflict())
                .isEqualTo(Liftable.Conflict.IGNORE);
    }
}
