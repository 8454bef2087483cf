package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.solve.NativeSolver;
import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SolverLimits;
import io.bateleur.core.solve.SolverOutcome;
import io.bateleur.core.trace.Cases;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.foreign.Polygraph;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Recorded things that are no histories of transactions, but can be decided as if they were. */
class OtherCasesTest {
    @TestFactory
    Stream<DynamicTest> linearizableIsStrictSerializableOfSingleOperations() throws IOException {
        return Cases.index("linearizable").stream()
                .map(row -> DynamicTest.dynamicTest(String.valueOf(row.get("file")), () -> {
                    Verdict verdict = new Checker()
                            .check(
                                    registers(row),
                                    Level.STRICT_SERIALIZABLE,
                                    Budget.unlimited().within(Duration.ofSeconds(20)));
                    boolean holds = String.valueOf(row.get("upstream_verdict")).endsWith("=ok");
                    assertThat(verdict.word()).isEqualTo(holds ? "holds" : "violated");
                }));
    }

    private static History registers(Map<String, String> row) throws IOException {
        Path file = Path.of(String.valueOf(row.get("path")));
        return String.valueOf(row.get("format")).startsWith("edn kv")
                ? RegisterLog.keyValue(file)
                : RegisterLog.etcd(file);
    }

    @Test
    void polygraphs() throws IOException {
        for (Map<String, String> row : Cases.index("cobra")) {
            if (String.valueOf(row.get("format")).equals("cobra-polyg")) {
                Polygraph polygraph = Polygraph.read(Source.of(Path.of(String.valueOf(row.get("path")))));
                SolverOutcome outcome = new NativeSolver(problem(polygraph)).solve(SolverLimits.steps(1_000_000));
                boolean none = String.valueOf(row.get("upstream_verdict")).contains("NONE");
                assertThat(outcome)
                        .as(row.get("file"))
                        .isInstanceOf(none ? SolverOutcome.Refused.class : SolverOutcome.Satisfied.class);
            }
        }
    }

    private static Problem problem(Polygraph polygraph) {
        Problem problem = new Problem();
        int first = problem.nodes(problem.graph(), polygraph.nodes());
        int[] edges = polygraph.edges();
        for (int i = 0; i < edges.length; i += 2) {
            problem.edge(first + edges[i], first + edges[i + 1]);
        }
        int[] choices = polygraph.choices();
        for (int i = 0; i < choices.length; i += 4) {
            int variable = problem.variable();
            problem.edge(first + choices[i], first + choices[i + 1], variable);
            problem.edge(first + choices[i + 2], first + choices[i + 3], -variable);
        }
        return problem;
    }
}
