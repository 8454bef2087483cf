package io.bateleur.lab.repro.foreign;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseStep;
import io.bateleur.lab.repro.language.Header;
import io.bateleur.lab.repro.language.Position;
import io.bateleur.lab.repro.language.Scenario;
import io.bateleur.lab.repro.language.SqlLevel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Specifications for PostgreSQL's isolationtester as cases: a scenario for each permutation. Markers are not needed, because the bench
 * asks the server who waits. Sessions commit each statement unless the specification says BEGIN, and set their levels themselves.
 */
final class SpecCases implements ForeignFormat {
    @Override
    public String name() {
        return "specifications for PostgreSQL's isolationtester";
    }

    @Override
    public boolean recognises(ForeignFile file) {
        return file.endsWith(".spec") || file.text().matches("(?s).*(^|\\n)session\\s.*\\n\\s*step\\s.*\\{.*");
    }

    @Override
    public BugCase read(ForeignFile file) throws BadInputException {
        Spec spec = SpecParser.parse(file);
        Transcription to = new Transcription(file.stem(), file.stem().replace('-', ' '));
        to.header(new Header.Source("isolationtester"));
        to.header(new Header.Levels(List.of(SqlLevel.READ_COMMITTED)));
        List<String> names = names(spec);
        Set<String> speaking = new LinkedHashSet<>();
        List<List<Spec.Turn>> runs = spec.runs();
        for (int i = 0; i < runs.size(); i++) {
            Scenario scenario = scenario(spec, names, runs.size() == 1 ? "" : "permutation" + (i + 1), runs.get(i));
            speaking.addAll(scenario.sessions());
            to.add(scenario);
        }
        speaking.forEach(session -> to.header(new Header.Session(Position.NONE, session, true, List.of())));
        spec.setups().forEach(to::setup);
        return to.finish();
    }

    private static List<String> names(Spec spec) {
        List<String> names = new ArrayList<>();
        for (Spec.Session session : spec.sessions()) {
            String name = Transcription.name(session.name());
            names.add(names.contains(name) ? name + "_" + names.size() : name);
        }
        return names;
    }

    private static Scenario scenario(Spec spec, List<String> names, String name, List<Spec.Turn> turns) {
        List<CaseStep> steps = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            say(steps, names.get(i), spec.sessions().get(i).setup());
        }
        for (Spec.Turn turn : turns) {
            say(steps, names.get(turn.step().session()), Optional.of(turn.step().sql()));
        }
        for (int i = 0; i < names.size(); i++) {
            say(steps, names.get(i), spec.sessions().get(i).teardown());
        }
        return Transcription.scenario(name, List.of(), steps);
    }

    private static void say(List<CaseStep> steps, String session, Optional<String> sql) {
        sql.stream()
                .flatMap(text -> Transcription.statements(text).stream())
                .forEach(statement -> steps.add(Transcription.step(session, statement)));
    }
}
