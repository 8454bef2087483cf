package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.HistoryException;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
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
    private final HistoryBuilder history = History.builder();
    private final NativeEvents events;
    private final NativeFastPath fastPath = new NativeFastPath(history);
    private boolean useFastPath;

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

    NativeReader(Lines lines, Notes notes) {
        this(lines, notes, true);
    }

    NativeReader(Lines lines, Notes notes, boolean useFastPath) {
        this.lines = lines;
        this.notes = notes;
        this.events = new NativeEvents(history, notes);
        this.useFastPath = useFastPath;
    }

    History read() throws IOException {
        readLines();
        return finish();
    }

    /** Reads a file, and those beside it that hold later parts of the same run. */
    History readWithLaterParts(Optional<Path> file) throws IOException {
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
        return finish();
    }

    private void readLines() throws IOException {
        broken = 0;
        while (lines.next()) {
            lastLine = lines.number();
            try {
                line();
            } catch (HistoryException e) {
                throw new BadInputException(lines.place(1), String.valueOf(e.getMessage()), "");
            } catch (NativeEvents.BrokenOffException e) {
                if (lines.isComplete()) {
                    throw new BadInputException(e.place(lines), String.valueOf(e.getMessage()), "");
                }
                broken = 1;
            }
        }
    }

    private void line() throws IOException, NativeEvents.BrokenOffException {
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

    private void header() throws IOException, NativeEvents.BrokenOffException {
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
        missing += next.from() - seen;
        notes.warn((next.from() - seen) + " events before part " + next.number() + " of the trace are not here");
        seen = next.from();
        events.gap();
        useFastPath = false; // it does not know which transactions are torn
    }

    private History finish() {
        tell();
        long dropped = missing + events.leftOut();
        if (dropped > 0) {
            events.dropped(dropped);
        }
        return history.build();
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
        int[] open = history.openTransactions();
        String unknown = open.length == 0
                ? "no transaction was left open"
                : (open.length == 1 ? "this transaction has" : "these " + open.length + " transactions have")
                        + " no ending and became UNKNOWN: " + names(open);
        if (broken > 0 || lines.isCutOff()) {
            notes.warn("the trace breaks off in line " + lastLine + inFile + ": " + broken
                    + (broken == 1 ? " event was" : " events were") + " dropped; " + unknown);
        } else if (open.length > 0) {
            notes.warn(unknown);
        }
    }

    private String names(int[] transactions) {
        String first = Arrays.stream(transactions)
                .limit(NAMES_MAX)
                .mapToObj(t -> history.transactionId(t).toString())
                .collect(Collectors.joining(", "));
        return transactions.length <= NAMES_MAX ? first : first + " and " + (transactions.length - NAMES_MAX) + " more";
    }
}
