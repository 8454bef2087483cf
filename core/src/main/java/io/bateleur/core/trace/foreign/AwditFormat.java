package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.trace.Fit;
import io.bateleur.core.trace.Head;
import io.bateleur.core.trace.Notes;
import io.bateleur.core.trace.Sink;
import io.bateleur.core.trace.Source;
import io.bateleur.core.trace.TraceFormat;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One operation per line, {@code r key value} or {@code w key value}; a line of {@code -} ends a transaction, a line of
 * {@code =} a session. Nothing between two such lines is nothing at all, neither an empty transaction nor an empty session.
 */
public final class AwditFormat implements TraceFormat {
    private static final String HINT =
            "a line is 'r key value' or 'w key value'; '-----' ends a transaction, '=====' a session";
    private static final Pattern OPERATION = Pattern.compile("[rw][ \\t]+[0-9]+[ \\t]+[0-9]+");
    private static final Pattern RULE = Pattern.compile("-+|=+");

    @Override
    public String name() {
        return "awdit";
    }

    @Override
    public String description() {
        return "AWDIT text: r key value, a line each, with ----- and ===== between transactions and sessions";
    }

    @Override
    public boolean recognises(Head head) {
        return !head.isDirectory()
                && head.start()
                        .lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty() && !RULE.matcher(line).matches())
                        .findFirst()
                        .filter(line -> OPERATION.matcher(line).matches())
                        .isPresent();
    }

    @Override
    public History read(Source source, Notes notes) throws IOException {
        try (Tokens tokens = new Tokens(source, HINT)) {
            return new Reader(tokens).read();
        }
    }

    @Override
    public Fit fit() {
        return new Fit(
                Set.of(OpKind.GET, OpKind.PUT),
                Set.of(Ending.COMMITTED),
                Set.of(Content.Live.class),
                Fit.NATURALS,
                Fit.NATURALS,
                Fit.Initial.ZERO,
                Set.of());
    }

    @Override
    public void write(History history, Sink sink) throws IOException {
        try (Writer out = new OutputStreamWriter(sink.stream(), StandardCharsets.US_ASCII)) {
            String before = "";
            for (int s = 0; s < history.sessionCount(); s++) {
                for (int i = 0; i < history.sessionSize(s); i++) {
                    int t = history.transactionOfSession(s, i);
                    if (history.firstOperation(t) < history.firstOperation(t + 1)) {
                        out.write(before);
                        writeTransaction(history, t, out);
                        before = "-----\n";
                    }
                }
                before = before.isEmpty() ? "" : "=====\n";
            }
        }
    }

    private static void writeTransaction(History history, int transaction, Writer out) throws IOException {
        for (int o = history.firstOperation(transaction); o < history.firstOperation(transaction + 1); o++) {
            out.write(history.kind(o) == OpKind.PUT ? "w " : "r ");
            out.write(Long.toString(history.keys().integer(history.key(o))));
            out.write(' ');
            out.write(Long.toString(history.values().integer(history.value(o))));
            out.write('\n');
        }
    }

    private static final class Reader {
        private static final int NONE = -1;

        private final Tokens tokens;
        private final HistoryBuilder history = History.builder();
        private final Registers registers = new Registers(history);
        private int sessions;
        private int session = NONE;
        private int transaction = NONE;

        Reader(Tokens tokens) {
            this.tokens = tokens;
        }

        History read() throws IOException {
            for (int sign = tokens.next(); sign != -1; sign = tokens.next()) {
                switch (sign) {
                    case 'r', 'w' -> {
                        tokens.read();
                        operation(sign == 'w');
                    }
                    case '-' -> {
                        tokens.rule('-');
                        endTransaction();
                    }
                    case '=' -> {
                        tokens.rule('=');
                        endTransaction();
                        session = NONE;
                    }
                    default -> throw tokens.expected("'r', 'w', a line of '-' or a line of '='");
                }
            }
            endTransaction();
            return registers.build();
        }

        private void operation(boolean write) throws IOException {
            if (!Tokens.isBlank(tokens.peek())) {
                throw tokens.expected("a blank and a key");
            }
            int key = history.keys().intern(tokens.natural("a key"));
            if (!Tokens.isBlank(tokens.peek())) {
                throw tokens.expected("a blank and a value");
            }
            long value = tokens.natural("a value");
            tokens.endOfLine();
            registers.operation(openTransaction(), write, key, value);
        }

        private int openTransaction() {
            if (session == NONE) {
                session = history.session(sessions++);
            }
            if (transaction == NONE) {
                transaction = history.begin(session, history.transactionCount());
            }
            return transaction;
        }

        private void endTransaction() {
            if (transaction != NONE) {
                history.end(transaction, Ending.COMMITTED);
                transaction = NONE;
            }
        }
    }
}
