package io.bateleur.z3;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.z3.Context;
import com.microsoft.z3.Status;
import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Dump;
import io.bateleur.core.check.Dump.Stage;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.sim.ConcurrencyControl;
import io.bateleur.core.sim.SimConfig;
import io.bateleur.core.sim.SimMix;
import io.bateleur.core.sim.Simulation;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is dumped as the problem of a history, given to Z3 as it is, gets the answer that the dump tells. */
class DumpTest {
    private static final List<String> LEVELS = List.of(
            "serializable",
            "snapshot-isolation",
            "prefix-consistency",
            "causal",
            "consistent-view",
            "read-atomic",
            "monotonic-reads",
            "writes-follow-reads");

    @Test
    void z3AnswersLikeTheDump() throws IOException {
        Map<Status, Integer> count = new EnumMap<>(Status.class);
        for (ConcurrencyControl control : ConcurrencyControl.values()) {
            for (long seed = 0; seed < 2; seed++) {
                SimConfig config = new SimConfig()
                        .control(control)
                        .mix(seed % 2 == 0 ? SimMix.RANDOM_BENCH : SimMix.ALL)
                        .sessions(4)
                        .keys(4)
                        .transactions(12)
                        .duplicates(3)
                        .unknownProbability(0.1)
                        .seed(seed);
                History history = Simulation.run(config).history();
                for (String level : LEVELS) {
                    compare(history, level, count);
                }
            }
        }
        assertThat(count.getOrDefault(Status.SATISFIABLE, 0)).isGreaterThan(20);
        assertThat(count.getOrDefault(Status.UNSATISFIABLE, 0)).isGreaterThan(20);
    }

    private static void compare(History history, String level, Map<Status, Integer> count) throws IOException {
        StringBuilder dump = new StringBuilder();
        Checker checker = new Checker();
        Dump.write(
                checker,
                checker.graph(history),
                Level.of(level).orElseThrow(),
                Stage.PROBLEM,
                Budget.unlimited(),
                dump);
        if (dump.indexOf("; answer: unknown, ") >= 0) {
            return; // a gap in the trace
        }
        try (Context context = new Context()) {
            com.microsoft.z3.Solver solver = context.mkSolver("QF_IDL");
            solver.add(context.parseSMTLIB2String(dump.toString(), null, null, null, null));
            Status status = solver.check();
            assertThat(dump).contains("; answer: " + (status == Status.SATISFIABLE ? "sat\n" : "unsat\n"));
            count.merge(status, 1, Integer::sum);
        }
    }
}
