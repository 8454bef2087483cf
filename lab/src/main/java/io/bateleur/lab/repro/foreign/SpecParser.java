package io.bateleur.lab.repro.foreign;

import io.bateleur.core.trace.BadInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Text to specification: set-ups, a teardown, sessions with their steps, permutations with their markers, in this order. */
public final class SpecParser {
    private final SpecTokens in;
    private final Map<String, Spec.Step> steps = new LinkedHashMap<>();

    private SpecParser(ForeignFile file) throws BadInputException {
        this.in = new SpecTokens(file);
    }

    public static Spec parse(ForeignFile file) throws BadInputException {
        return new SpecParser(file).spec();
    }

    private Spec spec() throws BadInputException {
        List<String> setups = new ArrayList<>();
        while (in.skip("setup")) {
            setups.add(in.block());
        }
        Optional<String> teardown = optionalBlock("teardown");
        List<Spec.Session> sessions = new ArrayList<>();
        do {
            in.expect("session", sessions.isEmpty() ? "'setup', 'teardown' or 'session'" : "'session'");
            sessions.add(session(sessions.size()));
        } while (in.is("session"));
        List<List<Spec.Turn>> permutations = new ArrayList<>();
        while (in.skip("permutation")) {
            permutations.add(permutation());
        }
        if (!in.isAtEnd()) {
            throw in.expected(permutations.isEmpty() ? "'step', 'session' or 'permutation'" : "'permutation'");
        }
        return new Spec(setups, teardown, sessions, permutations);
    }

    private Optional<String> optionalBlock(String word) throws BadInputException {
        return in.skip(word) ? Optional.of(in.block()) : Optional.empty();
    }

    private Spec.Session session(int index) throws BadInputException {
        String name = in.name("the name of a session");
        Optional<String> setup = optionalBlock("setup");
        List<Spec.Step> mine = new ArrayList<>();
        do {
            in.expect("step", "'step'");
            int line = in.line();
            Spec.Step step = new Spec.Step(in.name("the name of a step"), in.block(), index);
            if (steps.put(step.name(), step) != null) {
                throw in.bad(line, "found a second step '" + step.name() + "', expected another name");
            }
            mine.add(step);
        } while (in.is("step"));
        return new Spec.Session(name, setup, mine, optionalBlock("teardown"));
    }

    /** A turn whose markers speak of steps that may come later. */
    private record Named(Spec.Step step, List<Reference> markers) {}

    /**
     * @param name empty for {@code *}
     * @param notices 0 for a marker that is only a step
     */
    private record Reference(String name, int notices, int line) {}

    private List<Spec.Turn> permutation() throws BadInputException {
        List<Named> named = new ArrayList<>();
        do {
            int line = in.line();
            String name = in.name("the name of a step");
            Spec.Step step = steps.get(name);
            if (step == null) {
                throw in.bad(line, "found the step '" + name + "', which no session has");
            }
            named.add(new Named(step, in.skip("(") ? markers() : List.of()));
        } while (in.isName());
        List<Spec.Turn> turns = new ArrayList<>();
        for (Named each : named) {
            turns.add(turn(each, named));
        }
        return turns;
    }

    private List<Reference> markers() throws BadInputException {
        List<Reference> markers = new ArrayList<>();
        do {
            int line = in.line();
            if (in.skip("*")) {
                markers.add(new Reference("", 0, line));
            } else {
                String name = in.name("'*' or the name of a step");
                markers.add(new Reference(name, in.skip("notices") ? in.number() : 0, line));
            }
        } while (in.skip(","));
        in.expect(")", "',' or ')'");
        return markers;
    }

    private Spec.Turn turn(Named mine, List<Named> all) throws BadInputException {
        List<Spec.Marker> markers = new ArrayList<>();
        for (Reference reference : mine.markers()) {
            if (reference.name().isEmpty()) {
                markers.add(new Spec.Once());
                continue;
            }
            Optional<Spec.Step> other = all.stream()
                    .map(Named::step)
                    .filter(step -> step.name().equals(reference.name()))
                    .findFirst();
            if (other.isEmpty()) {
                throw in.bad(
                        reference.line(),
                        "found '" + reference.name() + "' in brackets, expected a step of the same permutation");
            }
            if (other.get().session() == mine.step().session()) {
                throw in.bad(
                        reference.line(),
                        "found '" + reference.name() + "' in brackets, expected a step of another session");
            }
            markers.add(
                    reference.notices() > 0
                            ? new Spec.Notices(other.get(), reference.notices())
                            : new Spec.After(other.get()));
        }
        return new Spec.Turn(mine.step(), markers);
    }
}
