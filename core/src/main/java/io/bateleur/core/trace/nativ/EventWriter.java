package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.Value;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a native trace event by event, as a recorder meets them; docs/trace-format.md says what each means. Times are those of the
 * client's clock before and after the call. Not for several threads at once.
 */
public final class EventWriter {
    private final JsonOut out;

    public EventWriter(OutputStream out) {
        this.out = new JsonOut(out);
    }

    /** The first line of a trace. */
    public void header(InitialState initial, boolean uniqueValues, Map<String, Value> about) throws IOException {
        header(initial, uniqueValues, about, null);
    }

    /** The first line of a trace, or of a part of one. */
    public void header(InitialState initial, boolean uniqueValues, Map<String, Value> about, @Nullable TracePart part)
            throws IOException {
        out.raw("{\"bateleur\":").integer(NativeFormat.VERSION);
        if (part != null) {
            out.raw(",\"run\":").string(part.run());
            out.raw(",\"part\":").integer(part.number());
            out.raw(",\"from\":").integer(part.from());
        }
        if (initial != InitialState.ABSENT) {
            out.raw(",\"initial\":\"").raw(initial.toString()).raw("\"");
        }
        if (uniqueValues) {
            out.raw(",\"unique\":true");
        }
        if (!about.isEmpty()) {
            out.raw(",\"about\":{");
            String comma = "";
            for (Map.Entry<String, Value> entry : about.entrySet()) {
                out.raw(comma).string(entry.getKey()).raw(":").value(entry.getValue());
                comma = ",";
            }
            out.raw("}");
        }
        out.raw("}\n");
    }

    /** Something that the trace tells of itself, learnt after the header was written; it takes the place of what had that name. */
    public void about(String name, Value value) throws IOException {
        out.raw("{\"e\":\"about\",\"name\":")
                .string(name)
                .raw(",\"v\":")
                .value(value)
                .raw("}\n");
    }

    public void begin(long id, Value session, @Nullable String level, long before, long after) throws IOException {
        out.raw("{\"e\":\"begin\",\"t\":").integer(id).raw(",\"s\":").value(session);
        times(before, after);
        if (level != null) {
            out.raw(",\"level\":").string(level);
        }
        out.raw("}\n");
    }

    public void end(long id, Ending ending, long before, long after) throws IOException {
        event(NativeWriter.endEvent(ending), id);
        times(before, after);
        out.raw("}\n");
    }

    /** A get, a read of a list, a put, an append or a delete, with what was read or written. */
    public void operation(long id, OpKind kind, Value key, Content content, boolean lock, long before, long after)
            throws IOException {
        event(kind.word(), id);
        out.raw(",\"k\":").value(key);
        if (content instanceof Content.Live live) {
            out.raw(",\"v\":").value(live.value());
        } else if (content instanceof Content.Dead dead) {
            if (dead.tombstone().isPresent()) {
                out.raw(",\"tomb\":").value(dead.tombstone().get());
            } else if (!kind.isWrite()) {
                out.raw(",\"absent\":true");
            }
        }
        times(before, after);
        out.raw(lock ? ",\"lock\":true}\n" : "}\n");
    }

    /** A scan or an iteration; a bound that is null is none. */
    public void range(
            long id,
            OpKind kind,
            @Nullable Value low,
            @Nullable Value high,
            List<Item> items,
            boolean stopped,
            boolean lock,
            long before,
            long after)
            throws IOException {
        event(kind.word(), id);
        if (low != null) {
            out.raw(",\"lo\":").value(low);
        }
        if (high != null) {
            out.raw(",\"hi\":").value(high);
        }
        out.raw(",\"items\":[");
        String comma = "";
        for (Item item : items) {
            out.raw(comma).raw("[").value(item.key());
            if (item.content() instanceof Content.Live live) {
                out.raw(",").value(live.value());
            }
            out.raw("]");
            comma = ",";
        }
        out.raw(stopped ? "],\"stopped\":true" : "]");
        times(before, after);
        out.raw(lock ? ",\"lock\":true}\n" : "}\n");
    }

    /** A statement, its parameters and its answer, which is null when nobody knows it. */
    public void sql(
            long id,
            String statement,
            List<Value> parameters,
            @Nullable List<SqlResult> answer,
            long before,
            long after)
            throws IOException {
        out.raw("{\"e\":\"sql\",\"t\":").integer(id); // in one, because these are most of all lines
        out.raw(",\"q\":").string(statement).raw(",\"params\":").values(parameters);
        if (answer != null) {
            out.raw(",\"v\":").results(answer);
        }
        times(before, after);
        out.raw("}\n");
    }

    /** The answer of the last statement of a transaction, which was written without one before it was sent. */
    public void answer(long id, List<SqlResult> answer, long before, long after) throws IOException {
        event("answer", id);
        out.raw(",\"v\":").results(answer);
        times(before, after);
        out.raw("}\n");
    }

    /** Hands all that was written to the stream, which is not flushed. */
    public void finish() throws IOException {
        out.finish();
    }

    private void event(String word, long id) throws IOException {
        out.raw("{\"e\":\"").raw(word).raw("\",\"t\":").integer(id);
    }

    private void times(long before, long after) throws IOException {
        out.raw(",\"at\":[").time(before).raw(',').time(after).raw(']');
    }
}
