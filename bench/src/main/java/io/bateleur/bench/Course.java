package io.bateleur.bench;

import io.bateleur.core.check.Decision;
import io.bateleur.core.check.Stages;
import io.bateleur.core.solve.Statistics;

/**
 * How a decision went.
 *
 * @param edges known when the passes were done
 * @param variables that the solver had in the end; -1 when it was not needed
 */
record Course(String answer, int edges, int variables, long decisions, long conflicts) {
    static Course unknown(String answer) {
        return new Course(answer, -1, -1, -1, -1);
    }

    static Course of(Stages stages) {
        Decision decision = stages.decision();
        Stages by = stages.deciding();
        return new Course(
                decision.match(holds -> Answer.HOLDS, refused -> Answer.VIOLATED, gaveUp -> Answer.UNDECIDED),
                by.ir().edges().size(),
                by.problem().map(left -> left.problem().variableCount()).orElse(-1),
                by.statistics().map(Statistics::decisions).orElse(-1L),
                by.statistics().map(Statistics::conflicts).orElse(-1L));
    }
}
