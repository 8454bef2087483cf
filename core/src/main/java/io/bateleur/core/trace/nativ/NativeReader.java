package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.HistoryException;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Following;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Place;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a native trace: a header, then events; a file that breaks off is read up to there. A header in the middle starts the next
 * part of the same run: by the numbers of events in it, what was read already is skipped, and what is missing is told.
 */
final class NativeReader {
    private static final int NAMES_MAX = 10;
    private static final byte[] HEADER = "{\"bateleur\"".getBytes(StandardCharsets.US_ASCII);

    private final Notes notes;
    private final TraceListener listener;
    private final NativeEvents events;
    private final NativeFastPath fastPath;
    private final boolean useFastPath;

    private boolean isFollowing;
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

    NativeReader(Notes notes, TraceListener listener) {
        this(notes, listener, true);
    }

    NativeReader(Notes notes, TraceListener listener, boolean useFastPath) {
        this.notes = notes;
        this.listener = listener;
        this.events = new NativeEvents(listener, notes);
        this.fastPath = new NativeFastPath(listener);
        this.useFastPath = useFastPath;
    }

    /** Reads a source, and the files beside it that hold later parts of the same run. */
    void readWithLaterParts(Source source) throws IOException {
        Lines last = readLines(source, "");
        TracePart first = part;
        if (source.path().isPresent() && first != null) {
            for (Path later : first.after(source.path().get())) {
                try (Source next = Source.of(later)) {
                    last = readLines(next, " of " + next.name());
                }
            }
        }
        finish(last);
    }

    /** Reads a file that grows, and then the one with the next part of the same run, and so on. */
    void follow(Path file, Following following) throws IOException {
        isFollowing = true;
        Path[] next = {file};
        Lines last = null;
        while (last == null || next[0] != null) {
            Path here = Objects.requireNonNull(next[0]);
            next[0] = null;
            BooleanSupplier isSuperseded = () -> {
                next[0] = nextPart(here);
                return next[0] != null;
            };
            try (Source source = Source.following(here, following, isSuperseded)) {
                last = readLines(source, last == null ? "" : " of " + source.name());
            }
        }
        if (!headerSeen && broken == 0) {
            throw new BadInputException(Place.file(file.toString()), "an empty file, where a trace was expected", "");
        }
        finish(last);
    }

    private @Nullable Path nextPart(Path here) {
        TracePart known = part;
        return known == null ? null : known.after(here).stream().findFirst().orElse(null);
    }

    private Lines readLines(Source source, String file) throws IOException {
        Lines lines = new Lines(source);
        inFile = file;
        broken = 0;
        while (lines.next()) {
            lastLine = lines.number();
            try {
                line(lines);
            } catch (HistoryException e) {
                throw new BadInputException(lines.place(1), String.valueOf(e.getMessage()), "");
            } catch (EventFields.BrokenOffException e) {
                if (lines.isComplete()) {
                    throw new BadInputException(e.place(lines), String.valueOf(e.getMessage()), "");
                }
                broken = 1;
            }
        }
        return lines;
    }

    private void line(Lines lines) throws IOException, EventFields.BrokenOffException {
        byte[] bytes = lines.bytes();
        if (headerSeen && repeated == 0 && useFastPath && lines.isComplete()) {
            if (fastPath.take(bytes, lines.from(), lines.to())) {
                seen++;
                return;
            }
        }
        if (isBlank(lines)) {
            return;
        }
        if (!headerSeen || isHeader(lines)) {
            header(lines);
        } else if (repeated > 0) {
            repeated--;
        } else {
            events.event(lines);
            seen++;
        }
    }

    private static boolean isHeader(Lines lines) {
        return Arrays.mismatch(lines.bytes(), lines.from(), lines.to(), HEADER, 0, HEADER.length) == HEADER.length;
    }

    private void header(Lines lines) throws IOException, EventFields.BrokenOffException {
        if (isFollowing
                && lines.isComplete()
                && EventFields.first(lines, "bateleur").isEmpty()) {
            throw new BadInputException(
                    lines.place(1),
                    "no header of Bateleur's own format, and no other can be read while it is written",
                    "a trace starts with {\"bateleur\":1}");
        }
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

    private void finish(Lines last) {
        tell(last);
        long dropped = missing + events.leftOut();
        if (dropped > 0) {
            events.dropped(dropped);
        }
    }

    private static boolean isBlank(Lines lines) {
        for (int i = lines.from(); i < lines.to(); i++) {
            if (lines.bytes()[i] > ' ' || lines.bytes()[i] < 0) {
                return false;
            }
        }
        return true;
    }

    private void tell(Lines last) {
        List<Value> open = listener.unfinished();
        String unknown = open.isEmpty()
                ? "no transaction was left open"
                : (open.size() == 1 ? "this transaction has" : "these " + open.size() + " transactions have")
                        + " no ending and became UNKNOWN: " + names(open);
        if (broken > 0 || last.isCutOff()) {
            listener.brokenOff();
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
