package io.bateleur.core.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.bateleur.core.asg.OwnWrites;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Level;
import io.bateleur.core.trace.nativ.Mini;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Asks the twin about histories in the mini-language. */
final class TwinCase {
    private static final String SESSION_GUARANTEES = "ryw mr mw wfr";
    /** The levels at which reads must be valid. */
    static final String READS = "rc cs mav ra cc cv psi pc si rr ser";

    private static final List<String> BASE = List.of((SESSION_GUARANTEES + " ru " + READS).split(" "));

    private TwinCase() {}

    static void assertViolated(String expected, String text) {
        assertViolated(OwnWrites.MUST, expected, text);
    }

    /** @param expected which of the levels without strong variants do not hold, by their short names */
    static void assertViolated(OwnWrites policy, String expected, String text) {
        Set<String> violated = violated(text, policy);
        Set<String> base = BASE.stream()
                .filter(name -> violated.contains(Level.of(name).orElseThrow().name()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(base)
                .as(text)
                .isEqualTo(new TreeSet<>(expected.isEmpty() ? List.of() : List.of(expected.split(" "))));
    }

    /** All levels that do not hold, by their full names. */
    static Set<String> violated(String text, OwnWrites policy) {
        History history = Mini.parse(text);
        Set<Level> holding = Twin.holding(history, Level.all(), policy);
        return Level.all().stream()
                .filter(level -> !holding.contains(level))
                .map(Level::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static boolean isResolvable(String text) {
        return Twin.ask(Mini.parse(text), List.of(), OwnWrites.MUST).resolvable();
    }
}
