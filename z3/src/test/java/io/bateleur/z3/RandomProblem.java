package io.bateleur.z3;

import io.bateleur.core.solve.Problem;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A problem of middle size that grows at random: clauses near the threshold of 3-SAT, groups, graphs, choices with several edges a side. */
final class RandomProblem {
    final Problem problem = new Problem();
    private final SplittableRandom random;
    private final boolean clauses;
    private final boolean graphs;
    private final double density;
    private final int variables;
    private int rounds;

    RandomProblem(long seed, boolean graphsToo) {
        random = new SplittableRandom(seed);
        int shape = random.nextInt(4);
        clauses = !graphsToo || shape != 0;
        graphs = graphsToo && shape != 1;
        // Short clauses, groups and assumptions move the threshold of 3-SAT (4.26) down, cycles still more.
        // refuse everything.
        density = graphs ? random.nextDouble(1.5, 3.8) : random.nextDouble(2.8, 4.1);
        variables = random.nextInt(30, graphs && clauses ? 120 : 201);
    }

    /** Makes two thirds of it at first, a fifth each time after. */
    void grow() {
        int share = Math.max(10, rounds++ == 0 ? variables * 2 / 3 : variables / 5);
        problem.variables(share);
        if (graphs) {
            growGraphs(share);
        }
        if (clauses) {
            growClauses(share);
        }
    }

    private void growClauses(int share) {
        for (int i = (int) (share * density); i > 0; i--) {
            int[] clause = new int[random.nextInt(12) == 0 ? 2 : 3];
            Arrays.setAll(clause, j -> literal());
            problem.clause(clause);
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            int[] group = random.ints(random.nextInt(2, 12), 1, problem.variableCount() + 1)
                    .distinct()
                    .toArray();
            problem.exactlyOne(group);
        }
    }

    private void growGraphs(int share) {
        if (problem.graphCount() == 0) {
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                problem.nodes(problem.graph(), random.nextInt(20, 101));
            }
        } else if (random.nextInt(3) == 0) {
            problem.nodes(random.nextInt(problem.graphCount()), random.nextInt(1, 6));
        }
        int nodes = problem.nodeCount();
        for (int i = random.nextInt(nodes); i > 0; i--) {
            int from = random.nextInt(nodes);
            int to = sameGraph(from);
            // Along the numbers, but for a few now and then.
            if (from < to || random.nextInt(3000) == 0) {
                problem.edge(from, to);
            }
        }
        int sides = random.nextInt(1, 4);
        for (int i = share; i > 0; i--) {
            int variable = random.nextInt(1, problem.variableCount() + 1);
            for (int j = random.nextInt(sides + 1); j > 0; j--) {
                hang(variable);
                hang(-variable);
            }
        }
        for (int i = random.nextInt(share); i > 0; i--) {
            int from = random.nextInt(nodes);
            int to = sameGraph(from);
            if (from != to) {
                problem.choice(from, to);
            }
        }
    }

    private void hang(int literal) {
        int from = random.nextInt(problem.nodeCount());
        int to = sameGraph(from);
        if (from != to) {
            problem.edge(from, to, literal);
        }
    }

    private int sameGraph(int node) {
        while (true) {
            int other = random.nextInt(problem.nodeCount());
            if (problem.graphOf(other) == problem.graphOf(node)) {
                return other;
            }
        }
    }

    private int literal() {
        int variable = random.nextInt(1, problem.variableCount() + 1);
        return random.nextBoolean() ? variable : -variable;
    }

    int[] assumptions() {
        int[] assumptions = new int[random.nextInt(2) == 0 ? 0 : random.nextInt(1, 9)];
        Arrays.setAll(assumptions, i -> literal());
        return assumptions;
    }

    int rounds() {
        return random.nextInt(1, 4);
    }
}
