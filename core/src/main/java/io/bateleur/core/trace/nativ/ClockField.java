package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.TraceClock;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The field {@code clock} of a header: {@code {"id":"a7","wall":[time, wall time],"error":nanoseconds}}. */
final class ClockField {
    private ClockField() {}

    static Optional<TraceClock> of(EventFields header) throws BadInputException {
        if (!header.isObject("clock")) {
            if (header.get("clock") != null) {
                throw wrong(header);
            }
            return Optional.empty();
        }
        Map<String, Value> clock = header.object("clock");
        if (!(clock.get("id") instanceof Value.Text id)) {
            throw wrong(header);
        }
        return Optional.of(new TraceClock(id.value(), anchor(header, clock)));
    }

    private static Optional<TraceClock.Anchor> anchor(EventFields header, Map<String, Value> clock)
            throws BadInputException {
        Value wall = clock.get("wall");
        Value error = clock.get("error");
        if (error != null && !(error instanceof Value.Int nanos && nanos.value() >= 0)) {
            throw wrong(header);
        }
        if (wall == null) {
            return Optional.empty();
        }
        if (wall instanceof Value.Elements pair
                && pair.value().size() == 2
                && pair.value().get(0) instanceof Value.Int time
                && pair.value().get(1) instanceof Value.Int at) {
            OptionalLong nanos =
                    error instanceof Value.Int number ? OptionalLong.of(number.value()) : OptionalLong.empty();
            return Optional.of(new TraceClock.Anchor(time.value(), at.value(), nanos));
        }
        throw wrong(header);
    }

    private static BadInputException wrong(EventFields header) {
        return new BadInputException(
                header.place("clock"),
                "no clock, expected {\"id\":\"...\",\"wall\":[time, nanoseconds since 1970],\"error\":nanoseconds}",
                EventFields.SPECIFIED);
    }
}
