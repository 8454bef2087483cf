package io.bateleur.bench;

import io.bateleur.core.pass.Pass;
import io.bateleur.core.pass.Passes;
import java.util.ArrayList;
import java.util.List;

/**
 * What of the checker can be left out without changing any verdict.
 *
 * @param without what is left out, in words
 * @param passes which are run, in this order
 * @param firstOrder whether the first order that comes to mind is tried before there is a problem to solve
 * @param sessionsFirst whether the level with session order is asked for first, where the level has none
 */
record Knobs(String without, List<Pass> passes, boolean firstOrder, boolean sessionsFirst) {
    static List<Knobs> all() {
        List<Knobs> all = new ArrayList<>();
        all.add(new Knobs("nothing", Passes.STANDARD, true, true));
        for (Pass left : Passes.STANDARD) {
            List<Pass> others =
                    Passes.STANDARD.stream().filter(pass -> pass != left).toList();
            all.add(new Knobs("pass " + left.name(), others, true, true));
        }
        all.add(new Knobs("all passes", List.of(), true, true));
        all.add(new Knobs("the first order", Passes.STANDARD, false, true));
        all.add(new Knobs("asking with session order first", Passes.STANDARD, true, false));
        return all;
    }
}
