package io.bateleur.core.trace;

import java.io.IOException;

/** A file does not hold what it should: where, what was found and what was expected, and one hint. */
public final class BadInputException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Place place;
    private final String problem;
    private final String hint;

    /**
     * @param problem what was found and what was expected, without a full stop
     * @param hint what the reader of the message can do, or an empty string
     */
    public BadInputException(Place place, String problem, String hint) {
        super(place + ": " + problem + (hint.isEmpty() ? "" : "\n  hint: " + hint));
        this.place = place;
        this.problem = problem;
        this.hint = hint;
    }

    public Place place() {
        return place;
    }

    public String problem() {
        return problem;
    }

    public String hint() {
        return hint;
    }
}
