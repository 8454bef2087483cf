package io.bateleur.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * One row: a history to check at a level.
 *
 * @param what sets it apart from its neighbours
 * @param heapMegabytes what Java may take; a program needs some 100 MB beside its heap
 * @param goal what it should take at most
 * @param timeoutSeconds after which it may be left undecided; 0 is never
 * @param expected the right verdict
 */
public record Case(
        String what, Recipe recipe, String level, int heapMegabytes, Goal goal, int timeoutSeconds, String expected) {

    /** @param megabytes or 0, where only time matters */
    record Goal(double seconds, int megabytes) {
        @Override
        public String toString() {
            String time = seconds == Math.rint(seconds) ? "%.0f s".formatted(seconds) : seconds + " s";
            return megabytes == 0 ? time : time + ", " + megabytes + " MB";
        }
    }

    static Case of(String what, Recipe recipe, String level, int heapMegabytes, Goal goal) {
        return new Case(what, recipe, level, heapMegabytes, goal, 0, Answer.HOLDS);
    }

    Case within(int seconds) {
        return new Case(what, recipe, level, heapMegabytes, goal, seconds, expected);
    }

    /** The same question about a history that violates the level. */
    Case violatedBy(String fault, Recipe faulty) {
        return new Case(what + ", " + fault, faulty, level, heapMegabytes, goal, timeoutSeconds, Answer.VIOLATED);
    }

    /** The command, without the program's own name. */
    List<String> arguments(String file) {
        List<String> words = new ArrayList<>(List.of("check", file, "--level", level, "--json"));
        if (timeoutSeconds > 0) {
            words.addAll(List.of("--timeout", timeoutSeconds + "s"));
        }
        return words;
    }

    /** In words, for whether the goal was met. */
    String met(Measured measured) {
        boolean given = timeoutSeconds > 0 && measured.answer().verdict().equals(Answer.UNDECIDED);
        if (given) {
            return "yes, undecided";
        }
        boolean inTime = measured.runs().median() <= goal.seconds();
        boolean fits = goal.megabytes() == 0 || measured.megabytes() <= goal.megabytes();
        boolean right = measured.answer().verdict().equals(expected);
        return inTime && fits && right ? "yes" : "no";
    }

    @Override
    public String toString() {
        return what + ", " + Table.number(recipe.transactions()) + " transactions, " + level;
    }
}
