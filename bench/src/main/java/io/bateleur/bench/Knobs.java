package io.bateleur.bench;

import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Deciders;
import io.bateleur.core.pass.Pass;
import io.bateleur.core.pass.Passes;
import java.util.ArrayList;
import java.util.List;

/**
 * What of the checker can be left out without changing any verdict.
 *
 * @param without what is left out, in words
 * @param checker the rest
 */
record Knobs(String without, Checker checker) {
    static List<Knobs> all() {
        Checker whole = new Checker();
        List<Knobs> all = new ArrayList<>();
        all.add(new Knobs("nothing", whole));
        for (Pass left : Passes.STANDARD) {
            List<Pass> others =
                    Passes.STANDARD.stream().filter(pass -> pass != left).toList();
            all.add(new Knobs("pass " + left.name(), whole.with(others)));
        }
        all.add(new Knobs("all passes", whole.with(List.of())));
        all.add(new Knobs("the first order", whole.without(Deciders.FIRST_ORDER)));
        all.add(new Knobs("asking with session order first", whole.without(Deciders.SESSION_ORDER_FIRST)));
        return all;
    }
}
