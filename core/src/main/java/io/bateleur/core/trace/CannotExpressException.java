package io.bateleur.core.trace;

import java.io.IOException;

/** A format cannot hold a history; the message says what it has no words for. */
public final class CannotExpressException extends IOException {
    private static final long serialVersionUID = 1L;

    public CannotExpressException(TraceFormat format, String reason) {
        super("the format " + format.name() + " cannot hold this history: " + reason);
    }
}
