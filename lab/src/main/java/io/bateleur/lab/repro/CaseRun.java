package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.SqlLevel;
import java.util.List;
import java.util.Optional;

/**
 * One case on one version at one level.
 *
 * @param levelAnswered what the sessions say that they run at
 * @param expected what the case says of this version and level
 * @param why the step that decided, or why it was skipped
 * @param scenario whose steps are shown, if there are several
 * @param formal what the reads and writes of the steps that are shown say of the documented level, where one is documented
 * @param times how often it came out so
 * @param runs of so many, over all scenarios and interleavings
 */
public record CaseRun(
        BugCase bugCase,
        String engine,
        String version,
        SqlLevel level,
        String levelAnswered,
        CaseOutcome outcome,
        CaseOutcome expected,
        String why,
        String scenario,
        List<Played> steps,
        List<Looked> finals,
        Optional<FormalVerdict> formal,
        int times,
        int runs,
        long millis) {
    public CaseRun {
        steps = List.copyOf(steps);
        finals = List.copyOf(finals);
    }

    /** What people and command lines call it: the case at a level. */
    public String item() {
        return bugCase.id() + "@" + level;
    }

    /** Where it ran. */
    public String where() {
        return version.isEmpty() ? engine : engine + ":" + version;
    }

    public boolean isAsExpected() {
        return outcome == expected;
    }

    static CaseRun skipped(BugCase bugCase, String engine, String version, SqlLevel level, String why) {
        return new CaseRun(
                bugCase,
                engine,
                version,
                level,
                "",
                CaseOutcome.SKIPPED,
                expected(bugCase, engine, version, level),
                why,
                "",
                List.of(),
                List.of(),
                Optional.empty(),
                0,
                0,
                0);
    }

    /** On an affected version, where the case says what the bug shows there, that; otherwise what is right. */
    static CaseOutcome expected(BugCase bugCase, String engine, String version, SqlLevel level) {
        boolean affected = bugCase.affected(engine).stream().anyMatch(range -> range.contains(version));
        return affected && bugCase.showsBugAt(level) ? CaseOutcome.REPRODUCED : CaseOutcome.NOT_REPRODUCED;
    }
}
