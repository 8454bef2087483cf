package io.bateleur.core.trace.nativ;

import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.InitialState;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.model.TableRows;
import io.bateleur.core.model.Timestamp;
import io.bateleur.core.model.Value;
import io.bateleur.core.model.Version;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/**
 * Writes a history as a native trace, one transaction after another, fields in the order that reads fastest; in version 1 of the format
 * unless it holds what only version 2 has.
 */
public final class NativeWriter {
    private static final int ROWS_CHARACTERS = 1 << 20;

    private final History history;
    private final JsonOut out;

    private NativeWriter(History history, JsonOut out) {
        this.history = history;
        this.out = out;
    }

    public static void write(History history, OutputStream stream) throws IOException {
        JsonOut out = new JsonOut(stream);
        new NativeWriter(history, out).write();
        out.finish();
    }

    private void write() throws IOException {
        header();
        for (Map.Entry<Value, Value> entry : history.initialContents().entrySet()) {
            out.raw("{\"e\":\"initial\",\"k\":").value(entry.getKey());
            out.raw(",\"v\":").value(entry.getValue()).raw("}\n");
        }
        for (Value key : history.initiallyAbsent()) {
            out.raw("{\"e\":\"initial\",\"k\":").value(key).raw(",\"absent\":true}\n");
        }
        for (TableRows rows : history.initialRows()) {
            rows(rows);
        }
        for (int session = 0; session < history.sessionCount(); session++) {
            if (history.sessionSize(session) == 0) {
                out.raw("{\"e\":\"session\",\"s\":")
                        .value(history.sessionName(session))
                        .raw("}\n");
            }
        }
        for (int t = 0; t < history.transactionCount(); t++) {
            transaction(t);
        }
        for (Value key : history.orderedKeys()) {
            order(key);
        }
    }

    private void header() throws IOException {
        out.raw("{\"bateleur\":").integer(history.initialRows().isEmpty() ? NativeFormat.OLDEST : NativeFormat.NEWEST);
        if (history.initialState() != InitialState.ABSENT) {
            out.raw(",\"initial\":\"").raw(history.initialState().toString()).raw("\"");
        }
        if (history.uniqueValues()) {
            out.raw(",\"unique\":true");
        }
        if (!history.about().isEmpty()) {
            out.raw(",\"about\":{");
            String comma = "";
            for (Map.Entry<String, Value> entry : history.about().entrySet()) {
                out.raw(comma).string(entry.getKey()).raw(":").value(entry.getValue());
                comma = ",";
            }
            out.raw("}");
        }
        out.raw("}\n");
    }

    /** In lines of moderate length. */
    private void rows(TableRows rows) throws IOException {
        int from = 0;
        long characters = 0;
        for (int i = 0; i < rows.rows().size(); i++) {
            characters += rows.rows().get(i).toString().length();
            if (characters > ROWS_CHARACTERS && i + 1 < rows.rows().size()) {
                EventWriter.rows(out, rows, from, i + 1, true);
                from = i + 1;
                characters = 0;
            }
        }
        EventWriter.rows(out, rows, from, rows.rows().size(), !rows.complete());
    }

