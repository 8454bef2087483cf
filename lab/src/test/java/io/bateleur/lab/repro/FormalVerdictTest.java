package io.bateleur.lab.repro;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.LevelReport.Status;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseParser;
import io.bateleur.lab.repro.language.SqlLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is recorded of a run, and what the checker says of it. */
class FormalVerdictTest {
    private static final String TABLES = """
            case T "t" affects h2 2.0-2.5.252
            setup
              CREATE TABLE t(id INT PRIMARY KEY, v INT);
              INSERT INTO t VALUES (1, 10), (2, 20);
              CREATE TABLE keyless(a INT, "B c" VARCHAR(5));
              INSERT INTO keyless VALUES (7, NULL), (7, NULL);
            """;

    private final List<CaseRunner.Recorded> recorded = new ArrayList<>();

    private CaseRun onH2(SqlLevel level, String steps) throws Exception {
        BugCase bugCase = CaseParser.parse("t.case", TABLES + steps);
        BenchListener listener = new BenchListener() {
            @Override
            public void recorded(CaseRunner.Recorded run) {
                recorded.add(run);
            }
        };
        try (Ground h2 = new InsideGround("h2", "2.5.252", new org.h2.Driver(), Map.of())) {
            return new CaseRunner(h2, 1, listener).run(bugCase, level);
        }
    }

    @Test
    void theTraceHasTheRowsAtFirstAndWhatTheSessionsSaidAndNothingElse() throws Exception {
        onH2(SqlLevel.SERIALIZABLE, """
                steps
                a> UPDATE t SET v = 11 WHERE id = 1;
                b> UPDATE t SET v = 12 WHERE id = 1; blocks a
                a> COMMIT;
                final SELECT v FROM t WHERE id = 1;
                """);

        History history = recorded.get(0).history();
        List<Value> row = List.of(Value.of(7), Value.NULL);
        assertThat(history.initialRows())
                .containsExactlyInAnyOrder(
                        new TableRows(
                                "PUBLIC.T",
                                List.of("ID", "V"),
                                List.of(List.of(Value.of(1), Value.of(10)), List.of(Value.of(2), Value.of(20))),
                                true),
                        new TableRows("PUBLIC.KEYLESS", List.of("A", "B c"), List.of(row, row), true));
        assertThat(history.transactions().stream()
                        .flatMap(txn -> txn.operations().stream())
                        .filter(op -> op.kind() == OpKind.SQL)
                        .map(op -> op.statement()))
                .containsExactlyInAnyOrder("UPDATE t SET v = 11 WHERE id = 1", "UPDATE t SET v = 12 WHERE id = 1");
        assertThat(history.sessions())
                .extracting(each -> each.name().toString())
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aFuzzyReadBreaksNothingAtReadCommittedAndIsNamed() throws Exception {
        CaseRun run = onH2(SqlLevel.READ_COMMITTED, """
                steps
                a> SELECT v FROM t WHERE id = 1;
                b> UPDATE t SET v = 11 WHERE id = 1;
                b> COMMIT;
                a> SELECT v FROM t WHERE id = 1;
                a> COMMIT;
                """);

        FormalVerdict formal = run.formal().orElseThrow();
        assertThat(formal.level().name()).isEqualTo("read-committed");
        assertThat(formal.status()).isEqualTo(Status.HOLDS);
        assertThat(formal.realTime()).isEqualTo(Status.HOLDS);
        assertThat(formal.anomaly()).contains("G-single-item");
    }

    @Test
    void whatIsNotUnderstoodLeavesTheVerdictOpen() throws Exception {
        CaseRun run = onH2(SqlLevel.READ_COMMITTED, """
                steps
                a> UPDATE t SET v = 11 WHERE id = 1;
                a> COMMIT;
                b> SELECT v FROM t WHERE id = 1;
                b> SELECT string_agg(upper("B c"), '-') FROM keyless;
                """);

        FormalVerdict formal = run.formal().orElseThrow();
        assertThat(formal.status()).isEqualTo(Status.UNDECIDED);
        assertThat(formal.isWhole()).isFalse();
        assertThat(formal.reason()).contains("not understood");
    }
}
