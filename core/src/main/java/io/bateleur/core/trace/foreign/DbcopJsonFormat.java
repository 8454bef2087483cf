package io.bateleur.core.trace.foreign;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.Session;
import io.bateleur.core.model.Transaction;
import io.bateleur.core.model.Value;
import io.bateleur.core.model.ValuePool;
import io.bateleur.core.trace.BadInputException;
import io.bateleur.core.trace.Fit;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.JsonInput;
import io.bateleur.core.trace.JsonOutput;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Place;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceFormat;
import io.bateleur.core.trace.ZeroInitial;
import java.io.IOException;
import java.util.Set;

/**
 * The JSON of dbcop: an array of sessions, each an array of transactions, alone or as the {@code data} of an object that
 * tells how it was made. Sessions and transactions have no names, so both are numbered from 0.
 */
public final class DbcopJsonFormat implements TraceFormat {
    private static final Fit.Rule NATURALS = new Fit.Rule(
            "integers from 0 on",
            value -> value instanceof Value.Int small
                    ? small.value() >= 0
                    : value instanceof Value.BigInt big && big.value().signum() > 0);

    private static final Fit FIT = new Fit(
            Set.of(OpKind.GET, OpKind.PUT),
            Set.of(Ending.COMMITTED, Ending.ABORTED),
            Set.of(Content.Live.class, Content.Dead.class),
            NATURALS,
            NATURALS,
            Fit.Initial.ZERO,
            Set.of());

    @Override
    public String name() {
        return "dbcop-json";
    }

    @Override
    public String description() {
        return "dbcop: sessions of transactions of Read and Write events in JSON";
    }

    @Override
    public boolean recognises(Head head) {
        String start = head.start();
        return !head.isDirectory()
                && (start.startsWith("[") || start.startsWith("{"))
                && start.contains("\"events\"")
                && (start.contains("\"Write\"") || start.contains("\"Read\"") || start.contains("\"committed\""));
    }

    @Override
    public Fit fit() {
        return FIT;
    }

    @Override
    public History read(Source source, Notes notes) throws IOException {
        HistoryBuilder history = History.builder();
        ZeroInitial zeros = new ZeroInitial();
        try (JsonInput in = new JsonInput(source)) {
            in.next();
            if (in.isObject()) {
                boolean hasData = false;
                while (in.nextField()) {
                    if (in.field().equals("data")) {
                        hasData = true;
                        readSessions(in, history, zeros);
                    } else {
                        in.skip();
                    }
                }
                if (!hasData) {
                    throw in.expected("the field \"data\" with the sessions");
                }
            } else {
                readSessions(in, history, zeros);
            }
            if (in.next()) {
                throw in.expected("the end of the file");
            }
        }
        zeros.give(history);
        return history.build();
    }

    private static void readSessions(JsonInput in, HistoryBuilder history, ZeroInitial zeros) throws IOException {
        in.beginArray("sessions");
        for (int number = 0; in.nextElement(); number++) {
            int session = history.session(number);
            in.beginArray("a session");
            while (in.nextElement()) {
                readTransaction(in, history, session, zeros);
            }
        }
    }

    private static void readTransaction(JsonInput in, HistoryBuilder history, int session, ZeroInitial zeros)
            throws IOException {
        Place place = in.place();
        boolean hasCommitted = false;
        boolean committed = false;
        int transaction = history.begin(session, history.transactionCount());
        in.beginObject("a transaction");
        while (in.nextField()) {
            switch (in.field()) {
                case "events" -> {
                    in.beginArray("the events");
                    while (in.nextElement()) {
                        readEvent(in, history, transaction, zeros);
                    }
                }
                case "committed" -> {
                    hasCommitted = true;
                    committed = in.bool();
                }
                default -> in.skip();
            }
        }
        if (!hasCommitted) {
            throw new BadInputException(place, "found a transaction without \"committed\"", "");
        }
        history.end(transaction, committed ? Ending.COMMITTED : Ending.ABORTED);
    }

    private static void readEvent(JsonInput in, HistoryBuilder history, int transaction, ZeroInitial zeros)
            throws IOException {
        in.beginObject("an event");
        while (in.nextField()) {
            switch (in.field()) {
                case "Write" -> readAccess(in, history, transaction, OpKind.PUT, zeros);
                case "Read" -> readAccess(in, history, transaction, OpKind.GET, zeros);
                default ->
                    throw new BadInputException(
                            in.place(), "found the event \"" + in.field() + "\", expected \"Read\" or \"Write\"", "");
            }
        }
    }

    private static void readAccess(
            JsonInput in, HistoryBuilder history, int transaction, OpKind kind, ZeroInitial zeros) throws IOException {
        Place place = in.place();
        int key = -1;
        int value = History.ABSENT;
        in.beginObject("a variable and its version");
        while (in.nextField()) {
            switch (in.field()) {
                case "variable" -> key = natural(in, history.keys());
                case "version" -> value = in.isNull() ? History.ABSENT : natural(in, history.values());
                default -> in.skip();
            }
        }
        if (key < 0 || (value < 0 && kind == OpKind.PUT)) {
            throw new BadInputException(
                    place, "found an event without \"" + (key < 0 ? "variable" : "version") + "\"", "");
        }
        if (value >= 0 && history.values().get(value).equals(Value.of(0))) {
            if (kind == OpKind.PUT) {
                zeros.wroteZero(key);
            } else {
                zeros.readZero(key);
            }
        }
        history.operation(transaction, kind, key, value, 0);
    }

    private static int natural(JsonInput in, ValuePool pool) throws IOException {
        boolean scalar = !in.isArray() && !in.isObject();
        if (!scalar || !NATURALS.holds().test(in.value())) {
            throw in.expected("an integer from 0 on");
        }
        return in.intern(pool);
    }

    @Override
    public void write(History history, Sink sink) throws IOException {
        Refusals.require(history, this, (transaction, op) -> Refusals.tombstone(op));
        try (JsonGenerator out = JsonOutput.of(sink.stream())) {
            out.writeStartArray();
            for (Session session : history.sessions()) {
                out.writeStartArray();
                for (Transaction transaction : session.transactions()) {
                    writeTransaction(out, transaction);
                }
                out.writeEndArray();
            }
            out.writeEndArray();
            out.writeRaw('\n');
        }
    }

    private static void writeTransaction(JsonGenerator out, Transaction transaction) throws IOException {
        out.writeStartObject();
        out.writeArrayFieldStart("events");
        for (Operation op : transaction.operations()) {
            out.writeStartObject();
            out.writeObjectFieldStart(op.kind() == OpKind.PUT ? "Write" : "Read");
            out.writeFieldName("variable");
            JsonOutput.write(out, op.key());
            out.writeFieldName("version");
            JsonOutput.write(out, op.content() instanceof Content.Live live ? live.value() : Value.NULL);
            out.writeEndObject();
            out.writeEndObject();
        }
        out.writeEndArray();
        out.writeBooleanField("committed", transaction.ending() == Ending.COMMITTED);
        out.writeEndObject();
    }
}
