package io.bateleur.sql.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.trace.nativ.Mini;
import io.bateleur.sql.tree.SqlDialect;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs that no database writes, each beside one that a database does write. */
class ImpossibleLogsTest {
    private static final String SCHEMA = """
            CREATE TABLE t (k INT PRIMARY KEY, v INT);
            CREATE TABLE p (id INT PRIMARY KEY, n INT);
            CREATE TABLE c (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES p (id) ON DELETE CASCADE);
            """;
    private static final String ROWS =
            "INSERT INTO t VALUES (1, 10), (2, 20), (3, 20); INSERT INTO p VALUES (1, 1), (2, 2); INSERT INTO c VALUES (1, 1);";

    private static String audit(String log, String level, SqlDialect dialect, String schema, String rows) {
        AuditOptions options =
                new AuditOptions(AuditLevel.of(level), Optional.of(dialect), Optional.of(schema), Optional.of(rows), 0);
        return Auditor.audit("log", Mini.parse(log), options).word();
    }

    private static String audit(String log, String level) {
        return audit(log, level, SqlDialect.POSTGRES, SCHEMA, ROWS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "read-committed",
                "repeatable-read",
                "strong-snapshot-isolation",
                "snapshot-isolation",
                "serializable"
            })
    void twoRowsOfOneKey(String level) {
        assertThat(audit("""
                T1: sql("INSERT INTO t VALUES (7, 1)")=1@[1,2] c@[10,11]
                T2: sql("INSERT INTO t VALUES (7, 2)")=1@[3,4] c@[12,13]
                """, level)).isEqualTo("refused");
    }

    @Test
    void anInsertThatIsRolledBackHoldsItsKey() {
        String log = """
                T1: sql("INSERT INTO t VALUES (7, 1)")=1@[1,2] a@[%d,%d]
                T2: sql("INSERT INTO t VALUES (7, 2)")=1@[3,8] c@[12,13]
                """;
        assertThat(audit(log.formatted(10, 11), "read-committed")).isEqualTo("refused");
        assertThat(audit(log.formatted(5, 6), "read-committed")).isEqualTo("accepted");
    }

    @Test
    void aChangeThatIsRolledBackHoldsItsRow() {
        String log = """
                T1: sql("UPDATE t SET v = 1 WHERE k = 1")=1@[1,2] a@[%d,%d]
                T2: sql("UPDATE t SET v = v + 1 WHERE k = 1")=1@[3,8] c@[12,13]
                """;
        assertThat(audit(log.formatted(10, 11), "read-committed")).isEqualTo("refused");
        assertThat(audit(log.formatted(5, 6), "read-committed")).isEqualTo("accepted");
    }

    @ParameterizedTest
    @CsvSource({
        "FOR UPDATE, FOR UPDATE, refused",
        "FOR SHARE, FOR UPDATE, refused",
        "FOR SHARE, FOR SHARE, accepted",
        "FOR KEY SHARE, FOR NO KEY UPDATE, accepted",
        "FOR KEY SHARE, FOR UPDATE, refused"
    })
    void twoLocksOnOneRow(String first, String second, String word) {
        assertThat(audit("""
                T1: sql("SELECT v FROM t WHERE k = 1 %s")=[[10]]@[1,2] c@[10,11]
                T2: sql("SELECT v FROM t WHERE k = 1 %s")=[[10]]@[3,4] c@[12,13]
                """.formatted(first, second), "read-committed")).isEqualTo(word);
    }

    @Test
    void aLostUpdateUnderLocks() {
        String log = """
                T1: sql("SELECT v FROM t WHERE k = 1 FOR UPDATE")=[[10]]@[1,2] sql("UPDATE t SET v = 11 WHERE k = 1")=1@[5,6] c@[7,8]
                T2: sql("SELECT v FROM t WHERE k = 1 FOR UPDATE")=[[10]]@[3,4] sql("UPDATE t SET v = 12 WHERE k = 1")=1@[9,10] c@[11,12]
                """;
        assertThat(audit(log, "read-committed")).isEqualTo("refused");
        assertThat(audit(log.replace("@[3,4]", "@[3,8]").replace("=[[10]]@[3", "=[[11]]@[3"), "read-committed"))
                .isEqualTo("accepted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POSTGRES", "MYSQL"})
    void anOrphan(SqlDialect dialect) {
        String log = """
                T1: sql("INSERT INTO c VALUES (7, 2)")=1@[1,2] c@[10,11]
                T2: sql("DELETE FROM p WHERE id = 2")=1@[3,%d] c@[%d,%d]
                """;
        assertThat(audit(log.formatted(4, 5, 6), "read-committed", dialect, SCHEMA, ROWS))
                .isEqualTo("refused");
        assertThat(audit(log.formatted(12, 13, 14), "read-committed", dialect, SCHEMA, ROWS))
                .isEqualTo("accepted");
        // H2 looks at snapshots only, and so it writes orphans.
        assertThat(audit(log.formatted(4, 5, 6), "read-committed", SqlDialect.H2, SCHEMA, ROWS))
                .isEqualTo("accepted");
    }