    private void transaction(int t) throws IOException {
        Value id = history.transactionId(t);
        out.raw("{\"e\":\"begin\",\"t\":").value(id);
        out.raw(",\"s\":").value(history.sessionName(history.sessionOf(t)));
        times(history.beginBefore(t), history.beginAfter(t));
        String level = history.level(t);
        if (level != null) {
            out.raw(",\"level\":").string(level);
        }
        timestamp(history.startTimestamp(t));
        out.raw("}\n");
        for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
            operation(id, o);
        }
        out.raw("{\"e\":\"").raw(endEvent(history.ending(t))).raw("\",\"t\":").value(id);
        times(history.endBefore(t), history.endAfter(t));
        timestamp(history.commitTimestamp(t));
        out.raw("}\n");
    }

    static String endEvent(Ending ending) {
        return switch (ending) {
            case COMMITTED -> "commit";
            case ABORTED -> "abort";
            case UNKNOWN -> "unknown";
        };
    }

    private void operation(Value id, int o) throws IOException {
        OpKind kind = history.kind(o);
        out.raw("{\"e\":\"").raw(kind.word()).raw("\",\"t\":").value(id);
        if (kind.isRangeRead()) {
            range(o);
        } else {
            if (kind == OpKind.SQL) {
                Operation operation = new Operation(history, o);
                out.raw(",\"q\":").string(operation.statement());
                out.raw(",\"params\":").value(Value.list(operation.parameters()));
            } else {
                out.raw(",\"k\":").value(history.keys(), history.key(o));
            }
            content(o);
        }
        times(history.before(o), history.after(o));
        if (history.isLocking(o)) {
            out.raw(",\"lock\":true");
        }
        out.raw("}\n");
    }

    private void content(int o) throws IOException {
        int value = history.value(o);
        if (value == History.ABSENT) {
            // A delete always leaves nothing: no need to say so.
            out.raw(history.kind(o) == OpKind.DELETE ? "" : ",\"absent\":true");
        } else if (value != History.UNKNOWN) {
            out.raw(history.isDead(o) ? ",\"tomb\":" : ",\"v\":").value(history.values(), value);
        }
    }

    private void range(int o) throws IOException {
        if (history.rangeLow(o) >= 0) {
            out.raw(",\"lo\":").value(history.values(), history.rangeLow(o));
        }
        if (history.rangeHigh(o) >= 0) {
            out.raw(",\"hi\":").value(history.values(), history.rangeHigh(o));
        }
        out.raw(",\"items\":");
        items(o, 0, history.liveItems(o));
        untold(o);
        if (history.deadItems(o) > 0) {
            out.raw(",\"dead\":");
            items(o, history.liveItems(o), history.liveItems(o) + history.deadItems(o));
        }
        List<Version> versions = new Operation(history, o).versionSet().orElse(null);
        if (versions != null) {
            versions(versions);
        }
        if (history.stoppedEarly(o)) {
            out.raw(",\"stopped\":true");
        }
    }

    private void untold(int o) throws IOException {
        String open = ",\"untold\":[";
        for (int i = 0; i < history.liveItems(o); i++) {
            if (history.itemValue(o, i) == History.UNTOLD) {
                out.raw(open).value(history.keys(), history.itemKey(o, i));
                open = ",";
            }
        }
        out.raw(open.length() == 1 ? "]" : "");
    }

    private void items(int o, int from, int to) throws IOException {
        String open = "[[";
        for (int i = from; i < to; i++) {
            out.raw(open).value(history.keys(), history.itemKey(o, i));
            int value = history.itemValue(o, i);
            if (value >= 0) {
                out.raw(",").value(history.values(), value);
            }
            open = "],[";
        }
        out.raw(from == to ? "[]" : "]]");
    }

    private void versions(List<Version> versions) throws IOException {
        out.raw(",\"seen\":");
        String open = "[[";
        for (Version version : versions) {
            out.raw(open).value(version.key());
            if (version.writer().isPresent()) {
                out.raw(",").value(version.writer().get());
            }
            open = "],[";
        }
        out.raw(versions.isEmpty() ? "[]" : "]]");
    }

    private void order(Value key) throws IOException {
        out.raw("{\"e\":\"order\",\"k\":").value(key).raw(",\"txns\":");
        List<Value> writers = history.versionOrder(key).orElseThrow().stream()
                .map(writer -> writer.id())
                .toList();
        out.value(Value.list(writers)).raw("}\n");
    }

    private void times(long before, long after) throws IOException {
        if (before != History.NO_TIME) {
            out.raw(",\"at\":[").time(before).raw(",").time(after).raw("]");
        }
    }

    private void timestamp(@org.jspecify.annotations.Nullable Timestamp timestamp) throws IOException {
        if (timestamp != null) {
            out.raw(",\"ts\":[")
                    .integer(timestamp.physical())
                    .raw(",")
                    .integer(timestamp.logical())
                    .raw("]");
        }
    }
}
