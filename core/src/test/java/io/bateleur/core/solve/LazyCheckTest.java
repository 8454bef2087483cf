package io.bateleur.core.solve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a check adds during the search, against brute force over the problem that has everything from the start. */
class LazyCheckTest {
    private static final int SEEDS = 5000;

    /** Half of the clauses are told only when a candidate breaks them. */
    @ParameterizedTest(name = "wants partial candidates: {0}")
    @ValueSource(booleans = {false, true})
    void clausesMayComeLate(boolean partial) {
        Count count = new Count();
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Problem whole = new Problem();
            Problem shown = new Problem();
            List<int[]> hidden = new ArrayList<>();
            base(whole, new SplittableRandom(seed));
            base(shown, new SplittableRandom(seed));
            for (int i = random.nextInt(4, 16); i > 0; i--) {
                int[] clause = new int[random.nextInt(1, 4)];
                Arrays.setAll(clause, j -> literal(shown, random));
                whole.clause(clause);
                if (random.nextBoolean()) {
                    hidden.add(clause);
                } else {
                    shown.clause(clause);
                }
            }
            boolean onlyOne = random.nextBoolean();
            LazyCheck check = new Consistent(shown, partial, candidate -> {
                boolean added = false;
                for (int i = hidden.size() - 1; i >= 0 && !(added && onlyOne); i--) {
                    int[] clause = hidden.get(i);
                    if (Arrays.stream(clause).allMatch(literal -> candidate.value(literal) < 0)) {
                        hidden.remove(i);
                        shown.clause(clause);
                        added = true;
                    }
                }
            });
            NativeSolver solver = new NativeSolver(shown).with(check);
            for (int round = random.nextInt(1, 4); round > 0; round--) {
                int[] assumptions = assumptions(random, shown.variableCount());
                SolverOutcome outcome = solver.solve(SolverLimits.none(), assumptions);
                count.compare(whole, outcome, assumptions, "seed " + seed);
                if (outcome instanceof SolverOutcome.Satisfied model) {
                    assertThat(BruteForce.problems(whole, model.values()))
                            .as("seed %d", seed)
                            .isEmpty();
                    orderAgrees(whole, model, seed);
                }
            }
        }
        count.check();
    }

    /** Edges and choices between edges, some with new variables and clauses, are told only when the order breaks them. */
    @ParameterizedTest(name = "wants partial candidates: {0}")
    @ValueSource(booleans = {false, true})
    void edgesMayComeLate(boolean partial) {
        Count count = new Count();
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Problem whole = new Problem();
            Problem shown = new Problem();
            base(whole, new SplittableRandom(seed));
            base(shown, new SplittableRandom(seed));
            int variables = shown.variableCount();
            List<Late> hidden = new ArrayList<>();
            for (int i = random.nextInt(1, 9); i > 0; i--) {
                Late late = Late.random(shown, random, whole.variableCount() < variables + 4);
                late.addTo(whole);
                hidden.add(late);
            }
            boolean onlyOne = random.nextBoolean();
            LazyCheck check = new Consistent(shown, partial, candidate -> {
                boolean added = false;
                for (int i = hidden.size() - 1; i >= 0 && !(added && onlyOne); i--) {
                    if (hidden.get(i).isBrokenBy(candidate)) {
                        hidden.remove(i).addTo(shown);
                        added = true;
                    }
                }
            });
            NativeSolver solver = new NativeSolver(shown).with(check);
            for (int round = random.nextInt(1, 4); round > 0; round--) {
                int[] assumptions = assumptions(random, variables);
                SolverOutcome outcome = solver.solve(SolverLimits.none(), assumptions);
                count.compare(whole, outcome, assumptions, "seed " + seed);
                if (outcome instanceof SolverOutcome.Satisfied model) {
                    assertThat(BruteForce.problems(shown, model.values()))
                            .as("seed %d", seed)
                            .isEmpty();
                    orderAgrees(shown, model, seed);
                    LazyCheck.Candidate end = candidateOf(model);
                    assertThat(hidden).as("seed %d", seed).noneMatch(late -> late.isBrokenBy(end));
                }
            }
        }
        count.check();
    }

    /** Cycles with exactly one marked edge are forbidden, others not, or only those without a marked edge. */
    @ParameterizedTest(name = "wants partial candidates: {0}")
    @ValueSource(booleans = {false, true})
    void phenomenaMayBeMoreThanCycles(boolean partial) {
        Count count = new Count();
        for (long seed = 0; seed < SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Problem problem = new Problem();
            Problem twin = new Problem();
            int nodes = random.nextInt(2, 6);
            boolean acyclic = random.nextBoolean();
            for (Problem each : List.of(problem, twin)) {
                each.variables(3 + (int) (seed % 6));
                each.nodes(each.graph(), nodes);
            }
            List<Edge> edges = new ArrayList<>();
            for (int i = random.nextInt(4, 16); i > 0; i--) {
                int literal = random.nextInt(5) == 0 ? 0 : literal(problem, random);
                Edge edge = new Edge(random.nextInt(nodes), random.nextInt(nodes), literal, random.nextInt(3) == 0);
                if (literal == 0 && edge.from >= edge.to) {
                    continue;
                }
                edges.add(edge);
                if (acyclic && !edge.marked) {
                    edge.addTo(problem);
                    edge.addTo(twin);
                }
            }
            for (int i = random.nextInt(8); i > 0; i--) {
                int[] clause = new int[random.nextInt(1, 4)];
                Arrays.setAll(clause, j -> literal(problem, random));
                problem.clause(clause);
                twin.clause(clause);
            }
            boolean onlyOne = random.nextBoolean();
            LazyCheck check = new Consistent(problem, partial, candidate -> {
                for (Edge edge : edges) {
                    int[] clause =
                            edge.marked && edge.isThere(candidate) ? against(edge, edges, nodes, candidate) : null;
                    if (clause != null) {
                        problem.clause(clause);
                        if (onlyOne) {
                            return;
                        }
                    }
                }
            });
            NativeSolver solver = new NativeSolver(problem).with(check);
            for (int round = random.nextInt(1, 4); round > 0; round--) {
                int[] assumptions = assumptions(random, problem.variableCount());
                SolverOutcome outcome = solver.solve(SolverLimits.none(), assumptions);
                assertThat(outcome instanceof SolverOutcome.Satisfied)
                        .as("seed %d", seed)
                        .isEqualTo(isPossible(twin, edges, nodes, assumptions));
                if (outcome instanceof SolverOutcome.Satisfied model) {
                    count.satisfied++;
                    assertThat(isAllowed(twin, edges, nodes, model.values()))
                            .as("seed %d", seed)
                            .isTrue();
                    orderAgrees(twin, model, seed);
                } else {
                    count.refused++;
                    int[] core = ((SolverOutcome.Refused) outcome).core();
                    assertThat(Arrays.stream(assumptions).boxed())
                            .as("seed %d", seed)
                            .containsAll(Arrays.stream(core).boxed().toList());
                    assertThat(isPossible(twin, edges, nodes, core))
                            .as("seed %d", seed)
                            .isFalse();
                }
            }
        }
        count.check();
    }

    @Test
    void aCandidateKnowsNothingOfWhatTheCheckAdds() {
        Problem problem = new Problem();
        int first = problem.nodes(problem.graph(), 2);
        problem.choice(first, first + 1);
        int[] seen = {-2, -2};
        LazyCheck check = (candidate, same) -> {
            if (seen[0] == -2) {
                int variable = same.variables(100) + 99;
                int node = same.nodes(0, 100) + 99;
                seen[0] = candidate.value(variable);
                seen[1] = candidate.position(node);
            }
        };
        assertThat(new NativeSolver(problem).with(check).solve(SolverLimits.none()))
                .isInstanceOf(SolverOutcome.Satisfied.class);
        assertThat(seen).containsExactly(0, 101);
    }

    @Test
    void aModelOrdersNodesThatCameLateAndAlone() {
        Problem problem = new Problem();
        problem.nodes(problem.graph(), 2);
        LazyCheck check = (candidate, same) -> {
            if (same.nodeCount() < 5) {
                same.nodes(0, 1);
            }
        };
        SolverOutcome outcome = new NativeSolver(problem).with(check).solve(SolverLimits.none());
        assertThat(((SolverOutcome.Satisfied) outcome).order()).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    }

    // ---- cycles with one marked edge

    private record Edge(int from, int to, int literal, boolean marked) {
        void addTo(Problem problem) {
            if (literal == 0) {
                problem.edge(from, to);
            } else {
                problem.edge(from, to, literal);
            }
        }

        boolean isThere(LazyCheck.Candidate candidate) {
            return literal == 0 || candidate.value(literal) > 0;
        }
    }

    /** The clause against the cycle of a marked edge and a path of others back to where it starts; null when there is none. */
    private static int[] against(Edge marked, List<Edge> edges, int nodes, LazyCheck.Candidate candidate) {
        Edge[] reachedBy = new Edge[nodes];
        List<Integer> queue = new ArrayList<>(List.of(marked.to));
        for (int i = 0; i < queue.size(); i++) {
            for (Edge edge : edges) {
                if (!edge.marked
                        && edge.from == queue.get(i)
                        && edge.to != marked.to
                        && reachedBy[edge.to] == null
                        && edge.isThere(candidate)) {
                    reachedBy[edge.to] = edge;
                    queue.add(edge.to);
                }
            }
        }
        if (!queue.contains(marked.from)) {
            return null;
        }
        List<Integer> literals = new ArrayList<>(List.of(-marked.literal));
        for (int node = marked.from; node != marked.to; node = reachedBy[node].from) {
            literals.add(-reachedBy[node].literal);
        }
        return literals.stream().mapToInt(l -> l).filter(l -> l != 0).toArray();
    }

    private static boolean isPossible(Problem problem, List<Edge> edges, int nodes, int[] assumptions) {
        for (int bits = 0; bits < 1 << problem.variableCount(); bits++) {
            boolean[] values = new boolean[problem.variableCount() + 1];
            for (int v = 1; v < values.length; v++) {
                values[v] = (bits >> (v - 1) & 1) != 0;
            }
            if (Arrays.stream(assumptions).allMatch(l -> BruteForce.isTrue(values, l))
                    && isAllowed(problem, edges, nodes, values)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAllowed(Problem problem, List<Edge> edges, int nodes, boolean[] values) {
        if (!BruteForce.problems(problem, values).isEmpty()) {
            return false;
        }
        boolean[][] reaches = new boolean[nodes][nodes];
        for (int i = 0; i < nodes; i++) {
            reaches[i][i] = true;
        }
        for (int i = 0; i < nodes; i++) {
            for (Edge edge : edges) {
                boolean there = edge.literal == 0 || BruteForce.isTrue(values, edge.literal);
                for (int from = 0; from < nodes && there && !edge.marked; from++) {
                    reaches[from][edge.to] |= reaches[from][edge.from];
                }
            }
        }
        return edges.stream()
                .noneMatch(edge -> edge.marked
                        && (edge.literal == 0 || BruteForce.isTrue(values, edge.literal))
                        && reaches[edge.to][edge.from]);
    }

    // ---- edges that come late

    /**
     * An edge (the second from and to are -1), or one of two edges; when the literal is true, or always when it is 0.
     */
    private record Late(int literal, int from, int to, int otherFrom, int otherTo) {
        static Late random(Problem problem, SplittableRandom random, boolean choiceToo) {
            int literal = random.nextInt(2) == 0 ? 0 : LazyCheckTest.literal(problem, random);
            int nodes = problem.nodeCount();
            int from = random.nextInt(nodes);
            int to = random.nextInt(nodes);
            if (choiceToo && random.nextInt(3) > 0) {
                return new Late(literal, from, to, random.nextInt(nodes), random.nextInt(nodes));
            }
            // Those that are always there go mostly along the numbers, or nearly everything would be refused.
            boolean turn = literal == 0 && from > to && random.nextInt(6) > 0;
            return new Late(literal, turn ? to : from, turn ? from : to, -1, -1);
        }

        void addTo(Problem problem) {
            if (otherFrom < 0 && literal == 0) {
                problem.edge(from, to);
            } else if (otherFrom < 0) {
                problem.edge(from, to, literal);
            } else if (literal == 0) {
                int side = problem.variable();
                problem.edge(from, to, side);
                problem.edge(otherFrom, otherTo, -side);
            } else {
                int first = problem.variables(2);
                problem.edge(from, to, first);
                problem.edge(otherFrom, otherTo, first + 1);
                problem.clause(-literal, first, first + 1);
            }
        }

        boolean isBrokenBy(LazyCheck.Candidate candidate) {
            return (literal == 0 || candidate.value(literal) > 0)
                    && candidate.position(from) >= candidate.position(to)
                    && (otherFrom < 0 || candidate.position(otherFrom) >= candidate.position(otherTo));
        }
    }

    // ---- all of them

    /** Some variables, a graph, and edges; the same for the same random numbers. */
    private static void base(Problem problem, SplittableRandom random) {
        problem.variables(random.nextInt(2, 8));
        int nodes = random.nextInt(2, 7);
        problem.nodes(problem.graph(), nodes);
        for (int i = random.nextInt(10); i > 0; i--) {
            problem.edge(random.nextInt(nodes), random.nextInt(nodes), literal(problem, random));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            int from = random.nextInt(nodes);
            int to = random.nextInt(nodes);
            if (from < to) {
                problem.edge(from, to);
            }
        }
    }

    private static int literal(Problem problem, SplittableRandom random) {
        int variable = random.nextInt(1, problem.variableCount() + 1);
        return random.nextBoolean() ? variable : -variable;
    }

    private static int[] assumptions(SplittableRandom random, int variables) {
        int[] assumptions = new int[random.nextInt(3)];
        Arrays.setAll(assumptions, i -> {
            int variable = random.nextInt(1, variables + 1);
            return random.nextBoolean() ? variable : -variable;
        });
        return assumptions;
    }

    private static void orderAgrees(Problem problem, SolverOutcome.Satisfied model, long seed) {
        LazyCheck.Candidate candidate = candidateOf(model);
        assertThat(Arrays.stream(model.order()).sorted().toArray())
                .as("seed %d", seed)
                .isEqualTo(
                        java.util.stream.IntStream.range(0, problem.nodeCount()).toArray());
        edgesAgree(problem, candidate, "seed " + seed);
    }

    private static void edgesAgree(Problem problem, LazyCheck.Candidate candidate, String name) {
        for (int e = 0; e < problem.edgeCount(); e++) {
            if (problem.edgeLiteral(e) == 0 || candidate.value(problem.edgeLiteral(e)) > 0) {
                assertThat(candidate.position(problem.edgeFrom(e)))
                        .as(name)
                        .isLessThan(candidate.position(problem.edgeTo(e)));
            }
        }
    }

    private static LazyCheck.Candidate candidateOf(SolverOutcome.Satisfied model) {
        int[] place = new int[model.order().length];
        for (int i = 0; i < place.length; i++) {
            place[model.order()[i]] = i;
        }
        return new LazyCheck.Candidate() {
            @Override
            public int value(int literal) {
                return BruteForce.isTrue(model.values(), literal) ? 1 : -1;
            }

            @Override
            public int position(int node) {
                return place[node];
            }

            @Override
            public boolean isComplete() {
                return true;
            }
        };
    }

    /** Asks another what to add, after having seen that the candidate is what it says. */
    private record Consistent(Problem known, boolean wantsPartial, java.util.function.Consumer<Candidate> adding)
            implements LazyCheck {
        @Override
        public void check(Candidate candidate, Problem problem) {
            assertThat(problem).isSameAs(known);
            assertThat(candidate.isComplete() || wantsPartial).isTrue();
            edgesAgree(problem, candidate, "candidate");
            for (int v = 1; v <= problem.variableCount(); v++) {
                assertThat(candidate.value(v)).isEqualTo(-candidate.value(-v));
                assertThat(candidate.isComplete() && candidate.value(v) == 0).isFalse();
            }
            if (candidate.isComplete()) {
                problem.forEachClause(clause -> assertThat(Arrays.stream(clause).anyMatch(l -> candidate.value(l) > 0))
                        .isTrue());
            }
            adding.accept(candidate);
        }
    }

    private static final class Count {
        private int satisfied;
        private int refused;

        void compare(Problem whole, SolverOutcome outcome, int[] assumptions, String name) {
            SolverOutcome twin = new BruteForce(whole).solve(SolverLimits.none(), assumptions);
            assertThat(outcome.getClass()).as(name).isEqualTo(twin.getClass());
            if (outcome instanceof SolverOutcome.Refused r) {
                refused++;
                assertThat(Arrays.stream(assumptions).boxed())
                        .as(name)
                        .containsAll(Arrays.stream(r.core()).boxed().toList());
                assertThat(new BruteForce(whole).solve(SolverLimits.none(), r.core()))
                        .as(name)
                        .isInstanceOf(SolverOutcome.Refused.class);
            } else {
                satisfied++;
            }
        }

        /** That neither answer is rare. */
        void check() {
            assertThat(satisfied).isGreaterThan(SEEDS / 4);
            assertThat(refused).isGreaterThan(SEEDS / 4);
        }
    }
}
