package io.bateleur.sql.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.trace.nativ.Mini;
import io.bateleur.sql.tree.SqlDialect;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Logs written by hand, each for one thing that databases do. */
class WrittenLogsTest {
    private static final String SCHEMA = "CREATE TABLE t (k INT PRIMARY KEY, v INT);";
    private static final String ROWS = "INSERT INTO t VALUES (1, 10), (2, 20), (3, NULL)";

    private static AuditVerdict audit(String log, String level, SqlDialect dialect, String schema) {
        AuditOptions options =
                new AuditOptions(AuditLevel.of(level), Optional.of(dialect), Optional.of(schema), Optional.of(ROWS), 0);
        return Auditor.audit("log", Mini.parse(log), options);
    }

    private static String committed(String log) {
        return audit(log, "read-committed", SqlDialect.POSTGRES, SCHEMA).word();
    }

    @Test
    void looksAgainAtARowThatItWaitedFor() {
        String log = """
                T1: sql("UPDATE t SET v = v + 1 WHERE k = 1")=1@[10,12] c@[30,35]
                T2: sql("UPDATE t SET v = v + 1 WHERE v = 10")=%d@[15,40] c@[41,42]
                """;
        assertThat(committed(log.formatted(0))).isEqualTo("accepted");
        assertThat(committed(log.formatted(1))).isEqualTo("refused");
    }

    @Test
    void aRowThatIsInsertedAgainIsAnotherOne() {
        assertThat(committed("""
                T1: sql("DELETE FROM t WHERE k = 1")=1@[10,12] sql("INSERT INTO t VALUES (1, 50)")=1@[13,14] c@[30,35]
                T2: sql("UPDATE t SET v = v + 1 WHERE k = 1")=0@[15,32] c@[41,42]
                """)).isEqualTo("accepted");
    }

    @Test
    void goingBackToASavepointFreesRows() {
        assertThat(committed("""
                T1: sql("SAVEPOINT x")=?@[1,2] sql("UPDATE t SET v = 99 WHERE k = 1")=1@[10,12] sql("ROLLBACK TO SAVEPOINT x")=?@[13,14] c@[60,61]
                T2: sql("UPDATE t SET v = v + 1 WHERE k = 1")=1@[20,25] c@[26,27]
                T3: sql("SELECT v FROM t WHERE k = 1")=[[11]]@[70,71] c@[72,73]
                """)).isEqualTo("accepted");
    }

    @Test
    void aLostCommitMayComeLaterButDoesNotGoAway() {
        String log = """
                T1: sql("UPDATE t SET v = v + 5 WHERE k = 1")=1@[10,12] u@[13,14]
                T2: sql("SELECT v FROM t WHERE k = 1")=[[10]]@[20,25] c@[26,27]
                T3: sql("SELECT v FROM t WHERE k = 1")=[[15]]@[70,71] c@[72,73]
                """;
        assertThat(committed(log)).isEqualTo("accepted");
        assertThat(committed(log + """
                T4: sql("SELECT v FROM t WHERE k = 1")=[[10]]@[80,81] c@[82,83]
                """)).isEqualTo("refused");
    }

    @Test
    void aKeyThatIsTakenMustHaveBeenTaken() {
        String log = """
                T1: sql("INSERT INTO t VALUES (7, 1)")=1@[10,12] c@[20,24]
                T2: sql("INSERT INTO t VALUES (%d, 2)")=!23505@[13,30] a@[31,32]
                """;
        assertThat(committed(log.formatted(7))).isEqualTo("accepted");
        assertThat(committed(log.formatted(8))).isEqualTo("refused");
    }

    @Test
    void nullsAreNeitherEqualNorUnequal() {
        assertThat(committed("""
                T1: sql("SELECT COUNT(*), COUNT(v), SUM(v) FROM t WHERE NOT (v = 10)")=[[1,1,20]] sql("SELECT v FROM t ORDER BY v")=[[10],[20],[null]] c
                """)).isEqualTo("accepted");
    }

    @Test
    void aSnapshotIsForAllStatements() {
        String log = """
                T1: sql("SELECT v FROM t WHERE k = 1")=[[10]]@[1,2] sql("SELECT v FROM t WHERE k = 1")=[[11]]@[30,31] c@[32,33]
                T2: sql("UPDATE t SET v = v + 1 WHERE k = 1")=1@[10,12] c@[20,21]
                """;
        assertThat(committed(log)).isEqualTo("accepted");
        assertThat(audit(log, "repeatable-read", SqlDialect.POSTGRES, SCHEMA).word())
                .isEqualTo("refused");
        assertThat(audit(log, "repeatable-read", SqlDialect.MYSQL, SCHEMA).word())
                .isEqualTo("refused");
    }

    @Test
    void writeSkewIsNotSerializable() {
        String log = """
                T1: sql("SELECT v FROM t WHERE k = 2")=[[20]]@[1,2] sql("UPDATE t SET v = 0 WHERE k = 1")=1@[10,11] c@[20,21]
                T2: sql("SELECT v FROM t WHERE k = 1")=[[10]]@[1,2] sql("UPDATE t SET v = 0 WHERE k = 2")=1@[10,11] c@[20,21]
                """;
        assertThat(audit(log, "snapshot-isolation", SqlDialect.POSTGRES, SCHEMA).word())
                .isEqualTo("accepted");
        assertThat(audit(log, "serializable", SqlDialect.POSTGRES, SCHEMA).word())
                .isEqualTo("refused");
    }

    @Test
    void nothingIsConcludedFromWhatIsNotEvaluated() {
        AuditVerdict verdict = audit("""
                T1: sql("ALTER TABLE t ADD COLUMN w INT")=?@[1,2] c@[3,4]
                T2: sql("SELECT * FROM t WHERE k = 1")=[[1,77,null]]@[5,6] c@[7,8]
                """, "read-committed", SqlDialect.POSTGRES, SCHEMA);
        assertThat(verdict.word()).isEqualTo("undecided");
        assertThat(verdict.covered().left()).isPositive();
    }

    @Test
    void whichRowsOthersHaveLockedIsNotEvaluated() {
        AuditVerdict verdict = audit("""
                T1: sql("UPDATE t SET v = v + 1 WHERE k = 1")=1@[1,2] c@[10,11]
                T2: sql("SELECT k FROM t ORDER BY k LIMIT 1 FOR UPDATE SKIP LOCKED")=[[2]]@[3,4] c@[5,6]
                """, "read-committed", SqlDialect.POSTGRES, SCHEMA);
        assertThat(verdict.word()).isEqualTo("accepted");
        assertThat(verdict.covered().left()).isEqualTo(1);
    }

    @Test
    void aRefusalSaysWhatWouldHaveBeenPossible() {
        AuditVerdict verdict = audit("""
                T1: sql("UPDATE t SET v = v + 1 WHERE k = 1")=1@[1,2] c@[3,4]
                T2: sql("SELECT v FROM t WHERE k = 1")=[[12]]@[5,6] c@[7,8]
                """, "read-committed", SqlDialect.POSTGRES, SCHEMA);
        assertThat(verdict).isInstanceOf(AuditVerdict.Refused.class);
        AuditVerdict.Refused refused = (AuditVerdict.Refused) verdict;
        assertThat(refused.finding().transaction()).hasToString("T2");
        assertThat(refused.finding().possible()).containsExactly("(11)");
        assertThat(refused.finding().semantics()).isTrue();
    }
}
