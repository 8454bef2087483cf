package io.bateleur.lab.repro.language;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Place;

/**
 * Where in a file a part of a case stands. All positions are equal, so that two cases are equal when they say the same, wherever they say
 * it.
 */
public record Position(String file, int line, int column) {
    /** Of what no file says. */
    public static final Position NONE = new Position("", 0, 0);

    /** @param problem what was found and what was expected */
    BadInputException error(String problem, String hint) {
        return new BadInputException(Place.text(file, line, column), problem, hint);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Position;
    }

    @Override
    public int hashCode() {
        return 0;
    }

    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
