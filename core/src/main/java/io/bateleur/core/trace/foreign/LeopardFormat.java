package io.bateleur.core.trace.foreign;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Interval;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.Fit;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.JsonInput;
import io.bateleur.core.trace.JsonOutput;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceFormat;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * The interval-based traces of Leopard: one JSON object per operation, with the client's time before and after. What they
 * mean is told in {@link LeopardReader}.
 */
public final class LeopardFormat implements TraceFormat {
    private static final Fit.Rule KEYS = new Fit.Rule(
            "strings of the form table/row/column",
            value -> value instanceof Value.Text text && text.value().indexOf('/') >= 0);

    private static final Fit FIT = new Fit(
            Set.of(OpKind.GET, OpKind.PUT, OpKind.DELETE),
            Set.of(Ending.values()),
            Set.of(Content.Live.class, Content.Dead.class),
            KEYS,
            Refusals.ANY,
            Fit.Initial.UNKNOWN,
            Set.of(Fit.Extra.TIMES, Fit.Extra.OPERATION_TIMES, Fit.Extra.LOCKS));

    @Override
    public String name() {
        return "leopard";
    }

    @Override
    public String description() {
        return "Leopard: one JSON object per operation, with time intervals";
    }

    @Override
    public boolean recognises(Head head) {
        String start = head.start();
        return !head.isDirectory()
                && (start.startsWith("{") || start.startsWith("["))
                && start.contains("\"operationTraceType\"");
    }

    @Override
    public Fit fit() {
        return FIT;
    }

    @Override
    public History read(Source source, Notes notes) throws IOException {
        LeopardReader reader = new LeopardReader();
        try (JsonInput in = new JsonInput(source)) {
            while (in.next()) {
                if (in.isArray()) {
                    while (in.nextElement()) {
                        reader.readOperation(in);
                    }
                } else {
                    reader.readOperation(in);
                }
            }
        }
        return reader.build(notes);
    }

    @Override
    public void write(History history, Sink sink) throws IOException {
        Refusals.require(history, this, (transaction, op) -> Refusals.tombstone(op) + keyRefusal(op));
        try (JsonGenerator out = JsonOutput.of(sink.stream())) {
            for (Transaction transaction : history.transactions()) {
                writeTransaction(out, transaction);
            }
            out.writeRaw('\n');
        }
    }

    private static String keyRefusal(Operation op) {
        String key = text(op.key());
        return op.content() instanceof Content.Live && key.indexOf('/') == key.lastIndexOf('/')
                ? " of the row " + op.key() + ", and only its columns have values"
                : "";
    }

    private static String text(Value key) {
        return key instanceof Value.Text text ? text.value() : key.toString();
    }

    private static void writeTransaction(JsonGenerator out, Transaction transaction) throws IOException {
        int number = 0;
        if (transaction.begin().isPresent() || transaction.operations().isEmpty()) {
            writeHead(out, transaction, number++, "START", transaction.begin());
            out.writeEndObject();
        }
        for (Operation op : transaction.operations()) {
            writeOperation(out, transaction, number++, op);
        }
        if (transaction.ending() != Ending.UNKNOWN) {
            String type = transaction.ending() == Ending.COMMITTED ? "COMMIT" : "ROLLBACK";
            writeHead(out, transaction, number, type, transaction.end());
            out.writeEndObject();
        }
    }

    private static void writeHead(
            JsonGenerator out, Transaction transaction, int number, String type, Optional<Interval> times)
            throws IOException {
        out.writeStartObject();
        out.writeFieldName("threadID");
        JsonOutput.writeName(out, transaction.session().name());
        out.writeFieldName("transactionID");
        JsonOutput.writeName(out, transaction.id());
        out.writeStringField("operationID", text(transaction.id()) + "," + number);
        out.writeStringField("operationTraceType", type);
        if (times.isPresent()) {
            out.writeNumberField("startTimestamp", times.get().before());
            out.writeNumberField("finishTimestamp", times.get().after());
        }
    }

    private static void writeOperation(JsonGenerator out, Transaction transaction, int number, Operation op)
            throws IOException {
        boolean read = op.kind() == OpKind.GET;
        String type = read ? "SELECT" : op.kind() == OpKind.PUT ? "UPDATE" : "DELETE";
        writeHead(out, transaction, number, type, op.times());
        out.writeNullField("predicateLock");
        out.writeStringField("traceLockMode", !read ? "EXCLUSIVE_LOCK" : op.isLocking() ? "SHARE_LOCK" : "NON_LOCK");
        if (op.isLocking()) {
            out.writeStringField("readMode", "LOCKING_READ");
        }
        out.writeArrayFieldStart(read ? "readTupleList" : "writeTupleList");
        writeTuple(out, text(op.key()), op.content());
        out.writeEndArray();
        out.writeEndObject();
    }

    /** One column of a row; without a value the whole rest of the key is the row. */
    private static void writeTuple(JsonGenerator out, String key, Content content) throws IOException {
        int first = key.indexOf('/');
        int last = content instanceof Content.Live ? key.lastIndexOf('/') : key.length();
        out.writeStartObject();
        out.writeStringField("table", key.substring(0, first));
        out.writeStringField("primaryKey", key.substring(first + 1, last));
        if (content instanceof Content.Live live) {
            out.writeObjectFieldStart("valueMap");
            out.writeFieldName(key.substring(last + 1));
            JsonOutput.write(out, live.value());
            out.writeEndObject();
        }
        out.writeEndObject();
    }
}
