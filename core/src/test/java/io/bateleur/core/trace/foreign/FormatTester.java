package io.bateleur.core.trace.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.CannotExpressException;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.TraceFormat;
import io.bateleur.core.trace.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the tests of all formats do: read from a string, write and read back, and look at the error. */
record FormatTester(TraceFormat format) {

    History read(String text) throws IOException {
        return trace(text).history();
    }

    List<String> warnings(String text) throws IOException {
        return trace(text).warnings();
    }

    private Trace trace(String text) throws IOException {
        return Traces.read(Source.of("trace", text), format);
    }

    /** The message of the error that the text causes; the file is called {@code trace}. */
    String error(String text) {
        return String.valueOf(
                catchThrowableOfType(BadInputException.class, () -> read(text)).getMessage());
    }

    /** The message of the refusal to write. */
    String refusal(History history, Path directory) {
        var refusal = catchThrowableOfType(
                CannotExpressException.class, () -> Traces.write(history, directory.resolve("refused"), format));
        assertThat(directory.resolve("refused")).doesNotExist();
        return String.valueOf(refusal.getMessage());
    }

    void assertReads(String text, History expected) throws IOException {
        assertThat(read(text).differenceFrom(expected)).isEmpty();
    }

    /** Asserts that writing and reading gives the history again, and gives what was written. */
    String assertSurvives(History history, Path directory) throws IOException {
        Path path = directory.resolve("copy-" + System.nanoTime());
        Traces.write(history, path, format);
        Trace trace = Traces.read(path);
        assertThat(trace.format().name()).isEqualTo(format.name());
        assertThat(history.differenceFrom(trace.history())).isEmpty();
        return Files.isDirectory(path) ? "" : Files.readString(path);
    }

    boolean recognises(String text) {
        return format.recognises(Head.file(Value.utf8(text)));
    }
}
