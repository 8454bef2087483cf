package io.bateleur.app.cli;

import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Extensions;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.encode.published.AlternativeEncoding;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.report.Explanation;
import java.util.List;
import java.util.Optional;

/** What {@code check} asks of the library. Tests have engines that give any verdict at will. */
interface Engine {

    /**
     * How to check.
     *
     * @param ownWrites what reads return after the transaction's own writes
     * @param encoding another way to put the question, if any
     * @param secondOpinion whether Z3 is asked in place of our own solver
     * @param extensions levels of the user's own
     */
    record Settings(
            OwnWrites ownWrites,
            Optional<AlternativeEncoding> encoding,
            boolean secondOpinion,
            Extensions extensions) {}

    Verdict check(History history, Level level, Budget budget);

    /** What a trace tells that it contradicts itself, in words. */
    default List<String> warnings(History history) {
        return List.of();
    }

    /** Why a smallest history that still breaks the level breaks it; or what was given, if nothing can be left out. */
    default Explanation minimize(Explanation why, Budget budget) {
        return why;
    }

    static Engine standard(Settings settings) {
        return new StandardEngine(settings);
    }
}
