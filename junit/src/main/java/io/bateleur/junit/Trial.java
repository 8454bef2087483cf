package io.bateleur.junit;

import io.bateleur.core.check.Budget;
import io.bateleur.core.check.Checker;
import io.bateleur.core.check.Grounds;
import io.bateleur.core.check.Verdict;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.model.SqlTable;
import io.bateleur.core.model.Value;
import io.bateleur.core.report.Explanation;
import io.bateleur.core.report.FileReport;
import io.bateleur.core.report.LevelReport;
import io.bateleur.core.trace.Traces;
import io.bateleur.sql.lift.Coverage;
import io.bateleur.sql.lift.Lift;
import io.bateleur.sql.lift.Lifted;
import io.bateleur.sql.lift.Spoken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;

/** What was recorded up to a moment, ready to be judged. */
record Trial(Path trace, History recorded, History history, Coverage coverage) {

    static Trial of(Path trace) {
        try {
            History recorded = Traces.read(trace).history();
            Lifted lifted = Lift.lift(recorded, SqlTable.of(recorded.about()));
            return new Trial(trace, recorded, lifted.history(), lifted.coverage());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read back " + trace, e);
        }
    }

    FileReport.Covered covered() {
        return new FileReport.Covered(coverage.statements(), coverage.whole(), coverage.inPart(), coverage.reasons());
    }

    LevelReport check(Level level, Duration limit) {
        long start = System.nanoTime();
        Budget budget = Budget.unlimited().within(limit);
        boolean nothing = coverage.statements() > 0 && history.operationCount() == 0;
        Verdict verdict = nothing
                ? new Verdict.Undecided(
                        "nothing that was written was read, as far as its SQL could be told: " + coverage)
                : Grounds.of(history, new Checker().check(history, level, budget));
        long millis = (System.nanoTime() - start) / 1_000_000;
        if (verdict instanceof Verdict.Violated violated) {
            return LevelReport.violated(level, violated.why(), millis)
                    .saying(Spoken.lines(recorded, violated.why().part()));
        }
        return verdict instanceof Verdict.Undecided undecided
                ? LevelReport.undecided(level, undecided.reason(), millis)
                : LevelReport.holds(level, millis);
    }

    /** Whether transactions that began after the first so many have a part in a violation. */
    static boolean concerns(Explanation why, long first) {
        return why.part().transactions().stream()
                .anyMatch(transaction -> transaction.id() instanceof Value.Int id && id.value() > first);
    }
}
