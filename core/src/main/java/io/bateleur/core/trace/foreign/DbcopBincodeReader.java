package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Input;
import io.bateleur.core.trace.Notes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a {@code history.bincode}. An event that failed inside a transaction that committed had no effect: a read is left
 * out, but a write is kept in an aborted transaction of its own, for if anybody saw it, that was an aborted read. A
 * transaction that failed keeps its events; what its failed reads saw is unknown. No count in the file is believed before
 * what it counts has been read.
 */
final class DbcopBincodeReader {
    private record Event(boolean write, long variable, long value, boolean success) {}

    private final Binary in;
    private final Notes notes;
    private final HistoryBuilder history = History.builder();
    private final Registers registers = new Registers(history);
    private final List<Event> failedWrites = new ArrayList<>();
    private long failedReads;

    DbcopBincodeReader(Binary in, Notes notes) {
        this.in = in;
        this.notes = notes;
    }

    History read() throws IOException {
        for (String field : DbcopBincodeFormat.NUMBERS) {
            history.about(field, DbcopBincodeFormat.unsigned(in.littleEndian(field)));
        }
        for (String field : DbcopBincodeFormat.TEXTS) {
            history.about(field, Value.of(text(field)));
        }
        long sessions = count("sessions");
        for (long s = 0; s < sessions; s++) {
            int session = history.session(s);
            long transactions = count("transactions");
            for (long t = 0; t < transactions; t++) {
                transaction(session);
            }
        }
        if (in.peek() != -1) {
            throw in.wrong(in.offset(), "found " + Input.described(in.peek()) + ", expected the end of the file");
        }
        if (!failedWrites.isEmpty() || failedReads > 0) {
            failedEvents(sessions);
        }
        return registers.build();
    }

    private void transaction(int session) throws IOException {
        long count = count("events");
        List<Event> events = new ArrayList<>();
        for (long e = 0; e < count; e++) {
            events.add(event());
        }
        boolean success = bool("whether the transaction committed");
        int transaction = history.begin(session, history.transactionCount());
        for (Event event : events) {
            if (event.success) {
                operation(transaction, event);
            } else if (success) {
                setAside(event);
            } else if (event.write) {
                operation(transaction, event);
            } else {
                history.operation(transaction, OpKind.GET, key(event), History.UNKNOWN, 0);
            }
        }
        history.end(transaction, success ? Ending.COMMITTED : Ending.ABORTED);
    }

    private Event event() throws IOException {
        boolean write = bool("whether the event is a write");
        long variable = in.littleEndian("the variable of an event");
        long value = in.littleEndian("the value of an event");
        return new Event(write, variable, value, bool("whether the event succeeded"));
    }

    private void operation(int transaction, Event event) {
        if (event.value >= 0) {
            registers.operation(transaction, event.write, key(event), event.value);
        } else {
            OpKind kind = event.write ? OpKind.PUT : OpKind.GET;
            int value = history.values().intern(DbcopBincodeFormat.unsigned(event.value));
            history.operation(transaction, kind, key(event), value, 0);
        }
    }

    private int key(Event event) {
        return event.variable >= 0
                ? history.keys().intern(event.variable)
                : history.keys().intern(DbcopBincodeFormat.unsigned(event.variable));
    }

    private void setAside(Event event) {
        if (event.write) {
            failedWrites.add(event);
        } else {
            failedReads++;
        }
    }

    private void failedEvents(long session) {
        List<String> what = new ArrayList<>();
        if (failedReads > 0) {
            what.add("reads left out: " + failedReads);
        }
        if (!failedWrites.isEmpty()) {
            int transaction = history.begin(history.session(session), history.transactionCount());
            failedWrites.forEach(event -> operation(transaction, event));
            history.end(transaction, Ending.ABORTED);
            what.add("writes kept as aborted transaction " + history.transactionId(transaction) + ": "
                    + failedWrites.size());
        }
        notes.warn("events that failed inside committed transactions (" + String.join("; ", what) + ")");
    }

    private long count(String what) throws IOException {
        long at = in.offset();
        long count = in.littleEndian("the number of " + what);
        if (count < 0 || count > Integer.MAX_VALUE) {
            throw in.wrong(
                    at,
                    "found " + Long.toUnsignedString(count) + " " + what + ", expected at most " + Integer.MAX_VALUE);
        }
        return count;
    }

    private boolean bool(String what) throws IOException {
        long at = in.offset();
        int b = in.octet(what);
        if (b > 1) {
            throw in.wrong(at, "found " + Input.described(b) + ", expected 0 or 1, for " + what);
        }
        return b == 1;
    }

    private String text(String field) throws IOException {
        long length = count("bytes of " + field);
        long at = in.offset();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (long i = 0; i < length; i++) {
            bytes.write(in.octet("the text of " + field));
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw in.wrong(at, "found bytes that are no UTF-8, expected the text of " + field);
        }
    }
}
