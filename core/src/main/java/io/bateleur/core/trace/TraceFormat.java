package io.bateleur.core.trace;

import io.bateleur.core.model.History;
import java.io.IOException;
import java.nio.file.Path;

/** A file format that holds histories. All of them are listed in {@link Formats}. */
public interface TraceFormat {

    /** The name on the command line. */
    String name();

    /** One line for {@code bateleur convert --help}: whose format it is. */
    String description();

    /** Whether a file or directory that starts like this is probably of this format. */
    boolean recognises(Head head);

    /** Reads a history; what the user should know of what was read goes to {@code notes}. */
    History read(Source source, Notes notes) throws IOException;

    /**
     * Passes the events of a trace to a listener. A format whose files are not in the order of events is read to its end first, and its
     * events are passed in the order of their times, as far as it has times.
     */
    default void read(Source source, Notes notes, TraceListener listener) throws IOException {
        HistoryEvents.pass(read(source, notes), listener);
    }

    /** Passes on the events of a file that still grows, and of those that take its place, as they come. */
    default void follow(Path file, Following following, Notes notes, TraceListener listener) throws IOException {
        throw new BadInputException(
                Place.file(file.toString()),
                "the format " + name() + " cannot be read while it is written",
                "only Bateleur's own can");
    }

    /** What this format can hold. */
    Fit fit();

    /** Writes a history that {@link #fit} does not refuse. */
    void write(History history, Sink sink) throws IOException;
}
