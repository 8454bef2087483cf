package io.bateleur.sql.audit;

import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.TraceListener;
import java.io.IOException;
import java.util.Optional;

/**
 * Audits a trace while it is read, in memory that does not grow with it. It can accept a trace; a trace that it does not accept is for
 * {@link Auditor} to read as a whole, which explains refusals.
 */
public final class StreamedAudit {
    private StreamedAudit() {}

    /** A trace that can be read more than once. */
    public interface Readable {
        void read(TraceListener listener) throws IOException;
    }

    /** Accepted, or empty where that could not be found out in this way. */
    public static Optional<AuditVerdict> accepted(Readable trace, AuditOptions options) throws IOException {
        LogHead head = new LogHead();
        try {
            LogStream first = new LogStream(head, options, false);
            trace.read(first);
            if (!first.startedTooEarly()) {
                return first.verdict();
            }
            LogStream second = new LogStream(head, options, true);
            trace.read(second);
            return second.verdict();
        } catch (Unstreamable | BadInputException e) {
            return Optional.empty(); // the one who reads it as a whole says what is wrong with it
        }
    }
}