    @Test
    void aCascadeTakesWhatCameBefore() {
        String log = """
                T1: sql("INSERT INTO c VALUES (7, 2)")=1@[1,2] c@[3,4]
                T2: sql("DELETE FROM p WHERE id = 2")=1@[5,6] c@[7,8]
                T3: sql("SELECT COUNT(*) FROM c")=[[%d]]@[9,10] c@[11,12]
                """;
        assertThat(audit(log.formatted(1), "read-committed")).isEqualTo("accepted");
        assertThat(audit(log.formatted(2), "read-committed")).isEqualTo("refused");
    }

    @Test
    void nothingSucceedsInADoomedTransaction() {
        String log = """
                T1: sql("SAVEPOINT x")=?@[1,2] sql("INSERT INTO t VALUES (1, 1)")=!23505@[3,4] %s sql("SELECT v FROM t WHERE k = 2")=[[20]]@[7,8] c@[9,10]
                """;
        String back = "sql(\"ROLLBACK TO SAVEPOINT x\")=?@[5,6]";
        assertThat(audit(log.formatted(""), "read-committed")).isEqualTo("refused");
        assertThat(audit(log.formatted(back), "read-committed")).isEqualTo("accepted");
        assertThat(audit(log.formatted(""), "read-committed", SqlDialect.MYSQL, SCHEMA, ROWS))
                .isEqualTo("accepted");
    }

    @Test
    void aCommitAfterAnErrorRollsBackOnPostgres() {
        String log = """
                T1: sql("UPDATE t SET v = 99 WHERE k = 2")=1@[1,2] sql("INSERT INTO t VALUES (1, 1)")=!23505@[3,4] c@[5,6]
                T2: sql("SELECT v FROM t WHERE k = 2")=[[%d]]@[7,8] c@[9,10]
                """;
        assertThat(audit(log.formatted(20), "read-committed")).isEqualTo("accepted");
        assertThat(audit(log.formatted(99), "read-committed")).isEqualTo("refused");
        for (SqlDialect dialect : new SqlDialect[] {SqlDialect.MYSQL, SqlDialect.H2, SqlDialect.SQLITE}) {
            String theirs = dialect == SqlDialect.MYSQL ? "!23000" : "!23505";
            String own = log.replace("!23505", theirs);
            String level = dialect == SqlDialect.SQLITE ? "strict-serializable" : "read-committed";
            assertThat(audit(own.formatted(99), level, dialect, SCHEMA, ROWS))
                    .as("%s", dialect)
                    .isEqualTo("accepted");
            assertThat(audit(own.formatted(20), level, dialect, SCHEMA, ROWS))
                    .as("%s", dialect)
                    .isEqualTo("refused");
        }
    }

    @Test
    void aDeadlockUndoesEverythingBeforeIt() {
        String log = """
                T1: sql("UPDATE t SET v = 99 WHERE k = 2")=1@[1,2] sql("UPDATE t SET v = 1 WHERE k = 1")=!40001@[3,4] sql("UPDATE t SET v = 77 WHERE k = 3")=1@[5,6] c@[7,8]
                T2: sql("SELECT v FROM t WHERE k >= 2 ORDER BY k")=[[%s],[77]]@[9,10] c@[11,12]
                """;
        assertThat(audit(log.formatted("20"), "repeatable-read", SqlDialect.MYSQL, SCHEMA, ROWS))
                .isEqualTo("accepted");
        assertThat(audit(log.formatted("99"), "repeatable-read", SqlDialect.MYSQL, SCHEMA, ROWS))
                .isEqualTo("refused");
    }

    @ParameterizedTest
    @CsvSource({"POSTGRES, refused", "MYSQL, refused", "H2, accepted"})
    void aReleasedSavepoint(SqlDialect dialect, String word) {
        assertThat(audit("""
                T1: sql("SAVEPOINT x")=?@[1,2] sql("UPDATE t SET v = 99 WHERE k = 2")=1@[3,4] sql("RELEASE SAVEPOINT x")=0@[5,6] sql("ROLLBACK TO SAVEPOINT x")=0@[7,8] c@[9,10]
                T2: sql("SELECT v FROM t WHERE k = 2")=[[20]]@[11,12] c@[13,14]
                """, "read-committed", dialect, SCHEMA, ROWS)).isEqualTo(word);
    }

