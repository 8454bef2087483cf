package io.bateleur.lab.repro.language;

import io.bateleur.core.trace.BadInputException;
import java.util.List;
import java.util.Optional;

/** Whether the names that a case uses mean something in it. */
final class CaseNames {
    private final BugCase known;

    private CaseNames(BugCase known) {
        this.known = known;
    }

    static void check(BugCase known) throws BadInputException {
        CaseNames names = new CaseNames(known);
        for (Scenario scenario : known.scenarios()) {
            for (CaseStep step : scenario.steps()) {
                names.check(step, scenario.sessions());
            }
        }
    }

    private void check(CaseStep step, List<String> sessions) throws BadInputException {
        if (step.action() instanceof CaseStep.Prepared prepared) {
            Optional<Header.Prepare> statement = known.prepared(prepared.name());
            if (statement.isEmpty()) {
                throw step.at()
                        .error(
                                "found ':" + prepared.name() + "', expected a name that 'prepared' gave to a statement",
                                "");
            }
        }
        for (Expect expect : step.expects()) {
            for (String session : mentioned(expect)) {
                if (!sessions.contains(session)) {
                    throw expect.at()
                            .error(
                                    "found '" + session + "', expected a session of these steps: "
                                            + String.join(", ", sessions),
                                    "");
                }
            }
        }
    }

    private static List<String> mentioned(Expect expect) {
        if (expect.about() instanceof Expect.Wakes wakes) {
            return wakes.sessions();
        }
        Expect.Result result = (Expect.Result) expect.about();
        return result.session().map(List::of).orElseGet(() -> blockers(result.reply()));
    }

    private static List<String> blockers(Reply reply) {
        return reply instanceof Reply.Blocks blocks ? blocks.sessions() : List.of();
    }
}
