package io.bateleur.core.replay;

import io.bateleur.core.asg.Asg;
import io.bateleur.core.asg.Resolution;
import io.bateleur.core.model.History;
import io.bateleur.core.model.Value;
import java.io.IOException;
import java.util.List;

/**
 * Writes a witness so that anyone can replay it: lines of JSON, one for each event, in the order in which everything can have
 * happened.
 *
 * <pre>
 *   {"start":"T2"}
 *   {"read":"T2","operation":0,"key":"x","from":"T1"}
 *   {"read":"T2","operation":1,"key":"y","from":null}
 *   {"commit":"T2","writes":["x","z"]}
 * </pre>
 *
 * <p>The reads of a transaction follow its start: which version each of them saw, by its writer, or {@code null} for the initial
 * one; {@code operation} counts the transaction's operations from 0, and a range read has a line for every key of the range that it
 * read or missed. Reads of a transaction's own writes are not told. {@code writes} are the keys whose versions come to be at the
 * commit: that is the version order. Where a level judges each key apart (session guarantees), commits say nothing about version
 * order, and there is a line for each key that is written, oldest version first:
 *
 * <pre>
 *   {"versions":"x","writers":["T1","T2"]}
 * </pre>
 *
 * <p>Keys and ids are spelt as in our traces (docs/trace-format.md). A replayer of serializable, in Python; a transaction there
 * starts just before its commit:
 *
 * <pre>
 *   import json, sys
 *   newest = {}
 *   for line in sys.stdin:
 *       event = json.loads(line)
 *       if "read" in event:
 *           assert newest.get(json.dumps(event["key"])) == event["from"], line
 *       for key in event.get("writes", []):
 *           newest[json.dumps(key)] = event["commit"]
 * </pre>
 *
 * <p>(For ranges, a key that was missed may also have been deleted again since the version that is told.)
 */
public final class WitnessWriter {
    private final Asg asg;
    private final History history;
    private final Resolution witness;
    private final Appendable out;

    private WitnessWriter(Asg asg, Resolution witness, Appendable out) {
        this.asg = asg;
        this.history = asg.history();
        this.witness = witness;
        this.out = out;
    }

    public static void write(Asg asg, Resolution witness, Appendable out) throws IOException {
        WitnessWriter writer = new WitnessWriter(asg, witness, out);
        writer.events();
        if (witness.versions().length > 0) {
            writer.versions();
        }
    }

    private void events() throws IOException {
        for (int event : witness.events()) {
            int t = event >> 1;
            if (Timeline.isCommit(event)) {
                commit(t);
            } else {
                out.append("{\"start\":");
                value(history.transactionId(t));
                out.append("}\n");
                for (int r = asg.firstRead(t); r < asg.firstRead(t + 1); r++) {
                    read(t, r);
                }
            }
        }
    }

    private void read(int t, int r) throws IOException {
        out.append("{\"read\":");
        value(history.transactionId(t));
        out.append(",\"operation\":")
                .append(Integer.toString(asg.readOperation(r) - history.firstOperation(t)))
                .append(",\"key\":");
        value(history.keys().get(asg.readKey(r)));
        out.append(",\"from\":");
        value(witness.sources()[r] == Asg.INITIAL ? Value.NULL : history.transactionId(witness.sources()[r]));
        out.append("}\n");
    }

    private void commit(int t) throws IOException {
        out.append("{\"commit\":");
        value(history.transactionId(t));
        out.append(",\"writes\":[");
        for (int w = asg.firstWrite(t); w < asg.firstWrite(t + 1); w++) {
            out.append(w == asg.firstWrite(t) ? "" : ",");
            value(history.keys().get(asg.writeKey(w)));
        }
        out.append("]}\n");
    }

    private void versions() throws IOException {
        Timeline timeline = new Timeline(asg, witness.events());
        for (int key = 0; key < history.keyCount(); key++) {
            String comma = "";
            for (int place = asg.firstOfKey(key); place < asg.firstOfKey(key + 1); place++) {
                int writer = asg.writeTransaction(witness.versions()[place]);
                if (!timeline.happened(writer)) {
                    break; // those that did not happen stand last
                }
                if (comma.isEmpty()) {
                    out.append("{\"versions\":");
                    value(history.keys().get(key));
                    out.append(",\"writers\":[");
                }
                out.append(comma);
                value(history.transactionId(writer));
                comma = ",";
            }
            out.append(comma.isEmpty() ? "" : "]}\n");
        }
    }

    private void value(Value value) throws IOException {
        if (value instanceof Value.Text text) {
            string(text.value());
        } else if (value instanceof Value.Bytes bytes) {
            out.append("{\"b64\":\"").append(bytes.base64()).append("\"}");
        } else if (value instanceof Value.Elements list) {
            list(list.value());
        } else {
            out.append(value.toString()); // numbers, booleans and null are spelt as in JSON
        }
    }

    private void list(List<Value> elements) throws IOException {
        out.append('[');
        for (int i = 0; i < elements.size(); i++) {
            out.append(i == 0 ? "" : ",");
            value(elements.get(i));
        }
        out.append(']');
    }

    private void string(String text) throws IOException {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append("\\u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 0xF, 16));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
