package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecondOpinionTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"native", "z3"})
    void findsTheOnlyModelOfAFormula(String solver) throws IOException {
        Outcome outcome = Outcome.of("solve", file("f.cnf", "p cnf 2 3\n1 2 0\n-1 2 0\n-2 -1 0\n"), "--solver", solver);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("s SATISFIABLE\nv -1 2 0\n");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.OK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "z3"})
    void refusesAFormula(String solver) throws IOException {
        Outcome outcome = Outcome.of("solve", file("f.cnf", "p cnf 1 2\n1 0\n-1 0\n"), "--solver", solver);
        assertThat(outcome.out()).isEqualTo("s UNSATISFIABLE\n");
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.VIOLATED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "z3"})
    void ordersAPolygraph(String solver) throws IOException {
        Outcome outcome = Outcome.of("solve", file("p.polyg", "n:3\ne:0,1\nc:1,0|1,2\n"), "--solver", solver);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("s SATISFIABLE\nv -1 0\no 0 1 2\n");
    }

    @Test
    void onlyTheNativeSolverProvesAndCounts() throws IOException {
        String formula = file("f.cnf", "p cnf 1 1\n1 0\n");
        Outcome proof = Outcome.of(
                "solve",
                formula,
                "--solver",
                "z3",
                "--proof",
                directory.resolve("p").toString());
        assertThat(proof.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(proof.err()).contains("only the native solver writes proofs");
        Outcome stats = Outcome.of("solve", formula, "--solver", "z3", "--stats");
        assertThat(stats.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(stats.err()).contains("only the native solver counts");
        assertThat(Outcome.of("solve", formula, "--stats").out()).startsWith("c Statistics[");
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }
}
