package io.bateleur.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code solve}. */
class SolveTest {
    private static final Path CASES = Path.of(System.getProperty("bateleur.cases", "no-cases"));
    private static final String UNSATISFIABLE = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

    @TempDir
    Path directory;

    private String file(String text) throws IOException {
        return Files.writeString(directory.resolve("input"), text).toString();
    }

    @Test
    void aModelMakesEveryClauseTrue() throws IOException {
        String formula = colours(40);
        Outcome outcome = Outcome.of("solve", file(formula));
        assertThat(outcome.exitCode()).isEqualTo(ExitCodes.OK);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).startsWith("s SATISFIABLE\nv ").endsWith(" 0\n");
        assertThat(outcome.out().lines()).hasSizeGreaterThan(3).allMatch(line -> line.length() <= 78);
        Set<String> truths = outcome.out()
                .lines()
                .filter(line -> line.startsWith("v "))
                .flatMap(line -> Stream.of(line.substring(2).split(" ")))
                .collect(Collectors.toSet());
        assertThat(truths).hasSize(121);
        for (int variable = 1; variable <= 120; variable++) {
            assertThat(truths.contains("" + variable) ^ truths.contains("-" + variable))
                    .isTrue();
        }
        assertThat(formula.lines().skip(1))
                .allMatch(
                        clause -> Stream.of(clause.replace(" 0", "").split(" ")).anyMatch(truths::contains));
    }

    /** Colours a ring of nodes with three colours, so that neighbours differ. */
    private static String colours(int nodes) {
        StringBuilder clauses = new StringBuilder("p cnf " + 3 * nodes + " " + 4 * nodes + "\n");
        for (int node = 0; node < nodes; node++) {
            int first = 3 * node + 1;
            int neighbour = 3 * ((node + 1) % nodes) + 1;
            clauses.append("%d %d %d 0%n".formatted(first, first + 1, first + 2));
            for (int colour = 0; colour < 3; colour++) {
                clauses.append("-%d -%d 0%n".formatted(first + colour, neighbour + colour));
            }
        }
        return clauses.toString();
    }

    @Test
    void nothingToDecideIsSatisfiable() throws IOException {
        assertThat(Outcome.of("solve", file("p cnf 0 0\n"))).isEqualTo(new Outcome(0, "s SATISFIABLE\nv 0\n", ""));
    }

    @Test
    void aContradictionExitsWithOne() throws IOException {
        assertThat(Outcome.of("solve", file(UNSATISFIABLE)))
                .isEqualTo(new Outcome(ExitCodes.VIOLATED, "s UNSATISFIABLE\n", ""));
    }

    @Test
    void statisticsAreComments() throws IOException {
        assertThat(Outcome.of("solve", "--stats", file(UNSATISFIABLE)).out().lines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("c Statistics[decisions=");
    }

    @ParameterizedTest
    @ValueSource(strings = {UNSATISFIABLE, "p cnf 1 2\n1 0\n-1 0\n", "p cnf 1 1\n0\n"})
    void aProofEndsInTheEmptyClause(String formula) throws IOException {
        Path proof = directory.resolve("p.drat");
        assertThat(Outcome.of("solve", file(formula), "--proof", proof.toString())
                        .exitCode())
                .isEqualTo(ExitCodes.VIOLATED);
        List<String> lines = Files.readAllLines(proof);
        assertThat(lines).allMatch(line -> line.matches("(d )?(-?[1-9][0-9]* )*0"));
        assertThat(lines.indexOf("0")).isEqualTo(lines.size() - 1);
    }

    @Test
    void withoutARefutationThereIsNoProof() throws IOException {
        String proof = directory.resolve("p.drat").toString();
        assertThat(Outcome.of("solve", file("p cnf 2 1\n1 2 0\n"), "--proof", proof)
                        .exitCode())
                .isEqualTo(ExitCodes.OK);
        assertThat(Outcome.of("solve", file(pigeons(6)), "--proof", proof, "--steps", "100")
                        .exitCode())
                .isEqualTo(ExitCodes.UNDECIDED);
        assertThat(directory).isDirectoryNotContaining(path -> !path.endsWith("input"));
    }

    @Test
    void aPolygraphHasNoProof() throws IOException {
        assertThat(Outcome.of("solve", file("n:2\n"), "--proof", "p.drat"))
                .isEqualTo(new Outcome(
                        ExitCodes.USAGE, "", "bateleur: a DRAT proof is about clauses: a polygraph has none\n"));
    }

    @Test
    void stepsAreCounted() throws IOException {
        assertThat(Outcome.of("solve", file(pigeons(6)), "--steps", "100"))
                .isEqualTo(new Outcome(ExitCodes.UNDECIDED, "c the budget of 100 steps is spent\ns UNKNOWN\n", ""));
    }

    /** One pigeon more than holes, and no two in the same. */
    private static String pigeons(int holes) {
        StringBuilder clauses = new StringBuilder("p cnf " + (holes + 1) * holes + " 0\n");
        for (int pigeon = 0; pigeon <= holes; pigeon++) {
            for (int hole = 1; hole <= holes; hole++) {
                clauses.append(pigeon * holes + hole).append(' ');
            }
            clauses.append("0\n");
            for (int other = 0; other < pigeon; other++) {
                for (int hole = 1; hole <= holes; hole++) {
                    clauses.append("-%d -%d 0%n".formatted(pigeon * holes + hole, other * holes + hole));
                }
            }
        }
        return clauses.toString();
    }

    @Test
    void problemsCanBeWrittenForOtherSolvers() throws IOException {
        Path formula = directory.resolve("f.smt2");
        Path polygraph = directory.resolve("p.smt2");
        assertThat(Outcome.of("solve", file(UNSATISFIABLE), "--smtlib", formula.toString())
                        .exitCode())
                .isEqualTo(ExitCodes.VIOLATED);
        assertThat(Outcome.of("solve", file("n:2\nc:0,1|1,0\n"), "--smtlib", polygraph.toString())
                        .exitCode())
                .isEqualTo(ExitCodes.OK);
        assertThat(formula).content().contains("(declare-const ", "(assert (or ", "(check-sat)");
        assertThat(polygraph).content().contains("(declare-const ", "(assert ", "(check-sat)");
    }

    @Test
    void polygraphsAreOrdered() throws IOException {
        assertThat(Outcome.of("solve", file("n:3\ne:0,1\ne:1,2\nc:2,0|0,2\n")))
                .isEqualTo(new Outcome(ExitCodes.OK, "s SATISFIABLE\nv -1 0\no 0 1 2\n", ""));
        Outcome refused = Outcome.of("solve", file("n:2\ne:0,1\ne:1,0\n"));
        assertThat(refused.exitCode()).isEqualTo(ExitCodes.VIOLATED);
        assertThat(refused.out()).startsWith("s UNSATISFIABLE\nc cycle ");
    }

    @Test
    void recordedPolygraphsAreDecidedAsTheirAuthorsSay() throws IOException {
        Path index = CASES.resolve("cobra/INDEX.tsv");
        assumeTrue(
                Files.isRegularFile(index), "no recorded polygraphs: the property bateleur.cases names no directory");
        List<String> lines = Files.readAllLines(index);
        int verdict = List.of(lines.get(0).split("\t")).indexOf("upstream_verdict");
        List<String[]> polygraphs = lines.stream()
                .filter(line -> line.startsWith("polyg-unit/"))
                .map(line -> line.split("\t"))
                .toList();
        assertThat(polygraphs).isNotEmpty();
        for (String[] each : polygraphs) {
            boolean refused = each[verdict].contains("unsat");
            assertThat(refused || each[verdict].contains("(sat")).isTrue();
            Outcome outcome =
                    Outcome.of("solve", CASES.resolve("cobra").resolve(each[0]).toString());
            assertThat(outcome.exitCode()).as(each[0]).isEqualTo(refused ? ExitCodes.VIOLATED : ExitCodes.OK);
        }
    }

    @Test
    void badFilesAreToldApart() throws IOException {
        String file = file("p cnf 2 1\n1 3 0\n");
        assertThat(Outcome.of("solve", file))
                .isEqualTo(new Outcome(
                        ExitCodes.BAD_INPUT,
                        "",
                        "bateleur: " + file + ":2:3: found 3, expected at most 2 variables\n"));
        assertThat(Outcome.of("solve", file("hello\n")).exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
        assertThat(Outcome.of("solve", file("n:2\ne:0,2\n")).exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
        assertThat(Outcome.of("solve", file("")).exitCode()).isEqualTo(ExitCodes.BAD_INPUT);
        assertThat(Outcome.of("solve", directory.resolve("none").toString()).exitCode())
                .isEqualTo(ExitCodes.BAD_INPUT);
    }
}
