package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.BugCase;
import io.bateleur.lab.repro.language.CaseStep;
import io.bateleur.lab.repro.language.Cell;
import io.bateleur.lab.repro.language.Expect;
import io.bateleur.lab.repro.language.Header;
import io.bateleur.lab.repro.language.Position;
import io.bateleur.lab.repro.language.Reply;
import io.bateleur.lab.repro.language.Scenario;
import io.bateleur.lab.repro.language.SqlLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Makes a case of what was said in a shell: what was answered is what is expected. */
final class ShellTranscript {
    /** What may change no row, or some, and is no success or failure only. */
    private static final Set<String> COUNTED = Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "WITH");

    private ShellTranscript() {}

    static BugCase of(String id, Ground ground, SqlLevel level, List<String> names, List<Played> played) {
        List<Header> headers = new ArrayList<>();
        headers.add(new Header.About("Typed into bateleur shell on " + ground.engine() + " " + ground.version() + "."));
        headers.add(new Header.Levels(List.of(level)));
        List<String> used = names.stream()
                .filter(name ->
                        played.stream().anyMatch(step -> step.step().session().equals(name)))
                .toList();
        used.forEach(name -> headers.add(new Header.Session(Position.NONE, name, true, List.of())));
        int prepared = setupSteps(played);
        List<Scenario.Spoken> setup = played.subList(0, prepared).stream()
                .map(step -> new Scenario.Spoken(Position.NONE, text(step)))
                .toList();
        List<CaseStep> steps = played.subList(prepared, played.size()).stream()
                .map(step -> new CaseStep(
                        Position.NONE, step.step().session(), step.step().action(), expects(step, names, played)))
                .toList();
        Scenario scenario = new Scenario(Position.NONE, "", setup, false, steps, List.of());
        return new BugCase(Position.NONE, id, "a session of bateleur shell", headers, List.of(), List.of(scenario));
    }

    /** What one session changed before anybody began a transaction or read something is set-up, unless there is nothing else. */
    private static int setupSteps(List<Played> played) {
        int count = 0;
        while (count < played.size()
                && played.get(count).response() instanceof Response.Affected
                && Said.of(text(played.get(count))) == Said.OTHER
                && !isSetting(text(played.get(count)))
                && played.get(count)
                        .step()
                        .session()
                        .equals(played.get(0).step().session())) {
            count++;
        }
        return count == played.size() ? 0 : count;
    }

    /** It is about the session that said it. */
    private static boolean isSetting(String statement) {
        return firstWord(statement).equals("SET");
    }

    static boolean counts(String statement) {
        return COUNTED.contains(firstWord(statement));
    }

    private static String text(Played step) {
        return step.step().action().toString();
    }

    private static String firstWord(String statement) {
        return statement.strip().split("[\\s(;]", 2)[0].toUpperCase(Locale.ROOT);
    }

    private static List<Expect> expects(Played step, List<String> names, List<Played> played) {
        List<Expect> expects = new ArrayList<>();
        reply(step, step.response(), names).map(Expect::of).ifPresent(expects::add);
        if (!step.woken().isEmpty()) {
            expects.add(about(new Expect.Wakes(step.woken())));
        }
        for (Played other : played) {
            if (other.wokenBy().filter(waker -> waker == step).isPresent()) {
                Optional<String> who = Optional.of(other.step().session());
                reply(other, other.last(), names).ifPresent(reply -> expects.add(about(new Expect.Result(who, reply))));
            }
        }
        return expects;
    }

    private static Expect about(Expect.About about) {
        return new Expect(Position.NONE, Set.of(), about, Optional.empty());
    }

    /** Nothing for what was not answered. */
    private static Optional<Reply> reply(Played step, Response response, List<String> names) {
        if (response instanceof Response.Rows rows) {
            return Optional.of(
                    rows.rows().isEmpty()
                            ? new Reply.Count(0)
                            : new Reply.Rows(rows.rows().stream()
                                    .map(row -> row.stream().map(Cell::of).toList())
                                    .toList()));
        }
        if (response instanceof Response.Affected affected) {
            return Optional.of(counts(text(step)) ? new Reply.Count(affected.rows()) : new Reply.Ok());
        }
        if (response instanceof Response.Failed failed) {
            return failed.code().isEmpty() ? Optional.empty() : Optional.of(new Reply.Error(failed.code()));
        }
        if (response instanceof Response.Waits waits) {
            // Where the database names nobody, any wait counts, whomever the case names.
            List<String> blockers = waits.blockers().isEmpty()
                    ? names.stream()
                            .filter(name -> !name.equals(step.step().session()))
                            .toList()
                    : List.copyOf(waits.blockers());
            return blockers.isEmpty() ? Optional.empty() : Optional.of(new Reply.Blocks(blockers));
        }
        return response instanceof Response.Crashed ? Optional.of(new Reply.Crash()) : Optional.empty();
    }
}
