package io.bateleur.sql.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Traces;
import io.bateleur.sql.tree.SqlDialect;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedProgramsTest {
    private static final String SCHEMA = "CREATE TABLE item (id bigint PRIMARY KEY, stock bigint NOT NULL);\n";

    /** Each session sells of an item: it reads the stock and writes another one. */
    private static History sales(List<Long> stocks) throws IOException {
        StringBuilder trace = new StringBuilder("{\"bateleur\":1}\n");
        int at = 100;
        trace.append(begin(0, 1));
        trace.append(
                "{\"e\":\"sql\",\"t\":0,\"q\":\"INSERT INTO item VALUES (?, ?)\",\"params\":[1,2],\"v\":[[\"count\",1]]}\n");
        trace.append("{\"e\":\"commit\",\"t\":0,\"at\":[3,4]}\n");
        for (int i = 0; i < stocks.size(); i++) {
            int t = i + 1;
            trace.append(begin(t, at++));
            trace.append("{\"e\":\"sql\",\"t\":" + t + ",\"q\":\"SELECT stock FROM item WHERE id = ?\",\"params\":[" + t
                    + "],\"v\":[[\"rows\",[\"stock\"],[[" + stocks.get(i) + "]],true]]}\n");
            trace.append(
                    "{\"e\":\"sql\",\"t\":" + t + ",\"q\":\"UPDATE item SET stock = ? - 1 WHERE id = ?\",\"params\":["
                            + stocks.get(i) + "," + t + "],\"v\":[[\"count\",1]]}\n");
            trace.append("{\"e\":\"commit\",\"t\":" + t + "}\n");
        }
        byte[] bytes = trace.toString().getBytes(StandardCharsets.UTF_8);
        return Traces.read(Source.of("sales", new ByteArrayInputStream(bytes)), null)
                .history();
    }

    private static String begin(int t, int at) {
        return "{\"e\":\"begin\",\"t\":" + t + ",\"s\":\"s" + t + "\",\"at\":[" + at + "," + (at + 1) + "]}\n";
    }

    @Test
    void whatAlwaysWasAResultIsOneAndTheSetUpIsNoProgram() throws IOException {
        RecordedPrograms programs = new RecordedPrograms(sales(List.of(10L, 20L, 30L)));

        assertThat(programs.setUp()).isEqualTo(1);
        assertThat(programs.text()).isEqualTo("""
                -- recorded in 3 transactions: T1, T2, T3
                -- transaction T1(p1_1 bigint)
                SELECT stock INTO :r1_1 FROM item WHERE id = :p1_1;
                UPDATE item SET stock = :r1_1 - 1 WHERE id = :p1_1;

                """);
        Application application = new ApplicationReader(SqlDialect.POSTGRES)
                .add("schema", SCHEMA)
                .add("sales", programs.text())
                .read();
        LevelPlan plan = LevelPlan.all(application, EngineLevel.PG_READ_COMMITTED);
        LevelOutcome outcome = new RobustnessAnalysis(
                        application, plan, RobustnessAnalysis.Limits.standard().upTo(2))
                .run();
        assertThat(outcome.findings()).extracting(Violation::anomaly).contains("lost update");
    }

    /** Equal by accident is not equal. */
    @Test
    void twoValuesAreNoEvidence() throws IOException {
        assertThat(new RecordedPrograms(sales(List.of(10L, 20L, 10L))).text())
                .contains("SET stock = :p2_1 - 1 WHERE id = :p1_1");
    }
}
