package io.bateleur.app.cli;

import io.bateleur.core.mirror.Verifier;
import io.bateleur.core.mirror.VerifierSettings;
import io.bateleur.core.model.History;
import io.bateleur.core.trace.Following;
import io.bateleur.core.trace.HistoryEvents;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.Trace;
import io.bateleur.core.trace.TraceListener;
import io.bateleur.core.trace.Traces;
import io.bateleur.sql.lift.Lift;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

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

    /** Event by event; a trace with statements is read again as a whole, to be lifted. */
    Verifier verify(VerifierSettings settings) throws IOException {
        Verifier verifier = new Verifier(settings);
        try (Progress progress = terminal.progress("reading " + file, -1);
                Source source = TraceFiles.source(terminal, file, progress)) {
            Traces.read(source, reading.format == null ? null : TraceFiles.format(reading.format), verifier.stream(""))
                    .warnings()
                    .forEach(warning -> terminal.err().println(file + ": warning: " + warning));
        }
        if (!verifier.sawStatements()) {
            verifier.finish();
            return verifier;
        }
        if (file.equals(TraceFiles.PIPE)) {
            throw CommandFailed.usage(
                    "a trace with SQL statements is read twice, so it cannot come from standard input");
        }
        return lifted(settings, verifier);
    }

    /** @param first what has read it without lifting: it knows what is missing, and which snapshots are not where they should be */
    private Verifier lifted(VerifierSettings settings, Verifier first) throws IOException {
        Trace trace = TraceFiles.read(terminal, file, reading.format);
        History history = Lift.lift(trace.history(), reading.schema()).history();
        Verifier verifier = new Verifier(settings.cells(true).unclaimed(first.oddSnapshots()));
        first.missingEvents().forEach(verifier::incomplete);
        HistoryEvents.pass(history, verifier.stream(""));
        verifier.finish();
        return verifier;
    }

    /** While it is written, until nothing has come for so long, or until Ctrl-C. */
    Verifier follow(VerifierSettings settings, Duration idle) throws IOException {
        Verifier verifier = new Verifier(settings);
        TraceListener stream = verifier.stream("");
        try (Interrupts interrupts = new Interrupts()) {
            Following.EndRule end = quiet -> interrupts.requested() || !idle.isZero() && quiet.compareTo(idle) >= 0;
            Traces.follow(Path.of(file), new Following(POLL, end), stream);
        }
        if (verifier.sawStatements()) {
            throw CommandFailed.usage(
                    "a trace with SQL statements cannot be followed yet; without --follow it is verified when it is complete");
        }
        verifier.finish();
        return verifier;
    }
}
