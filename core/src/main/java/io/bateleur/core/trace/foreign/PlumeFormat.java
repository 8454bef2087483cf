package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
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
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One operation per line, {@code r(key,value,session,transaction)} or {@code w(...)}, all of them integers. Lines of different
 * transactions may alternate. The transaction -1 stands for all that aborted in its session: only its writes count, and they
 * make one aborted transaction.
 */
public final class PlumeFormat implements TraceFormat {
    private static final long ABORTED = -1;
    private static final String HINT = "a line is r(key,value,session,transaction) or w(key,value,session,transaction)";
    private static final String INTEGER = "\\s*-?[0-9]+\\s*";
    private static final Pattern FIRST_LINE =
            Pattern.compile("[rw]\\s*\\(" + INTEGER + "," + INTEGER + "," + INTEGER + "," + INTEGER + "\\)");

    @Override
    public String name() {
        return "plume";
    }

    @Override
    public String description() {
        return "Plume / PolySI / IsoVista / TAPIR text: r(key,value,session,transaction), a line each";
    }

    @Override
    public boolean recognises(Head head) {
        return !head.isDirectory() && FIRST_LINE.matcher(head.start()).lookingAt();
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
                Set.of(Ending.COMMITTED, Ending.ABORTED),
                Set.of(Content.Live.class),
                Fit.INTEGERS,
                Fit.INTEGERS,
                Fit.Initial.ZERO,
                Set.of());
    }

    @Override
    public void write(History history, Sink sink) throws IOException {
        long[] sessions = IntegerNames.ofSessions(history, name -> true);
        long[] transactions = IntegerNames.ofTransactions(history, history::isCommitted, id -> id != ABORTED);
        try (Writer out = new OutputStreamWriter(sink.stream(), StandardCharsets.US_ASCII)) {
            StringBuilder line = new StringBuilder();
            for (int t = 0; t < history.transactionCount(); t++) {
                boolean committed = history.isCommitted(t);
                for (int o = history.firstOperation(t); o < history.firstOperation(t + 1); o++) {
                    boolean write = history.kind(o) == OpKind.PUT;
                    if (!committed && !write) {
                        continue;
                    }
                    line.setLength(0);
                    line.append(write ? "w(" : "r(");
                    line.append(history.keys().integer(history.key(o))).append(',');
                    line.append(history.values().integer(history.value(o))).append(',');
                    line.append(sessions[history.sessionOf(t)]).append(',');
                    line.append(committed ? transactions[t] : ABORTED).append(")\n");
                    out.append(line);
                }
            }
        }
    }

    private static final class Reader {
        private final Tokens tokens;
        private final HistoryBuilder history = History.builder();
        private final Registers registers = new Registers(history);
        private final BitSet aborted = new BitSet();
        /** The key, value, session and transaction of a line without blanks, which nearly all lines are. */
        private final long[] plain = new long[4];
        /** The session of each transaction, by its name. */
        private long[] sessions = new long[1024];

        private long lastSession;
        private long lastId = ABORTED;
        private int lastTransaction;

        Reader(Tokens tokens) {
            this.tokens = tokens;
        }

        History read() throws IOException {
            int letter = tokens.next();
            while (letter != -1) {
                if (letter != 'r' && letter != 'w') {
                    throw tokens.expected("'r' or 'w'");
                }
                if (tokens.call(plain) == 0) {
                    tokens.read();
                    line(letter == 'w');
                } else {
                    operation(letter == 'w', plain[0], plain[1], plain[2], plain[3]);
                }
                letter = tokens.next();
            }
            for (int t = 0; t < history.transactionCount(); t++) {
                history.end(t, aborted.get(t) ? Ending.ABORTED : Ending.COMMITTED);
            }
            return registers.build();
        }

        private void line(boolean write) throws IOException {
            tokens.sign('(');
            long key = tokens.integer("a key");
            tokens.sign(',');
            long value = tokens.integer("a value");
            tokens.sign(',');
            long session = tokens.integer("a session");
            tokens.sign(',');
            long id = tokens.integer("a transaction");
            operation(write, key, value, session, id);
            tokens.sign(')');
            tokens.endOfLine();
        }

        private void operation(boolean write, long key, long value, long session, long id) throws IOException {
            if (id != ABORTED || write) {
                int transaction = id == ABORTED ? aborted(session) : committed(session, id);
                registers.operation(transaction, write, history.keys().intern(key), value);
            }
        }

        private int committed(long session, long id) throws IOException {
            if (id == lastId && session == lastSession) {
                return lastTransaction;
            }
            int transaction = history.find(id);
            if (transaction < 0) {
                transaction = history.begin(history.session(session), id);
                remember(transaction, session);
            } else if (sessions[transaction] != session) {
                throw tokens.wrongInteger(
                        "found transaction " + id + " in session " + session + ", expected it in session "
                                + sessions[transaction] + ", where it began",
                        "a transaction id may be used in one session only");
            }
            lastId = id;
            lastSession = session;
            lastTransaction = transaction;
            return transaction;
        }

        private void remember(int transaction, long session) {
            if (transaction == sessions.length) {
                sessions = Arrays.copyOf(sessions, sessions.length * 2);
            }
            sessions[transaction] = session;
        }

        private int aborted(long session) {
            Value id = Value.of("aborted-" + session);
            int transaction = history.find(id);
            if (transaction < 0) {
                transaction = history.begin(history.session(session), id);
                remember(transaction, session);
                aborted.set(transaction);
            }
            return transaction;
        }
    }
}
