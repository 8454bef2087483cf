package io.bateleur.core.trace.foreign;

import io.bateleur.core.model.Content;
import io.bateleur.core.model.Ending;
import io.bateleur.core.model.History;
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
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The binary file {@code history.bincode} of dbcop, or a directory that holds it. Everything is fixed-width and little-endian:
 *
 * <pre>
 *   u64 id, n_node, n_variable, n_transaction, n_event; string info, start, end     string: u64 length, UTF-8
 *   u64 sessions, of u64 transactions, of u64 events                                 event:  u8 write, u64 variable,
 *                                     and u8 success after them                              u64 value, u8 success
 * </pre>
 */
public final class DbcopBincodeFormat implements TraceFormat {
    static final String FILE = "history.bincode";
    static final List<String> NUMBERS = List.of("id", "n_node", "n_variable", "n_transaction", "n_event");
    static final List<String> TEXTS = List.of("info", "start", "end");

    private static final int INFO_BYTES_MAX = 4096;
    private static final Pattern TIME = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T.*");
    /** What dbcop can read where a history does not tell: it insists on a time. */
    private static final String NO_TIME = "1970-01-01T00:00:00+00:00";

    private static final Fit.Rule UNSIGNED = new Fit.Rule(
            "integers from 0 to 2^64-1",
            value -> (value instanceof Value.Int i && i.value() >= 0)
                    || (value instanceof Value.BigInt b
                            && b.value().signum() > 0
                            && b.value().bitLength() <= Long.SIZE));

    @Override
    public String name() {
        return "dbcop-bincode";
    }

    @Override
    public String description() {
        return "dbcop / PolySI binary: history.bincode, or the directory that holds it";
    }

    @Override
    public boolean recognises(Head head) {
        return head.isDirectory() ? head.names().contains(FILE) : hasHeader(head.bytes());
    }

    /** Whether a text of moderate length follows the five numbers, and then a time. */
    private static boolean hasHeader(byte[] bytes) {
        int at = NUMBERS.size() * Long.BYTES;
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < at + 2 * Long.BYTES) {
            return false;
        }
        long infoBytes = buffer.getLong(at);
        if (infoBytes < 0 || infoBytes > INFO_BYTES_MAX || at + 2 * Long.BYTES + infoBytes > bytes.length) {
            return false;
        }
        int start = at + Long.BYTES + (int) infoBytes;
        long startBytes = buffer.getLong(start);
        if (startBytes < 0 || startBytes > bytes.length - start - Long.BYTES) {
            return false;
        }
        String time = new String(bytes, start + Long.BYTES, (int) startBytes, StandardCharsets.ISO_8859_1);
        return TIME.matcher(time).matches();
    }

    @Override
    public History read(Source source, Notes notes) throws IOException {
        if (!source.isDirectory()) {
            return readFile(source, notes);
        }
        try (Source child = source.child(FILE)) {
            return readFile(child, notes);
        }
    }

    private static History readFile(Source file, Notes notes) throws IOException {
        try (Binary in = new Binary(file)) {
            return new DbcopBincodeReader(in, notes).read();
        }
    }

    @Override
    public Fit fit() {
        return new Fit(
                Set.of(OpKind.GET, OpKind.PUT),
                Set.of(Ending.COMMITTED, Ending.ABORTED),
                Set.of(Content.Live.class, Content.Unknown.class),
                UNSIGNED,
                UNSIGNED,
                Fit.Initial.ZERO,
                Set.of(Fit.Extra.ABOUT));
    }

    @Override
    public void write(History history, Sink sink) throws IOException {
        try (OutputStream out = sink.stream()) {
            writeHeader(history, out);
            number(history.sessionCount(), out);
            for (int s = 0; s < history.sessionCount(); s++) {
                number(history.sessionSize(s), out);
                for (int i = 0; i < history.sessionSize(s); i++) {
                    writeTransaction(history, history.transactionOfSession(s, i), out);
                }
            }
        }
    }

    private static void writeHeader(History history, OutputStream out) throws IOException {
        Map<String, Value> about = history.about();
        int[] defaults = {
            0,
            history.sessionCount(),
            history.keyCount(),
            IntStream.range(0, history.sessionCount())
                    .map(history::sessionSize)
                    .max()
                    .orElse(0),
            IntStream.range(0, history.transactionCount())
                    .map(t -> history.firstOperation(t + 1) - history.firstOperation(t))
                    .max()
                    .orElse(0)
        };
        for (int i = 0; i < defaults.length; i++) {
            Value given = about.getOrDefault(NUMBERS.get(i), Value.NULL);
            number(UNSIGNED.holds().test(given) ? unsigned(given) : defaults[i], out);
        }
        text(info(about), out);
        text(about.get("start") instanceof Value.Text start ? start.value() : NO_TIME, out);
        text(about.get("end") instanceof Value.Text end ? end.value() : NO_TIME, out);
    }

    /** The text of the field of that name, and after it whatever else the history tells of itself. */
    private static String info(Map<String, Value> about) {
        Stream<String> own = about.get("info") instanceof Value.Text text ? Stream.of(text.value()) : Stream.empty();
        Stream<String> others = about.entrySet().stream()
                .filter(entry -> !NUMBERS.contains(entry.getKey()) && !TEXTS.contains(entry.getKey()))
                .map(entry -> entry.getKey() + "=" + entry.getValue());
        return String.join(", ", Stream.concat(own, others).toList());
    }

    private void writeTransaction(History history, int transaction, OutputStream out) throws IOException {
        int first = history.firstOperation(transaction);
        int end = history.firstOperation(transaction + 1);
        number(end - first, out);
        for (int o = first; o < end; o++) {
            boolean write = history.kind(o) == OpKind.PUT;
            boolean known = history.value(o) != History.UNKNOWN;
            if (write && !known) {
                throw new CannotExpressException(
                        this,
                        "transaction " + history.transactionId(transaction) + " has a put of "
                                + history.keys().get(history.key(o)) + " whose value is unknown");
            }
            out.write(write ? 1 : 0);
            number(unsigned(history.keys().get(history.key(o))), out);
            number(known ? unsigned(history.values().get(history.value(o))) : 0, out);
            out.write(known ? 1 : 0);
        }
        out.write(history.isCommitted(transaction) ? 1 : 0);
    }

    private static long unsigned(Value value) {
        return value instanceof Value.BigInt big ? big.value().longValue() : ((Value.Int) value).value();
    }

    /** The value of 64 bits without a sign. */
    static Value unsigned(long bits) {
        return bits >= 0 ? Value.of(bits) : new Value.BigInt(new BigInteger(Long.toUnsignedString(bits)));
    }

    private static void text(String text, OutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(bytes.length, out);
        out.write(bytes);
    }

    private static void number(long bits, OutputStream out) throws IOException {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            out.write((int) (bits >>> shift));
        }
    }
}
