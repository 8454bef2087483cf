package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.HistoryException;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a native trace: a header, then events; a file that breaks off is read up to there. A header in the middle starts the next
 * part of the same run: by the numbers of events in it, what was read already is skipped, and what is missing is told.
 */
final class NativeReader {
    private static final int NAMES_MAX = 10;
    private static final byte[] HEADER = "{\"bateleur\"".getBytes(StandardCharsets.US_ASCII);

    private Lines lines;
    private final Notes notes;
    private final TraceListener listener;
    private final NativeEvents events;
    private final NativeFastPath fastPath;
    private final boolean useFastPath;

    private boolean headerSeen;
    private @Nullable TracePart part;
    /** Events so far, those that are missing included. */
    private long seen;
    /** So many of the next events have been read already. */
    private long repeated;

    private long missing;
    private int broken;
    private long lastLine;
    private String inFile = "";

    NativeReader(Lines lines, Notes notes, TraceListener listener) {
        this(lines, notes, listener, true);
    }

    NativeReader(Lines lines, Notes notes, TraceListener listener, boolean useFastPath) {
        this.lines = lines;
        this.notes = notes;
        this.listener = listener;
        this.events = new NativeEvents(listener, notes);
        this.fastPath = new NativeFastPath(listener);
        this.useFastPath = useFastPath;
    }

    void read() throws IOException {
        readLines();
        finish();
    }

    /** Reads a file, and those beside it that hold later parts of the same run. */
    void readWithLaterParts(Optional<Path> file) throws IOException {
        readLines();
        TracePart first = part;
        if (file.isPresent() && first != null) {
            for (Path later : first.after(file.get())) {
                try (Source source = Source.of(later)) {
                    lines = new Lines(source);
                    inFile = " of " + source.name();
                    readLines();
                }
            }
        }
        finish();
    }

    private void readLines() throws IOException {
        broken = 0;
        while (lines.next()) {
            lastLine = lines.number();
            try {
                line();
            } catch (HistoryException e) {
                throw new BadInputException(lines.place(1), String.valueOf(e.getMessage()), "");
            } catch (EventFields.BrokenOffException e) {
                if (lines.isComplete()) {
                    throw new BadInputException(e.place(lines), String.valueOf(e.getMessage()), "");
                }
                broken = 1;
            }
        }
    }

    private void line() throws IOException, EventFields.BrokenOffException {
        byte[] bytes = lines.bytes();
        if (headerSeen && repeated == 0 && useFastPath && lines.isComplete()) {
            if (fastPath.take(bytes, lines.from(), lines.to())) {
                seen++;
                return;
            }
        }
        if (isBlank()) {
            return;
        }
        if (!headerSeen || isHeader()) {
            header();
        } else if (repeated > 0) {
            repeated--;
        } else {
            events.event(lines);
            seen++;
        }
    }

    private boolean isHeader() {
        return Arrays.mismatch(lines.bytes(), lines.from(), lines.to(), HEADER, 0, HEADER.length) == HEADER.length;
    }

    private void header() throws IOException, EventFields.BrokenOffException {
        TracePart next = events.header(lines);
        TracePart last = part;
        if (headerSeen && (next == null || last == null || !next.run().equals(last.run()))) {
            throw new BadInputException(
                    lines.place(1),
                    "the header of another trace",
                    "one trace a file; only parts of one run may follow each other");
        }
        headerSeen = true;
        part = next;
        repeated = 0;
        if (next == null) {
            return;
        }
        if (next.from() <= seen) {
            repeated = seen - next.from();
            return;
        }
        long here = next.from() - seen;
        missing += here;
        notes.warn(here + " events before part " + next.number() + " of the trace are not here");
        seen = next.from();
        listener.gap(here);
    }

    private void finish() {
        tell();
        long dropped = missing + events.leftOut();
        if (dropped > 0) {
            events.dropped(dropped);
        }
    }

    private boolean isBlank() {
        for (int i = lines.from(); i < lines.to(); i++) {
            if (lines.bytes()[i] > ' ' || lines.bytes()[i] < 0) {
                return false;
            }
        }
        return true;
    }

    private void tell() {
        List<Value> open = listener.unfinished();
        String unknown = open.isEmpty()
                ? "no transaction was left open"
                : (open.size() == 1 ? "this transaction has" : "these " + open.size() + " transactions have")
                        + " no ending and became UNKNOWN: " + names(open);
        if (broken > 0 || lines.isCutOff()) {
            notes.warn("the trace breaks off in line " + lastLine + inFile + ": " + broken
                    + (broken == 1 ? " event was" : " events were") + " dropped; " + unknown);
        } else if (!open.isEmpty()) {
            notes.warn(unknown);
        }
    }

    private static String names(List<Value> transactions) {
        String first =
                transactions.stream().limit(NAMES_MAX).map(Value::toString).collect(Collectors.joining(", "));
        int more = transactions.size() - NAMES_MAX;
        return more <= 0 ? first : first + " and " + more + " more";
    }
}
