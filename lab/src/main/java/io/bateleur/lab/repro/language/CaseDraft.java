package io.bateleur.lab.repro.language;

import io.bateleur.core.trace.BadInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A case that is being read: what comes next is put where it belongs. */
final class CaseDraft {
    private final Position at;
    private final String id;
    private final String title;
    private final List<Header> headers = new ArrayList<>();
    private final List<Scenario.Spoken> shared = new ArrayList<>();
    private final List<Scenario> scenarios = new ArrayList<>();
    private Part part = Part.HEAD;
    private @Nullable Body body;
    /** What the next expectation is about; it is complete when the next step or look begins. */
    private @Nullable List<Expect> expects;

    private enum Part {
        HEAD,
        SETUP,
        STEPS,
        FINALS
    }

    CaseDraft(Position at, String id, String title) {
        this.at = at;
        this.id = id;
        this.title = title;
    }

    /** A scenario that is being read. */
    private static final class Body {
        private final Position at;
        private final String name;
        private final List<Scenario.Spoken> setup = new ArrayList<>();
        private final List<Supplier<CaseStep>> steps = new ArrayList<>();
        private final List<Supplier<Scenario.Final>> finals = new ArrayList<>();
        private boolean interleaved;
        private boolean begun;

        Body(Position at, String name) {
            this.at = at;
            this.name = name;
        }

        Scenario finish() throws BadInputException {
            if (steps.isEmpty()) {
                throw at.error("found a scenario without steps, expected 'steps' and some of them", "");
            }
            return new Scenario(
                    at,
                    name,
                    setup,
                    interleaved,
                    steps.stream().map(Supplier::get).toList(),
                    finals.stream().map(Supplier::get).toList());
        }
    }

    void header(Optional<Header> header) throws BadInputException {
        if (header.isPresent() && header.get() instanceof Header.Prepare prepare) {
            requireNew(prepare.at(), "prepared", prepare.name(), names(Header.Prepare.class));
        }
        if (header.isPresent() && header.get() instanceof Header.Session session) {
            requireNew(session.at(), "session", session.name(), names(Header.Session.class));
        }
        header.ifPresent(headers::add);
    }

    private Stream<String> names(Class<? extends Header> kind) {
        return headers.stream()
                .filter(kind::isInstance)
                .map(header ->
                        header instanceof Header.Prepare prepare ? prepare.name() : ((Header.Session) header).name());
    }

    private static void requireNew(Position at, String what, String name, Stream<String> known)
            throws BadInputException {
        if (known.anyMatch(name::equals)) {
            throw at.error("found '" + what + " " + name + "' a second time, expected it once", "");
        }
    }

    boolean isInSetup() {
        return part == Part.SETUP;
    }

    void scenario(Position where, String name) throws BadInputException {
        close();
        requireNew(where, "scenario", name, scenarios.stream().map(Scenario::name));
        body = new Body(where, name);
        part = Part.HEAD;
    }

    void beginSetup(Position where) throws BadInputException {
        if (body != null && body.begun) {
            if (!body.name.isEmpty()) {
                throw where.error("found 'setup' behind the steps, expected it before them", "");
            }
            close();
            body = new Body(where, "");
        }
        part = Part.SETUP;
    }

    void setup(Scenario.Spoken spoken) throws BadInputException {
        if (part != Part.SETUP) {
            throw spoken.at().error("found a statement, expected " + wanted(), "");
        }
        (body == null ? shared : body.setup).add(spoken);
    }

    void beginSteps(Position where, boolean interleaved) throws BadInputException {
        if (body != null && body.begun) {
            if (!body.name.isEmpty()) {
                throw where.error("found a second list of steps, expected one for each scenario", "");
            }
            close();
        }
        Body current = body == null ? new Body(where, "") : body;
        body = current;
        current.begun = true;
        current.interleaved = interleaved;
        part = Part.STEPS;
    }

    void step(Position where, String session, CaseStep.Action action) throws BadInputException {
        if (part != Part.STEPS || body == null) {
            throw where.error("found a step, expected " + wanted(), "");
        }
        List<Expect> own = new ArrayList<>();
        expects = own;
        body.steps.add(() -> new CaseStep(where, session, action, own));
    }

    void addFinal(Position where, String text) throws BadInputException {
        if (body == null || body.steps.isEmpty()) {
            throw where.error("found 'final', expected steps before it", "");
        }
        List<Expect> own = new ArrayList<>();
        expects = own;
        body.finals.add(() -> new Scenario.Final(where, text, own));
        part = Part.FINALS;
    }

    void expect(Expect expect) throws BadInputException {
        List<Expect> target = expects;
        if (target == null) {
            throw expect.at().error("found an expectation, expected a step before it", "");
        }
        boolean onlyOwn = part == Part.FINALS
                && !(expect.about() instanceof Expect.Result result
                        && result.session().isEmpty());
        if (onlyOwn) {
            throw expect.at()
                    .error("found an expectation about sessions, expected the answer of 'final': they are gone", "");
        }
        target.add(expect);
    }

    /** What may come next, for messages. */
    String wanted() {
        return switch (part) {
            case HEAD -> "a header, 'setup', 'steps', 'interleave all' or 'scenario'";
            case SETUP -> "a statement, a header, 'steps' or 'interleave all'";
            case STEPS -> "a step such as s1> SELECT 1;, an expectation, 'final', 'scenario' or a header";
            case FINALS -> "an answer, 'final', 'scenario' or a header";
        };
    }

    private void close() throws BadInputException {
        if (body != null) {
            scenarios.add(body.finish());
        }
        body = null;
        expects = null;
    }

    BugCase finish(Position end) throws BadInputException {
        if (body == null && scenarios.isEmpty()) {
            throw end.error("found the end of the file, expected " + wanted(), "");
        }
        close();
        BugCase done = new BugCase(at, id, title, headers, shared, scenarios);
        CaseNames.check(done);
        return done;
    }
}
