package io.bateleur.lab.repro.language;

import java.util.List;
import java.util.stream.Collectors;

/** One line of the transcript: a session says something, and what is expected of it. */
public record CaseStep(Position at, String session, Action action, List<Expect> expects) {
    public CaseStep {
        expects = List.copyOf(expects);
    }

    /** What a session says. */
    public sealed interface Action {}

    /** A statement. */
    public record Sql(String text) implements Action {
        @Override
        public String toString() {
            return text;
        }
    }

    /** A statement that the case prepared, with values. */
    public record Prepared(String name, List<Cell> values) implements Action {
        public Prepared {
            values = List.copyOf(values);
        }

        @Override
        public String toString() {
            return ":" + name + values.stream().map(Cell::toString).collect(Collectors.joining(", ", "(", ")"));
        }
    }
}
