package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
import io.bateleur.core.model.HistoryBuilder;
import io.bateleur.core.model.OpKind;
import io.bateleur.core.model.Value;
import io.bateleur.core.trace.CannotExpressException;
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
 * Transactions in brackets, {@code [x:=1 y==2 z==?]}, where {@code ==?} reads a key that is not there and {@code [...]!} did
 * not commit; a line of {@code -} stands between two sessions, {@code //} begins a comment.
 */
public final class DbcopHistFormat implements TraceFormat {
    private static final String HINT =
            "a transaction is [x:=1 y==2 z==?], or [x:=1]! if it did not commit; '---' stands between sessions";
    private static final Pattern SKIPPED_LINE = Pattern.compile("|-+|//.*");
    private static final Pattern FIRST_LINE = Pattern.compile("\\[\\s*[A-Za-z0-9_]+(:=|==)[0-9?].*");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_]+");
    private static final Pattern INTEGER = Pattern.compile("0|[1-9][0-9]{0,17}");
    private static final Fit.Rule KEYS = new Fit.Rule(
            "words of letters, digits and _, or integers from 0 to 10^18-1",
            key -> WORD.matcher(spelt(key)).matches() && key(spelt(key)).equals(key));

    @Override
    public String name() {
        return "dbcop-hist";
    }

    @Override
    public String description() {
        return "dbcop text: [x:=1 y==2] per transaction, --- between sessions";
    }

    @Override
    public boolean recognises(Head head) {
        return !head.isDirectory()
                && head.start()
                        .lines()
                        .map(String::strip)
                        .filter(line -> !SKIPPED_LINE.matcher(line).matches())
                        .findFirst()
                        .filter(line -> FIRST_LINE.matcher(line).matches())
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
                Set.of(Ending.COMMITTED, Ending.ABORTED),
                Set.of(Content.Live.class, Content.Dead.class),
                KEYS,
                Fit.NATURALS,
                Fit.Initial.ZERO,
                Set.of());
    }

    @Override
    public void write(History history, Sink sink) throws IOException {
        try (Writer out = new OutputStreamWriter(sink.stream(), StandardCharsets.US_ASCII)) {
            for (int s = 0; s < history.sessionCount(); s++) {
                if (s > 0) {
                    out.write("---\n");
                }
                for (int i = 0; i < history.sessionSize(s); i++) {
                    int t = history.transactionOfSession(s, i);
                    if (history.firstOperation(t) < history.firstOperation(t + 1)) {
                        writeTransaction(history, t, out);
                    }
                }
            }
        }
    }

    private void writeTransaction(History history, int transaction, Writer out) throws IOException {
        char before = '[';
        for (int o = history.firstOperation(transaction); o < history.firstOperation(transaction + 1); o++) {
            boolean write = history.kind(o) == OpKind.PUT;
            if (write && history.isDead(o)) {
                throw new CannotExpressException(
                        this, "transaction " + history.transactionId(transaction) + " writes that a key is absent");
            }
            out.write(before);
            out.write(spelt(history.keys().get(history.key(o))));
            out.write(write ? ":=" : "==");
            out.write(history.isDead(o) ? "?" : Long.toString(history.values().integer(history.value(o))));
            before = ' ';
        }
        out.write(history.isCommitted(transaction) ? "]\n" : "]!\n");
    }

    private static String spelt(Value key) {
        return key instanceof Value.Text text ? text.value() : key.toString();
    }

    /** The key that a word means: an integer when it is spelt as one. */
    private static Value key(String word) {
        return INTEGER.matcher(word).matches() ? Value.of(Long.parseLong(word)) : Value.of(word);
    }

    private static final class Reader {
        private final Tokens tokens;
        private final HistoryBuilder history = History.builder();
        private final Registers registers = new Registers(history);
        private final StringBuilder word = new StringBuilder();
        private int sessions;

        Reader(Tokens tokens) {
            this.tokens = tokens;
        }

        History read() throws IOException {
            int session = history.session(sessions++);
            for (int sign = tokens.next(); sign != -1; sign = tokens.next()) {
                switch (sign) {
                    case '[' -> transaction(session);
                    case '-' -> {
                        tokens.rule('-');
                        session = history.session(sessions++);
                    }
                    case '/' -> comment();
                    default -> throw tokens.expected("'[', '---' or '//'");
                }
            }
            return registers.build();
        }

        private void comment() throws IOException {
            tokens.read();
            if (tokens.peek() != '/') {
                throw tokens.expected("'/'");
            }
            tokens.skipLine();
        }

        private void transaction(int session) throws IOException {
            int transaction = history.begin(session, history.transactionCount());
            tokens.read();
            tokens.nextOfLine();
            do {
                event(transaction);
                int b = tokens.peek();
                if (b != ']' && !Tokens.isBlank(b)) {
                    throw tokens.expected("a blank or ']'");
                }
            } while (tokens.nextOfLine() != ']');
            tokens.read();
            boolean failed = tokens.peek() == '!';
            if (failed) {
                tokens.read();
            }
            history.end(transaction, failed ? Ending.ABORTED : Ending.COMMITTED);
        }

        private void event(int transaction) throws IOException {
            int key = history.keys().intern(key(word()));
            boolean write = operator();
            if (!write && tokens.peek() == '?') {
                tokens.read();
                history.operation(transaction, OpKind.GET, key, History.ABSENT, 0);
                return;
            }
            if (Tokens.isBlank(tokens.peek())) {
                throw tokens.expected(write ? "a value" : "a value or '?'");
            }
            long value = tokens.natural(write ? "a value" : "a value or '?'");
            registers.operation(transaction, write, key, value);
        }

        private String word() throws IOException {
            word.setLength(0);
            while (isWordCharacter(tokens.peek())) {
                word.append((char) tokens.read());
            }
            if (word.isEmpty()) {
                throw tokens.expected("a key");
            }
            return word.toString();
        }

        private static boolean isWordCharacter(int b) {
            return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || b == '_';
        }

        /** Whether it is the operator of a write. */
        private boolean operator() throws IOException {
            int first = tokens.peek();
            if (first != ':' && first != '=') {
                throw tokens.expected("':=' or '=='");
            }
            tokens.read();
            if (tokens.peek() != '=') {
                throw tokens.expected("'='");
            }
            tokens.read();
            return first == ':';
        }
    }
}
