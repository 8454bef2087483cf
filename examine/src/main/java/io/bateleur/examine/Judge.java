package io.bateleur.examine;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.AsgBuilder;
import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.Explanation;

/** Decides about one history and level at a time. Tests have judges that give any verdict at will. */
public interface Judge {

    /** @param graph of the history, which is made once for all levels */
    Verdict check(Asg graph, Level level, Budget budget);

    default Asg graph(History history) {
        return AsgBuilder.build(history, OwnWrites.MUST);
    }

    /** Why a smallest history that still breaks the level breaks it; or what was given, if nothing can be left out. */
    default Explanation minimize(Explanation why, Budget budget) {
        return why;
    }

    /** The checker as it is. */
    static Judge standard() {
        return of(new Checker());
    }

    static Judge of(Checker checker) {
        return new CheckerJudge(checker);
    }
}
