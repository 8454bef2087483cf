package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.History;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Operation;
import io.bateleur.core.trace.Fit;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Place;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceFormat;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Histories of Jepsen and Elle in EDN: operation maps one after another, or in one vector. What they mean is told in
 * {@link JepsenOps}.
 */
public final class JepsenEdnFormat implements TraceFormat {
    private static final Pattern START = Pattern.compile("(;[^\n]*\\s*)*[\\[(]?\\s*(#[\\w.]+\\s*)?\\{\\s*:[\\s\\S]*");
    private static final Pattern TRANSACTION =
            Pattern.compile("\\[\\s*:(r|w|append)\\s|:f\\s+:txn\\b|:process\\s+:nemesis\\b");

    @Override
    public String name() {
        return "jepsen-edn";
    }

    @Override
    public String description() {
        return "Jepsen and Elle: operation maps in EDN, list-append or rw-register";
    }

    @Override
    public boolean recognises(Head head) {
        String start = head.start();
        return !head.isDirectory()
                && START.matcher(start).matches()
                && start.contains(":type")
                && TRANSACTION.matcher(start).find();
    }

    @Override
    public Fit fit() {
        return JepsenLines.FIT;
    }

    @Override
    public History read(Source source, Notes notes) throws IOException {
        JepsenOps ops = new JepsenOps();
        try (EdnReader in = new EdnReader(source)) {
            JepsenOp op = new JepsenOp();
            EdnToken token = in.next();
            while (token != EdnToken.END) {
                if (token == EdnToken.MAP) {
                    Place place = in.place();
                    readOp(in, op, ops);
                    ops.add(op, place);
                } else if (token != EdnToken.VECTOR && token != EdnToken.LIST && token != EdnToken.CLOSE) {
                    throw in.expected("an operation map");
                }
                token = in.next();
            }
        }
        return ops.build(notes);
    }

    private static void readOp(EdnReader in, JepsenOp op, JepsenOps ops) throws IOException {
        op.clear();
        while (in.next() != EdnToken.CLOSE) {
            if (in.isKeyword(":type")) {
                op.type = readType(in);
            } else if (in.isKeyword(":process")) {
                op.byClient = nextForm(in) == EdnToken.INTEGER || in.token() == EdnToken.NIL;
                op.process = in.token() == EdnToken.INTEGER ? in.integer(":process") : 0;
                in.skip();
            } else if (in.isKeyword(":f")) {
                op.isTransaction = nextForm(in) == EdnToken.NIL || in.isKeyword(":txn");
                in.skip();
            } else if (in.isKeyword(":time")) {
                op.time = readNumber(in, ":time");
            } else if (in.isKeyword(":index")) {
                op.index = readNumber(in, ":index");
            } else if (in.isKeyword(":value")) {
                nextForm(in);
                readValue(in, op, ops);
            } else {
                in.skip();
                nextForm(in);
                in.skip();
            }
        }
    }

    private static EdnToken nextForm(EdnReader in) throws IOException {
        if (in.next() == EdnToken.CLOSE) {
            throw in.expected("the value of the field before it");
        }
        return in.token();
    }

    private static JepsenOp.Type readType(EdnReader in) throws IOException {
        boolean keyword = nextForm(in) == EdnToken.KEYWORD;
        return JepsenOp.Type.of(keyword ? in.text().substring(1) : "")
                .orElseThrow(() -> in.expected(":invoke, :ok, :fail or :info for :type"));
    }

    private static long readNumber(EdnReader in, String field) throws IOException {
        return nextForm(in) == EdnToken.NIL ? JepsenOp.NONE : in.integer(field);
    }

    private static void readValue(EdnReader in, JepsenOp op, JepsenOps ops) throws IOException {
        if (!op.isWanted() || in.token() == EdnToken.NIL) {
            in.skip();
            return;
        }
        op.hasValue = true;
        if (in.token() != EdnToken.VECTOR && in.token() != EdnToken.LIST) {
            op.wrong(in.expected("a vector of operations for :value"));
            in.skip();
            return;
        }
        while (in.next() != EdnToken.CLOSE) {
            if (in.token() == EdnToken.VECTOR || in.token() == EdnToken.LIST) {
                readMop(in, op, ops);
            } else {
                op.wrong(in.expected("an operation such as [:r x nil]"));
                in.skip();
            }
        }
    }

    /** Reads {@code :r key value}, {@code :w key value} or {@code :append key value}, and anything behind it. */
    private static void readMop(EdnReader in, JepsenOp op, JepsenOps ops) throws IOException {
        in.next();
        OpKind kind = in.isKeyword(":r")
                ? OpKind.GET
                : in.isKeyword(":append") ? OpKind.APPEND : in.isKeyword(":w") ? OpKind.PUT : null;
        if (kind == null || in.next() == EdnToken.CLOSE) {
            op.wrong(in.expected(kind == null ? ":r, :w or :append" : "a key"));
            skipRest(in);
            return;
        }
        int key = in.intern(ops.keys());
        EdnToken token = in.next();
        int value = History.UNKNOWN;
        if (token == EdnToken.NIL) {
            value = History.ABSENT;
        } else if (token != EdnToken.CLOSE) {
            kind = kind == OpKind.GET && (token == EdnToken.VECTOR || token == EdnToken.LIST) ? OpKind.READ_LIST : kind;
            value = in.intern(ops.values());
        }
        if (value == History.ABSENT && kind.isWrite()) {
            op.wrong(in.expected("the value that is written"));
        }
        op.ops.add(kind, key, value);
        if (token != EdnToken.CLOSE) {
            in.next();
            skipRest(in);
        }
    }

    /** Passes over the forms up to the end of the collection, from the token on. */
    private static void skipRest(EdnReader in) throws IOException {
        while (in.token() != EdnToken.CLOSE) {
            in.skip();
            in.next();
        }
    }

    @Override
    public void write(History history, Sink sink) throws IOException {
        Iterable<JepsenLines.Line> lines = JepsenLines.of(history, this);
        long[] processes = IntegerNames.ofSessions(history, name -> true);
        try (Writer out = new BufferedWriter(new OutputStreamWriter(sink.stream(), StandardCharsets.UTF_8))) {
            StringBuilder text = new StringBuilder();
            for (JepsenLines.Line line : lines) {
                text.setLength(0);
                text.append("{:index ").append(line.index());
                if (line.time() != History.NO_TIME) {
                    text.append(", :time ").append(line.time());
                }
                text.append(", :type :").append(line.type().name().toLowerCase(Locale.ROOT));
                text.append(", :process ").append(processes[history.sessionOf(line.transaction())]);
                text.append(", :f :txn, :value [");
                appendMops(history, line, text);
                out.append(text.append("]}\n"));
            }
        }
    }

    private static void appendMops(History history, JepsenLines.Line line, StringBuilder text) {
        String separator = "";
        for (Operation op : history.transaction(line.transaction()).operations()) {
            Content content = op.content();
            text.append(separator)
                    .append(op.kind().isItemRead() ? "[:r " : op.kind() == OpKind.PUT ? "[:w " : "[:append ");
            EdnWriter.write(op.key(), text);
            boolean asked = op.kind().isItemRead() && line.type() == JepsenOp.Type.INVOKE;
            if (asked || content instanceof Content.Dead) {
                text.append(" nil");
            } else if (content instanceof Content.Live live) {
                text.append(' ');
                EdnWriter.write(live.value(), text);
            }
            text.append(']');
            separator = " ";
        }
    }
}
