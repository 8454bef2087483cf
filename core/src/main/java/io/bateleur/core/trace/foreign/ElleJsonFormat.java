package io.bateleur.core.trace.foreign;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.trace.Fit;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.JsonInput;
import io.bateleur.core.trace.JsonOutput;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Place;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceFormat;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;

/** Jepsen's operation maps as elle-cli takes them in JSON: an array of objects. What they mean is told in {@link JepsenOps}. */
public final class ElleJsonFormat implements TraceFormat {
    private static final Pattern TRANSACTION = Pattern.compile("\\[\\s*\":?(r|w|append)\"|\"f\"\\s*:\\s*\":?txn\"");

    @Override
    public String name() {
        return "elle-json";
    }

    @Override
    public String description() {
        return "elle-cli: Jepsen's operation maps as a JSON array";
    }

    @Override
    public boolean recognises(Head head) {
        String start = head.start();
        return !head.isDirectory()
                && (start.startsWith("[") || start.startsWith("{"))
                && start.contains("\"type\"")
                && start.contains("\"process\"")
                && TRANSACTION.matcher(start).find();
    }

    @Override
    public Fit fit() {
        return JepsenLines.FIT;
    }

    @Override
    public History read(Source source, Notes notes) throws IOException {
        JepsenOps ops = new JepsenOps();
        JepsenOp op = new JepsenOp();
        try (JsonInput in = new JsonInput(source)) {
            while (in.next()) {
                if (in.isArray()) {
                    in.beginArray("operations");
                    while (in.nextElement()) {
                        readOp(in, op, ops);
                    }
                } else {
                    readOp(in, op, ops);
                }
            }
        }
        return ops.build(notes);
    }

    private static void readOp(JsonInput in, JepsenOp op, JepsenOps ops) throws IOException {
        Place place = in.place();
        op.clear();
        in.beginObject("an operation");
        while (in.nextField()) {
            switch (in.field()) {
                case "type" -> op.type = readType(in);
                case "process" -> {
                    op.byClient = in.isInteger() || in.isNull();
                    op.process = in.isInteger() ? in.integer() : 0;
                    in.skip();
                }
                case "f" -> {
                    op.isTransaction =
                            in.isNull() || (in.isText() && word(in.text()).equals("txn"));
                    in.skip();
                }
                case "time" -> op.time = in.isNull() ? JepsenOp.NONE : in.integer();
                case "index" -> op.index = in.isNull() ? JepsenOp.NONE : in.integer();
                case "value" -> readValue(in, op, ops);
                default -> in.skip();
            }
        }
        ops.add(op, place);
    }

    private static JepsenOp.Type readType(JsonInput in) throws IOException {
        var type = JepsenOp.Type.of(word(in.text()));
        if (type.isEmpty()) {
            throw in.expected("\"invoke\", \"ok\", \"fail\" or \"info\"");
        }
        return type.get();
    }

    /** A word without the colon that tools which come from EDN leave there. */
    private static String word(String text) {
        return text.startsWith(":") ? text.substring(1) : text;
    }

    private static void readValue(JsonInput in, JepsenOp op, JepsenOps ops) throws IOException {
        if (!op.isWanted() || in.isNull()) {
            in.skip();
            return;
        }
        op.hasValue = true;
        if (!in.isArray()) {
            op.wrong(in.expected("an array of operations"));
            in.skip();
            return;
        }
        while (in.nextElement()) {
            if (in.isArray()) {
                readMop(in, op, ops);
            } else {
                op.wrong(in.expected("an operation such as [\"r\", 1, null]"));
                in.skip();
            }
        }
    }

    /** Reads {@code "r", key, value}, {@code "w", key, value} or {@code "append", key, value}, and anything behind it. */
    private static void readMop(JsonInput in, JepsenOp op, JepsenOps ops) throws IOException {
        boolean more = in.nextElement();
        OpKind kind = more && in.isText() ? JepsenOp.kind(word(in.text())) : null;
        if (kind == null || !(more = in.nextElement())) {
            op.wrong(in.expected(kind == null ? "\"r\", \"w\" or \"append\"" : "a key"));
            skipRest(in, more);
            return;
        }
        int key = in.intern(ops.keys());
        more = in.nextElement();
        int value = History.UNKNOWN;
        if (more && in.isNull()) {
            value = History.ABSENT;
        } else if (more) {
            kind = kind == OpKind.GET && in.isArray() ? OpKind.READ_LIST : kind;
            value = in.intern(ops.values());
        }
        if (value == History.ABSENT && kind.isWrite()) {
            op.wrong(in.expected("the value that is written"));
        }
        op.ops.add(kind, key, value);
        skipRest(in, more);
    }

    private static void skipRest(JsonInput in, boolean more) throws IOException {
        boolean inside = more;
        while (inside) {
            in.skip();
            inside = in.nextElement();
        }
    }

    @Override
    public void write(History history, Sink sink) throws IOException {
        Iterable<JepsenLines.Line> lines = JepsenLines.of(history, this);
        long[] processes = IntegerNames.ofSessions(history, name -> true);
        try (JsonGenerator out = JsonOutput.of(sink.stream())) {
            out.writeStartArray();
            for (JepsenLines.Line line : lines) {
                out.writeStartObject();
                out.writeNumberField("index", line.index());
                if (line.time() != History.NO_TIME) {
                    out.writeNumberField("time", line.time());
                }
                out.writeStringField("type", line.type().name().toLowerCase(Locale.ROOT));
                out.writeNumberField("process", processes[history.sessionOf(line.transaction())]);
                out.writeStringField("f", "txn");
                out.writeArrayFieldStart("value");
                for (Operation op : history.transaction(line.transaction()).operations()) {
                    writeMop(out, op, line.type());
                }
                out.writeEndArray();
                out.writeEndObject();
            }
            out.writeEndArray();
            out.writeRaw('\n');
        }
    }

    private static void writeMop(JsonGenerator out, Operation op, JepsenOp.Type type) throws IOException {
        boolean read = op.kind().isItemRead();
        Content content = op.content();
        out.writeStartArray();
        out.writeString(read ? "r" : op.kind() == OpKind.PUT ? "w" : "append");
        JsonOutput.write(out, op.key());
        if ((read && type == JepsenOp.Type.INVOKE) || content instanceof Content.Dead) {
            out.writeNull();
        } else if (content instanceof Content.Live live) {
            JsonOutput.write(out, live.value());
        }
        out.writeEndArray();
    }
}
