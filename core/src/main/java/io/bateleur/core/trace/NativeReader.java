package io.bateleur.core.trace;

import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.HistoryException;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Reads a native trace: a header, then events; a file that breaks off is read up to there. */
final class NativeReader {
    private static final int NAMES_MAX = 10;

    private final Lines lines;
    private final Notes notes;
    private final HistoryBuilder history = History.builder();
    private final NativeEvents events = new NativeEvents(history);
    private final NativeFastPath fastPath = new NativeFastPath(history);
    private final boolean useFastPath;

    NativeReader(Lines lines, Notes notes) {
        this(lines, notes, true);
    }

    NativeReader(Lines lines, Notes notes, boolean useFastPath) {
        this.lines = lines;
        this.notes = notes;
        this.useFastPath = useFastPath;
    }

    History read() throws IOException {
        int dropped = 0;
        long lastLine = 0;
        boolean headerSeen = false;
        while (lines.next()) {
            lastLine = lines.number();
            try {
                if (headerSeen) {
                    event();
                } else {
                    headerSeen = header();
                }
            } catch (HistoryException e) {
                throw new BadInputException(lines.place(1), String.valueOf(e.getMessage()), "");
            } catch (NativeEvents.BrokenOffException e) {
                if (lines.isComplete()) {
                    throw new BadInputException(e.place(lines), String.valueOf(e.getMessage()), "");
                }
                dropped = 1;
            }
        }
        tell(dropped, lastLine);
        return history.build();
    }

    private boolean header() throws IOException, NativeEvents.BrokenOffException {
        if (isBlank()) {
            return false;
        }
        events.header(lines);
        return true;
    }

    private void event() throws IOException, NativeEvents.BrokenOffException {
        byte[] bytes = lines.bytes();
        boolean taken = useFastPath && lines.isComplete() && fastPath.take(bytes, lines.from(), lines.to());
        if (!taken && !isBlank()) {
            events.event(lines);
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

    private void tell(int dropped, long lastLine) {
        int[] open = history.openTransactions();
        String unknown = open.length == 0
                ? "no transaction was left open"
                : (open.length == 1 ? "this transaction has" : "these " + open.length + " transactions have")
                        + " no ending and became UNKNOWN: " + names(open);
        if (dropped > 0 || lines.isCutOff()) {
            notes.warn("the trace breaks off in line " + lastLine + ": " + dropped
                    + (dropped == 1 ? " event was" : " events were") + " dropped; " + unknown);
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
