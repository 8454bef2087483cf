package io.bateleur.sql.analyze;

import io.bateleur.z3.SmtAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Proves that no number of instances has a cycle, in steps: some programs whose dependencies all follow the order of arbitration lie on
 * no cycle if of every two dependencies in a row the last instance comes after one of the others (lemma 11 of the paper). They are put
 * aside, and the rest is looked at in the same way. Cycles of two have to be excluded apart.
 */
final class Induction {
    private final Application application;
    private final LevelPlan plan;
    private final Counters counters;
    private final AgainstOrder order;
    private final Conflicts conflicts;
    private final long milliseconds;

    Induction(Application application, LevelPlan plan, long milliseconds) {
        this.application = application;
        this.plan = plan;
        this.counters = new Counters(application, plan);
        this.conflicts = new Conflicts(application);
        this.order = new AgainstOrder(application, plan, counters);
        this.milliseconds = milliseconds;
    }

    /** How it was proved, or an empty text. */
    String proof() {
        List<TransactionProgram> left = new ArrayList<>(application.programs());
        List<String> steps = new ArrayList<>();
        while (left.stream().anyMatch(each -> left.stream().anyMatch(other -> conflicts.between(each, other)))) {
            List<TransactionProgram> rest = List.copyOf(left);
            List<TransactionProgram> aside = rest.stream()
                    .filter(each -> rest.stream().noneMatch(other -> order.isPossible(each, other, false)))
                    .toList();
            if (aside.isEmpty() || aside.size() < rest.size() && !secondFollows(rest)) {
                return "";
            }
            steps.add(aside.stream().map(TransactionProgram::name).collect(Collectors.joining(", ")));
            left.removeAll(aside);
        }
        return "by induction in " + steps.size() + (steps.size() == 1 ? " step: " : " steps: ")
                + String.join("; then ", steps)
                + (left.isEmpty() ? "" : "; the others have no dependencies on each other");
    }

    /** Whether of any two dependencies in a row the last instance comes after one of the other two. */
    private boolean secondFollows(List<TransactionProgram> among) {
        for (TransactionProgram a : among) {
            for (TransactionProgram b : among) {
                for (TransactionProgram c : among) {
                    // The last edge goes against the order, so it is an anti-dependency that can do so.
                    if (order.isPossible(b, c, false) && !follows(List.of(a, b, c))) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean follows(List<TransactionProgram> path) {
        try (CycleQuery query = new CycleQuery(application, plan, path, counters, false, false)) {
            Timing timing = query.encoding().timing;
            query.require(timing.before(2, 0));
            query.require(timing.before(2, 1));
            return query.ask(milliseconds) == SmtAnswer.IMPOSSIBLE;
        }
    }
}
