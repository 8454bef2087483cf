package io.bateleur.lab.repro.foreign;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A specification for PostgreSQL's isolationtester.
 *
 * @param setups each sent as one message
 * @param permutations as the file gives them; none: every order that keeps each session's own
 */
public record Spec(
        List<String> setups, Optional<String> teardown, List<Session> sessions, List<List<Turn>> permutations) {
    public Spec {
        setups = List.copyOf(setups);
        sessions = List.copyOf(sessions);
        permutations = permutations.stream().map(List::copyOf).toList();
    }

    /** One connection. */
    public record Session(String name, Optional<String> setup, List<Step> steps, Optional<String> teardown) {
        public Session {
            steps = List.copyOf(steps);
        }
    }

    /**
     * What a session sends in one message.
     *
     * @param session the index of its session
     */
    public record Step(String name, String sql, int session) {}

    /** A step's place in a permutation, with what its report has to wait for. */
    public record Turn(Step step, List<Marker> markers) {
        public Turn {
            markers = List.copyOf(markers);
        }
    }

    /** Why a step that is done is not reported as done. */
    public sealed interface Marker {}

    /** {@code *}: it is reported as waiting once, whatever it does. */
    public record Once() implements Marker {}

    /** Another step must be done first. */
    public record After(Step other) implements Marker {}

    /** The session of another step must have sent so many notices since this one was launched. */
    public record Notices(Step other, int count) implements Marker {}

    /** The names of steps that no permutation has, in order; none where all orders are run. */
    List<String> unused() {
        return permutations.isEmpty()
                ? List.of()
                : sessions.stream()
                        .flatMap(session -> session.steps().stream())
                        .filter(step -> permutations.stream()
                                .flatMap(List::stream)
                                .noneMatch(turn -> turn.step().equals(step)))
                        .map(Step::name)
                        .sorted()
                        .toList();
    }

    /** Those to run: the file's, or all interleavings in the order of isolationtester. */
    public List<List<Turn>> runs() {
        if (!permutations.isEmpty()) {
            return permutations;
        }
        List<List<Turn>> all = new ArrayList<>();
        interleave(new int[sessions.size()], new ArrayList<>(), all);
        return all;
    }

    private void interleave(int[] taken, List<Turn> begun, List<List<Turn>> all) {
        boolean found = false;
        for (int i = 0; i < taken.length; i++) {
            List<Step> steps = sessions.get(i).steps();
            if (taken[i] < steps.size()) {
                found = true;
                begun.add(new Turn(steps.get(taken[i]++), List.of()));
                interleave(taken, begun, all);
                begun.remove(begun.size() - 1);
                taken[i]--;
            }
        }
        if (!found) {
            all.add(List.copyOf(begun));
        }
    }
}
