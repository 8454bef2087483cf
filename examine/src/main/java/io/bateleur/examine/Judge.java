package io.bateleur.examine;

import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.Explanation;
import java.util.List;

/** Decides about one history and level at a time. Tests have judges that give any verdict at will. */
public interface Judge {

    Verdict check(History history, Level level, Budget budget);

    /** What a trace says that it contradicts itself, in words. */
    default List<String> warnings(History history) {
        return List.of();
    }

    /** Why a smallest history that still breaks the level breaks it; or what was given, if nothing can be left out. */
    default Explanation minimize(Explanation why, Budget budget) {
        return why;
    }

    /** The checker as it is. */
    static Judge standard() {
        return of(new Checker(), OwnWrites.MUST);
    }

    /** @param ownWrites what the checker believes of reads after their own transaction's writes */
    static Judge of(Checker checker, OwnWrites ownWrites) {
        return new CheckerJudge(checker, ownWrites);
    }
}
