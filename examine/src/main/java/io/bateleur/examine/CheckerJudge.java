package io.bateleur.examine;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.part.Minimizer;
import io.bateleur.core.report.Explanation;

/** The checker, asked again and again until nothing can be left out of what it shows. */
record CheckerJudge(Checker checker) implements Judge {

    @Override
    public Verdict check(Asg graph, Level level, Budget budget) {
        return checker.check(graph, level, budget);
    }

    @Override
    public Asg graph(History history) {
        return checker.graph(history);
    }

    /** The checker's own part is small already; here nothing counts but size, however long it takes. */
    @Override
    public Explanation minimize(Explanation why, Budget budget) {
        Explanation best = why;
        while (!budget.cancelled().getAsBoolean()) {
            History smaller = Minimizer.minimize(
                    best.part(),
                    checker.ownWrites(),
                    part -> checker.check(part, why.level(), budget) instanceof Verdict.Violated,
                    budget.cancelled());
            boolean same = smaller.operationCount() == best.part().operationCount()
                    && smaller.transactionCount() == best.part().transactionCount();
            if (same || !(checker.check(smaller, why.level(), budget) instanceof Verdict.Violated violated)) {
                break;
            }
            best = violated.why();
        }
        return best;
    }
}
