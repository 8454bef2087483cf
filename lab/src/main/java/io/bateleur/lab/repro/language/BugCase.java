package io.bateleur.lab.repro.language;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A bug as a transcript that can be run again.
 *
 * @param setup what all scenarios share; if there is one only, which has no name, all of its
 * @param scenarios at least one
 */
public record BugCase(
        Position at,
        String id,
        String title,
        List<Header> headers,
        List<Scenario.Spoken> setup,
        List<Scenario> scenarios) {
    public BugCase {
        if (scenarios.isEmpty()) {
            throw new IllegalArgumentException(id + " has no steps");
        }
        headers = List.copyOf(headers);
        Scenario first = scenarios.get(0);
        boolean alone = scenarios.size() == 1 && first.name().isEmpty();
        setup = alone ? Stream.concat(setup.stream(), first.setup().stream()).toList() : List.copyOf(setup);
        scenarios = alone ? List.of(first.withoutSetup()) : List.copyOf(scenarios);
    }

    /** The headers of one kind. */
    public <H extends Header> Stream<H> all(Class<H> kind) {
        return headers.stream().filter(kind::isInstance).map(kind::cast);
    }

    public <H extends Header> Optional<H> first(Class<H> kind) {
        return all(kind).findFirst();
    }

    /** Those that the case asks for; empty: all that the engine has. */
    public List<SqlLevel> levels() {
        return all(Header.Levels.class)
                .flatMap(header -> header.levels().stream())
                .distinct()
                .sorted()
                .toList();
    }

    public List<VersionRange> affected(String engine) {
        return all(Header.Affects.class)
                .filter(header -> header.engine().equals(engine))
                .flatMap(header -> header.versions().stream())
                .toList();
    }

    public List<VersionRange> fixed(String engine) {
        return all(Header.Fixed.class)
                .filter(header -> header.engine().equals(engine))
                .flatMap(header -> header.versions().stream())
                .toList();
    }

    /** Of which it says versions. */
    public List<String> engines() {
        List<String> engines = new ArrayList<>();
        for (Header header : headers) {
            if (header instanceof Header.Affects affects) {
                engines.add(affects.engine());
            } else if (header instanceof Header.Fixed fixed) {
                engines.add(fixed.engine());
            }
        }
        return engines.stream().distinct().toList();
    }

    public Map<String, String> settings(String engine) {
        Map<String, String> all = new LinkedHashMap<>();
        all(Header.Settings.class)
                .filter(header -> header.engine().equals(engine))
                .forEach(header -> all.putAll(header.values()));
        return all;
    }

    public Optional<Header.Session> session(String name) {
        return all(Header.Session.class)
                .filter(header -> header.name().equals(name))
                .findFirst();
    }

    public Optional<Header.Prepare> prepared(String name) {
        return all(Header.Prepare.class)
                .filter(header -> header.name().equals(name))
                .findFirst();
    }

    /** The level of Bateleur's that a run violates when the bug shows, where the case says so. */
    public Optional<String> breaks() {
        return first(Header.Breaks.class).map(Header.Breaks::level);
    }

    /** Whether something in it says what the bug shows at that level. */
    public boolean showsBugAt(SqlLevel level) {
        return breaks().isPresent()
                || scenarios.stream()
                        .flatMap(scenario -> Stream.concat(
                                scenario.steps().stream().map(CaseStep::expects),
                                scenario.finals().stream().map(Scenario.Final::expects)))
                        .flatMap(expects -> Expect.at(level, expects).stream())
                        .flatMap(expect -> expect.bug().stream())
                        .anyMatch(bug -> bug.isAt(level));
    }
}
