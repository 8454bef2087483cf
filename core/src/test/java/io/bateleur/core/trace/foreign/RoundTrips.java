package io.bateleur.core.trace.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bateleur.core.model.History;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceFormat;
import io.bateleur.core.trace.Traces;
import java.io.IOException;
import java.nio.file.Path;

/** Reads traces in memory, and writes them to see whether they come back. */
public final class RoundTrips {
    private RoundTrips() {}

    static History read(TraceFormat format, String text) throws IOException {
        return read(format, Source.of("t", text));
    }

    static History read(TraceFormat format, byte[] bytes) throws IOException {
        return read(format, Source.of("t", bytes));
    }

    static History read(TraceFormat format, Path path) throws IOException {
        return read(format, Source.of(path));
    }

    private static History read(TraceFormat format, Source source) throws IOException {
        try (source) {
            return Traces.read(source, format).history();
        }
    }

    /** The message of the error that reading ends in. */
    static String error(TraceFormat format, String text) {
        return String.valueOf(catchThrowableOfType(BadInputException.class, () -> read(format, text))
                .getMessage());
    }

    /** The message of the error that reading ends in. */
    static String error(TraceFormat format, byte[] bytes) {
        return String.valueOf(catchThrowableOfType(BadInputException.class, () -> read(format, bytes))
                .getMessage());
    }

    static void assertSame(History actual, History expected) {
        assertThat(actual.differenceFrom(expected)).isEmpty();
        assertThat(actual).isEqualTo(expected);
    }

    /** Writes a history to a new file and reads that. */
    static History rewritten(TraceFormat format, History history, Path file) throws IOException {
        Traces.write(history, file, format);
        return read(format, file);
    }

    static void assertComesBack(TraceFormat format, History history, Path file) throws IOException {
        assertSame(rewritten(format, history, file), history);
    }
}
