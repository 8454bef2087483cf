package io.bateleur.core.trace;

import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes traces of any format: where everyone comes in. */
public final class Traces {
    private Traces() {}

    /** Reads a file or directory whose format is recognised from its content. */
    public static Trace read(Path path) throws IOException {
        try (Source source = Source.of(path)) {
            return read(source, null);
        }
    }

    /** Reads a source, recognising its format when none is given. */
    public static Trace read(Source source, @Nullable TraceFormat given) throws IOException {
        Notes notes = new Notes();
        TraceFormat[] format = new TraceFormat[1];
        History history = located(source, () -> {
            format[0] = format(source, given);
            return format[0].read(source, notes);
        });
        return new Trace(history, format[0], notes.warnings(), notes.levels());
    }

    /** Passes the events of a source to a listener, recognising its format when none is given. */
    public static Notes read(Source source, @Nullable TraceFormat given, TraceListener listener) throws IOException {
        Notes notes = new Notes();
        return located(source, () -> {
            format(source, given).read(source, notes, listener);
            return notes;
        });
    }

    /** Passes on the events of a file of Bateleur's own format that still grows, as they come, until the end rule ends it. */
    public static Notes follow(Path file, Following following, TraceListener listener) throws IOException {
        Notes notes = new Notes();
        Formats.NATIVE.follow(file, following, notes, listener);
        return notes;
    }

    /** Passes on the events of Bateleur's own format, uncompressed, as they come through a stream, until that ends. */
    public static Notes read(String name, InputStream live, TraceListener listener) throws IOException {
        Notes notes = new Notes();
        try (Source source = Source.of(name, live)) {
            Formats.NATIVE.read(source, notes, listener); // nobody looks at its head, which may take a while to come
        }
        return notes;
    }

    private interface Reading<T> {
        T read() throws IOException;
    }

    private static <T> T located(Source source, Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (HistoryException e) {
            throw new BadInputException(Place.file(source.name()), String.valueOf(e.getMessage()), "");
        } catch (Source.CutOffException e) {
            throw source.cutOff();
        }
    }

    private static TraceFormat format(Source source, @Nullable TraceFormat given) throws IOException {
        Head head = source.head();
        requireContent(source, head);
        return given != null ? given : Formats.recognise(source, head);
    }

    private static void requireContent(Source source, Head head) throws BadInputException {
        if (!head.isDirectory() && head.start().isEmpty()) {
            String what = head.bytes().length == 0 ? "an empty file" : "nothing but blanks";
            throw new BadInputException(Place.file(source.name()), what + ", where a trace was expected", "");
        }
    }

    /** Writes a history, or refuses with a reason; then no file is left. */
    public static void write(History history, Path path, TraceFormat format) throws IOException {
        try (Sink sink = Sink.of(path)) {
            write(history, sink, format);
        }
    }

    /** Writes a history, or refuses with a reason before anything is written. */
    public static void write(History history, Sink sink, TraceFormat format) throws IOException {
        Optional<String> refusal = format.fit().refusal(history);
        if (refusal.isPresent()) {
            throw new CannotExpressException(format, refusal.get());
        }
        format.write(history, sink);
        sink.finish();
    }
}
