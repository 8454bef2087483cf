package io.bateleur.z3;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.solve.Problem;
import io.bateleur.core.solve.SolverOutcome;
import java.util.Arrays;

/** Checks models without any solver. */
final class Models {
    private Models() {}

    static void check(Problem problem, SolverOutcome.Satisfied model, int[] assumptions, String name) {
        boolean[] values = model.values();
        assertThat(values).as(name).hasSize(problem.variableCount() + 1);
        for (int literal : assumptions) {
            assertThat(isTrue(values, literal))
                    .as("%s: assumption %d", name, literal)
                    .isTrue();
        }
        problem.forEachClause(literals -> {
            if (Arrays.stream(literals).noneMatch(literal -> isTrue(values, literal))) {
                throw new AssertionError(name + ": clause " + Arrays.toString(literals));
            }
        });
        int[] place = new int[problem.nodeCount()];
        Arrays.fill(place, -1);
        assertThat(model.order()).as(name).hasSize(place.length);
        for (int i = 0; i < place.length; i++) {
            assertThat(place[model.order()[i]]).as("%s: a node twice", name).isEqualTo(-1);
            place[model.order()[i]] = i;
        }
        for (int e = 0; e < problem.edgeCount(); e++) {
            int literal = problem.edgeLiteral(e);
            boolean there = literal == 0 || isTrue(values, literal);
            if (there && place[problem.edgeFrom(e)] >= place[problem.edgeTo(e)]) {
                throw new AssertionError(name + ": edge " + e + " goes against the order");
            }
        }
    }

    private static boolean isTrue(boolean[] values, int literal) {
        return values[Math.abs(literal)] == literal > 0;
    }
}
