package io.bateleur.sql.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Traces;
import io.bateleur.sql.tree.SqlDialect;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The example of section 2 of the paper, with all that may be asked of it. */
class MotivatingExampleTest {
    private static final String SCHEMA = "CREATE TABLE accounts (acc_id INT PRIMARY KEY, balance DECIMAL(12,2))";
    private static final String ROWS = "INSERT INTO accounts VALUES (1, 100), (2, 300)";
    private static final String ADD = "sql(\"UPDATE accounts SET balance = balance + ? WHERE acc_id = ?\",";
    private static final String SUBTRACT = "sql(\"UPDATE accounts SET balance = balance - ? WHERE acc_id = ?\",";

    private static String transfer(String name, int from, int to) {
        return name + ": b@[" + from + "," + from + "] " + ADD + "10,2)=1@[" + from + "," + to + "] " + SUBTRACT
                + "10,1)=1@[" + from + "," + to + "] c@[" + to + "," + to + "]\n";
    }

    private static String log(boolean third, String balance) {
        return transfer("T1", 0, 1)
                + "T2: b@[2,2] " + ADD + "100,2)=1@[2,3] c@[3,3]\n"
                + (third ? transfer("T3", 2, 4) : "")
                + "T4: sql(\"SELECT balance FROM accounts WHERE acc_id = 2\")=[[" + balance + "]]@[5,6] c@[6,6]\n";
    }

    private static AuditVerdict audit(String log, String level) throws IOException {
        History history = Traces.read(
                        Source.of("log", new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8))), null)
                .history();
        AuditOptions options = new AuditOptions(
                AuditLevel.of(level), Optional.of(SqlDialect.POSTGRES), Optional.of(SCHEMA), Optional.of(ROWS), 0);
        return Auditor.audit("log", history, options);
    }

    @ParameterizedTest
    @CsvSource({
        "strong-snapshot-isolation, refused",
        "strict-snapshot-isolation, refused",
        "snapshot-isolation, accepted",
        "serializable, accepted",
        "strict-serializable, accepted",
        "read-committed, accepted",
        "paper-rc, accepted"
    })
    void allFour(String level, String word) throws IOException {
        assertThat(audit(log(true, "420"), level).word()).isEqualTo(word);
    }

    @Test
    void strongSnapshotIsolationIsBrokenByTheThird() throws IOException {
        AuditVerdict verdict = audit(log(true, "420"), "strong-snapshot-isolation");
        assertThat(verdict).isInstanceOf(AuditVerdict.Refused.class);
        AuditVerdict.Refused refused = (AuditVerdict.Refused) verdict;
        assertThat(refused.finding().transaction()).hasToString("T3");
        assertThat(refused.prefix()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "420, strong-snapshot-isolation, refused",
        "420, snapshot-isolation, refused",
        "420, serializable, refused",
        "420, strict-serializable, refused",
        "420, read-committed, refused",
        "420, paper-rc, refused",
        "410, strong-snapshot-isolation, accepted",
        "410, snapshot-isolation, accepted",
        "410, serializable, accepted",
        "410, strict-serializable, accepted",
        "410, read-committed, accepted",
        "410, paper-rc, accepted",
        "310, strong-snapshot-isolation, refused",
        "310, snapshot-isolation, accepted",
        "310, serializable, accepted",
        "310, strict-serializable, refused",
        "310, read-committed, refused",
        "310, paper-rc, accepted"
    })
    void withoutTheThird(String balance, String level, String word) throws IOException {
        assertThat(audit(log(false, balance), level).word()).isEqualTo(word);
    }

    private static String figureEight(int transfers, String balance) {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < transfers; i++) {
            log.append(transfer("T" + i, 2 * i, 2 * i + 1));
        }
        return log + "R: sql(\"SELECT balance FROM accounts WHERE acc_id = 2\")=[[" + balance + "]]@["
                + 2 * transfers + "," + (2 * transfers + 1) + "] c@[" + (2 * transfers + 1) + "," + (2 * transfers + 1)
                + "]\n";
    }

    @ParameterizedTest
    @CsvSource({
        "9, 66, paper-rc, refused",
        "9, 400, paper-rc, refused",
        "10, 400, paper-rc, accepted",
        "15, 400, paper-rc, accepted",
        "9, 400, read-committed, refused",
        "10, 400, read-committed, accepted",
        "11, 400, read-committed, refused"
    })
    void figureEightsLogs(int transfers, String balance, String level, String word) throws IOException {
        assertThat(audit(figureEight(transfers, balance), level).word()).isEqualTo(word);
    }
}
