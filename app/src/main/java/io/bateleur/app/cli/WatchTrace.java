package io.bateleur.app.cli;

import io.bateleur.core.mirror.CompleteTrace;
import io.bateleur.core.mirror.Verifier;
import io.bateleur.core.mirror.VerifierSettings;
import io.bateleur.core.trace.Following;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceFormat;
import io.bateleur.core.trace.TraceListener;
import io.bateleur.core.trace.Traces;
import io.bateleur.sql.lift.LiftedStream;
import io.bateleur.sql.lift.LiveLift;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Verifies what a file holds. */
final class WatchTrace {
    private static final Duration POLL = Duration.ofMillis(100);

    private final Terminal terminal;
    private final ReadingOptions reading;
    private final String file;

    WatchTrace(Terminal terminal, ReadingOptions reading, String file) {
        this.terminal = terminal;
        this.reading = reading;
        this.file = file;
    }

    Verifier verify(VerifierSettings settings) throws IOException {
        Verifier verifier = new Verifier(settings);
        LiftedStream stream = new LiveLift(reading.schema()).stream(verifier.stream(""));
        try (Progress progress = terminal.progress("reading " + file, -1);
                Source source = TraceFiles.source(terminal, file, progress)) {
            TraceListener whole = file.equals(TraceFiles.PIPE)
                    ? stream
                    : new CompleteTrace(stream, () -> verifier.status().waiting(), this::again);
            Traces.read(source, format(), whole).warnings().forEach(warning -> terminal.err()
                    .println(file + ": warning: " + warning));
        }
        stream.end();
        verifier.finish();
        return verifier;
    }

    private @Nullable TraceFormat format() {
        return reading.format == null ? null : TraceFiles.format(reading.format);
    }

    private void again(TraceListener listener) throws IOException {
        try (Progress progress = terminal.progress("reading the times of " + file, -1);
                Source source = TraceFiles.source(terminal, file, progress)) {
            Traces.read(source, format(), listener);
        }
    }

    /** While it is written, until nothing has come for so long, or until Ctrl-C. */
    Verifier follow(VerifierSettings settings, Duration idle) throws IOException {
        Verifier verifier = new Verifier(settings);
        LiftedStream stream = new LiveLift(reading.schema()).stream(verifier.stream(""));
        try (Interrupts interrupts = new Interrupts()) {
            Following.EndRule end = quiet -> interrupts.requested() || !idle.isZero() && quiet.compareTo(idle) >= 0;
            Traces.follow(Path.of(file), new Following(POLL, end), stream);
        }
        stream.end();
        verifier.finish();
        return verifier;
    }
}
