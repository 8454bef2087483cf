package io.bateleur.app.cli;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.part.Minimizer;
import io.bateleur.core.report.Explanation;
import io.bateleur.z3.Z3Solver;
import java.util.List;

/** The checker itself. */
final class StandardEngine implements Engine {
    private final Settings settings;
    private final Checker checker;

    StandardEngine(Settings settings) {
        this.settings = settings;
        Checker standard = new Checker().with(settings.ownWrites()).with(settings.extensions());
        Checker encoded = settings.encoding().map(standard::with).orElse(standard);
        this.checker = settings.secondOpinion() ? encoded.with(Z3Solver::new) : encoded;
    }

    @Override
    public Verdict check(History history, Level level, Budget budget) {
        return checker.check(history, level, budget);
    }

    @Override
    public List<String> warnings(History history) {
        return checker.warnings(history);
    }

    /** The checker's own part is small already; here nothing counts but size, however long it takes. */
    @Override
    public Explanation minimize(Explanation why, Budget budget) {
        Explanation best = why;
        while (!budget.cancelled().getAsBoolean()) {
            History smaller = Minimizer.minimize(
                    best.part(),
                    settings.ownWrites(),
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
