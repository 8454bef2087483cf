package io.bateleur.core.report;

import io.bateleur.core.model.Criterion.Anti;
import io.bateleur.core.model.Criterion.Points;
import java.util.List;

/** What a cycle comes to, in a sentence: which impossible thing would have to be true. */
final class Conclusion {
    private Conclusion() {}

    static String of(Explanation explanation, List<Step> steps) {
        List<Step> anti = steps.stream().filter(step -> step.kind().isAnti()).toList();
        if (anti.size() == 1) {
            Step missed = anti.get(0);
            Anti counted = explanation
                    .level()
                    .of(explanation.part(), missed.from().number())
                    .criterion()
                    .anti();
            if (counted == Anti.NONE) {
                return "So " + missed.from().name() + " comes after "
                        + missed.to().name() + " and yet missed what it wrote.";
            }
        }
        Step first = steps.get(0);
        Points points = explanation
                .level()
                .of(explanation.part(), first.from().number())
                .criterion()
                .points();
        String what = points == Points.ONE ? "" : first.kind().isAnti() ? "the start of " : "the commit of ";
        return "So " + what + first.from().name() + " comes before itself.";
    }
}
