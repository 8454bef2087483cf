package io.bateleur.lab.repro.language;

import java.util.List;

/**
 * One course of events on a database of its own.
 *
 * @param name empty for a case that has only one
 * @param setup what is said before, after what all scenarios share
 * @param interleaved whether the steps are run in every order that keeps each session's own
 * @param finals looked at by a fresh connection when all sessions are gone
 */
public record Scenario(
        Position at, String name, List<Spoken> setup, boolean interleaved, List<CaseStep> steps, List<Final> finals) {
    public Scenario {
        setup = List.copyOf(setup);
        steps = List.copyOf(steps);
        finals = List.copyOf(finals);
    }

    /** A statement outside of the transcript. */
    public record Spoken(Position at, String text) {}

    /** A look at what is left. */
    public record Final(Position at, String text, List<Expect> expects) {
        public Final {
            expects = List.copyOf(expects);
        }
    }

    Scenario withoutSetup() {
        return new Scenario(at, name, List.of(), interleaved, steps, finals);
    }

    /** The sessions in the order in which they first speak. */
    public List<String> sessions() {
        return steps.stream().map(CaseStep::session).distinct().toList();
    }
}
