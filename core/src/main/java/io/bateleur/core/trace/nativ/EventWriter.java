package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.Item;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.SqlResult;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.TraceClock;
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
    private final int version;

    /** Writes version 1 of the format. */
    public EventWriter(OutputStream out) {
        this(out, NativeFormat.OLDEST);
    }

    /** Writes a version of the format; rows of tables, punctuations and clocks are of version 2. */
    public EventWriter(OutputStream out, int version) {
        this.out = new JsonOut(out);
        this.version = version;
    }

    /** The first line of a trace. */
    public void header(InitialState initial, boolean uniqueValues, Map<String, Value> about) throws IOException {
        header(initial, uniqueValues, about, null);
    }

    /** The first line of a trace, or of a part of one. */
    public void header(InitialState initial, boolean uniqueValues, Map<String, Value> about, @Nullable TracePart part)
            throws IOException {
        header(initial, uniqueValues, about, part, null);
    }

    /** The first line of a trace, or of a part of one, with the clock of its times. */
    public void header(
            InitialState initial,
            boolean uniqueValues,
            Map<String, Value> about,
            @Nullable TracePart part,
            @Nullable TraceClock clock)
            throws IOException {
        out.raw("{\"bateleur\":").integer(version);
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
        if (clock != null) {
            clock(clock);
        }
        out.raw("}\n");
    }

    private void clock(TraceClock clock) throws IOException {
        require(2, "a clock");
        out.raw(",\"clock\":{\"id\":").string(clock.id());
        if (clock.anchor().isPresent()) {
            TraceClock.Anchor anchor = clock.anchor().get();
            out.raw(",\"wall\":[")
                    .integer(anchor.time())
                    .raw(',')
                    .integer(anchor.wall())
                    .raw(']');
            if (anchor.error().isPresent()) {
                out.raw(",\"error\":").integer(anchor.error().getAsLong());
            }
        }
        out.raw("}");
    }

    private void require(int least, String what) {
        if (version < least) {
            throw new IllegalStateException(what + " needs version " + least + " of the format");
        }
    }

    /** Rows that a table had before the first transaction: all that are left, or a piece of them. */
    public void rows(TableRows rows) throws IOException {
        require(2, "an event with rows");
        rows(out, rows, 0, rows.rows().size(), !rows.complete());
    }

    static void rows(JsonOut out, TableRows rows, int from, int to, boolean more) throws IOException {
        out.raw("{\"e\":\"rows\",\"table\":").string(rows.table());
        out.raw(",\"columns\":")
                .values(rows.columns().stream().<Value>map(Value::of).toList());
        out.raw(",\"rows\":[");
        String comma = "";
        for (List<Value> row : rows.rows().subList(from, to)) {
            out.raw(comma).values(row);
            comma = ",";
        }
        out.raw(more ? "],\"more\":true}\n" : "]}\n");
    }

    /** No event that follows has a time before this one. */
    public void punctuation(long before) throws IOException {
        require(2, "a punctuation");
        out.raw("{\"e\":\"punctuation\",\"before\":").time(before).raw("}\n");
    }

    /** Something that the trace tells of itself, learnt after the header was written; it takes the place of what had that name. */
    public void about(String name, Value value) throws IOException {
        out.raw("{\"e\":\"about\",\"name\":")
                .string(name)
                .raw(",\"v\":")
                .value(value)
                .raw("}\n");
    }

    /** A transaction that begins; {@link History#NO_TIME} twice where nobody knows until when it began. */
    public void begin(long id, Value session, @Nullable String level, long before, long after) throws IOException {
        out.raw("{\"e\":\"begin\",\"t\":").integer(id).raw(",\"s\":").value(session);
        if (before != History.NO_TIME) {
            times(before, after);
        }
        if (level != null) {
            out.raw(",\"level\":").string(level);
        }
        out.raw("}\n");
    }

    /** A snapshot that was not taken where the level takes it: by the call that began the transaction, or elsewhere, by another one. */
    public void snapshot(long id, boolean atBegin, long before, long after) throws IOException {
        require(2, "a snapshot");
        event("snapshot", id);
        out.raw(atBegin ? ",\"taken\":\"begin\"" : ",\"taken\":\"elsewhere\"");
        times(before, after);
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
        operation(id, kind, key, content, lock, null, before, after);
    }

    /** The same; {@code mode} is how a read locked, where that is known. */
    public void operation(
            long id,
            OpKind kind,
            Value key,
            Content content,
            boolean lock,
            @Nullable String mode,
            long before,
            long after)
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
        lock(lock, mode);
    }

    private void lock(boolean lock, @Nullable String mode) throws IOException {
        if (!lock) {
            out.raw("}\n");
        } else if (mode == null || version < 2) {
            out.raw(",\"lock\":true}\n");
        } else {
            out.raw(",\"lock\":true,\"mode\":").string(mode).raw("}\n");
        }
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
            @Nullable String mode,
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
        lock(lock, mode);
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
