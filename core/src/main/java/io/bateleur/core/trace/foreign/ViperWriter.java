package io.bateleur.core.trace.foreign;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.CannotExpressException;
import io.bateleur.core.trace.JsonOutput;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.TraceFormat;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes Viper's logs, so that {@link ViperReader} reads the same history back. */
final class ViperWriter {
    private final History history;
    private final PairSet written = new PairSet();
    private final PairSet tombstones = new PairSet();
    /** Whether some read saw a value that nobody wrote, which must not be taken for an initial one. */
    private boolean hasThinAir;

    ViperWriter(History history) {
        this.history = history;
        history.initialContents()
                .forEach((key, value) ->
                        written.add(history.keys().find(key), history.values().find(value)));
        for (int op = 0; op < history.operationCount(); op++) {
            OpKind kind = history.kind(op);
            if (kind.isWrite()) {
                (kind == OpKind.DELETE ? tombstones : written).add(history.key(op), history.value(op));
            }
        }
        for (int op = 0; op < history.operationCount(); op++) {
            hasThinAir |= isThinAir(op);
        }
    }

    private boolean isThinAir(int op) {
        if (history.kind(op) == OpKind.GET) {
            return !history.isDead(op) && !written.contains(history.key(op), history.value(op));
        }
        boolean found = false;
        int items = history.kind(op) == OpKind.SCAN ? history.liveItems(op) : 0;
        for (int i = 0; i < items; i++) {
            found |= !written.contains(history.itemKey(op, i), history.itemValue(op, i));
        }
        return found;
    }

    void requireFit(TraceFormat format) throws CannotExpressException {
        if (history.initialState() == InitialState.UNKNOWN) {
            throw new CannotExpressException(format, "its initial state is unknown");
        }
        Refusals.require(
                history, format, (transaction, op) -> op.kind() == OpKind.SCAN ? scanRefusal(op) : itemRefusal(op));
    }

    private String itemRefusal(Operation op) {
        Optional<Value> tombstone =
                op.content() instanceof Content.Dead dead ? dead.tombstone() : Optional.<Value>empty();
        if (tombstone.isPresent() && !ViperFormat.VALUES.holds().test(tombstone.get())) {
            return " with the tombstone " + tombstone.get();
        }
        if (op.kind() == OpKind.GET) {
            int key = history.key(op.number());
            int value = history.value(op.number());
            if (tombstone.isPresent() && !tombstones.contains(key, value)) {
                return " of " + op.key() + " that saw a tombstone which nobody wrote";
            }
            if (op.content().equals(Content.live(Value.of(0))) && !written.contains(key, value)) {
                return " of " + op.key() + " that saw 0 where nobody wrote 0, which means nothing there";
            }
        }
        return "";
    }

    private static String scanRefusal(Operation op) {
        Optional<Value> high = op.high();
        if (high.isPresent() && ViperBounds.inclusive(high.get()).isEmpty()) {
            return " up to " + high.get() + ", and no bound comes right before that";
        }
        if (op.items().stream()
                .anyMatch(item ->
                        item.content() instanceof Content.Unknown || item.content() instanceof Content.Untold)) {
            return " that found something unknown";
        }
        boolean nil = op.low().equals(Optional.of(Value.of("nil")))
                || high.flatMap(ViperBounds::inclusive).equals(Optional.of(Value.of("nil")));
        return nil ? " bounded by \"nil\", which means no bound" : "";
    }

    void write(Sink sink) throws IOException {
        // At least one, for there must be a file.
        long[] names = Arrays.copyOf(
                IntegerNames.ofSessions(history, ViperFormat::isSession), Math.max(1, history.sessionCount()));
        for (int session = 0; session < names.length; session++) {
            try (JsonGenerator out = JsonOutput.of(sink.child("J" + names[session] + ".log"))) {
                if (session == 0 && (hasThinAir || history.initialState() == InitialState.GIVEN)) {
                    writeInitial(out);
                }
                if (session < history.sessionCount()) {
                    writeSession(out, history.session(session).transactions());
                }
                out.writeRaw('\n');
            }
        }
    }

    private void writeInitial(JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeArrayFieldStart("value");
        for (Map.Entry<Value, Value> entry : history.initialContents().entrySet()) {
            writeItem(out, "w", entry.getKey(), Content.live(entry.getValue()), true);
        }
        out.writeEndArray();
        out.writeBooleanField("isInitial", true);
        out.writeEndObject();
    }

    private static void writeSession(JsonGenerator out, List<Transaction> transactions) throws IOException {
        for (Transaction transaction : transactions) {
            out.writeStartObject();
            out.writeArrayFieldStart("value");
            for (Operation op : transaction.operations()) {
                switch (op.kind()) {
                    case GET -> {
                        boolean dead = op.content() instanceof Content.Dead gone
                                && gone.tombstone().isPresent();
                        writeItem(out, "r", op.key(), op.content(), dead);
                    }
                    case PUT -> writeItem(out, "w", op.key(), op.content(), true);
                    case DELETE -> writeItem(out, "d", op.key(), op.content(), true);
                    default -> writeRange(out, op);
                }
            }
            out.writeEndArray();
            out.writeEndObject();
        }
    }

    private static void writeItem(JsonGenerator out, String type, Value key, Content content, boolean flag)
            throws IOException {
        out.writeStartArray();
        out.writeString(type);
        JsonOutput.write(out, key);
        writeContent(out, content);
        out.writeBoolean(flag);
        out.writeEndArray();
    }

    private static void writeContent(JsonGenerator out, Content content) throws IOException {
        if (content instanceof Content.Live live) {
            JsonOutput.write(out, live.value());
        } else if (content instanceof Content.Dead dead && dead.tombstone().isPresent()) {
            JsonOutput.write(out, dead.tombstone().get());
        } else {
            out.writeString("nil");
        }
    }

    private static void writeRange(JsonGenerator out, Operation op) throws IOException {
        out.writeStartArray();
        out.writeString("range");
        JsonOutput.write(out, op.low().orElse(Value.of("nil")));
        JsonOutput.write(out, op.high().flatMap(ViperBounds::inclusive).orElse(Value.of("nil")));
        writeItems(
                out,
                op.items().stream()
                        .filter(item -> item.content() instanceof Content.Live)
                        .toList());
        writeItems(
                out,
                op.items().stream()
                        .filter(item -> item.content() instanceof Content.Dead)
                        .toList());
        out.writeEndArray();
    }

    private static void writeItems(JsonGenerator out, List<Item> items) throws IOException {
        out.writeStartArray();
        for (Item item : items) {
            out.writeStartObject();
            out.writeFieldName("id");
            JsonOutput.write(out, item.key());
            out.writeFieldName("val");
            writeContent(out, item.content());
            out.writeEndObject();
        }
        out.writeEndArray();
    }
}