    @ParameterizedTest
    @CsvSource({"POSTGRES, 11", "MYSQL, 12"})
    void savepointsOfOneName(SqlDialect dialect, String value) {
        String log = """
                T1: sql("SAVEPOINT x")=0@[1,2] sql("UPDATE t SET v = 11 WHERE k = 1")=1@[3,4] sql("SAVEPOINT X")=0@[5,6] sql("UPDATE t SET v = 12 WHERE k = 1")=1@[7,8] sql("RELEASE SAVEPOINT x")=0@[9,10] sql("ROLLBACK TO SAVEPOINT x")=%s@[11,12] c@[13,14]
                """;
        boolean stacked = dialect == SqlDialect.POSTGRES;
        assertThat(audit(log.formatted("0"), "read-committed", dialect, SCHEMA, ROWS))
                .isEqualTo(stacked ? "accepted" : "refused");
    }

    @Test
    void aChangeWithLimitTookSomeRow() {
        String log = """
                T1: sql("UPDATE t SET v = 99 WHERE k = (SELECT k FROM t ORDER BY v DESC LIMIT 1)")=1@[1,2] c@[3,4]
                T2: sql("SELECT k FROM t WHERE v = 99")=[[%d]]@[5,6] c@[7,8]
                T3: sql("SELECT k FROM t WHERE v = 99")=[[%d]]@[9,10] c@[11,12]
                """;
        assertThat(audit(log.formatted(2, 2), "read-committed")).isEqualTo("accepted");
        assertThat(audit(log.formatted(3, 3), "read-committed")).isEqualTo("accepted");
        assertThat(audit(log.formatted(2, 3), "read-committed")).isEqualTo("refused");
        assertThat(audit(log.formatted(1, 1), "read-committed")).isEqualTo("refused");
    }

    @Test
    void rowsComeInTheOrderOfTheirOldValues() {
        String log = """
                T1: sql("UPDATE t SET v = 50 WHERE k = 1")=1@[1,2] c@[10,11]
                T2: sql("SELECT k, v FROM t ORDER BY v, k FOR UPDATE")=%s@[3,12] c@[13,14]
                """;
        assertThat(audit(log.formatted("[[1,50],[2,20],[3,20]]"), "read-committed"))
                .isEqualTo("accepted");
        assertThat(audit(log.formatted("[[2,20],[3,20],[1,50]]"), "read-committed", SqlDialect.H2, SCHEMA, ROWS))
                .isEqualTo("accepted");
        assertThat(audit(log.formatted("[[1,10],[2,20],[3,20]]"), "read-committed"))
                .isEqualTo("refused");
    }

    @Test
    void limitLocksNoMoreThanItLetsThrough() {
        assertThat(audit("""
                T1: sql("SELECT k FROM t ORDER BY k LIMIT 1 FOR UPDATE")=[[1]]@[1,2] c@[10,11]
                T2: sql("UPDATE t SET v = v + 1 WHERE k = 2")=1@[3,4] c@[5,6]
                """, "repeatable-read")).isEqualTo("accepted");
    }

    @Test
    void deferredKeysAreCheckedAtTheCommit() {
        String schema = """
                CREATE TABLE t (k INT PRIMARY KEY DEFERRABLE INITIALLY DEFERRED, v INT);
                CREATE TABLE p (id INT PRIMARY KEY, n INT);
                CREATE TABLE c (id INT PRIMARY KEY, p INT REFERENCES p (id) DEFERRABLE INITIALLY DEFERRED);
                """;
        String key = """
                T1: sql("UPDATE t SET k = 2 WHERE k = 1")=1@[1,2] sql("UPDATE t SET k = 1 WHERE v = %d")=1@[3,4] %s@[5,6]
                """;
        assertThat(audit(
                        key.formatted(21, "c"),
                        "read-committed",
                        SqlDialect.POSTGRES,
                        schema,
                        "INSERT INTO t VALUES (1, 10), (2, 21);"))
                .isEqualTo("accepted");
        assertThat(audit(
                        key.formatted(30, "c"),
                        "read-committed",
                        SqlDialect.POSTGRES,
                        schema,
                        "INSERT INTO t VALUES (1, 10), (2, 21), (3, 30);"))
                .isEqualTo("refused");
        assertThat(audit(
                        key.formatted(30, "a"),
                        "read-committed",
                        SqlDialect.POSTGRES,
                        schema,
                        "INSERT INTO t VALUES (1, 10), (2, 21), (3, 30);"))
                .isEqualTo("accepted");
        String reference = """
                T1: sql("INSERT INTO c VALUES (1, 5)")=1@[1,2] sql("INSERT INTO p VALUES (%d, 1)")=1@[3,4] c@[5,6]
                """;
        assertThat(audit(reference.formatted(5), "read-committed", SqlDialect.POSTGRES, schema, ""))
                .isEqualTo("accepted");
        assertThat(audit(reference.formatted(6), "read-committed", SqlDialect.POSTGRES, schema, ""))
                .isEqualTo("refused");
    }
}
