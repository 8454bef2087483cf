package io.bateleur.core.trace.foreign;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Timestamp;
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
 * The white-box histories of TimeKiller (Chronos and Aion): an array of committed transactions with the timestamps that the
 * database gave them.
 */
public final class TimeKillerFormat implements TraceFormat {
    private static final Fit FIT = new Fit(
            Set.of(OpKind.GET, OpKind.PUT, OpKind.APPEND, OpKind.READ_LIST),
            Set.of(Ending.COMMITTED),
            Set.of(Content.Live.class, Content.Dead.class),
            Refusals.ANY,
            Refusals.PRESENT,
            Fit.Initial.ZERO,
            Set.of(Fit.Extra.TIMESTAMPS));

    @Override
    public String name() {
        return "timekiller";
    }

    @Override
    public String description() {
        return "TimeKiller, Chronos and Aion: transactions with database timestamps in JSON";
    }

    @Override
    public boolean recognises(Head head) {
        String start = head.start();
        return !head.isDirectory()
                && start.startsWith("[")
                && (start.contains("\"cts\"") || start.contains("\"sts\""))
                && start.contains("\"ops\"");
    }

    @Override
    public Fit fit() {
        return FIT;
    }

    @Override
    public History read(Source source, Notes notes) throws IOException {
        TimeKillerReader reader = new TimeKillerReader();
        try (JsonInput in = new JsonInput(source)) {
            while (in.next()) {
                in.beginArray("transactions");
                while (in.nextElement()) {
                    reader.readTransaction(in);
                }
            }
        }
        return reader.build();
    }

    @Override
    public void write(History history, Sink sink) throws IOException {
        ReadModel model = ReadModel.of(history);
        Refusals.require(history, this, (transaction, op) -> Refusals.tombstone(op) + Refusals.misreading(op, model));
        try (JsonGenerator out = JsonOutput.of(sink.stream())) {
            out.writeStartArray();
            for (Transaction transaction : history.transactions()) {
                out.writeStartObject();
                out.writeFieldName("tid");
                JsonOutput.writeName(out, transaction.id());
                out.writeFieldName("sid");
                JsonOutput.writeName(out, transaction.session().name());
                writeTimestamp(out, "sts", transaction.startTimestamp());
                writeTimestamp(out, "cts", transaction.commitTimestamp());
                out.writeArrayFieldStart("ops");
                for (Operation op : transaction.operations()) {
                    writeOperation(out, op);
                }
                out.writeEndArray();
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeRaw('\n');
        }
    }

    private static void writeTimestamp(JsonGenerator out, String field, Optional<Timestamp> timestamp)
            throws IOException {
        if (timestamp.isPresent()) {
            out.writeObjectFieldStart(field);
            out.writeNumberField("p", timestamp.get().physical());
            out.writeNumberField("l", timestamp.get().logical());
            out.writeEndObject();
        }
    }

    private static void writeOperation(JsonGenerator out, Operation op) throws IOException {
        out.writeStartObject();
        out.writeStringField("t", op.kind().isItemRead() ? "r" : op.kind() == OpKind.PUT ? "w" : "a");
        out.writeFieldName("k");
        JsonOutput.write(out, op.key());
        out.writeFieldName("v");
        JsonOutput.write(out, op.content() instanceof Content.Live live ? live.value() : Value.NULL);
        out.writeEndObject();
    }
}
