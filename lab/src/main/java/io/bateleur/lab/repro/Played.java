package io.bateleur.lab.repro;

import io.bateleur.lab.repro.language.CaseStep;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One step as it went. */
public final class Played {
    private final int number;
    private final CaseStep step;
    private Response response = new Response.Unsaid();
    private @Nullable Response later;
    private @Nullable Played wokenBy;
    private List<String> woken = List.of();
    /** What the others were doing after it, and in which step. */
    private final Map<String, Response> others = new TreeMap<>();

    private final Map<String, Played> otherSteps = new TreeMap<>();

    /** @param number in the order in which the steps were said, from 1 */
    Played(int number, CaseStep step) {
        this.number = number;
        this.step = step;
    }

    public int number() {
        return number;
    }

    public CaseStep step() {
        return step;
    }

    /** What it did before the next step: an answer, an error, or a wait. */
    public Response response() {
        return response;
    }

    /** The answer of one that waited, if it came. */
    public Optional<Response> later() {
        return Optional.ofNullable(later);
    }

    /** The answer in the end. */
    public Response last() {
        return later == null ? response : later;
    }

    public Set<String> blockedBy() {
        return response instanceof Response.Waits waits ? waits.blockers() : Set.of();
    }

    /** The step after which it came back, if it had waited. */
    public Optional<Played> wokenBy() {
        return Optional.ofNullable(wokenBy);
    }

    /** The sessions that came back after this step and before the next. */
    public List<String> woken() {
        return woken;
    }

    /** What another session's waiting statement had answered, or that it waits, after this step. */
    Optional<Response> other(String session) {
        return Optional.ofNullable(others.get(session));
    }

    Optional<Played> otherStep(String session) {
        return Optional.ofNullable(otherSteps.get(session));
    }

    void responded(Response answer) {
        response = answer;
    }

    void wokeAfter(Played waker, Response answer) {
        later = answer;
        wokenBy = waker;
    }

    void wakes(List<String> sessions) {
        woken = List.copyOf(sessions);
    }

    void saw(Played other, Response answer) {
        others.put(other.step.session(), answer);
        otherSteps.put(other.step.session(), other);
    }
}
