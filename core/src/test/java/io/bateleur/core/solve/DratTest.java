package io.bateleur.core.solve;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.solve.DratChecker.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every refutation of a formula comes with a proof, which {@link DratChecker} accepts; and it does not accept anything. */
class DratTest {
    private static final int SMALL_FORMULAS = 20_000;

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7})
    void pigeonsAndTooFewHoles(int holes) {
        List<Step> proof = refuted(pigeons(holes));
        if (holes == 7) {
            assertThat(proof).as("otherwise deletions are not tested").anyMatch(step -> step.isDeletion);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void sumsOfBitsInDifferentOrders(long seed) {
        refuted(sums(15, seed));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void oddChargesOnAGraph(long seed) {
        refuted(charges(28, seed));
    }

    @ParameterizedTest
    @CsvSource({"60, 12", "100, 8", "150, 5"})
    void randomClauses(int variables, int formulas) {
        int refuted = 0;
        for (long seed = 0; seed < formulas; seed++) {
            List<int[]> formula = random(variables, (int) (4.4 * variables), new SplittableRandom(seed));
            refuted += provesOrSatisfies(variables, formula) ? 1 : 0;
        }
        assertThat(refuted).isPositive();
    }

    /** Of all lengths from none on, with literals twice, with opposites, twice the same clause. */
    @Test
    void smallFormulasOfAnyShape() {
        int refuted = 0;
        for (long seed = 0; seed < SMALL_FORMULAS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int variables = random.nextInt(1, 9);
            List<int[]> formula = new ArrayList<>();
            for (int i = random.nextInt(5 * variables + 3); i > 0; i--) {
                int[] clause = new int[random.nextInt(30) == 0 ? random.nextInt(2) : random.nextInt(2, 5)];
                Arrays.setAll(clause, j -> literal(variables, random));
                formula.add(clause);
                if (random.nextInt(10) == 0) {
                    formula.add(clause.clone());
                }
            }
            refuted += provesOrSatisfies(variables, formula) ? 1 : 0;
        }
        assertThat(refuted).isBetween(SMALL_FORMULAS / 5, SMALL_FORMULAS * 4 / 5);
    }

    @Test
    void theEmptyClauseAloneIsNoProof() {
        assertThat(DratChecker.verdict(pigeons(4), List.of(new Step(false)))).isEqualTo("step 0 does not follow: []");
        assertThat(DratChecker.verdict(List.of(new int[] {1}, new int[] {-1}), List.of(new Step(false))))
                .isEqualTo("complete");
        assertThat(DratChecker.verdict(List.of(), List.of(new Step(false)))).isEqualTo("step 0 does not follow: []");
    }

    @Test
    void aProofHasAnEnd() {
        List<Step> proof = refuted(pigeons(4));
        assertThat(DratChecker.verdict(pigeons(4), proof.subList(0, proof.size() - 1)))
                .isEqualTo("no empty clause");
        List<Step> longer = new ArrayList<>(proof);
        longer.add(new Step(false, 1));
        assertThat(DratChecker.verdict(pigeons(4), longer)).isEqualTo("steps after the empty clause");
    }

    @Test
    void onlyWhatIsThereCanBeDeleted() {
        List<int[]> formula = List.of(new int[] {1, 2}, new int[] {2, 1}, new int[] {-1}, new int[] {-2});
        Step deletion = new Step(true, 2, 1);
        assertThat(DratChecker.verdict(formula, List.of(deletion, new Step(false))))
                .isEqualTo("complete");
        assertThat(DratChecker.verdict(formula, List.of(deletion, deletion, new Step(false))))
                .isEqualTo("step 2 does not follow: []");
        assertThat(DratChecker.verdict(formula, List.of(deletion, deletion, deletion)))
                .isEqualTo("step 2 deletes what is not there: d [2, 1]");
    }

    /** Some shorter clauses follow all the same, many do not. */
    @Test
    void learnedClausesWithoutALiteralAreRefused() {
        List<int[]> formula = pigeons(5);
        List<Step> proof = refuted(formula);
        int tried = 0;
        int refused = 0;
        for (int i = 0; i < Math.min(100, proof.size()); i++) {
            int[] literals = proof.get(i).literals;
            for (int without = 0; without < literals.length; without++) {
                int gone = literals[without];
                int[] left = Arrays.stream(literals)
                        .filter(literal -> literal != gone)
                        .toArray();
                List<Step> mutilated = new ArrayList<>(proof);
                mutilated.set(i, new Step(false, left));
                tried++;
                if (DratChecker.verdict(formula, mutilated)
                        .equals("step " + i + " does not follow: " + Arrays.toString(left))) {
                    refused++;
                }
            }
        }
        assertThat(tried).isGreaterThan(100);
        assertThat(refused).isGreaterThan(tried / 2);
    }

    @Test
    void proofsOfOtherFormulasAreRefused() {
        List<int[]> formula = pigeons(5);
        List<Step> proof = refuted(formula);
        for (int i = 0; i < formula.size(); i++) {
            // Every clause is needed: without it the formula has a model, and no proof can be right.
            List<int[]> satisfiable = new ArrayList<>(formula);
            satisfiable.remove(i);
            assertThat(DratChecker.verdict(satisfiable, proof)).contains("does not follow");
        }
    }

    @Test
    void theCheckerOnlyAcceptsWhatIsImplied() {
        int accepted = 0;
        for (long seed = 0; seed < 5_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<int[]> formula = random(5, 12, random);
            int[] clause = new int[random.nextInt(4)];
            Arrays.setAll(clause, i -> literal(5, random));
            if (DratChecker.follows(formula, clause)) {
                accepted++;
                Problem opposite = problem(5, formula);
                Arrays.stream(clause).forEach(literal -> opposite.clause(-literal));
                assertThat(new BruteForce(opposite).solve(SolverLimits.none()))
                        .as("seed %d", seed)
                        .isInstanceOf(SolverOutcome.Refused.class);
            }
        }
        assertThat(accepted).isGreaterThan(500);
    }

    // ---- helpers

    private static List<Step> refuted(List<int[]> formula) {
        int variables = formula.stream()
                .flatMapToInt(Arrays::stream)
                .map(Math::abs)
                .max()
                .orElse(0);
        DratChecker.Log log = new DratChecker.Log();
        SolverOutcome outcome =
                new NativeSolver(problem(variables, formula)).proving(log).solve(SolverLimits.none());
        assertThat(outcome).isInstanceOf(SolverOutcome.Refused.class);
        assertThat(DratChecker.verdict(formula, log.steps)).isEqualTo("complete");
        return log.steps;
    }

    /** Whether it was refuted, with a proof; otherwise the model is right. */
    private static boolean provesOrSatisfies(int variables, List<int[]> formula) {
        DratChecker.Log log = new DratChecker.Log();
        Problem problem = problem(variables, formula);
        SolverOutcome outcome = new NativeSolver(problem).proving(log).solve(SolverLimits.none());
        if (outcome instanceof SolverOutcome.Satisfied model) {
            assertThat(BruteForce.problems(problem, model.values())).isEmpty();
            return false;
        }
        assertThat(DratChecker.verdict(formula, log.steps)).isEqualTo("complete");
        return true;
    }

    private static Problem problem(int variables, List<int[]> formula) {
        Problem problem = new Problem();
        problem.variables(variables);
        formula.forEach(problem::clause);
        return problem;
    }

    private static int literal(int variables, SplittableRandom random) {
        int variable = random.nextInt(1, variables + 1);
        return random.nextBoolean() ? variable : -variable;
    }

    private static List<int[]> random(int variables, int clauses, SplittableRandom random) {
        List<int[]> formula = new ArrayList<>();
        while (formula.size() < clauses) {
            int[] clause = {literal(variables, random), literal(variables, random), literal(variables, random)};
            if (Arrays.stream(clause).map(Math::abs).distinct().count() == 3) {
                formula.add(clause);
            }
        }
        return formula;
    }

    /** Every pigeon of one more than there are holes sits in a hole, and no two in the same. */
    private static List<int[]> pigeons(int holes) {
        List<int[]> formula = new ArrayList<>();
        for (int pigeon = 0; pigeon <= holes; pigeon++) {
            int first = pigeon * holes + 1;
            int[] somewhere = new int[holes];
            Arrays.setAll(somewhere, hole -> first + hole);
            formula.add(somewhere);
            for (int other = 0; other < pigeon; other++) {
                for (int hole = 0; hole < holes; hole++) {
                    formula.add(new int[] {-(first + hole), -(other * holes + 1 + hole)});
                }
            }
        }
        return formula;
    }

    /** The same bits, added modulo two in two orders, do not give the same. */
    private static List<int[]> sums(int bits, long seed) {
        int[] order = new int[bits];
        Arrays.setAll(order, i -> i + 1);
        List<int[]> formula = new ArrayList<>();
        int forwards = sum(formula, order, bits + 1);
        shuffle(order, new SplittableRandom(seed));
        int shuffled = sum(formula, order, forwards + 1);
        parity(formula, new int[] {forwards, shuffled}, true);
        return formula;
    }

    private static int sum(List<int[]> formula, int[] order, int firstFree) {
        int sum = order[0];
        for (int i = 1; i < order.length; i++) {
            int next = firstFree + i - 1;
            parity(formula, new int[] {sum, order[i], next}, false);
            sum = next;
        }
        return sum;
    }

    /** Edges are bits; around one node an odd number of them is set, around all others an even number (Tseitin). */
    private static List<int[]> charges(int nodes, long seed) {
        List<List<Integer>> edges = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            edges.add(new ArrayList<>());
        }
        int[] partners = new int[nodes];
        Arrays.setAll(partners, i -> i);
        shuffle(partners, new SplittableRandom(seed));
        int edge = 0;
        for (int node = 0; node < nodes; node++) {
            edge++;
            edges.get(node).add(edge);
            edges.get((node + 1) % nodes).add(edge);
        }
        for (int i = 0; i < nodes; i += 2) {
            edge++;
            edges.get(partners[i]).add(edge);
            edges.get(partners[i + 1]).add(edge);
        }
        List<int[]> formula = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            parity(formula, edges.get(node).stream().mapToInt(i -> i).toArray(), node == 0);
        }
        return formula;
    }

    /** As many of the variables are true as makes an odd number, or an even one. */
    private static void parity(List<int[]> formula, int[] variables, boolean odd) {
        for (int bits = 0; bits < 1 << variables.length; bits++) {
            if (Integer.bitCount(bits) % 2 == 1 != odd) {
                int forbidden = bits;
                int[] clause = new int[variables.length];
                Arrays.setAll(clause, i -> (forbidden >> i & 1) == 1 ? -variables[i] : variables[i]);
                formula.add(clause);
            }
        }
    }

    private static void shuffle(int[] order, SplittableRandom random) {
        for (int i = order.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swap = order[i];
            order[i] = order[j];
            order[j] = swap;
        }
    }
}
